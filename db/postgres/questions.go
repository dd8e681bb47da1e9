package postgres

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

var _ account.Questions = (*DB)(nil)

// AddQuestion implements account.Questions.
func (d *DB) AddQuestion(ctx context.Context, hash [32]byte, question string, life time.Duration, most int) error {
	return d.do(ctx, "keep a question", func(c *conn) error {
		if _, err := c.exec("DELETE FROM questions WHERE expires_at <= greatest("+databaseNow+
			", (SELECT expires_at FROM questions ORDER BY expires_at DESC OFFSET $1 LIMIT 1))", most-1); err != nil {
			return err
		}
		_, err := c.exec("INSERT INTO questions (hash, question, expires_at) VALUES ($1, $2, "+databaseNow+" + $3)", hash[:], question, life.Milliseconds())
		return err
	})
}

// TakeQuestion implements account.Questions.
func (d *DB) TakeQuestion(ctx context.Context, hash [32]byte) (question string, err error) {
	err = d.do(ctx, "take a question", func(c *conn) error {
		return c.scan("DELETE FROM questions WHERE hash = $1 AND expires_at > "+databaseNow+" RETURNING question", []any{hash[:]}, &question)
	})
	return question, err
}
