package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// chainedGames is a database with a finished and a running game whose lines are chained.
func chainedGames(t *testing.T) (path, over, running string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "chained.db")
	d, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	require.NoError(t, err)
	tables := table.New(d, table.Config{})
	ada := tabletest.NewPerson(t, d, "Ada")
	pause := 10 * time.Millisecond
	begin := func() string {
		snap, err := tables.Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 3, Bots: []string{"", "", ""}, BotPause: &pause})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, err = tables.Start(t.Context(), id, ada.ID)
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			seq, _, err := tables.Position(t.Context(), id)
			return err == nil && seq > 100
		}, time.Minute, time.Millisecond)
		return id
	}
	over, running = begin(), begin()
	_, err = tables.Abandon(t.Context(), over, ada.ID)
	require.NoError(t, err)
	tables.Close()
	require.NoError(t, d.Close())
	return path, over, running
}

// Every game's chain of hashes and signed head are followed, without folding
// those that are over.
func TestCheckFollowsTheChains(t *testing.T) {
	stock, over, running := chainedGames(t)
	s := say(t, "", nil, "check", "--db", stock)
	require.Equal(t, exitOK, s.status, s.out+s.errors)
	assert.Contains(t, s.out, "1 games are over and their logs whole")
	raw, err := os.ReadFile(stock)
	require.NoError(t, err)
	number := func(query string, args ...any) (n int) {
		pool, err := sql.Open("sqlite", stock)
		require.NoError(t, err)
		defer pool.Close()
		require.NoError(t, pool.QueryRow(query, args...).Scan(&n))
		return n
	}
	last := number("SELECT seq FROM games WHERE id = ?", over)
	lastRow := number("SELECT max(first) FROM moves WHERE game = ?", over)
	for name, c := range map[string]struct {
		queries []string
		says    string
	}{
		"a changed event": {[]string{"UPDATE moves SET events = replace(events, '\"type\"', '\"type\" ') WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "it does not follow from event"},
		"a removed row":   {[]string{"DELETE FROM moves WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "the next row begins with event"},
		"swapped rows": {[]string{
			"UPDATE moves SET events = (SELECT m.events FROM moves m WHERE m.game = moves.game AND m.first = moves.seq + 1) WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)",
		}, "another event stands in its place"},
		"a changed time":         {[]string{"UPDATE moves SET at = at + 1 WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "its row tells another time"},
		"a command of no sense":  {[]string{"UPDATE moves SET command = 'roll' WHERE game = ? AND seq = (SELECT min(m.seq) FROM moves m WHERE m.seq > 50 AND m.game = moves.game)"}, "the command of its row cannot be read"},
		"a changed last event":   {[]string{fmt.Sprintf("UPDATE moves SET events = replace(events, '\"player\":', '\"player\": ') || '' WHERE game = ? AND first = %d", lastRow), fmt.Sprintf("UPDATE moves SET events = replace(events, '\"standings\":', '\"standings\": ') WHERE game = ? AND first = %d", lastRow)}, fmt.Sprintf("event %d", last)},
		"a changed signature":    {[]string{"UPDATE settings SET settings = json_set(settings, '$.head.signature', '00' || substr(json_extract(settings, '$.head.signature'), 3)) WHERE game = ?"}, "the signature of its head"},
		"a head without a sense": {[]string{"UPDATE settings SET settings = json_set(settings, '$.head', 7) WHERE game = ?"}, "its signed head cannot be read"},
		"the last row removed":   {[]string{fmt.Sprintf("DELETE FROM moves WHERE game = ? AND first = %d", lastRow), fmt.Sprintf("UPDATE games SET seq = %d WHERE id = ?", lastRow-1)}, "the server has signed it, but the log ends"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "harmed.db")
			require.NoError(t, os.WriteFile(path, raw, 0o600))
			changed := int64(0)
			pool, err := sql.Open("sqlite", path)
			require.NoError(t, err)
			for _, query := range c.queries {
				res, err := pool.Exec(query, over)
				require.NoError(t, err)
				n, err := res.RowsAffected()
				require.NoError(t, err)
				changed += n
			}
			require.NoError(t, pool.Close())
			require.Positive(t, changed)
			s := say(t, "", nil, "check", "--db", path)
			assert.Equal(t, exitFail, s.status, s.out)
			assert.Contains(t, s.out, c.says)
			assert.Contains(t, s.out, "game "+over)
			assert.NotContains(t, s.out, running)
			assert.Equal(t, 1, strings.Count(s.out, "\n"), s.out)
		})
	}
}
