package e2e

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// vectors evaluates the test vectors of the protocol in the page.
const vectors = `(() => {
	const server = fair.chain('11'.repeat(32), 1000), seats = [fair.chain('aa'.repeat(32), 1000), fair.chain('bb'.repeat(32), 1000)];
	let mix = fair.mix0('{"game":"example-1","rules":"classic-us"}', server.anchor, seats.map(s => s.anchor));
	const out = {anchors: [server, ...seats].map(c => c.anchor), mix: [mix], rolls: [], cards: [], missed: fair.missed(seats[0].anchor, 1)};
	out.print = fair.fingerprint('0123456789' + '0'.repeat(54));
	out.header = fair.lineHash('{"game":"example-1","rules":"classic-us"}');
	for (let e = 1; e <= 400; e++) {
		const seat = (e - 1) % 2;
		mix = fair.mixed(mix, seat, seats[seat].link((e + 1) >> 1));
		const luck = fair.luck(server.link(e), mix);
		out.rolls.push(1 + luck('dice', 6) + '-' + (1 + luck('dice', 6)));
		out.cards.push(luck('card:chance', 16));
		out.mix.push(mix);
	}
	const b = Uint8Array.from({length: 200}, (_, i) => i);
	out.sums = [0, 1, 55, 56, 63, 64, 65, 119, 120, 200].map(n => fair.hex(fair.sha256(b.slice(0, n)))).join();
	out.last = fair.before(server.link(1)) === server.anchor && server.link(1000) === '11'.repeat(32);
	return out;
})()`

func TestTheBrowserDrawsByTheVectors(t *testing.T) {
	who := meet(t, serve(t), browser(t)).ada
	got, err := rig.Eval[struct {
		Anchors, Mix, Rolls         []string
		Cards                       []int
		Missed, Print, Header, Sums string
		Last                        bool
	}](who, vectors)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"a541e03cfeaef325fc9928bdcd514bddd380e5dac947891e7d99cde4a900166c",
		"0399e1bc67c3120d4d20ab9223a7ce01a1fa573ffcd89bbc0920045d8775292b",
		"d0ba7500f73357c172d68898db8b0cca9c2fa4f58d2604bca5cf6f0c6298cc7b",
	}, got.Anchors)
	assert.Equal(t, "ede427c534a6d7161cf371d0dc539b11c03f3a048d5a6c6d53f71162e20d1646", got.Header)
	assert.Equal(t, "c0dbf1e77c49902e5c1a2eb4f75314430b322d07251388220c0d552572e24ec6", got.Mix[0])
	assert.Equal(t, "425ce8d3b5aa96fa6cab5518bb74a777b96ae3c4a6964d474c9f4e00de11e232", got.Mix[1])
	assert.Equal(t, "edf2fd7c08ad9c894cb68d0d0a64394b033c6857470e221267d5f25b33146c89", got.Mix[3])
	assert.Equal(t, "0c19f5324313e9c3cc2874cf30fe421ad200fd85199638802f46bc389dd81d21", got.Mix[400])
	assert.Equal(t, []string{"4-5", "6-5", "6-5", "6-1", "4-1", "5-3"}, got.Rolls[:6])
	assert.Equal(t, []string{"3-4", "4-1"}, []string{got.Rolls[35], got.Rolls[42]})
	assert.Equal(t, []int{11, 2}, got.Cards[:2])
	assert.Equal(t, "04HM-ASW9", got.Print)
	assert.Equal(t, sums(), got.Sums)
	assert.Equal(t, missedVector(), got.Missed)
	assert.True(t, got.Last)
	assert.Empty(t, who.Problems())
}

// sums are the hashes of the first so many of the bytes 0, 1, 2 ..., by another hand.
func sums() string {
	var all []string
	for _, n := range []int{0, 1, 55, 56, 63, 64, 65, 119, 120, 200} {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(i)
		}
		sum := sha256.Sum256(b)
		all = append(all, hex.EncodeToString(sum[:]))
	}
	return strings.Join(all, ",")
}

