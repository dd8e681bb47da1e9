package sqlite

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
	return d.do(ctx, "create game", len(set)+len(ed.Body), func(c *conn) error {
		return record.InsertGame(writing{c}, g, set, seed, ed)
	})
}

// SaveGame implements table.Store.
func (d *DB) SaveGame(ctx context.Context, g *table.Game, notices ...notice.Notice) error {
	set, err := record.Settings(g)
	if err != nil {
		return err
	}
	tempo, err := record.Tempo(g.Tempo)
	if err != nil {
		return err
	}
	return d.do(ctx, "save game", len(set)+len(tempo), func(c *conn) error {
		n, err := c.change("UPDATE games SET owner = ?, private = ? WHERE id = ? AND rev = ?",
			record.OrNull(g.Owner), g.Private, g.ID, int64(g.Rev-1))
		if err != nil {
			return err
		}
		if n != 1 {
			return storage.ErrConflict
		}
		if err := record.SaveSettings(writing{c}, g.ID, set); err != nil {
			return err
		}
		if err := summarise(c, g.ID, g.Seq, g.Summary, tempo, g.DueAt); err != nil {
			return err
		}
		if err := record.ReplaceSeats(writing{c}, g); err != nil {
			return err
		}
		return record.PutNotices(writing{c}, notices)
	})
}

// What every move writes into the row of its game, and with clocks what it writes of them.
// The parameters have no numbers, which the driver would read each time.
const (
	setSummary = "UPDATE games SET seq = ?, rev = ?, waiting = ?, turn = ?, round = ?, updated_at = ?"
	setTimed   = setSummary + ", due_at = ?, clocks = ?"
	ifSame     = " WHERE id = ? AND seq = ? AND status = ? AND bots_due = ? AND started_at IS ? AND ends_at IS ? AND ended_at IS ? AND link_by IS ?"
	setRest    = ", status = ?, bots_due = ?, started_at = ?, ends_at = ?, ended_at = ?, link_by = ? WHERE id = ? AND seq = ?"

	moveOn, moveOnAll           = setSummary + ifSame, setSummary + setRest
	moveOnTimed, moveOnAllTimed = setTimed + ifSame, setTimed + setRest
)

// summarise writes the summary of a game that stands at event after, and its clocks as
// record.Tempo has encoded them; "" leaves them and when it is due as they are. Most
// moves change nothing by which games are found; they leave the indexes alone,
// which would be written even if their values stay the same.
func summarise(c *conn, id string, after uint32, sum table.Summary, tempo string, due time.Time) error {
	some, all := moveOn, moveOnAll
	args := append(make([]any, 0, 16), int64(sum.Seq), int64(sum.Rev), int64(sum.Waiting), int64(sum.Turn), int64(sum.Round), record.Millis(sum.UpdatedAt))
	if tempo != "" {
		some, all = moveOnTimed, moveOnAllTimed
		args = append(args, record.Millis(due), tempo)
	}
	set := len(args)
	rest := [...]any{int64(sum.Status), sum.BotsDue, record.Millis(sum.StartedAt), record.Millis(sum.EndsAt), record.Millis(sum.EndedAt), record.Millis(sum.LinkBy)}
	n, err := c.change(some, append(append(args, id, int64(after)), rest[:]...)...)
	if err != nil || n == 1 {
		return err
	}
	n, err = c.change(all, append(append(args[:set], rest[:]...), id, int64(after))...)
	if err == nil && n != 1 {
		err = storage.ErrConflict
	}
	return err
}

// Seal implements table.Store.
func (d *DB) Seal(ctx context.Context, id string, at time.Time) error {
	return d.do(ctx, "seal game", len(id), func(c *conn) error {
		n, err := c.change(`UPDATE games SET sealed = 1, status = ?1, waiting = 0, bots_due = 0, rev = rev + 1, updated_at = ?2, ended_at = coalesce(ended_at, ?2)
			WHERE id = ?3 AND sealed = 0`, int(game.Finished), at.UnixMilli(), id)
		if err != nil || n == 1 {
			return err
		}
		var sealed bool
		if err := c.scan("SELECT sealed FROM games WHERE id = ?", []any{id}, &sealed); err != nil {
			return err // there is no such game
		}
		return table.ErrSealed
	})
}

// Game implements table.Store.
func (d *DB) Game(ctx context.Context, id string) (*table.Game, [32]byte, error) {
	return terms.Game(ctx, d, id)
}
