package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/table"
)

// A notice about the same that is there already is sent once, later if it has
// not waited long, and never later than the earlier one. One for a player
// that is gone is left out.
const putNotice = `INSERT INTO outbox (player, game, what, since, due_at)
	SELECT p.id, ?, ?, ?, ? FROM players p WHERE p.id = ?
	ON CONFLICT (player, game, what) DO UPDATE SET due_at =
		CASE WHEN excluded.due_at < outbox.due_at OR excluded.due_at <= outbox.since + ? THEN excluded.due_at ELSE outbox.due_at END`

// putNews writes notices into the outbox, in the commit of the news itself.
func putNews(c *conn, notices []notice.Notice) error {
	for i := range notices {
		n := &notices[i]
		_, err := c.exec(putNotice, n.Game, string(n.Kind), n.Since.UnixMilli(), n.DueAt.UnixMilli(), n.Player, notice.Longest.Milliseconds())
		if err != nil {
			return err
		}
	}
	return nil
}

// Preferences implements notifications.Store.
func (d *DB) Preferences(ctx context.Context, player string) (notice.Preferences, error) {
	var text []byte
	var w notice.Preferences
	if err := d.read.QueryRowContext(ctx, "SELECT wishes FROM wishes WHERE player = ?", player).Scan(&text); err != nil {
		return w, d.failure("read wishes", err)
	}
	if err := json.Unmarshal(text, &w); err != nil {
		return w, fmt.Errorf("%w: wishes of player %s: %w", table.ErrDamaged, player, err)
	}
	return w, nil
}

// SavePreferences implements notifications.Store.
func (d *DB) SavePreferences(ctx context.Context, player string, w notice.Preferences) error {
	b, err := json.Marshal(w)
	if err != nil {
		return fmt.Errorf("encode wishes: %w", err)
	}
	return d.do(ctx, "save wishes", len(b), func(c *conn) error {
		_, err := c.exec(`INSERT INTO wishes (player, wishes) VALUES (?, ?)
			ON CONFLICT (player) DO UPDATE SET wishes = excluded.wishes`, player, string(b))
		return err
	})
}

// Heeding implements notifications.Store.
func (d *DB) Heeding(ctx context.Context) ([]string, error) {
	rows, err := d.read.QueryContext(ctx, "SELECT DISTINCT player FROM channels WHERE state = 'on' AND kind <> 'feed' AND game IS NULL")
	if err != nil {
		return nil, d.failure("list who is told", err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, d.failure("list who is told", err)
		}
		list = append(list, one)
	}
	return list, d.failure("list who is told", rows.Err())
}

// NextDue implements notifications.Store.
func (d *DB) NextDue(ctx context.Context) (time.Time, error) {
	var at sql.NullInt64
	err := d.read.QueryRowContext(ctx, `SELECT min(at) FROM (
		SELECT min(due_at) AS at FROM outbox UNION ALL SELECT min(due_at) AS at FROM letters) both_of_them`).Scan(&at)
	return fromMillis(at), d.failure("look into the outbox", err)
}

// Backlog implements notifications.Store.
func (d *DB) Backlog(ctx context.Context) (notices, queued int, oldest time.Time, err error) {
	err = d.read.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM letters)").Scan(&notices, &queued)
	if err == nil {
		oldest, err = d.NextDue(ctx)
	}
	return notices, queued, oldest, d.failure("count the outbox", err)
}
