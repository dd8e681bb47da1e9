package record

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// PlayerTokens implements the part of account.PlayerStore that is about the tokens that a
// player has.
type PlayerTokens struct{ Queries }

const fromToken = " FROM tokens t JOIN players p ON p.id = t.player WHERE t.hash = ? AND t.kind = ? AND (t.expires_at IS NULL OR t.expires_at > ?)"

// PlayerByToken implements account.PlayerStore.
func (d PlayerTokens) PlayerByToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (account.Player, error) {
	return first(ctx, d, "read token", "SELECT p.id, p.name, p.created_at"+fromToken, []any{hash[:], string(kind), now.UnixMilli()},
		func(row scan) (account.Player, error) { return ScanPlayer(row) })
}

// UseToken implements account.PlayerStore.
func (d PlayerTokens) UseToken(ctx context.Context, kind account.TokenKind, hash [32]byte, now time.Time) (p account.Player, err error) {
	err = d.WriteRows(ctx, "use token", func(tx Tx) error {
		var once bool
		p = account.Player{}
		err := tx.Query("SELECT p.id, p.name, p.created_at, t.once"+fromToken, []any{hash[:], string(kind), now.UnixMilli()}, func(row scan) (err error) {
			p, err = ScanPlayer(row, &once)
			return err
		})
		switch {
		case err != nil:
			return err
		case p.ID == "":
			return storage.ErrNotFound
		case !once:
			return nil
		}
		// Of two who use one at the same time, the second finds it gone.
		return touched(tx.Exec("DELETE FROM tokens WHERE hash = ?", hash[:]))
	})
	if err != nil {
		return account.Player{}, err
	}
	return p, nil
}

// BearerToken is the query of ScanBearerToken, for a hash, account.Bearer and a time.
const BearerToken = "SELECT p.id, p.name, p.created_at, t.name, t.scopes, t.created_at, t.expires_at, t.used_at" + fromToken

// ScanBearerToken reads the row of BearerToken for the token with a hash.
func ScanBearerToken(row func(dest ...any) error, hash [32]byte) (p account.Player, tok account.Token, err error) {
	tok = account.Token{Hash: hash, Kind: account.Bearer}
	p, err = ScanPlayer(func(dest ...any) error { return scanToken(row, &tok, dest...) })
	if err != nil {
		return account.Player{}, account.Token{}, err
	}
	tok.Player = p.ID
	return p, tok, nil
}

// scanToken reads a row whose last columns are those of a token.
func scanToken(row scan, tok *account.Token, more ...any) error {
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
		err := scanToken(row, &tok, &hash, &tok.Once)
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
