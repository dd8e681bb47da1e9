package record

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

// Accounts implements account.Store.
type Accounts struct{ Queries }

var _ account.Store = Accounts{}

const accountColumns = "SELECT player, login, mail, mail_at, password, changed_at FROM accounts WHERE "

func scanAccount(row scan) (a account.Account, err error) {
	var mail, at int64
	err = row(&a.Player, &a.Login, &a.Mail, &mail, &a.Password, &at)
	a.ChangedAt = fromMillis(at)
	if mail != 0 {
		a.MailAt = fromMillis(mail)
	}
	return a, err
}

// Account implements account.Store.
func (d Accounts) Account(ctx context.Context, id account.PlayerID) (account.Account, error) {
	return first(ctx, d, "read account", accountColumns+"player = ?", []any{string(id)}, scanAccount)
}

// AccountByLogin implements account.Store.
func (d Accounts) AccountByLogin(ctx context.Context, key string) (account.Account, error) {
	return first(ctx, d, "read account", accountColumns+"login_key = ?", []any{key}, scanAccount)
}

// AccountsByMail implements account.Store.
func (d Accounts) AccountsByMail(ctx context.Context, key string) ([]account.Account, error) {
	if key == "" {
		return nil, nil
	}
	return list(ctx, d, "read accounts", accountColumns+"mail_key = ? AND mail_at <> 0 ORDER BY changed_at, player", []any{key}, scanAccount)
}

// SaveAccount implements account.Store.
func (d Accounts) SaveAccount(ctx context.Context, a account.Account) error {
	return d.WriteRows(ctx, "save account", func(tx Tx) error {
		var confirmed int64
		if !a.MailAt.IsZero() {
			confirmed = a.MailAt.UnixMilli()
		}
		_, err := tx.Exec(`INSERT INTO accounts (player, login, login_key, mail, mail_key, mail_at, password, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player) DO UPDATE SET login = excluded.login, login_key = excluded.login_key, mail = excluded.mail,
			mail_key = excluded.mail_key, mail_at = excluded.mail_at, password = excluded.password, changed_at = excluded.changed_at`,
			string(a.Player), a.Login, account.Key(a.Login), a.Mail, account.Key(a.Mail), confirmed, a.Password, a.ChangedAt.UnixMilli())
		if err != nil {
			return err
		}
		_, err = tx.Exec("DELETE FROM recoveries WHERE player = ?", string(a.Player))
		return err
	})
}

// Rehash implements account.Store.
func (d Accounts) Rehash(ctx context.Context, id account.PlayerID, old, fresh string) error {
	return exec(ctx, d, "hash password anew", "UPDATE accounts SET password = ? WHERE player = ? AND password = ?", fresh, string(id), old)
}

// DropAccount implements account.Store.
func (d Accounts) DropAccount(ctx context.Context, id account.PlayerID) error {
	return d.WriteRows(ctx, "drop account", func(tx Tx) error {
		return touched(tx.Exec("DELETE FROM accounts WHERE player = ?", string(id)))
	})
}

