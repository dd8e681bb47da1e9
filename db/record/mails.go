package record

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
)

// AddMail implements account.Store.
func (d Accounts) AddMail(ctx context.Context, m account.Outgoing) error {
	return d.WriteRows(ctx, "keep mail", func(tx Tx) error {
		if m.Kind != account.MailNews {
			if _, err := tx.Exec("DELETE FROM mails WHERE player = ? AND kind = ?", string(m.Player), string(m.Kind)); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO mails (id, player, kind, address, subject, body, asked_at, due_at, until_at, tries) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			m.ID, string(m.Player), string(m.Kind), m.To, m.Subject, m.Text, m.AskedAt.UnixMilli(), m.DueAt.UnixMilli(), m.Until.UnixMilli(), m.Tries)
		return err
	})
}

// NextMail implements account.Store.
func (d Accounts) NextMail(ctx context.Context) (time.Time, error) {
	at, err := first(ctx, d, "look for mails", "SELECT min(due_at) FROM mails", nil, value[*int64])
	return optional(at), err
}

// ClaimMail implements account.Store.
func (d Accounts) ClaimMail(ctx context.Context, now, until time.Time) (m account.Outgoing, err error) {
	err = d.WriteRows(ctx, "claim mail", func(tx Tx) error {
		m = account.Outgoing{}
		// Of two who claim one at the same time, the second finds it not due any more.
		err := tx.Query(`UPDATE mails SET due_at = ? WHERE due_at <= ? AND id = (SELECT id FROM mails WHERE due_at <= ? ORDER BY due_at, id LIMIT 1)
			RETURNING id, player, kind, address, subject, body, asked_at, until_at, tries`,
			[]any{until.UnixMilli(), now.UnixMilli(), now.UnixMilli()}, func(row scan) error {
				var asked, end int64
				err := row(&m.ID, &m.Player, &m.Kind, &m.To, &m.Subject, &m.Text, &asked, &end, &m.Tries)
				m.AskedAt, m.DueAt, m.Until = fromMillis(asked), until, fromMillis(end)
				return err
			})
		if err == nil && m.ID == "" {
			return storage.ErrNotFound
		}
		return err
	})
	if err != nil {
		return account.Outgoing{}, err
	}
	return m, nil
}

// PutOffMail implements account.Store.
func (d Accounts) PutOffMail(ctx context.Context, id string, due time.Time) error {
	return exec(ctx, d, "put mail off", "UPDATE mails SET due_at = ?, tries = tries + 1 WHERE id = ?", due.UnixMilli(), id)
}

// DropMail implements account.Store.
func (d Accounts) DropMail(ctx context.Context, id string) error {
	return exec(ctx, d, "drop mail", "DELETE FROM mails WHERE id = ?", id)
}
