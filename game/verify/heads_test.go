package verify_test

import (
	"crypto/ed25519"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/verify"
)

// heads checks an export against heads kept elsewhere.
func heads(t *testing.T, lines []string, kept ...export.HeadProof) verify.Check {
	t.Helper()
	f, err := export.Read(strings.NewReader(strings.Join(lines, "\n")))
	require.NoError(t, err)
	r, err := verify.Export(f, kept...)
	require.NoError(t, err)
	c := r.Check(verify.Heads)
	assert.Equal(t, c.Result != verify.Fail, r.OK(), "%+v", r.Checks)
	return c
}

// signed is a head with the signature of a server.
func signed(head fair.Head, key ed25519.PrivateKey) export.HeadProof {
	return export.NewHeadProof(head, fair.Key(key[ed25519.SeedSize:]), head.Sign(key))
}

// keptAt is the head of a log as its server signed it after an event.
func (d *drawer) keptAt(seq int) export.HeadProof {
	hash := fair.LineHash([]byte(d.proof.Header))
	if seq > 0 {
		hash = fair.LineHash(d.lines[seq-1])
	}
	return signed(fair.Head{Game: "example", Seq: uint32(seq), Hash: hash}, d.key)
}

func TestHeadsThatWereKept(t *testing.T) {
	how := draws{edition: "us-classic", seed: 5, sources: seats, turns: 40}
	d, good := draw(t, how)
	c := heads(t, good, d.keptAt(0), d.keptAt(100), d.keptAt(len(d.lines)))
	assert.Equal(t, verify.Pass, c.Result, c.Detail)
	assert.Contains(t, c.Detail, "of those kept by others, 3 agree")

	// The same key and game, but dice that suited the operator: both logs are whole.
	how.cheat = dropped
	other, bad := draw(t, how)
	require.Equal(t, d.key, other.key)
	r := check(t, bad)
	require.True(t, r.Proved(), "%+v", r.Checks)
	assert.Equal(t, 1, r.Tally.Missed, "that the number came cannot be seen, that it is said to have been missed can")
	for _, seq := range []int{int(other.cheated), len(d.lines)} {
		c = heads(t, bad, d.keptAt(min(seq, len(other.lines))))
		assert.Equal(t, verify.Fail, c.Result, c.Detail)
		assert.Contains(t, c.Detail, "two different heads")
		assert.Contains(t, c.Detail, "proves that it cheats")
	}
	assert.Equal(t, verify.Pass, heads(t, bad, d.keptAt(int(other.cheated)-1)).Result, "up to there they are the same")
	assert.Contains(t, r.Tally.String(), " 1 missed (seat ")

	// A backup was restored: the log is whole, and older than the one that was seen.
	how.cheat, how.running, how.turns = nil, true, 20
	_, older := draw(t, how)
	c = heads(t, older, d.keptAt(len(d.lines)))
	assert.Equal(t, verify.Fail, c.Result)
	assert.Contains(t, c.Detail, "cut or set back")

	// Another anchor of the server than the one that was shown before the players sat down.
	how.seed++
	how.turns = 5
	another, begun := draw(t, how)
	pin := signed(fair.Head{Game: "example", Hash: fair.LineHash([]byte("another header"))}, another.key)
	assert.Contains(t, heads(t, begun, pin).Detail, "two different heads of event 0")
}

func TestHeadsThatProveNothing(t *testing.T) {
	d, good := draw(t, draws{edition: "us-classic", seed: 5, sources: seats, turns: 10})
	head := d.keptAt(50)
	game, signature, short := head, head, head
	game.Game, short.Fingerprint = "another", "0000-0000"
	stranger, _ := draw(t, draws{edition: "us-classic", seed: 6, sources: seats, turns: 10})
	key := signed(head.Head, stranger.key)
	signature.Hash[0] ^= 1
	for name, h := range map[string]export.HeadProof{
		"head of another game": game, "not signed with the key": key, "signature": signature, `is "0000-0000"; that of its hash is ` + head.Fingerprint: short,
	} {
		c := heads(t, good, h)
		assert.Equal(t, verify.Fail, c.Result, name)
		assert.Contains(t, c.Detail, name)
		assert.NotContains(t, c.Detail, "cheats", name)
	}
	head.Fingerprint = ""
	assert.Equal(t, verify.Pass, heads(t, good, head).Result, "a head need not tell it")
}
