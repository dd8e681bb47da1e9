package record

import (
	"context"

	"github.com/bankhalter/bankhalter/game/account"
)

// PlayerTokens implements the part of account.PlayerStore that is about the tokens that a
// player has.
type PlayerTokens struct{ Queries }

// ScanToken reads a row whose last columns are those of a token.
func ScanToken(row func(dest ...any) error, tok *account.Token, more ...any) error {
	var created int64
	var expires, used *int64
	err := row(append(more, &tok.Name, &tok.Scope, &created, &expires, &used)...)
	tok.CreatedAt, tok.ExpiresAt, tok.UsedAt = fromMillis(created), optional(expires), optional(used)
	return err
}

// Tokens implements account.PlayerStore.
func (d PlayerTokens) Tokens(ctx context.Context, id account.PlayerID, kind account.TokenKind) ([]account.Token, error) {
	return list(ctx, d, "list tokens", `SELECT hash, once, name, scopes, created_at, expires_at, used_at FROM tokens
		WHERE player = ? AND kind = ? ORDER BY created_at, hash`, []any{string(id), string(kind)}, func(row scan) (account.Token, error) {
		tok := account.Token{Kind: kind, Player: id}
		var hash []byte
		err := ScanToken(row, &tok, &hash, &tok.Once)
		copy(tok.Hash[:], hash)
		return tok, err
	})
}

// AddToken implements account.PlayerStore.
func (d PlayerTokens) AddToken(ctx context.Context, tok account.Token) error {
	return d.WriteRows(ctx, "add token", func(tx Tx) error { return insertToken(tx, tok) })
}

func insertToken(tx Tx, tok account.Token) error {
	_, err := tx.Exec("INSERT INTO tokens (hash, kind, player, once, created_at, expires_at, name, scopes, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		tok.Hash[:], string(tok.Kind), string(tok.Player), tok.Once, tok.CreatedAt.UnixMilli(), Millis(tok.ExpiresAt), tok.Name, int(tok.Scope), Millis(tok.UsedAt))
	return err
}

// DropTokens implements account.PlayerStore.
func (d PlayerTokens) DropTokens(ctx context.Context, id account.PlayerID, kind account.TokenKind) error {
	return d.WriteRows(ctx, "drop tokens", func(tx Tx) error {
		tx.Tell(NewsOfPlayer, string(id))
		_, err := tx.Exec("DELETE FROM tokens WHERE player = ? AND kind = ?", string(id), string(kind))
		return err
	})
}

// DropToken implements account.PlayerStore.
func (d PlayerTokens) DropToken(ctx context.Context, id account.PlayerID, hash [32]byte) error {
	return d.WriteRows(ctx, "drop token", func(tx Tx) error {
		tx.Tell(NewsOfPlayer, string(id))
		return touched(tx.Exec("DELETE FROM tokens WHERE hash = ? AND player = ?", hash[:], string(id)))
	})
}

// UsedTokens implements account.PlayerStore.
func (d PlayerTokens) UsedTokens(ctx context.Context, uses []account.TokenUse) error {
	return d.WriteRows(ctx, "note uses of tokens", func(tx Tx) error {
		for _, u := range uses {
			if _, err := tx.Exec("UPDATE tokens SET used_at = ? WHERE hash = ?", u.At.UnixMilli(), u.Hash[:]); err != nil {
				return err
			}
		}
		return nil
	})
}
