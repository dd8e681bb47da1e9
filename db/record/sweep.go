package record

import (
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
)

// Sweep removes what has expired, in a transaction.
func Sweep(tx Tx, now time.Time) error {
	for _, old := range []struct {
		query  string
		before time.Time
	}{
		{"DELETE FROM tokens WHERE expires_at <= ?", now},
		{"DELETE FROM sessions WHERE expires_at <= ?", now},
		{"DELETE FROM receipts WHERE at <= ?", now.Add(-account.ReceiptLife)},
		{"DELETE FROM recoveries WHERE expires_at <= ?", now},
		{"DELETE FROM mail_links WHERE expires_at <= ?", now},
		{"DELETE FROM mails WHERE until_at <= ?", now},
		{"DELETE FROM visits WHERE at < ?", now.Add(-table.VisitLife)},
	} {
		if _, err := tx.Exec(old.query, old.before.UnixMilli()); err != nil {
			return err
		}
	}
	return nil
}
