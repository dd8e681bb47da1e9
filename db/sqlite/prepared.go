package sqlite

import (
	"context"
	"database/sql"
	"sync/atomic"

	"github.com/bankhalter/bankhalter/db/record"
)

// prepared are the queries of every request, prepared once. They are closed with
// the pool they belong to.
type prepared struct {
	session, player *sql.Stmt
	bearer          *lazy
}

const (
	sessionByHash = "SELECT data FROM sessions WHERE hash = ? AND expires_at > ?"
	playerByID    = "SELECT id, name, created_at FROM players WHERE id = ?"
)

func prepare(ctx context.Context, pool *sql.DB) (h prepared, err error) {
	h.bearer = &lazy{pool: pool, text: record.BearerToken}
	for _, q := range []struct {
		into **sql.Stmt
		text string
	}{{&h.session, sessionByHash}, {&h.player, playerByID}} {
		if *q.into, err = pool.PrepareContext(ctx, q.text); err != nil { //nolint:sqlclosecheck // closed with the pool
			return h, err
		}
	}
	return h, nil
}

// lazy is a query that is prepared at its first use, because a file that is
// only looked at may have an older schema.
type lazy struct {
	pool *sql.DB
	text string
	stmt atomic.Pointer[sql.Stmt]
}

func (l *lazy) get(ctx context.Context) (*sql.Stmt, error) {
	if stmt := l.stmt.Load(); stmt != nil {
		return stmt, nil
	}
	stmt, err := l.pool.PrepareContext(ctx, l.text)
	if err != nil {
		return nil, err
	}
	if !l.stmt.CompareAndSwap(nil, stmt) {
		return l.stmt.Load(), stmt.Close() //nolint:sqlclosecheck // another caller was quicker; the other one is closed with the pool
	}
	return stmt, nil
}
