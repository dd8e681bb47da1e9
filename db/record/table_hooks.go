package record

import "context"

// TableHooks implements the part of notifications.Store that is about the hooks of
// tables and needs no more than rows of texts, for both engines.
type TableHooks struct{ Queries }

// HeedingTables implements notifications.Store.
func (d TableHooks) HeedingTables(ctx context.Context) ([]string, error) {
	return list(ctx, d, "list tables with hooks", "SELECT game FROM channels WHERE state = 'on' AND game IS NOT NULL", nil, value[string])
}

// Mentions implements notifications.Store.
func (d TableHooks) Mentions(ctx context.Context, game string) (map[string]string, error) {
	return d.names(ctx, "SELECT player, name FROM mentions WHERE game = ?", game)
}

// MentionsOf implements notifications.Store.
func (d TableHooks) MentionsOf(ctx context.Context, player string) (map[string]string, error) {
	return d.names(ctx, "SELECT game, name FROM mentions WHERE player = ?", player)
}

// names reads rows of two texts.
func (d TableHooks) names(ctx context.Context, query, of string) (all map[string]string, err error) {
	err = d.ReadRows(ctx, "read mentions", func(tx Tx) error {
		all = map[string]string{}
		return tx.Query(query, []any{of}, func(scan func(...any) error) error {
			var key, name string
			err := scan(&key, &name)
			all[key] = name
			return err
		})
	})
	return all, err
}

// SetMention implements notifications.Store.
func (d TableHooks) SetMention(ctx context.Context, game, player, name string) error {
	return d.WriteRows(ctx, "set mention", func(tx Tx) error {
		if name == "" {
			_, err := tx.Exec("DELETE FROM mentions WHERE game = ? AND player = ?", game, player)
			return err
		}
		_, err := tx.Exec(`INSERT INTO mentions (game, player, name)
			SELECT g.id, p.id, CAST(? AS text) FROM games g, players p WHERE g.id = ? AND p.id = ?
			ON CONFLICT (game, player) DO UPDATE SET name = excluded.name`, name, game, player)
		return err
	})
}
