package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// CreateGame implements table.Store.
func (d *DB) CreateGame(ctx context.Context, g *table.Game, seed [32]byte, ed *library.Edition) error {
	set, err := record.Settings(g)
	if err != nil {
		return err
	}
	err = d.do(ctx, "create game", func(c *conn) error {
		return record.InsertGame(writing{c}, g, set, seed, ed)
	})
	if err == nil {
		g.Stamp = 1
	}
	return err
}

// SaveGame implements table.Store.
func (d *DB) SaveGame(ctx context.Context, g *table.Game, notices ...notice.Notice) error {
	set, err := record.Settings(g)
	if err != nil {
		return err
	}
	err = d.do(ctx, "save game", func(c *conn) error {
		n, err := c.change("UPDATE games SET owner = $1, private = $2, stamp = stamp + 1 WHERE id = $3 AND rev = $4 AND ($5 = 0 OR stamp = $5)",
			record.OrNull(g.Owner), g.Private, g.ID, int64(g.Rev-1), int64(g.Stamp))
		if err != nil {
			return err
		}
		if n != 1 {
			return storage.ErrConflict
		}
		if err := record.SaveSettings(writing{c}, g.ID, set); err != nil {
			return err
		}
		if err := summarise(c, g.ID, g.Seq, g.Summary); err != nil {
			return err
		}
		if err := saveTempo(c, g.ID, g.Tempo, g.DueAt); err != nil {
			return err
		}
		if err := record.ReplaceSeats(writing{c}, g); err != nil {
			return err
		}
		c.tell(newsOfGame, g.ID)
		return record.PutNotices(writing{c}, notices)
	})
	if err == nil && g.Stamp > 0 {
		g.Stamp++
	}
	return err
}

// summarise writes the summary of a game that stands at event after.
func summarise(c *conn, id string, after uint32, sum table.Summary) error {
	n, err := c.change(`UPDATE games SET status = $1, seq = $2, rev = $3, waiting = $4, turn = $5, round = $6,
		bots_due = $7, started_at = $8, ends_at = $9, link_by = $10, ended_at = $11, updated_at = $12 WHERE id = $13 AND seq = $14`,
		int(sum.Status), int64(sum.Seq), int64(sum.Rev), int64(sum.Waiting), int(sum.Turn), int(sum.Round),
		sum.BotsDue, record.Millis(sum.StartedAt), record.Millis(sum.EndsAt), record.Millis(sum.LinkBy), record.Millis(sum.EndedAt), record.Millis(sum.UpdatedAt), id, int64(after))
	if err != nil {
		return err
	}
	if n != 1 {
		return storage.ErrConflict
	}
	return nil
}

// Seal implements table.Store.
func (d *DB) Seal(ctx context.Context, id string, at time.Time) error {
	return d.do(ctx, "seal game", func(c *conn) error {
		c.tell(newsOfGame, id)
		n, err := c.change(`UPDATE games SET sealed = true, status = $1, waiting = 0, bots_due = false, rev = rev + 1, stamp = stamp + 1, updated_at = $2, ended_at = coalesce(ended_at, $2)
			WHERE id = $3 AND NOT sealed`, int(game.Finished), at.UnixMilli(), id)
		if err != nil || n == 1 {
			return err
		}
		var sealed bool
		if err := c.scan("SELECT sealed FROM games WHERE id = $1", []any{id}, &sealed); err != nil {
			return err // there is no such game
		}
		return table.ErrSealed
	})
}

const gameColumns = record.GameColumns + ", g.stamp"

func scanGame(row func(dest ...any) error, more ...any) (*table.Game, error) {
	var stamp uint64
	g, err := record.ScanGame(row, append([]any{&stamp}, more...)...)
	if err == nil {
		g.Stamp = stamp
	}
	return g, err
}

// Game implements table.Store.
func (d *DB) Game(ctx context.Context, id string) (*table.Game, [32]byte, error) {
	return terms.Game(ctx, d, id)
}
