package e2e

import (
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAMoveThatCannotBeStoredIsNotAnnounced fills the disk, as far as the
// server can tell, and looks whether anybody hears of moves that were not kept.
func TestAMoveThatCannotBeStoredIsNotAnnounced(t *testing.T) {
	sh := need(t, "sh")
	db := filepath.Join(t.TempDir(), "small.db")
	s := serveOn(t, db)
	sc := stage(t, s, unsold, "Ada", "Ben", "Cleo")
	_, err := s.Stop(stopGrace)
	require.NoError(t, err)

	// No file of this server may grow beyond 1.5 MB (blocks of 512 bytes).
	small := filepath.Join(t.TempDir(), "small")
	require.NoError(t, writeScript(small, "#!"+sh+"\nulimit -f 3000\nexec "+binary+` "$@"`+"\n"))
	cramped, err := rig.Start(rig.Options{Binary: small, DB: db, Listen: s.Address(), Args: unlimited})
	require.NoError(t, err)
	t.Cleanup(func() { _ = cramped.Kill() })
	stream, err := sc.seats[2].Watch(t.Context(), sc.id, strconv.Itoa(int(sc.state(0).Seq)))
	require.NoError(t, err)
	heard := make(chan uint32, 1<<16)
	go follow(stream, heard)

	answered, refused := sc.state(0).Seq, 0
	for range 20000 {
		p := sc.play(1, "propose_trade", "to", 2, "give", map[string]any{"cash": 1}, "want", map[string]any{"cash": 2})
		if p.OK() {
			answered = p.State.Seq
			p = sc.play(1, "cancel_trade", "trade", p.State.Trades[0].Trade)
		}
		if p.OK() {
			answered = p.State.Seq
			continue
		}
		require.GreaterOrEqual(t, p.Status, 500, "%s %s", p.Code, p.Detail)
		if refused++; refused == 5 {
			break
		}
	}
	require.Equal(t, 5, refused, "the disk never filled up")
	assert.Equal(t, answered, sc.state(0).Seq, "what was not stored is not shown")
	require.NoError(t, cramped.Kill())

	roomy, err := cramped.With(binary)
	require.NoError(t, err)
	t.Cleanup(func() { _ = roomy.Kill() })
	last := sc.state(0).Seq
	assert.GreaterOrEqual(t, last, answered, "everything answered is kept")
	for len(heard) > 0 {
		assert.LessOrEqual(t, <-heard, last, "announced and then lost")
	}
	sc.move(0, "roll")
	out, err := exec.Command(binary, "backup", "--db", db, filepath.Join(t.TempDir(), "copy.db")).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
