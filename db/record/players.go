package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// Players implements the part of account.PlayerStore that is about the players themselves
// and the responses to their requests.
type Players struct{ Queries }

var _ account.LearnerStore = Players{}

// CreatePlayer implements account.PlayerStore.
func (d Players) CreatePlayer(ctx context.Context, p account.Player, tok account.Token) error {
	return d.WriteRows(ctx, "create player", func(tx Tx) error {
		if err := insertPlayer(tx, p); err != nil || tok.Player == "" {
			return err
		}
		return insertToken(tx, tok)
	})
}

func insertPlayer(tx Tx, p account.Player) error {
	_, err := tx.Exec("INSERT INTO players (id, name, created_at) VALUES (?, ?, ?)", string(p.ID), p.Name, p.CreatedAt.UnixMilli())
	return err
}

// ScanPlayer reads a row of a player's id, name and time, and of more.
func ScanPlayer(row func(dest ...any) error, more ...any) (p account.Player, err error) {
	var at int64
	if err := row(append([]any{&p.ID, &p.Name, &at}, more...)...); err != nil {
		return account.Player{}, err
	}
	p.CreatedAt = fromMillis(at)
	return p, nil
}

// RenamePlayer implements account.PlayerStore.
func (d Players) RenamePlayer(ctx context.Context, id account.PlayerID, name string) error {
	return d.change(ctx, "rename player", id, "UPDATE players SET name = ? WHERE id = ?", name, string(id))
}

// Learner implements account.LearnerStore.
func (d Players) Learner(ctx context.Context, id account.PlayerID) (account.Learner, error) {
	return first(ctx, d, "read what a player was taught",
		"SELECT taught, quiet, EXISTS (SELECT 1 FROM seats s JOIN games g ON g.id = s.game WHERE s.player = ? AND g.status = ?) FROM players WHERE id = ?",
		[]any{string(id), int(game.Finished), string(id)}, func(row scan) (l account.Learner, err error) {
			var taught int64
			err = row(&taught, &l.Quiet, &l.Played)
			l.Taught = uint64(taught) //nolint:gosec // a set of bits
			return l, err
		})
}

// Teach implements account.LearnerStore.
func (d Players) Teach(ctx context.Context, id account.PlayerID, kinds uint64) error {
	return d.change(ctx, "note what a player was taught", id, "UPDATE players SET taught = taught | ? WHERE id = ?", int64(kinds), string(id)) //nolint:gosec // a set of bits
}

// Explain implements account.LearnerStore.
func (d Players) Explain(ctx context.Context, id account.PlayerID, on bool) error {
	if on {
		return d.change(ctx, "switch explanations on", id, "UPDATE players SET taught = CASE WHEN quiet THEN 0 ELSE taught END, quiet = false WHERE id = ?", string(id))
	}
	return d.change(ctx, "switch explanations off", id, "UPDATE players SET quiet = true WHERE id = ?", string(id))
}

// change runs a statement that changes a player; storage.ErrNotFound if there is none.
func (d Players) change(ctx context.Context, doing string, id account.PlayerID, query string, args ...any) error {
	return d.WriteRows(ctx, doing, func(tx Tx) error {
		tx.Tell(NewsOfPlayer, string(id))
		return touched(tx.Exec(query, args...))
	})
}
