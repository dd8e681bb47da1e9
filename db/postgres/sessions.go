package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
)

var _ record.SessionRows = (*DB)(nil)

// Sessions returns the session store. Set secure if the public address is
// https. now is the clock, time.Now if nil.
func (d *DB) Sessions(secure bool, now func() time.Time) *record.Sessions {
	return record.NewSessions(d, secure, now, d.log.Warn)
}

// SessionData implements record.SessionRows.
func (d *DB) SessionData(ctx context.Context, hash [32]byte, now time.Time) ([]byte, error) {
	var data []byte
	err := d.row(ctx, "SELECT data FROM sessions WHERE hash = $1 AND expires_at > $2", hash[:], now.UnixMilli()).Scan(&data)
	return data, d.failure("read session", err)
}
