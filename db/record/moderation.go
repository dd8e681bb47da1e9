package record

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// Moderation implements operator.Store, except for its searches.
type Moderation struct{ Queries }

func insertAct(tx Tx, a operator.Act) error {
	_, err := tx.Exec("INSERT INTO acts (at, what, object, note, origin) VALUES (?, ?, ?, ?, ?)", a.At.UnixMilli(), a.What, a.On, a.Note, a.From)
	return err
}

// known is ErrNotFound if there is no such player.
func known(tx Tx, id account.PlayerID) error {
	var there int
	return one(tx, "SELECT 1 FROM players WHERE id = ?", []any{string(id)}, &there)
}

// Bans implements operator.Store.
func (d Moderation) Bans(ctx context.Context) ([]operator.Ban, error) {
	return list(ctx, d, "list bans", `SELECT b.id, coalesce(b.player, ''), coalesce(p.name, ''), coalesce(b.network, ''), b.reason, b.at, b.until_at
		FROM bans b LEFT JOIN players p ON p.id = b.player ORDER BY b.at DESC, b.id`, nil, func(row scan) (b operator.Ban, err error) {
		var network string
		var at int64
		var until *int64
		if err := row(&b.ID, &b.Player, &b.Name, &network, &b.Reason, &at, &until); err != nil {
			return b, err
		}
		if network != "" {
			if b.Net, err = netip.ParsePrefix(network); err != nil {
				return b, fmt.Errorf("%w: ban %s: %w", table.ErrDamaged, b.ID, err)
			}
		}
		b.At, b.Until = fromMillis(at), optional(until)
		return b, nil
	})
}

// AddBan implements operator.Store.
func (d Moderation) AddBan(ctx context.Context, b operator.Ban, act operator.Act) error {
	network := ""
	if b.Net.IsValid() {
		network = b.Net.String()
	}
	return d.WriteRows(ctx, "ban", func(tx Tx) error {
		tx.Tell(NewsOfOperator, "")
		if b.Player != "" {
			if err := known(tx, b.Player); err != nil {
				return err
			}
		}
		_, err := tx.Exec("INSERT INTO bans (id, player, network, reason, at, until_at) VALUES (?, ?, ?, ?, ?, ?)",
			b.ID, OrNull(b.Player), OrNull(network), b.Reason, b.At.UnixMilli(), Millis(b.Until))
		if err != nil {
			return err
		}
		return insertAct(tx, act)
	})
}

// LiftBan implements operator.Store.
func (d Moderation) LiftBan(ctx context.Context, id string, act operator.Act) error {
	return d.WriteRows(ctx, "lift ban", func(tx Tx) error {
		tx.Tell(NewsOfOperator, "")
		if err := touched(tx.Exec("DELETE FROM bans WHERE id = ?", id)); err != nil {
			return err
		}
		return insertAct(tx, act)
	})
}

// Announcement implements operator.Store.
func (d Moderation) Announcement(ctx context.Context) (operator.Announcement, error) {
	a, err := first(ctx, d, "read announcement", "SELECT texts, at, until_at FROM announcements WHERE id = 1", nil, func(row scan) (a operator.Announcement, err error) {
		var texts []byte
		var at int64
		var until *int64
		if err := row(&texts, &at, &until); err != nil {
			return a, err
		}
		if err := json.Unmarshal(texts, &a.Texts); err != nil {
			return a, fmt.Errorf("%w: announcement: %w", table.ErrDamaged, err)
		}
		a.At, a.Until = fromMillis(at), optional(until)
		return a, nil
	})
	if errors.Is(err, storage.ErrNotFound) {
		return a, nil
	}
	return a, err
}

// Announce implements operator.Store.
func (d Moderation) Announce(ctx context.Context, a operator.Announcement, act operator.Act) error {
	texts, err := json.Marshal(a.Texts)
	if err != nil {
		return fmt.Errorf("encode announcement: %w", err)
	}
	return d.WriteRows(ctx, "announce", func(tx Tx) error {
		tx.Tell(NewsOfOperator, "")
		if _, err := tx.Exec("DELETE FROM announcements"); err != nil {
			return err
		}
		if len(a.Texts) > 0 {
			_, err := tx.Exec("INSERT INTO announcements (id, texts, at, until_at) VALUES (1, ?, ?, ?)", string(texts), a.At.UnixMilli(), Millis(a.Until))
			if err != nil {
				return err
			}
		}
		return insertAct(tx, act)
	})
}

// Write implements operator.Store.
func (d Moderation) Write(ctx context.Context, act operator.Act) error {
	return d.WriteRows(ctx, "note an act", func(tx Tx) error { return insertAct(tx, act) })
}

// Acts implements operator.Store.
func (d Moderation) Acts(ctx context.Context, limit, skip int) ([]operator.Act, error) {
	return list(ctx, d, "read acts", "SELECT at, what, object, note, origin FROM acts ORDER BY id DESC LIMIT ? OFFSET ?", []any{limit, skip}, func(row scan) (a operator.Act, err error) {
		var at int64
		err = row(&at, &a.What, &a.On, &a.Note, &a.From)
		a.At = fromMillis(at)
		return a, err
	})
}

// SignOut implements operator.Store.
func (d Moderation) SignOut(ctx context.Context, p account.PlayerID, act operator.Act) error {
	return d.WriteRows(ctx, "sign out", func(tx Tx) error {
		tx.Tell(NewsOfPlayer, string(p))
		if err := known(tx, p); err != nil {
			return err
		}
		for _, query := range []string{"DELETE FROM sessions WHERE player = ?", "DELETE FROM tokens WHERE player = ?"} {
			if _, err := tx.Exec(query, string(p)); err != nil {
				return err
			}
		}
		return insertAct(tx, act)
	})
}

// idleGuests are people of whom nothing is left but the name: no seat, no table,
// no board, no account, no ban, no rated result, and not seen since. The ratings
// of others follow from a rated result.
const idleGuests = ` FROM players p WHERE p.created_at < ?
	AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.player = p.id OR s.sub = p.id)
	AND NOT EXISTS (SELECT 1 FROM games g WHERE g.owner = p.id)
	AND NOT EXISTS (SELECT 1 FROM edition_owners e WHERE e.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.player = p.id)
	AND NOT EXISTS (SELECT 1 FROM results r WHERE r.player = p.id AND r.unrated = '')
	AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player = p.id AND s.seen_at >= ?)
	AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.player = p.id AND (t.created_at >= ? OR t.used_at >= ?))
	AND NOT EXISTS (SELECT 1 FROM visits v WHERE v.player = p.id AND v.at >= ?) LIMIT ?`

// DropGuests implements operator.Store.
func (d Moderation) DropGuests(ctx context.Context, before time.Time, limit int, dry bool) (n int, err error) {
	ms := before.UnixMilli()
	args := []any{ms, ms, ms, ms, ms, limit}
	if dry {
		return first(ctx, d, "count guests", "SELECT count(*) FROM (SELECT 1"+idleGuests+") idle", args, value[int])
	}
	err = d.WriteRows(ctx, "drop guests", func(tx Tx) error {
		gone, err := tx.Exec("DELETE FROM players WHERE id IN (SELECT p.id"+idleGuests+")", args...)
		n = int(gone)
		return err
	})
	return n, err
}