// missedVector stands for the first link of seat 0 at draw 1.
func missedVector() string {
	anchor, _ := hex.DecodeString("0399e1bc67c3120d4d20ab9223a7ce01a1fa573ffcd89bbc0920045d8775292b")
	sum := sha256.Sum256(append(append([]byte("pf1/missed"), anchor...), 0, 0, 0, 1))
	return hex.EncodeToString(sum[:])
}

// logOf is the lines of the log in an export from the fixtures.
func logOf(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open("../../game/verify/testdata/" + name + ".jsonl.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		if !strings.Contains(line, `"type":"proof.`) {
			lines = append(lines, line)
		}
	}
	return lines
}

// followed is what the page says about a log; half-way it is kept and taken up again.
func followed(t *testing.T, who *rig.Person, lines []string, keepAt int) (draws, seq int, fault string) {
	t.Helper()
	text, err := json.Marshal(lines)
	require.NoError(t, err)
	at, err := json.Marshal(keepAt)
	require.NoError(t, err)
	got, err := rig.Eval[struct {
		Draws, Seq int
		What       string
	}](who, `((lines, keepAt) => {
		let at = fair.follow();
		lines.forEach((line, i) => {
			if (i === keepAt) at = fair.follow(at.keep());
			at.take(line);
		});
		return {draws: at.count.draws, seq: at.fault ? at.fault.seq : at.seq, what: at.fault ? at.fault.what : ''};
	})(`+string(text)+`, `+string(at)+`)`)
	require.NoError(t, err)
	return got.Draws, got.Seq, got.What
}

func TestTheBrowserFollowsALog(t *testing.T) {
	who := meet(t, serve(t), browser(t)).ada
	for name, want := range map[string]int{"pf1-finished": 38, "pf1-running": 31} {
		lines := logOf(t, name)
		whole := 0
		for i, line := range lines {
			if strings.Contains(line, `"type":"turn_started"`) && whole < len(lines)/2 {
				whole = i
			}
		}
		draws, seq, fault := followed(t, who, lines, whole)
		assert.Empty(t, fault, name)
		assert.Equal(t, want, draws, name)
		assert.Equal(t, len(lines), seq, name)
	}
	lines := logOf(t, "pf1-finished")
	roll := 0
	for i, line := range lines {
		if strings.Contains(line, `"for":"move"`) && strings.Contains(line, `"source":"client"`) {
			roll = i
		}
	}
	for _, c := range []struct {
		what     string
		old, now string
		away     int // lines to be left out
		seq      int
	}{
		{"draws", `"dice":[`, `"dice":[9`, 0, roll + 1},
		{"links", `"link":"`, `"link":"0`, 0, roll + 1},
		{"server", `"server_link":"`, `"server_link":"0`, 0, roll + 1},
		{"draws", `"purpose":"dice"`, `"purpose":"order"`, 0, roll + 1},
		{"lines", `"prev":"`, `"prev":"0`, 0, roll + 1},
		{"lines", "", "", 1, roll + 2},
		{"links", `"draw":`, `"drew":`, 0, roll + 1},
	} {
		bad := append([]string(nil), lines...)
		bad[roll] = strings.Replace(bad[roll], c.old, c.now, 1)
		if c.what == "links" && c.now == `"link":"0` || c.what == "server" || c.now == `"prev":"0` {
			bad[roll] = shorten(bad[roll], c.now)
		}
		bad = append(bad[:roll], bad[roll+c.away:]...)
		_, seq, fault := followed(t, who, bad, -1)
		assert.Equal(t, c.what, fault, "%+v", c)
		assert.Equal(t, c.seq, seq, "%+v", c)
	}
}

// shorten takes the last digit of a number away that has one too many.
func shorten(line, begin string) string {
	at := strings.Index(line, begin)
	end := at + len(begin) + strings.IndexByte(line[at+len(begin):], '"')
	return line[:end-1] + line[end:]
}
