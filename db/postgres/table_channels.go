package postgres

import (
	"context"

	"github.com/bankhalter/bankhalter/game/notice"
)

// HeedingTables implements notifications.Store.
func (d *DB) HeedingTables(ctx context.Context) ([]string, error) {
	rows, err := d.query(ctx, "SELECT game FROM channels WHERE state = 'on' AND game IS NOT NULL")
	if err != nil {
		return nil, d.failure("list tables with hooks", err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, d.failure("list tables with hooks", err)
		}
		list = append(list, one)
	}
	return list, d.failure("list tables with hooks", rows.Err())
}

// TableChannel implements notifications.Store.
func (d *DB) TableChannel(ctx context.Context, game string) (notice.Channel, error) {
	c, err := scanChannel(d.row(ctx, "SELECT "+channelColumns+" FROM channels WHERE game = $1", game))
	return c, d.failure("read the hook of a table", err)
}

// TableChannels implements notifications.Store.
func (d *DB) TableChannels(ctx context.Context, player string) ([]notice.Channel, error) {
	return d.channels(ctx, "player = $1 AND game IS NOT NULL", player)
}

// Mentions implements notifications.Store.
func (d *DB) Mentions(ctx context.Context, game string) (map[string]string, error) {
	return d.names(ctx, "SELECT player, name FROM mentions WHERE game = $1", game)
}

// MentionsOf implements notifications.Store.
func (d *DB) MentionsOf(ctx context.Context, player string) (map[string]string, error) {
	return d.names(ctx, "SELECT game, name FROM mentions WHERE player = $1", player)
}

// names reads rows of two texts.
func (d *DB) names(ctx context.Context, query, of string) (map[string]string, error) {
	rows, err := d.query(ctx, query, of)
	if err != nil {
		return nil, d.failure("read mentions", err)
	}
	defer rows.Close()
	all := map[string]string{}
	for rows.Next() {
		var key, name string
		if err := rows.Scan(&key, &name); err != nil {
			return nil, d.failure("read mentions", err)
		}
		all[key] = name
	}
	return all, d.failure("read mentions", rows.Err())
}

// SetMention implements notifications.Store.
func (d *DB) SetMention(ctx context.Context, game, player, name string) error {
	return d.do(ctx, "set mention", func(c *conn) error {
		if name == "" {
			_, err := c.exec("DELETE FROM mentions WHERE game = $1 AND player = $2", game, player)
			return err
		}
		_, err := c.exec(`INSERT INTO mentions (game, player, name)
			SELECT g.id, p.id, $1::text FROM games g, players p WHERE g.id = $2 AND p.id = $3
			ON CONFLICT (game, player) DO UPDATE SET name = excluded.name`, name, game, player)
		return err
	})
}
