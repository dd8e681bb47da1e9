package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
)

// Boards implements library.Store.
type Boards struct{ Queries }

var _ library.Store = Boards{}

// saveEdition stores a board, and that it is one of its owner's, in a transaction.
func saveEdition(tx Tx, ed *library.Edition) error {
	if _, err := tx.Exec(`INSERT INTO editions (hash, id, title, body, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (hash) DO NOTHING`,
		ed.Hash, ed.ID, ed.Title, string(ed.Body), ed.CreatedAt.UnixMilli()); err != nil || ed.Owner == "" {
		return err
	}
	_, err := tx.Exec(`INSERT INTO edition_owners (player, edition, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		string(ed.Owner), ed.Hash, ed.CreatedAt.UnixMilli())
	return err
}

// SaveEdition implements library.Store.
func (d Boards) SaveEdition(ctx context.Context, ed *library.Edition) error {
	return d.WriteRows(ctx, "save edition", func(tx Tx) error { return saveEdition(tx, ed) })
}

// A board that is in no list and at no table is removed: one that was taken off a list,
// and those that only one player has.
const (
	unwanted = `DELETE FROM editions WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM edition_owners o WHERE o.edition = hash)
		AND NOT EXISTS (SELECT 1 FROM games g WHERE g.edition = hash)`
	onlyTheirs = `DELETE FROM editions WHERE hash IN (SELECT edition FROM edition_owners WHERE player = ?)
		AND NOT EXISTS (SELECT 1 FROM edition_owners o WHERE o.edition = hash AND o.player <> ?)
		AND NOT EXISTS (SELECT 1 FROM games g WHERE g.edition = hash)`
)

// dropEditionsOf removes the boards that only this player has and nobody plays on, in a transaction.
func dropEditionsOf(tx Tx, player account.PlayerID) error {
	_, err := tx.Exec(onlyTheirs, string(player), string(player))
	return err
}

// DropEdition implements library.Store.
func (d Boards) DropEdition(ctx context.Context, owner account.PlayerID, hash string) error {
	return d.WriteRows(ctx, "drop edition", func(tx Tx) error {
		err := touched(tx.Exec("DELETE FROM edition_owners WHERE player = ? AND edition = ?", string(owner), hash))
		if err == nil {
			_, err = tx.Exec(unwanted, hash)
		}
		return err
	})
}

// Edition implements library.Store.
func (d Boards) Edition(ctx context.Context, hash string) (*library.Edition, error) {
	return first(ctx, d, "read edition", "SELECT hash, id, title, created_at, body FROM editions WHERE hash = ?", []any{hash}, func(row scan) (*library.Edition, error) {
		var body string
		ed, err := scanEdition(row, &body)
		if err == nil {
			ed.Body = []byte(body)
		}
		return ed, err
	})
}

func scanEdition(row scan, more ...any) (*library.Edition, error) {
	var ed library.Edition
	var at int64
	if err := row(append([]any{&ed.Hash, &ed.ID, &ed.Title, &at}, more...)...); err != nil {
		return nil, err
	}
	ed.CreatedAt = fromMillis(at)
	return &ed, nil
}

// Editions implements library.Store.
func (d Boards) Editions(ctx context.Context, owner account.PlayerID) ([]*library.Edition, error) {
	return list(ctx, d, "list editions", `SELECT e.hash, e.id, e.title, o.added_at FROM edition_owners o JOIN editions e ON e.hash = o.edition
		WHERE o.player = ? ORDER BY o.added_at, e.hash`, []any{string(owner)}, func(row scan) (*library.Edition, error) {
		ed, err := scanEdition(row)
		if err == nil {
			ed.Owner = owner
		}
		return ed, err
	})
}
