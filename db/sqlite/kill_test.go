package sqlite_test

import (
	"bufio"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

const (
	childEnv = "BANKHALTER_TEST_KILL_CHILD"
	killed   = 8 // games that are played when the process is killed
)

// TestKillChild is no test of its own: it is the process that is killed.
func TestKillChild(t *testing.T) {
	path := os.Getenv(childEnv)
	if path == "" {
		t.Skip("only as a child of TestAcknowledgedMovesSurviveKill")
	}
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err)
	if _, err := d.Player(ctx, "p1"); err != nil {
		tabletest.NewPlayer(t, d, "p1")
		for i := range killed {
			tabletest.NewGame(t, d, fmt.Sprintf("game00000%d", i), "p1")
		}
	}
	var wg sync.WaitGroup
	for i := range killed {
		wg.Go(func() {
			id := fmt.Sprintf("game00000%d", i)
			g, _, err := d.Game(ctx, id)
			for after := g.Seq; err == nil; after += 2 {
				if err = d.Append(ctx, tabletest.NextMove(id, after, 2)); err == nil {
					_, err = fmt.Printf("ack %d %d\n", i, after+2) // one write: lines do not mix
				}
			}
			t.Error(err)
		})
	}
	wg.Wait()
}

func TestAcknowledgedMovesSurviveKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	path := file(t)
	acked := map[int]uint32{}
	for round := range 3 {
		child := exec.Command(os.Args[0], "-test.run=^TestKillChild$")
		child.Env = append(os.Environ(), childEnv+"="+path)
		out, err := child.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, child.Start())
		lines, n := bufio.NewScanner(out), 0
		for lines.Scan() {
			var game int
			var seq uint32
			if _, err := fmt.Sscanf(lines.Text(), "ack %d %d", &game, &seq); err != nil {
				continue
			}
			acked[game] = max(acked[game], seq)
			if n++; n == 200+round*137 {
				require.NoError(t, child.Process.Kill())
			}
		}
		assert.Error(t, child.Wait(), "it was killed")
		require.Greater(t, n, 199)
		check(t, path, acked)
	}
}

// check opens the file as the next server would and looks for every
// acknowledged move.
func check(t *testing.T, path string, acked map[int]uint32) {
	t.Helper()
	d, err := sqlite.Open(ctx, path, sqlite.Options{})
	require.NoError(t, err, "the lock died with the process")
	for i := range killed {
		id := fmt.Sprintf("game00000%d", i)
		g, _, err := d.Game(ctx, id)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, g.Seq, acked[i], id)
		assert.LessOrEqual(t, g.Seq, acked[i]+2, "%s: only the one under way may be there besides", id)
		moves, err := d.Moves(ctx, id, 0, 0)
		require.NoError(t, err)
		last := uint32(0)
		for _, m := range moves {
			require.Equal(t, last+1, m.First)
			last = m.Seq
		}
		assert.Equal(t, g.Seq, last, "summary and log agree")
		acked[i] = g.Seq
	}
	require.NoError(t, d.Close())
	raw, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	defer raw.Close()
	var ok string
	require.NoError(t, raw.QueryRow("PRAGMA integrity_check").Scan(&ok))
	assert.Equal(t, "ok", ok)
}