// AddRecovery implements account.Store.
func (d Accounts) AddRecovery(ctx context.Context, r account.Recovery) error {
	return exec(ctx, d, "add recovery", `INSERT INTO recoveries (player, hash, expires_at) VALUES (?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
		string(r.Player), r.Hash[:], r.ExpiresAt.UnixMilli())
}

// RecoveryOf implements account.Store.
func (d Accounts) RecoveryOf(ctx context.Context, hash [32]byte, now time.Time) (account.PlayerID, error) {
	return first(ctx, d, "read recovery", "SELECT player FROM recoveries WHERE hash = ? AND expires_at > ?",
		[]any{hash[:], now.UnixMilli()}, value[account.PlayerID])
}

// Recover implements account.Store.
func (d Accounts) Recover(ctx context.Context, hash [32]byte, now time.Time, password string, keep bool) (id account.PlayerID, err error) {
	err = d.WriteRows(ctx, "recover account", func(tx Tx) error {
		// Of two who use a link at the same time, one deletes its row.
		if err := one(tx, "DELETE FROM recoveries WHERE hash = ? AND expires_at > ? RETURNING player", []any{hash[:], now.UnixMilli()}, &id); err != nil {
			return err
		}
		if _, err := tx.Exec("UPDATE accounts SET password = ?, changed_at = ? WHERE player = ?", password, now.UnixMilli(), string(id)); err != nil {
			return err
		}
		gone := []string{"sessions", "passkeys", "tokens"}
		if keep {
			gone = gone[:1]
		}
		for _, what := range gone {
			if _, err := tx.Exec("DELETE FROM "+what+" WHERE player = ?", string(id)); err != nil {
				return err
			}
		}
		tx.Tell(NewsOfPlayer, string(id))
		return nil
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// AddMailLink implements account.Store.
func (d Accounts) AddMailLink(ctx context.Context, l account.MailLink) error {
	return exec(ctx, d, "add link of an address", `INSERT INTO mail_links (player, hash, mail_key, expires_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, mail_key = excluded.mail_key, expires_at = excluded.expires_at`,
		string(l.Player), l.Hash[:], l.Mail, l.ExpiresAt.UnixMilli())
}

// MailLinkOf implements account.Store.
func (d Accounts) MailLinkOf(ctx context.Context, hash [32]byte, now time.Time) (account.PlayerID, error) {
	return first(ctx, d, "read link of an address", `SELECT player FROM mail_links JOIN accounts USING (player, mail_key)
		WHERE hash = ? AND expires_at > ?`, []any{hash[:], now.UnixMilli()}, value[account.PlayerID])
}

// ConfirmMail implements account.Store.
func (d Accounts) ConfirmMail(ctx context.Context, player account.PlayerID, hash [32]byte, now time.Time) error {
	return d.WriteRows(ctx, "confirm address", func(tx Tx) error {
		err := touched(tx.Exec(`UPDATE accounts SET mail_at = ? WHERE player = ? AND mail_key =
			(SELECT mail_key FROM mail_links WHERE player = accounts.player AND hash = ? AND expires_at > ?)`,
			now.UnixMilli(), string(player), hash[:], now.UnixMilli()))
		if err != nil {
			return err
		}
		_, err = tx.Exec("DELETE FROM mail_links WHERE player = ?", string(player))
		return err
	})
}

// Passkeys implements account.Store.
func (d Accounts) Passkeys(ctx context.Context, id account.PlayerID) ([]account.Passkey, error) {
	return list(ctx, d, "read passkeys", "SELECT id, name, record, created_at, used_at FROM passkeys WHERE player = ? ORDER BY created_at, id",
		[]any{string(id)}, func(row scan) (account.Passkey, error) {
			k := account.Passkey{Player: id}
			var record []byte
			var made int64
			var used *int64
			err := row(&k.ID, &k.Name, &record, &made, &used)
			k.Record, k.CreatedAt, k.UsedAt = record, fromMillis(made), optional(used)
			return k, err
		})
}

// AddPasskey implements account.Store.
func (d Accounts) AddPasskey(ctx context.Context, k account.Passkey) error {
	return exec(ctx, d, "add passkey", "INSERT INTO passkeys (id, player, name, record, created_at, used_at) VALUES (?, ?, ?, ?, ?, ?)",
		k.ID, string(k.Player), k.Name, string(k.Record), k.CreatedAt.UnixMilli(), Millis(k.UsedAt))
}

// SavePasskey implements account.Store.
func (d Accounts) SavePasskey(ctx context.Context, k account.Passkey) error {
	return d.changePasskey(ctx, "UPDATE passkeys SET name = ?, record = ?, used_at = ? WHERE id = ? AND player = ?",
		k.Name, string(k.Record), Millis(k.UsedAt), k.ID, string(k.Player))
}

// DropPasskey implements account.Store.
func (d Accounts) DropPasskey(ctx context.Context, player account.PlayerID, id []byte) error {
	return d.changePasskey(ctx, "DELETE FROM passkeys WHERE id = ? AND player = ?", id, string(player))
}

func (d Accounts) changePasskey(ctx context.Context, query string, args ...any) error {
	return d.WriteRows(ctx, "change passkey", func(tx Tx) error { return touched(tx.Exec(query, args...)) })
}
