package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// Notifications implements notifications.Store, but for the claims of channels.
type Notifications struct {
	Queries
	log *slog.Logger
}

const selectChannels = `SELECT id, player, kind, address, secret, extra, state, created_at,
	sent_at, day, sent, failures, retry_at, error, failed_at, coalesce(game, '') FROM channels WHERE `

func scanChannel(row scan) (notice.Channel, error) {
	var c notice.Channel
	var extra []byte
	var created int64
	var sentAt, retry, failed *int64
	err := row(&c.ID, &c.Player, &c.Way, &c.Address, &c.Secret, &extra, &c.State, &created,
		&sentAt, &c.Day, &c.Sent, &c.Failures, &retry, &c.Error, &failed, &c.Game)
	if err != nil {
		return notice.Channel{}, err
	}
	if err := json.Unmarshal(extra, &c.Extra); err != nil {
		return notice.Channel{}, fmt.Errorf("%w: channel %s: %w", table.ErrDamaged, c.ID, err)
	}
	c.CreatedAt = fromMillis(created)
	c.SentAt, c.RetryAt, c.FailedAt = optional(sentAt), optional(retry), optional(failed)
	return c, nil
}

// channels lists channels, without those that are damaged.
func (d Notifications) channels(ctx context.Context, where string, args ...any) (all []notice.Channel, err error) {
	err = d.ReadRows(ctx, "read channels", func(tx Tx) error {
		all = nil
		return tx.Query(selectChannels+where+" ORDER BY created_at, id", args, func(row scan) error {
			c, err := scanChannel(row)
			if errors.Is(err, table.ErrDamaged) {
				d.log.Error("a channel is left out of lists", "err", err)
				return nil
			}
			all = append(all, c)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// Claimed lists the channels that a worker holds under a lease.
func (d Notifications) Claimed(ctx context.Context, lease string, now time.Time) ([]notice.Channel, error) {
	return d.channels(ctx, "lease = ? AND leased_until > ?", lease, now.UnixMilli())
}

// Channels implements notifications.Store.
func (d Notifications) Channels(ctx context.Context, player string) ([]notice.Channel, error) {
	return d.channels(ctx, "player = ? AND game IS NULL", player)
}

// TableChannels implements notifications.Store.
func (d Notifications) TableChannels(ctx context.Context, player string) ([]notice.Channel, error) {
	return d.channels(ctx, "player = ? AND game IS NOT NULL", player)
}

// Channel implements notifications.Store.
func (d Notifications) Channel(ctx context.Context, id string) (notice.Channel, error) {
	return first(ctx, d, "read channel", selectChannels+"id = ?", []any{id}, scanChannel)
}

// TableChannel implements notifications.Store.
func (d Notifications) TableChannel(ctx context.Context, game string) (notice.Channel, error) {
	return first(ctx, d, "read the hook of a table", selectChannels+"game = ?", []any{game}, scanChannel)
}

// FeedChannel implements notifications.Store.
func (d Notifications) FeedChannel(ctx context.Context, hash string) (notice.Channel, error) {
	return first(ctx, d, "read feed", selectChannels+"kind = 'feed' AND secret = ?", []any{hash}, scanChannel)
}

// AddChannel implements notifications.Store.
func (d Notifications) AddChannel(ctx context.Context, ch notice.Channel) error {
	extra, err := json.Marshal(ch.Extra)
	if err != nil {
		return fmt.Errorf("encode channel: %w", err)
	}
	return d.WriteRows(ctx, "add channel", func(tx Tx) error {
		if ch.Game != "" {
			if _, err := tx.Exec("DELETE FROM channels WHERE game = ?", ch.Game); err != nil {
				return err
			}
		}
		n, err := tx.Exec(`INSERT INTO channels (id, player, kind, address, secret, extra, state, created_at, game)
			SELECT ?, p.id, ?, ?, ?, ?, ?, CAST(? AS bigint), nullif(CAST(? AS text), '') FROM players p WHERE p.id = ? ON CONFLICT DO NOTHING`,
			ch.ID, string(ch.Way), ch.Address, ch.Secret, string(extra), string(ch.State), ch.CreatedAt.UnixMilli(), ch.Game, ch.Player)
		if err == nil && n == 0 {
			return storage.ErrConflict
		}
		return err
	})
}

// ChangeChannel implements notifications.Store.
func (d Notifications) ChangeChannel(ctx context.Context, ch notice.Channel) error {
	extra, err := json.Marshal(ch.Extra)
	if err != nil {
		return fmt.Errorf("encode channel: %w", err)
	}
	return d.WriteRows(ctx, "change channel", func(tx Tx) error {
		err := touched(tx.Exec(`UPDATE channels SET secret = ?, extra = ?, state = ?, failures = ?, retry_at = ?, error = ?, failed_at = ?
			WHERE id = ? AND player = ?`, ch.Secret, string(extra), string(ch.State), ch.Failures, Millis(ch.RetryAt), ch.Error, Millis(ch.FailedAt), ch.ID, ch.Player))
		if err != nil || ch.Sends() {
			return err
		}
		_, err = tx.Exec("DELETE FROM letters WHERE channel = ?", ch.ID)
		return err
	})
}

// DropChannel implements notifications.Store.
func (d Notifications) DropChannel(ctx context.Context, player, id string) error {
	return d.WriteRows(ctx, "drop channel", func(tx Tx) error {
		return touched(tx.Exec("DELETE FROM channels WHERE id = ? AND player = ?", id, player))
	})
}

// Heeding implements notifications.Store.
func (d Notifications) Heeding(ctx context.Context) ([]string, error) {
	return list(ctx, d, "list who is told", "SELECT DISTINCT player FROM channels WHERE state = 'on' AND kind <> 'feed' AND game IS NULL", nil, value[string])
}

// Preferences implements notifications.Store.
func (d Notifications) Preferences(ctx context.Context, player string) (w notice.Preferences, err error) {
	text, err := first(ctx, d, "read wishes", "SELECT wishes FROM wishes WHERE player = ?", []any{player}, value[[]byte])
	if err != nil {
		return w, err
	}
	if err := json.Unmarshal(text, &w); err != nil {
		return w, fmt.Errorf("%w: wishes of player %s: %w", table.ErrDamaged, player, err)
	}
	return w, nil
}

// SavePreferences implements notifications.Store.
func (d Notifications) SavePreferences(ctx context.Context, player string, w notice.Preferences) error {
	b, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("encode wishes: %w", err)
	}
	return exec(ctx, d, "save wishes", `INSERT INTO wishes (player, wishes) VALUES (?, ?)
		ON CONFLICT (player) DO UPDATE SET wishes = excluded.wishes`, player, string(b))
}
