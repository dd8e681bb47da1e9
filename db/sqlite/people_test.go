package sqlite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A deleted player takes their own data along: every table defines the fate
// of its rows when a player is removed.
func TestEveryTableLetsAPlayerGo(t *testing.T) {
	d, err := Open(ctx, t.TempDir()+"/people.db", Options{})
	require.NoError(t, err)
	defer d.Close()
	rows, err := d.read.QueryContext(ctx, `SELECT m.name, f."from", f.on_delete FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND f."table" = 'players'`)
	require.NoError(t, err)
	defer rows.Close()
	n := 0
	for rows.Next() {
		var name, column, rule string
		require.NoError(t, rows.Scan(&name, &column, &rule))
		assert.Contains(t, []string{"CASCADE", "SET NULL"}, rule, "%s.%s", name, column)
		n++
	}
	require.NoError(t, rows.Err())
	assert.GreaterOrEqual(t, n, 6)
}
