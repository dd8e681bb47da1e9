package record

import (
	"context"
	"errors"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/talk"
)

// PrivateNotes implements the part of talk.Store that is about the notes of players, for
// both engines.
type PrivateNotes struct{ Queries }

// Note implements talk.Store.
func (d PrivateNotes) Note(ctx context.Context, p account.PlayerID, game string) (talk.Note, error) {
	n := talk.Note{Player: p, Game: game}
	err := d.ReadRows(ctx, "read note", func(tx Tx) error {
		var at int64
		err := one(tx, "SELECT text, at FROM notes WHERE player = ? AND game = ?", []any{string(p), game}, &n.Text, &at)
		n.At = time.UnixMilli(at).UTC()
		return err
	})
	if err != nil {
		return talk.Note{}, err
	}
	return n, nil
}

// SaveNote implements talk.Store.
func (d PrivateNotes) SaveNote(ctx context.Context, n talk.Note, before time.Time) error {
	key := []any{string(n.Player), n.Game}
	return d.WriteRows(ctx, "save note", func(tx Tx) error {
		var changed int64
		var err error
		switch {
		case before.IsZero() && n.Text == "":
			switch err := one(tx, "SELECT at FROM notes WHERE player = ? AND game = ?", key, new(int64)); {
			case err == nil:
				return storage.ErrConflict
			case !errors.Is(err, storage.ErrNotFound):
				return err
			}
			return nil // there is nothing to delete
		case before.IsZero():
			changed, err = tx.Exec("INSERT INTO notes (player, game, text, at) VALUES (?, ?, ?, ?) ON CONFLICT (game, player) DO NOTHING",
				append(key, n.Text, n.At.UnixMilli())...)
		case n.Text == "":
			changed, err = tx.Exec("DELETE FROM notes WHERE player = ? AND game = ? AND at = ?", append(key, before.UnixMilli())...)
		default:
			changed, err = tx.Exec("UPDATE notes SET text = ?, at = ? WHERE player = ? AND game = ? AND at = ?",
				n.Text, n.At.UnixMilli(), string(n.Player), n.Game, before.UnixMilli())
		}
		if err == nil && changed == 0 {
			return storage.ErrConflict
		}
		return err
	})
}

// Notes implements talk.Store.
func (d PrivateNotes) Notes(ctx context.Context, p account.PlayerID) (list []talk.Note, err error) {
	err = d.ReadRows(ctx, "read notes", func(tx Tx) error {
		list = nil
		return tx.Query("SELECT game, text, at FROM notes WHERE player = ? ORDER BY at DESC, game", []any{string(p)}, func(scan func(...any) error) error {
			n := talk.Note{Player: p}
			var at int64
			err := scan(&n.Game, &n.Text, &at)
			n.At = time.UnixMilli(at).UTC()
			list = append(list, n)
			return err
		})
	})
	return list, err
}
