package sqlite

import (
	"context"
	"database/sql"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// BearerToken implements account.PlayerStore.
func (d *DB) BearerToken(ctx context.Context, hash [32]byte, now time.Time) (account.Player, account.Token, error) {
	var p account.Player
	var born int64
	tok := account.Token{Hash: hash, Kind: account.Bearer}
	stmt, err := d.hot.bearer.get(ctx) //nolint:sqlclosecheck // closed with the pool
	if err == nil {
		err = scanToken(stmt.QueryRowContext(ctx, hash[:], now.UnixMilli()), &tok, &p.ID, &p.Name, &born)
	}
	if err != nil {
		return account.Player{}, account.Token{}, d.failure("read token", err)
	}
	p.CreatedAt, tok.Player = time.UnixMilli(born).UTC(), p.ID
	return p, tok, nil
}

// scanToken reads a row whose last columns are those of a token.
func scanToken(row scanner, tok *account.Token, more ...any) error {
	var created int64
	var expires, used sql.NullInt64
	err := row.Scan(append(more, &tok.Name, &tok.Scope, &created, &expires, &used)...)
	tok.CreatedAt, tok.ExpiresAt, tok.UsedAt = time.UnixMilli(created).UTC(), fromMillis(expires), fromMillis(used)
	return err
}

// Tokens implements account.PlayerStore.
func (d *DB) Tokens(ctx context.Context, id account.PlayerID, kind account.TokenKind) ([]account.Token, error) {
	rows, err := d.read.QueryContext(ctx, `SELECT hash, once, name, scopes, created_at, expires_at, used_at FROM tokens
		WHERE player = ? AND kind = ? ORDER BY created_at, hash`, string(id), string(kind))
	if err != nil {
		return nil, d.failure("list tokens", err)
	}
	defer rows.Close()
	var list []account.Token
	for rows.Next() {
		tok := account.Token{Kind: kind, Player: id}
		var hash []byte
		if err := scanToken(rows, &tok, &hash, &tok.Once); err != nil {
			return nil, d.failure("list tokens", err)
		}
		copy(tok.Hash[:], hash)
		list = append(list, tok)
	}
	return list, d.failure("list tokens", rows.Err())
}

// DropToken implements account.PlayerStore.
func (d *DB) DropToken(ctx context.Context, id account.PlayerID, hash [32]byte) error {
	return d.do(ctx, "drop token", 64, func(c *conn) error {
		n, err := c.change("DELETE FROM tokens WHERE hash = ? AND player = ?", hash[:], string(id))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// UsedTokens implements account.PlayerStore.
func (d *DB) UsedTokens(ctx context.Context, uses []account.TokenUse) error {
	return d.do(ctx, "note uses of tokens", 64*len(uses), func(c *conn) error {
		for _, u := range uses {
			if _, err := c.exec("UPDATE tokens SET used_at = ? WHERE hash = ?", u.At.UnixMilli(), u.Hash[:]); err != nil {
				return err
			}
		}
		return nil
	})
}
