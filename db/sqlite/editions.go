package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/storage"
)

func saveEdition(c *conn, ed *library.Edition) error {
	if _, err := c.exec(`INSERT INTO editions (hash, id, title, body, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (hash) DO NOTHING`,
		ed.Hash, ed.ID, ed.Title, string(ed.Body), ed.CreatedAt.UnixMilli()); err != nil || ed.Owner == "" {
		return err
	}
	_, err := c.exec(`INSERT INTO edition_owners (player, edition, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		string(ed.Owner), ed.Hash, ed.CreatedAt.UnixMilli())
	return err
}

// SaveEdition implements library.Store.
func (d *DB) SaveEdition(ctx context.Context, ed *library.Edition) error {
	return d.do(ctx, "save edition", len(ed.Body), func(c *conn) error { return saveEdition(c, ed) })
}

// A board that is in no list and at no table is removed: one that was taken off a list,
// and those that only one player has.
const (
	unwanted = `DELETE FROM editions WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM edition_owners o WHERE o.edition = hash)
		AND NOT EXISTS (SELECT 1 FROM games g WHERE g.edition = hash)`
	onlyTheirs = `DELETE FROM editions WHERE hash IN (SELECT edition FROM edition_owners WHERE player = ?1)
		AND NOT EXISTS (SELECT 1 FROM edition_owners o WHERE o.edition = hash AND o.player <> ?1)
		AND NOT EXISTS (SELECT 1 FROM games g WHERE g.edition = hash)`
)

// DropEdition implements library.Store.
func (d *DB) DropEdition(ctx context.Context, owner account.PlayerID, hash string) error {
	return d.do(ctx, "drop edition", 200, func(c *conn) error {
		n, err := c.change("DELETE FROM edition_owners WHERE player = ? AND edition = ?", string(owner), hash)
		if err != nil {
			return err
		}
		if n == 0 {
			return storage.ErrNotFound
		}
		_, err = c.exec(unwanted, hash)
		return err
	})
}

// Edition implements library.Store.
func (d *DB) Edition(ctx context.Context, hash string) (*library.Edition, error) {
	var body string
	ed, err := scanEdition(d.read.QueryRowContext(ctx,
		"SELECT hash, id, title, created_at, body FROM editions WHERE hash = ?", hash), &body)
	if err != nil {
		return nil, d.failure("read edition", err)
	}
	ed.Body = []byte(body)
	return ed, nil
}

func scanEdition(row scanner, more ...any) (*library.Edition, error) {
	var ed library.Edition
	var at int64
	if err := row.Scan(append([]any{&ed.Hash, &ed.ID, &ed.Title, &at}, more...)...); err != nil {
		return nil, err
	}
	ed.CreatedAt = time.UnixMilli(at).UTC()
	return &ed, nil
}

// Editions implements library.Store.
func (d *DB) Editions(ctx context.Context, owner account.PlayerID) ([]*library.Edition, error) {
	rows, err := d.read.QueryContext(ctx,
		`SELECT e.hash, e.id, e.title, o.added_at FROM edition_owners o JOIN editions e ON e.hash = o.edition
			WHERE o.player = ? ORDER BY o.added_at, e.hash`,
		string(owner))
	if err != nil {
		return nil, d.failure("list editions", err)
	}
	defer rows.Close()
	var list []*library.Edition
	for rows.Next() {
		ed, err := scanEdition(rows)
		if err != nil {
			return nil, d.failure("list editions", err)
		}
		ed.Owner = owner
		list = append(list, ed)
	}
	return list, d.failure("list editions", rows.Err())
}
