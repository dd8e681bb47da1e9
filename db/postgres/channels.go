package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

const channelColumns = `id, player, kind, address, secret, extra, state, created_at,
	sent_at, day, sent, failures, retry_at, error, failed_at, coalesce(game, '')`

func scanChannel(row scanner) (notice.Channel, error) {
	var c notice.Channel
	var extra []byte
	var created int64
	var sentAt, retry, failed *int64
	err := row.Scan(&c.ID, &c.Player, &c.Way, &c.Address, &c.Secret, &extra, &c.State, &created,
		&sentAt, &c.Day, &c.Sent, &c.Failures, &retry, &c.Error, &failed, &c.Game)
	if err != nil {
		return notice.Channel{}, err
	}
	if err := json.Unmarshal(extra, &c.Extra); err != nil {
		return notice.Channel{}, fmt.Errorf("%w: channel %s: %w", table.ErrDamaged, c.ID, err)
	}
	c.CreatedAt = time.UnixMilli(created).UTC()
	c.SentAt, c.RetryAt, c.FailedAt = fromMillis(sentAt), fromMillis(retry), fromMillis(failed)
	return c, nil
}

func (d *DB) channels(ctx context.Context, where string, args ...any) ([]notice.Channel, error) {
	rows, err := d.query(ctx, "SELECT "+channelColumns+" FROM channels WHERE "+where+" ORDER BY created_at, id", args...)
	if err != nil {
		return nil, d.failure("read channels", err)
	}
	defer rows.Close()
	var list []notice.Channel
	for rows.Next() {
		c, err := scanChannel(rows)
		if errors.Is(err, table.ErrDamaged) {
			d.log.Error("a channel is left out of lists", "err", err)
			continue
		}
		if err != nil {
			return nil, d.failure("read channels", err)
		}
		list = append(list, c)
	}
	return list, d.failure("read channels", rows.Err())
}

// Channels implements notifications.Store.
func (d *DB) Channels(ctx context.Context, player string) ([]notice.Channel, error) {
	return d.channels(ctx, "player = $1 AND game IS NULL", player)
}

// Channel implements notifications.Store.
func (d *DB) Channel(ctx context.Context, id string) (notice.Channel, error) {
	c, err := scanChannel(d.row(ctx, "SELECT "+channelColumns+" FROM channels WHERE id = $1", id))
	return c, d.failure("read channel", err)
}

// FeedChannel implements notifications.Store.
func (d *DB) FeedChannel(ctx context.Context, hash string) (notice.Channel, error) {
	row := d.row(ctx, "SELECT "+channelColumns+" FROM channels WHERE kind = 'feed' AND secret = $1", hash)
	c, err := scanChannel(row)
	return c, d.failure("read feed", err)
}

// AddChannel implements notifications.Store.
func (d *DB) AddChannel(ctx context.Context, ch notice.Channel) error {
	extra, err := json.Marshal(ch.Extra)
	if err != nil {
		return fmt.Errorf("encode channel: %w", err)
	}
	return d.do(ctx, "add channel", func(c *conn) error {
		if ch.Game != "" {
			if _, err := c.exec("DELETE FROM channels WHERE game = $1", ch.Game); err != nil {
				return err
			}
		}
		n, err := c.change(`INSERT INTO channels (id, player, kind, address, secret, extra, state, created_at, game)
			SELECT $1, p.id, $2, $3, $4, $5, $6, $7::bigint, nullif($8::text, '') FROM players p WHERE p.id = $9 ON CONFLICT DO NOTHING`,
			ch.ID, string(ch.Way), ch.Address, ch.Secret, string(extra), string(ch.State), ch.CreatedAt.UnixMilli(), ch.Game, ch.Player)
		if err == nil && n == 0 {
			return storage.ErrConflict
		}
		return err
	})
}

// ChangeChannel implements notifications.Store.
func (d *DB) ChangeChannel(ctx context.Context, ch notice.Channel) error {
	extra, err := json.Marshal(ch.Extra)
	if err != nil {
		return fmt.Errorf("encode channel: %w", err)
	}
	return d.do(ctx, "change channel", func(c *conn) error {
		n, err := c.change(`UPDATE channels SET secret = $1, extra = $2, state = $3, failures = $4, retry_at = $5, error = $6, failed_at = $7
			WHERE id = $8 AND player = $9`, ch.Secret, string(extra), string(ch.State), ch.Failures, millis(ch.RetryAt), ch.Error, millis(ch.FailedAt), ch.ID, ch.Player)
		if err != nil {
			return err
		}
		if n == 0 {
			return storage.ErrNotFound
		}
		if ch.Sends() {
			return nil
		}
		_, err = c.exec("DELETE FROM letters WHERE channel = $1", ch.ID)
		return err
	})
}

// DropChannel implements notifications.Store.
func (d *DB) DropChannel(ctx context.Context, player, id string) error {
	return d.do(ctx, "drop channel", func(c *conn) error {
		n, err := c.change("DELETE FROM channels WHERE id = $1 AND player = $2", id, player)
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}
