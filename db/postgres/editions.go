package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
)

func saveEdition(c *conn, ed *library.Edition) error {
	_, err := c.exec(`INSERT INTO editions (hash, id, title, owner, body, created_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (hash) DO NOTHING`,
		ed.Hash, ed.ID, ed.Title, orNull(ed.Owner), string(ed.Body), ed.CreatedAt.UnixMilli())
	return err
}

// SaveEdition implements library.Store.
func (d *DB) SaveEdition(ctx context.Context, ed *library.Edition) error {
	return d.do(ctx, "save edition", func(c *conn) error { return saveEdition(c, ed) })
}

// Edition implements library.Store.
func (d *DB) Edition(ctx context.Context, hash string) (*library.Edition, error) {
	var body string
	ed, err := scanEdition(d.row(ctx,
		"SELECT hash, id, title, coalesce(owner, ''), created_at, body FROM editions WHERE hash = $1", hash), &body)
	if err != nil {
		return nil, d.failure("read edition", err)
	}
	ed.Body = []byte(body)
	return ed, nil
}

func scanEdition(row scanner, more ...any) (*library.Edition, error) {
	var ed library.Edition
	var at int64
	if err := row.Scan(append([]any{&ed.Hash, &ed.ID, &ed.Title, &ed.Owner, &at}, more...)...); err != nil {
		return nil, err
	}
	ed.CreatedAt = time.UnixMilli(at).UTC()
	return &ed, nil
}

// Editions implements library.Store.
func (d *DB) Editions(ctx context.Context, owner account.PlayerID) ([]*library.Edition, error) {
	rows, err := d.query(ctx,
		"SELECT hash, id, title, coalesce(owner, ''), created_at FROM editions WHERE owner = $1 ORDER BY created_at, hash",
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
		list = append(list, ed)
	}
	return list, d.failure("list editions", rows.Err())
}
