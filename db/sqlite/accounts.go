package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

var _ account.Store = (*DB)(nil)

const accountColumns = "SELECT player, login, mail, mail_at, password, changed_at FROM accounts WHERE "

func scanAccount(row scanner) (account.Account, error) {
	var a account.Account
	var mail, at int64
	if err := row.Scan(&a.Player, &a.Login, &a.Mail, &mail, &a.Password, &at); err != nil {
		return account.Account{}, err
	}
	a.ChangedAt = time.UnixMilli(at).UTC()
	if mail != 0 {
		a.MailAt = time.UnixMilli(mail).UTC()
	}
	return a, nil
}

// Account implements account.Store.
func (d *DB) Account(ctx context.Context, id account.PlayerID) (account.Account, error) {
	a, err := scanAccount(d.read.QueryRowContext(ctx, accountColumns+"player = ?", string(id)))
	return a, d.failure("read account", err)
}

// AccountByLogin implements account.Store.
func (d *DB) AccountByLogin(ctx context.Context, key string) (account.Account, error) {
	a, err := scanAccount(d.read.QueryRowContext(ctx, accountColumns+"login_key = ?", key))
	return a, d.failure("read account", err)
}

// AccountsByMail implements account.Store.
func (d *DB) AccountsByMail(ctx context.Context, key string) ([]account.Account, error) {
	if key == "" {
		return nil, nil
	}
	rows, err := d.read.QueryContext(ctx, accountColumns+"mail_key = ? AND mail_at <> 0 ORDER BY changed_at, player", key)
	if err != nil {
		return nil, d.failure("read accounts", err)
	}
	defer rows.Close()
	var list []account.Account
	for rows.Next() {
		a, err := scanAccount(rows)
		if err != nil {
			return nil, d.failure("read accounts", err)
		}
		list = append(list, a)
	}
	return list, d.failure("read accounts", rows.Err())
}

// SaveAccount implements account.Store.
func (d *DB) SaveAccount(ctx context.Context, a account.Account) error {
	return d.do(ctx, "save account", 512, func(c *conn) error {
		var confirmed int64
		if !a.MailAt.IsZero() {
			confirmed = a.MailAt.UnixMilli()
		}
		_, err := c.exec(`INSERT INTO accounts (player, login, login_key, mail, mail_key, mail_at, password, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT (player) DO UPDATE SET login = excluded.login, login_key = excluded.login_key, mail = excluded.mail,
			mail_key = excluded.mail_key, mail_at = excluded.mail_at, password = excluded.password, changed_at = excluded.changed_at`,
			string(a.Player), a.Login, account.Key(a.Login), a.Mail, account.Key(a.Mail), confirmed, a.Password, a.ChangedAt.UnixMilli())
		if err != nil {
			return err
		}
		_, err = c.exec("DELETE FROM recoveries WHERE player = ?", string(a.Player))
		return err
	})
}

// Rehash implements account.Store.
func (d *DB) Rehash(ctx context.Context, id account.PlayerID, old, fresh string) error {
	return d.do(ctx, "hash password anew", 256, func(c *conn) error {
		_, err := c.exec("UPDATE accounts SET password = ? WHERE player = ? AND password = ?", fresh, string(id), old)
		return err
	})
}

// DropAccount implements account.Store.
func (d *DB) DropAccount(ctx context.Context, id account.PlayerID) error {
	return d.do(ctx, "drop account", 64, func(c *conn) error {
		n, err := c.change("DELETE FROM accounts WHERE player = ?", string(id))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// AddRecovery implements account.Store.
func (d *DB) AddRecovery(ctx context.Context, r account.Recovery) error {
	return d.do(ctx, "add recovery", 128, func(c *conn) error {
		_, err := c.exec(`INSERT INTO recoveries (player, hash, expires_at) VALUES (?, ?, ?)
			ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
			string(r.Player), r.Hash[:], r.ExpiresAt.UnixMilli())
		return err
	})
}

const recoveryOf = "SELECT player FROM recoveries WHERE hash = ? AND expires_at > ?"

// RecoveryOf implements account.Store.
func (d *DB) RecoveryOf(ctx context.Context, hash [32]byte, now time.Time) (id account.PlayerID, err error) {
	err = d.read.QueryRowContext(ctx, recoveryOf, hash[:], now.UnixMilli()).Scan(&id)
	return id, d.failure("read recovery", err)
}

// Recover implements account.Store.
func (d *DB) Recover(ctx context.Context, hash [32]byte, now time.Time, password string, keep bool) (account.PlayerID, error) {
	var id account.PlayerID
	err := d.do(ctx, "recover account", 512, func(c *conn) error {
		id = ""
		if err := c.scan(recoveryOf, []any{hash[:], now.UnixMilli()}, &id); err != nil {
			return err
		}
		if _, err := c.exec("UPDATE accounts SET password = ?, changed_at = ? WHERE player = ?", password, now.UnixMilli(), string(id)); err != nil {
			return err
		}
		gone := []string{"recoveries", "sessions", "passkeys", "tokens"}
		if keep {
			gone = gone[:2]
		}
		for _, what := range gone {
			if _, err := c.exec("DELETE FROM "+what+" WHERE player = ?", string(id)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	return id, nil
}

// AddMailLink implements account.Store.
func (d *DB) AddMailLink(ctx context.Context, l account.MailLink) error {
	return d.do(ctx, "add link of an address", 128, func(c *conn) error {
		_, err := c.exec(`INSERT INTO mail_links (player, hash, mail_key, expires_at) VALUES (?, ?, ?, ?)
			ON CONFLICT (player) DO UPDATE SET hash = excluded.hash, mail_key = excluded.mail_key, expires_at = excluded.expires_at`,
			string(l.Player), l.Hash[:], l.Mail, l.ExpiresAt.UnixMilli())
		return err
	})
}

// MailLinkOf implements account.Store.
func (d *DB) MailLinkOf(ctx context.Context, hash [32]byte, now time.Time) (id account.PlayerID, err error) {
	err = d.read.QueryRowContext(ctx, `SELECT player FROM mail_links JOIN accounts USING (player, mail_key)
		WHERE hash = ? AND expires_at > ?`, hash[:], now.UnixMilli()).Scan(&id)
	return id, d.failure("read link of an address", err)
}

// ConfirmMail implements account.Store.
func (d *DB) ConfirmMail(ctx context.Context, player account.PlayerID, hash [32]byte, now time.Time) error {
	return d.do(ctx, "confirm address", 128, func(c *conn) error {
		n, err := c.change(`UPDATE accounts SET mail_at = ? WHERE player = ? AND mail_key =
			(SELECT mail_key FROM mail_links WHERE player = accounts.player AND hash = ? AND expires_at > ?)`,
			now.UnixMilli(), string(player), hash[:], now.UnixMilli())
		if err == nil && n == 0 {
			err = storage.ErrNotFound
		}
		if err != nil {
			return err
		}
		_, err = c.exec("DELETE FROM mail_links WHERE player = ?", string(player))
		return err
	})
}
