package verify_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/game/wire"
)

// played is the export of a game among bots, by lines.
func played(t testing.TB, editionID string, options map[string]any, seed uint64) []string {
	t.Helper()
	ed, err := edition.Load(editionID)
	require.NoError(t, err)
	return playedOn(t, ed, "", options, seed)
}

func playedOn(t testing.TB, ed *edition.Edition, rulebook string, options map[string]any, seed uint64) []string {
	t.Helper()
	st, err := setup.New(ed, rulebook, options)
	require.NoError(t, err)
	var b bytes.Buffer
	personas := []string{"default", "trader", "builder"}
	_, err = sim.Run(t.Context(), sim.Config{Setup: st, Players: 3, Seed: seed, Bots: personas, Each: func(r sim.Record) error {
		commitment := chance.Commitment(r.Seed)
		h := export.Header{Game: "x", Status: "finished", Edition: ed.Raw, Rulebook: st.Rulebook, Options: st.Options, Commitment: commitment}
		for i := range game.Seat(3) {
			h.Players = append(h.Players, export.Seat{Seat: i, Name: "P", Bot: &personas[i]})
		}
		proofs := []any{export.NewSeedProof(r.Seed, commitment, export.LuckByGame)}
		for _, m := range r.Moves {
			proofs = append(proofs, export.NewMoveProof(m.First, m.Command.Seat, wire.EncodeMove(st, m.Command)))
		}
		return export.Write(&b, h, wire.Encode(st, 1, time.Unix(0, 0), r.Events, wire.Extra{SeedCommitment: commitment}), proofs...)
	}})
	require.NoError(t, err)
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

func check(t testing.TB, lines []string) *verify.Report {
	t.Helper()
	f, err := export.Read(strings.NewReader(strings.Join(lines, "\n")))
	require.NoError(t, err)
	r, err := verify.Export(f)
	require.NoError(t, err)
	return r
}

func TestGamesOfEveryDefaultPairVerify(t *testing.T) {
	for _, id := range edition.IDs() {
		options := map[string]any{}
		if id == "mark-classic" {
			options["end_time"] = 60
		}
		for seed := range uint64(3) {
			r := check(t, played(t, id, options, seed))
			assert.True(t, r.Committed(), "%s %d: %+v", id, seed, r.Checks)
			assert.False(t, r.Proved(), "one program chose the seed and played every seat")
			for _, c := range r.Checks {
				assert.Equal(t, verify.Pass, c.Result, "%s %d %s: %s", id, seed, c.Name, c.Detail)
			}
			assert.Equal(t, "finished", r.Status)
			assert.NotZero(t, r.Moves)
			assert.Len(t, r.Lines, r.Events)
		}
	}
}

// find is the place of the nth line that holds all the texts.
func find(t *testing.T, lines []string, nth int, texts ...string) int {
	t.Helper()
next:
	for i, line := range lines {
		for _, text := range texts {
			if !strings.Contains(line, text) {
				continue next
			}
		}
		if nth--; nth < 0 {
			return i
		}
	}
	require.Fail(t, "no such line", texts)
	return 0
}

// edit changes members of a line.
func edit(t *testing.T, line string, change func(m map[string]any)) string {
	t.Helper()
	m := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(line), &m))
	change(m)
	out, err := json.Marshal(m)
	require.NoError(t, err)
	return string(out)
}

