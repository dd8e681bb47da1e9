package record

import (
	"context"
	"log/slog"

	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
)

// Tables implements table.Store as far as both engines do it by the same queries: the
// log, times, standing orders and what players have seen.
type Tables struct {
	Queries
	log *slog.Logger
}

// GameColumns are those that ScanGame reads, of g and what withSettings joins.
const GameColumns = `g.id, g.edition, coalesce(g.owner, ''), g.private, g.sealed, t.settings, g.created_at,
	g.status, g.seq, g.rev, g.waiting, g.turn, g.round, g.bots_due, g.started_at, g.ends_at, g.link_by, g.ended_at, g.updated_at`

// withSettings joins the columns of GameColumns beside g. A game without its
// settings is found all the same, so that their loss is noticed.
const withSettings = " LEFT JOIN settings t ON t.game = g.id"

// ScanGame reads a row of GameColumns and more.
func ScanGame(row func(dest ...any) error, more ...any) (*table.Game, error) {
	var (
		g       table.Game
		set     []byte
		created int64

		started, ends, linkBy, ended, updated *int64
	)
	dest := []any{&g.ID, &g.Edition, &g.Owner, &g.Private, &g.Sealed, &set, &created,
		&g.Status, &g.Seq, &g.Rev, &g.Waiting, &g.Turn, &g.Round, &g.BotsDue, &started, &ends, &linkBy, &ended, &updated}
	if err := row(append(dest, more...)...); err != nil {
		return nil, err
	}
	g.CreatedAt = fromMillis(created)
	g.StartedAt, g.EndsAt, g.LinkBy = optional(started), optional(ends), optional(linkBy)
	g.EndedAt, g.UpdatedAt = optional(ended), optional(updated)
	g.Damage = ReadSettings(set, &g)
	return &g, nil
}

// InsertGame writes a new game with its settings, as Settings has encoded them, its seed,
// its seats and its board.
func InsertGame(tx Tx, g *table.Game, set string, seed [32]byte, ed *library.Edition) error {
	if err := saveEdition(tx, ed); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO games (id, edition, owner, private, created_at,
		status, seq, rev, waiting, turn, round, bots_due, started_at, ends_at, link_by, ended_at, updated_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, g.ID, g.Edition, OrNull(g.Owner), g.Private, Millis(g.CreatedAt),
		int(g.Status), int64(g.Seq), int64(g.Rev), int64(g.Waiting), int(g.Turn), int(g.Round), g.BotsDue,
		Millis(g.StartedAt), Millis(g.EndsAt), Millis(g.LinkBy), Millis(g.EndedAt), Millis(g.UpdatedAt))
	if err != nil {
		return err
	}
	if err := SaveSettings(tx, g.ID, set); err != nil {
		return err
	}
	if _, err := tx.Exec("INSERT INTO secrets (game, seed) VALUES (?, ?)", g.ID, seed[:]); err != nil {
		return err
	}
	return insertSeats(tx, g)
}

// DeleteGame implements table.Store.
func (d Tables) DeleteGame(ctx context.Context, id string) error {
	return d.WriteRows(ctx, "delete game", func(tx Tx) error {
		tx.Tell(NewsOfGame, id)
		return touched(tx.Exec("DELETE FROM games WHERE id = ?", id))
	})
}

// ReplaceSeats writes the seats of a game in the place of those that it had.
func ReplaceSeats(tx Tx, g *table.Game) error {
	if _, err := tx.Exec("DELETE FROM seats WHERE game = ?", g.ID); err != nil {
		return err
	}
	return insertSeats(tx, g)
}

// insertSeats writes the seats of a game that has none.
func insertSeats(tx Tx, g *table.Game) error {
	for i, seat := range g.Seats {
		_, err := tx.Exec("INSERT INTO seats (game, seat, player, name, bot, anchor, link, sub, sub_name, origin) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			g.ID, i, OrNull(seat.Player), seat.Name, seat.Bot, hash(seat.Anchor), hash(seat.Link), OrNull(seat.Sub), seat.SubName, seat.Origin)
		if err != nil {
			return err
		}
	}
	return nil
}

// seatColumns are those that scanSeat reads.
const seatColumns = "game, coalesce(player, ''), name, bot, anchor, link, coalesce(sub, ''), sub_name, origin"

// scanSeat reads a row of seatColumns.
func scanSeat(row scan) (game string, seat table.Seat, err error) {
	var anchor, link []byte
	err = row(&game, &seat.Player, &seat.Name, &seat.Bot, &anchor, &link, &seat.Sub, &seat.SubName, &seat.Origin)
	seat.Anchor, seat.Link = readHash(anchor), readHash(link)
	return game, seat, err
}

// hash is a hash as it is stored; none is NULL.
func hash(h *fair.Hash) any {
	if h == nil {
		return nil
	}
	return h[:]
}

func readHash(b []byte) *fair.Hash {
	if len(b) != fair.Size {
		return nil
	}
	h := fair.Hash(b)
	return &h
}

// SaveSettings writes the settings of a game, as Settings has encoded them.
func SaveSettings(tx Tx, id, set string) error {
	_, err := tx.Exec(`INSERT INTO settings (game, settings) VALUES (?, ?)
		ON CONFLICT (game) DO UPDATE SET settings = excluded.settings WHERE settings.settings <> excluded.settings`, id, set)
	return err
}
