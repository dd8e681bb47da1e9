package db

import (
	"context"
	"database/sql"
)

// hot are the queries of every request, prepared once. They are closed with
// the pool they belong to.
type hot struct {
	session, token, player *sql.Stmt
}

const (
	sessionByHash = "SELECT data FROM sessions WHERE hash = ? AND expires_at > ?"
	playerByID    = "SELECT id, name, created_at FROM players WHERE id = ?"
	playerByToken = `SELECT p.id, p.name, p.created_at FROM tokens t JOIN players p ON p.id = t.player
		WHERE t.hash = ? AND t.kind = ? AND (t.expires_at IS NULL OR t.expires_at > ?)`
)

func prepareHot(ctx context.Context, pool *sql.DB) (h hot, err error) {
	for _, q := range []struct {
		into **sql.Stmt
		text string
	}{{&h.session, sessionByHash}, {&h.token, playerByToken}, {&h.player, playerByID}} {
		if *q.into, err = pool.PrepareContext(ctx, q.text); err != nil { //nolint:sqlclosecheck // closed with the pool
			return h, err
		}
	}
	return h, nil
}