func TestTamperingIsFoundAndNamed(t *testing.T) {
	good := played(t, "us-classic", nil, 1)
	end := find(t, good, 0, `"type":"game_ended"`)
	late := func(typ string) int { return find(t, good, 6, `"type":"`+typ+`"`) }
	for _, c := range []struct {
		name  string
		spoil func(lines []string) ([]string, uint32) // and the event at fault
		in    []string                                // checks that fail
	}{
		{"dice are edited", func(l []string) ([]string, uint32) {
			i := find(t, l, 6, `"type":"rolled"`, `"for":"move"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["dice"] = []int{1, 7 - int(m["dice"].([]any)[1].(float64))} })
			return l, uint32(i)
		}, []string{verify.Draws}},
		{"dice that do not exist", func(l []string) ([]string, uint32) {
			i := find(t, l, 6, `"type":"rolled"`, `"for":"move"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["dice"] = []int{0, 9} })
			return l, uint32(i)
		}, []string{verify.Rules, verify.Draws}},
		{"a card is edited", func(l []string) ([]string, uint32) {
			i := find(t, l, 2, `"type":"card_drawn"`)
			other := find(t, l, 0, `"type":"card_drawn"`, deckOf(t, l[i]))
			if other == i {
				other = find(t, l, 1, `"type":"card_drawn"`, deckOf(t, l[i]))
			}
			l[i] = edit(t, l[i], func(m map[string]any) { m["card"] = member(t, l[other], "card") })
			return l, uint32(i)
		}, []string{verify.Rules, verify.Draws}},
		{"an amount is edited", func(l []string) ([]string, uint32) {
			i := find(t, l, 4, `"type":"paid"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["amount"] = m["amount"].(float64) + 1 })
			return l, uint32(i)
		}, []string{verify.Rules}},
		{"an amount beyond every purse", func(l []string) ([]string, uint32) {
			i := find(t, l, 4, `"type":"paid"`, `"to":"bank"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["amount"] = 1 << 30 })
			return l, uint32(i)
		}, []string{verify.Money, verify.Rules}},
		{"a negative amount", func(l []string) ([]string, uint32) {
			i := late("paid")
			l[i] = edit(t, l[i], func(m map[string]any) { m["amount"] = -5 })
			return l, uint32(i)
		}, []string{verify.Money, verify.Rules}},
		{"a line is removed", func(l []string) ([]string, uint32) {
			i := late("moved")
			return append(l[:i], l[i+1:]...), uint32(i)
		}, []string{verify.Format, verify.Log}},
		{"lines are swapped", func(l []string) ([]string, uint32) {
			i := late("moved")
			l[i], l[i+1] = l[i+1], l[i]
			return l, uint32(i)
		}, []string{verify.Log}},
		{"a line comes twice", func(l []string) ([]string, uint32) {
			i := late("paid")
			return append(l[:i+1], l[i:]...), uint32(i) + 1
		}, []string{verify.Format, verify.Log}},
		{"time runs backward", func(l []string) ([]string, uint32) {
			i := late("paid")
			l[i] = edit(t, l[i], func(m map[string]any) { m["at"] = "1969-01-01T00:00:00Z" })
			return l, uint32(i)
		}, []string{verify.Log}},
		{"an unknown event", func(l []string) ([]string, uint32) {
			i := late("paid")
			l[i] = strings.Replace(l[i], `"paid"`, `"stolen"`, 1)
			return l, uint32(i)
		}, []string{verify.Log}},
		{"a seat too many", func(l []string) ([]string, uint32) {
			i := late("moved")
			l[i] = edit(t, l[i], func(m map[string]any) { m["player"] = 7 })
			return l, uint32(i)
		}, []string{verify.Log}},
		{"the list of standings is edited", func(l []string) ([]string, uint32) {
			l[end] = edit(t, l[end], func(m map[string]any) { m["standings"].([]any)[0].(map[string]any)["wealth"] = 1 })
			return l, uint32(end)
		}, []string{verify.State}},
		{"a standing is edited everywhere", func(l []string) ([]string, uint32) {
			i := find(t, l, 0, `"type":"ranked"`, `"rank":1,`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["wealth"] = 1 })
			l[end] = edit(t, l[end], func(m map[string]any) { m["standings"].([]any)[0].(map[string]any)["wealth"] = 1 })
			return l, uint32(i)
		}, []string{verify.State, verify.Rules}},
		{"the last two standings change places", func(l []string) ([]string, uint32) {
			i := find(t, l, 0, `"type":"ranked"`, `"rank":2,`)
			swap := func(m map[string]any, to any) any { was := m["player"]; m["player"] = to; return was }
			var second, third any
			l[i+1] = edit(t, l[i+1], func(m map[string]any) { third = m["player"] })
			l[i] = edit(t, l[i], func(m map[string]any) { second = swap(m, third) })
			l[i+1] = edit(t, l[i+1], func(m map[string]any) { swap(m, second) })
			l[end] = edit(t, l[end], func(m map[string]any) {
				list := m["standings"].([]any)
				list[1].(map[string]any)["seat"], list[2].(map[string]any)["seat"] = third, second
			})
			return l, uint32(i)
		}, []string{verify.Rules}},
		{"the wrong seed", func(l []string) ([]string, uint32) {
			i := find(t, l, 0, `"type":"proof.seed"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["seed"] = strings.Repeat("ab", 32) })
			return l, 1
		}, []string{verify.Seed, verify.Draws}},
		{"a seed and a commitment that fit, but not the log's", func(l []string) ([]string, uint32) {
			i, other := find(t, l, 0, `"type":"proof.seed"`), [32]byte{7}
			proof, err := json.Marshal(export.NewSeedProof(other, chance.Commitment(other), export.LuckByGame))
			require.NoError(t, err)
			l[i] = string(proof)
			return l, 1
		}, []string{verify.Seed, verify.Draws}},
		{"no hexadecimal seed", func(l []string) ([]string, uint32) {
			i := find(t, l, 0, `"type":"proof.seed"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["seed"] = "zz" })
			return l, 0
		}, []string{verify.Seed}},
		{"a move is left out", func(l []string) ([]string, uint32) {
			i := find(t, l, 9, `"type":"proof.move"`)
			return append(l[:i], l[i+1:]...), uint32(member(t, good[i], "first").(float64))
		}, []string{verify.Rules}},
		{"somebody else moves", func(l []string) ([]string, uint32) {
			i := find(t, l, 3, `"type":"proof.move"`, `"move":"roll"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["player"] = 99 })
			return l, uint32(member(t, good[i], "first").(float64))
		}, []string{verify.Rules}},
		{"a move that nobody may make", func(l []string) ([]string, uint32) {
			i := find(t, l, 3, `"type":"proof.move"`, `"move":"roll"`)
			l[i] = edit(t, l[i], func(m map[string]any) { m["move"] = map[string]any{"move": "declare_bankruptcy"} })
			return l, uint32(member(t, good[i], "first").(float64))
		}, []string{verify.Rules}},
		{"the moves are cut off", func(l []string) ([]string, uint32) {
			i := find(t, l, 20, `"type":"proof.move"`)
			return l[:i], uint32(member(t, good[i], "first").(float64))
		}, []string{verify.Rules}},
		{"the end is cut off", func(l []string) ([]string, uint32) { return l[:60], 60 }, []string{verify.Format}},
		{"cut off within a line", func(l []string) ([]string, uint32) {
			l[60] = l[60][:20]
			return l[:61], 60
		}, []string{verify.Format}},
		{"broken JSON", func(l []string) ([]string, uint32) {
			l[60] = strings.Replace(l[60], `"seq"`, `seq`, 1)
			return l, 60
		}, []string{verify.Format}},
		{"an event behind the proofs", func(l []string) ([]string, uint32) {
			return append(l, l[end]), uint32(end) + 1
		}, []string{verify.Format}},
		{"the rulebook is edited", func(l []string) ([]string, uint32) {
			l[0] = edit(t, l[0], func(m map[string]any) { m["rulebook"] = "standard" })
			return l, 0
		}, []string{verify.Rules}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines, seq := c.spoil(append([]string(nil), good...))
			r := check(t, lines)
			assert.False(t, r.OK())
			assert.Equal(t, verify.Failed, r.Verdict)
			var first uint32
			for _, name := range c.in {
				got := r.Check(name)
				assert.Equal(t, verify.Fail, got.Result, "%s: %s", name, got.Detail)
				assert.NotEmpty(t, got.Detail)
				if got.Seq > 0 && (first == 0 || got.Seq < first) {
					first = got.Seq
				}
			}
			if seq > 0 {
				assert.Equal(t, seq, first, "%+v", r.Checks)
			}
		})
	}
}

func member(t *testing.T, line, key string) any {
	t.Helper()
	m := map[string]any{}
	require.NoError(t, json.Unmarshal([]byte(line), &m))
	return m[key]
}

func deckOf(t *testing.T, line string) string {
	t.Helper()
	return `"deck":"` + member(t, line, "deck").(string) + `"`
}

// A server writes no proofs while the game runs, and hides secret events.
func TestARunningGameIsCheckedAsFarAsItGoes(t *testing.T) {
	lines := played(t, "us-classic", nil, 1)
	claim := find(t, lines, 3, `"type":"claim_opened"`)
	lines = lines[:claim+1]
	lines[0] = edit(t, lines[0], func(m map[string]any) { m["status"], m["events"] = "playing", claim })
	r := check(t, lines)
	assert.True(t, r.OK(), "%+v", r.Checks)
	for _, name := range []string{verify.Format, verify.Log, verify.State, verify.Money} {
		assert.Equal(t, verify.Pass, r.Check(name).Result, name)
	}
	for _, name := range []string{verify.Rules, verify.Seed, verify.Draws} {
		assert.Equal(t, verify.None, r.Check(name).Result, name)
		assert.Contains(t, r.Check(name).Detail, "when the game is over", name)
	}
	lines[claim] = string(wire.HiddenLine(uint32(claim), time.Unix(0, 0)))
	r = check(t, lines)
	assert.True(t, r.OK(), "%+v", r.Checks)
	assert.Equal(t, 1, r.Hidden)
	assert.Contains(t, r.Check(verify.Log).Detail, "hidden")
}

func TestNothingIsHiddenInAFinishedGame(t *testing.T) {
	lines := played(t, "us-classic", nil, 1)
	claim := find(t, lines, 3, `"type":"rent_claimed"`)
	lines[claim] = string(wire.HiddenLine(uint32(claim), time.Unix(0, 0)))
	log := check(t, lines).Check(verify.Log)
	assert.Equal(t, verify.Fail, log.Result)
	assert.EqualValues(t, claim, log.Seq)
}

// A board that was stored before all of its amounts were looked at may print some that
// no notes make up. Its games pay them.
func TestGamesOnBoardsWithAmountsOffTheUnitVerify(t *testing.T) {
	ed, err := edition.Load("mark-classic")
	require.NoError(t, err)
	for tax, off := range map[int]bool{75: true, 80: false} {
		eras := fmt.Sprintf(`{"eras":{"pre2008":{"taxes":{"38":{"amount":%d}}}},`, tax)
		ed, err := edition.ParseStored([]byte(strings.Replace(string(ed.Raw), "{", eras, 1)))
		require.NoError(t, err)
		lines := playedOn(t, ed, "us", nil, 1)
		require.Contains(t, strings.Join(lines, ""), fmt.Sprintf(`"amount":%d,"reason":"tax"`, tax))
		c := check(t, lines).Check(verify.Money)
		assert.Equal(t, verify.Pass, c.Result, c.Detail)
		assert.Equal(t, off, strings.HasSuffix(c.Detail, "; the board prints amounts that are no multiples of 10, so payments need not be"), c.Detail)
	}
}

func TestHeadersThatCannotBePlayed(t *testing.T) {
	good := played(t, "us-classic", nil, 1)[0]
	for name, change := range map[string]func(m map[string]any){
		"no board":        func(m map[string]any) { m["edition"] = map[string]any{"id": "x"} },
		"no rulebook":     func(m map[string]any) { m["rulebook"] = "chess" },
		"no such option":  func(m map[string]any) { m["options"] = map[string]any{"fly": true} },
		"nobody":          func(m map[string]any) { m["players"] = []any{} },
		"odd seats":       func(m map[string]any) { m["players"] = []any{map[string]any{"seat": 1}} },
		"an odd banker":   func(m map[string]any) { m["banker"] = 5 },
		"an odd scenario": func(m map[string]any) { m["scenario"] = []any{} },
	} {
		f, err := export.Read(strings.NewReader(edit(t, good, change)))
		require.NoError(t, err, name)
		_, err = verify.Export(f)
		assert.Error(t, err, name)
	}
}

func FuzzExport(f *testing.F) {
	whole := strings.Join(played(f, "mega", nil, 2), "\n")
	header, rest, _ := strings.Cut(whole, "\n")
	f.Add(1200, `"player":2`, 40)
	f.Add(300, `"type":"card_drawn"`, 0)
	f.Add(len(rest)-200, `{}`, 5)
	f.Fuzz(func(t *testing.T, at int, text string, gone int) {
		at = min(max(at, 0), len(rest))
		gone = min(max(gone, 0), len(rest)-at)
		file, err := export.Read(strings.NewReader(header + "\n" + rest[:at] + text + rest[at+gone:]))
		if err != nil {
			return
		}
		if r, err := verify.Export(file); err == nil {
			assert.Len(t, r.Checks, 8)
		}
	})
}

func TestABankerWhoDoesNotFitTheLogIsNamed(t *testing.T) {
	good := played(t, "us-classic", nil, 1)
	for name, change := range map[string]func(m map[string]any){
		"another banker":           func(m map[string]any) { m["banker"] = 1 },
		"a banker without a share": func(m map[string]any) { m["banker_only"] = true },
	} {
		lines := append([]string{edit(t, good[0], change)}, good[1:]...)
		c := check(t, lines).Check(verify.Rules)
		assert.Equal(t, verify.Fail, c.Result, name)
		assert.Contains(t, c.Detail, "the start with the players, banker and options of the header ", name)
		assert.NotContains(t, c.Detail, "seat -", name)
	}
}
