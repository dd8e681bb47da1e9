package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

var _ operator.Store = (*DB)(nil)

func insertAct(c *conn, a operator.Act) error {
	_, err := c.exec("INSERT INTO acts (at, what, object, note, origin) VALUES ($1, $2, $3, $4, $5)", a.At.UnixMilli(), a.What, a.On, a.Note, a.From)
	return err
}

// Bans implements operator.Store.
func (d *DB) Bans(ctx context.Context) ([]operator.Ban, error) {
	rows, err := d.query(ctx, `SELECT b.id, coalesce(b.player, ''), coalesce(p.name, ''), coalesce(b.network, ''), b.reason, b.at, b.until_at
		FROM bans b LEFT JOIN players p ON p.id = b.player ORDER BY b.at DESC, b.id`)
	if err != nil {
		return nil, d.failure("list bans", err)
	}
	defer rows.Close()
	var list []operator.Ban
	for rows.Next() {
		var b operator.Ban
		var network string
		var at int64
		var until *int64
		if err := rows.Scan(&b.ID, &b.Player, &b.Name, &network, &b.Reason, &at, &until); err != nil {
			return nil, d.failure("list bans", err)
		}
		if network != "" {
			if b.Net, err = netip.ParsePrefix(network); err != nil {
				return nil, fmt.Errorf("%w: ban %s: %w", table.ErrDamaged, b.ID, err)
			}
		}
		b.At, b.Until = time.UnixMilli(at).UTC(), fromMillis(until)
		list = append(list, b)
	}
	return list, d.failure("list bans", rows.Err())
}

// AddBan implements operator.Store.
func (d *DB) AddBan(ctx context.Context, b operator.Ban, act operator.Act) error {
	network := ""
	if b.Net.IsValid() {
		network = b.Net.String()
	}
	return d.do(ctx, "ban", func(c *conn) error {
		c.tell(newsOfOperator, "")
		if b.Player != "" {
			if err := known(c, b.Player); err != nil {
				return err
			}
		}
		_, err := c.exec("INSERT INTO bans (id, player, network, reason, at, until_at) VALUES ($1, $2, $3, $4, $5, $6)",
			b.ID, orNull(b.Player), orNull(network), b.Reason, b.At.UnixMilli(), millis(b.Until))
		if err != nil {
			return err
		}
		return insertAct(c, act)
	})
}

// LiftBan implements operator.Store.
func (d *DB) LiftBan(ctx context.Context, id string, act operator.Act) error {
	return d.do(ctx, "lift ban", func(c *conn) error {
		c.tell(newsOfOperator, "")
		n, err := c.change("DELETE FROM bans WHERE id = $1", id)
		if err != nil {
			return err
		}
		if n == 0 {
			return storage.ErrNotFound
		}
		return insertAct(c, act)
	})
}

// Announcement implements operator.Store.
func (d *DB) Announcement(ctx context.Context) (operator.Announcement, error) {
	var a operator.Announcement
	var texts []byte
	var at int64
	var until *int64
	err := d.row(ctx, "SELECT texts, at, until_at FROM announcements WHERE id = 1").Scan(&texts, &at, &until)
	if errors.Is(err, pgx.ErrNoRows) {
		return a, nil
	}
	if err != nil {
		return a, d.failure("read announcement", err)
	}
	if err := json.Unmarshal(texts, &a.Texts); err != nil {
		return a, fmt.Errorf("%w: announcement: %w", table.ErrDamaged, err)
	}
	a.At, a.Until = time.UnixMilli(at).UTC(), fromMillis(until)
	return a, nil
}

// Announce implements operator.Store.
func (d *DB) Announce(ctx context.Context, a operator.Announcement, act operator.Act) error {
	texts, err := json.Marshal(a.Texts)
	if err != nil {
		return fmt.Errorf("encode announcement: %w", err)
	}
	return d.do(ctx, "announce", func(c *conn) error {
		c.tell(newsOfOperator, "")
		if _, err := c.exec("DELETE FROM announcements"); err != nil {
			return err
		}
		if len(a.Texts) > 0 {
			_, err := c.exec("INSERT INTO announcements (id, texts, at, until_at) VALUES (1, $1, $2, $3)", string(texts), a.At.UnixMilli(), millis(a.Until))
			if err != nil {
				return err
			}
		}
		return insertAct(c, act)
	})
}

// Write implements operator.Store.
func (d *DB) Write(ctx context.Context, act operator.Act) error {
	return d.do(ctx, "note an act", func(c *conn) error { return insertAct(c, act) })
}

// Acts implements operator.Store.
func (d *DB) Acts(ctx context.Context, limit, skip int) ([]operator.Act, error) {
	rows, err := d.query(ctx, "SELECT at, what, object, note, origin FROM acts ORDER BY id DESC LIMIT $1 OFFSET $2", limit, skip)
	if err != nil {
		return nil, d.failure("read acts", err)
	}
	defer rows.Close()
	var list []operator.Act
	for rows.Next() {
		var a operator.Act
		var at int64
		if err := rows.Scan(&at, &a.What, &a.On, &a.Note, &a.From); err != nil {
			return nil, d.failure("read acts", err)
		}
		a.At = time.UnixMilli(at).UTC()
		list = append(list, a)
	}
	return list, d.failure("read acts", rows.Err())
}

// SignOut implements operator.Store.
func (d *DB) SignOut(ctx context.Context, p account.PlayerID, act operator.Act) error {
	return d.do(ctx, "sign out", func(c *conn) error {
		c.tell(newsOfPlayer, string(p))
		if err := known(c, p); err != nil {
			return err
		}
		for _, query := range []string{"DELETE FROM sessions WHERE player = $1", "DELETE FROM tokens WHERE player = $1"} {
			if _, err := c.exec(query, string(p)); err != nil {
				return err
			}
		}
		return insertAct(c, act)
	})
}

// idleGuests are people of whom nothing is left but the name: no seat, no table,
// no board, no account, no report, no ban, and not seen since.
const idleGuests = ` FROM players p WHERE p.created_at < $1
	AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = p.id OR s.sub = p.id)
	AND NOT EXISTS (SELECT 1 FROM games g WHERE g.owner = p.id)
	AND NOT EXISTS (SELECT 1 FROM edition_owners e WHERE e.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id AND s.seen_at >= $1)
	AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.player = p.id AND (t.created_at >= $1 OR t.used_at >= $1))
	AND NOT EXISTS (SELECT 1 FROM visits v WHERE v.player = p.id AND v.at >= $1)`

// DropGuests implements operator.Store.
func (d *DB) DropGuests(ctx context.Context, before time.Time, limit int, dry bool) (n int, err error) {
	if dry {
		err := d.row(ctx, "SELECT count(*) FROM (SELECT 1"+idleGuests+" LIMIT $2) idle", before.UnixMilli(), limit).Scan(&n)
		return n, d.failure("count guests", err)
	}
	err = d.do(ctx, "drop guests", func(c *conn) error {
		gone, err := c.change("DELETE FROM players WHERE id IN (SELECT p.id"+idleGuests+" LIMIT $2)", before.UnixMilli(), limit)
		n = int(gone)
		return err
	})
	return n, err
}
