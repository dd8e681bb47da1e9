package sqlite

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/db/record"
)

var _ record.SessionRows = (*DB)(nil)

// Sessions returns the session store. Set secure if the public address is
// https. now is the clock, time.Now if nil.
func (d *DB) Sessions(secure bool, now func() time.Time) *record.Sessions {
	return record.NewSessions(d, secure, now, d.opt.Logger.Warn)
}

// SessionData implements record.SessionRows.
func (d *DB) SessionData(ctx context.Context, hash [32]byte, now time.Time) ([]byte, error) {
	var data []byte
	err := d.prepared.session.QueryRowContext(ctx, hash[:], now.UnixMilli()).Scan(&data)
	return data, d.failure("read session", err)
}
