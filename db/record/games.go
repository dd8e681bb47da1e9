package record

import (
	"context"
	"strings"

	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
)

// GameColumns are those that ScanGame reads, of g and what WithSettings joins.
const GameColumns = `g.id, g.edition, coalesce(g.owner, ''), g.private, g.sealed, t.settings, g.created_at,
	g.status, g.seq, g.rev, g.waiting, g.turn, g.round, g.bots_due, g.started_at, g.ends_at, g.link_by, g.ended_at, g.updated_at`

// WithSettings joins the columns of GameColumns beside g. A game without its
// settings is found all the same, so that their loss is noticed.
const WithSettings = " LEFT JOIN settings t ON t.game = g.id"

// SelectGames lists games in an order. They are chosen and sorted before their
// settings are read, so that those of the others are not.
func SelectGames(columns, where, order, limit string) string {
	return "SELECT " + columns + " FROM (SELECT * FROM games g" + where + " ORDER BY " + order + limit + ") g" + WithSettings + " ORDER BY " + order
}

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
	if err := SaveEdition(tx, ed); err != nil {
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

// SeatColumns are those that ScanSeat reads.
const SeatColumns = "game, coalesce(player, ''), name, bot, anchor, link, coalesce(sub, ''), sub_name, origin"

// ScanSeat reads a row of SeatColumns.
func ScanSeat(row func(dest ...any) error) (game string, seat table.Seat, err error) {
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

// Terms are the conditions that an engine words in its own way.
type Terms struct {
	Public, BotsDue string
	StatusOfFew     string // the status of one person's games, which are few
}

// Conditions are what a filter asks of games g, as a WHERE clause.
func (t Terms) Conditions(f table.Filter) (where string, args []any) {
	var conds []string
	add := func(cond string, values ...any) {
		conds = append(conds, cond)
		args = append(args, values...)
	}
	const theirs = "g.id IN (SELECT game FROM seats WHERE player = ? UNION SELECT game FROM seats WHERE sub = ?)"
	if f.Player != "" {
		add(theirs, string(f.Player), string(f.Player))
	}
	if f.Owner != "" {
		add("g.owner = ?", string(f.Owner))
	}
	switch {
	case f.Public && f.Visible != "":
		add("("+t.Public+" OR "+theirs+")", string(f.Visible), string(f.Visible))
	case f.Public:
		add(t.Public)
	}
	if p := f.Older; p != nil {
		add("(g.updated_at < ? OR g.updated_at = ? AND g.id > ?)", p.At.UnixMilli(), p.At.UnixMilli(), p.ID)
	}
	if p := f.Newer; p != nil {
		add("(g.updated_at > ? OR g.updated_at = ? AND g.id < ?)", p.At.UnixMilli(), p.At.UnixMilli(), p.ID)
	}
	if len(f.Statuses) > 0 {
		status := "g.status"
		if f.Player != "" || f.Owner != "" {
			status = t.StatusOfFew
		}
		add(status + " IN (" + marks(len(f.Statuses)) + ")")
		for _, s := range f.Statuses {
			args = append(args, int(s))
		}
	}
	if f.BotsDue {
		add(t.BotsDue)
	}
	if f.Clocked {
		add("(g.ends_at IS NOT NULL OR g.link_by IS NOT NULL)")
	}
	if !f.Before.IsZero() {
		add("g.updated_at < ?", Millis(f.Before))
	}
	if len(conds) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(conds, " AND "), args
}
