package record

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/storage"
)

// Results implements the part of people.Store that is about results, for both engines.
type Results struct{ Queries }

// columns are those of a result, as scanResult reads them.
const columns = "r.game, r.player, r.ended_at, r.title, r.edition, r.board, r.rulebook, r.slow, r.private, r.place, r.seats, r.won, r.gone, r.in_time, r.late, r.deeds, r.unrated, r.mu, r.sigma"

func scanResult(row scan, more ...any) (people.Result, error) {
	var r people.Result
	var at, mu, sigma int64
	err := row(append([]any{
		&r.Game, &r.Player, &at, &r.Title, &r.Edition, &r.Board, &r.Rulebook, &r.Slow, &r.Private, &r.Place, &r.Seats, &r.Won, &r.Left,
		&r.InTime, &r.Late, &r.Group, &r.Unrated, &mu, &sigma,
	}, more...)...)
	r.EndedAt, r.After = time.UnixMilli(at).UTC(), people.Unpack(mu, sigma)
	return r, err
}

// one reads one row; storage.ErrNotFound if there is none.
func one(tx Tx, query string, args []any, dest ...any) error {
	err := storage.ErrNotFound
	failed := tx.Query(query, args, func(scan func(...any) error) error {
		err = nil
		return scan(dest...)
	})
	if failed != nil {
		return failed
	}
	return err
}

// marks are question marks for so many arguments.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// Unscored implements people.Store.
func (d Results) Unscored(ctx context.Context, limit int) ([]string, error) {
	return list(ctx, d, "look for results", `SELECT g.id FROM games g WHERE g.status = 2 AND g.ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM scored s WHERE s.game = g.id)
		ORDER BY g.ended_at, g.id LIMIT ?`, []any{limit}, value[string])
}

// AddResults implements people.Store.
func (d Results) AddResults(ctx context.Context, o people.Outcome) (added bool, err error) {
	err = d.WriteInTurn(ctx, "add results", func(tx Tx) error {
		added = false
		n, err := tx.Exec("INSERT INTO scored (game) SELECT id FROM games WHERE id = ? ON CONFLICT DO NOTHING", o.Game)
		if err != nil || n == 0 {
			return err
		}
		added = true
		list := o.Results[:0:0]
		for i := range o.Results {
			var here int
			if err := one(tx, "SELECT count(*) FROM players WHERE id = ?", []any{string(o.Results[i].Player)}, &here); err != nil {
				return err
			}
			if here > 0 {
				list = append(list, o.Results[i])
			}
		}
		return addResults(tx, o, list)
	})
	return added, err
}

func addResults(tx Tx, o people.Outcome, list []people.Result) error {
	var pool *people.Pool
	for i := range list {
		if list[i].Unrated == people.Rated {
			pool = &list[i].Pool
		}
	}
	late := false
	if pool != nil {
		var later int
		if err := one(tx, "SELECT count(*) FROM results WHERE rulebook = ? AND slow = ? AND (ended_at > ? OR ended_at = ? AND game > ?) AND unrated = ''",
			[]any{pool.Rulebook, pool.Slow, o.EndedAt.UnixMilli(), o.EndedAt.UnixMilli(), o.Game}, &later); err != nil {
			return err
		}
		if late = later > 0; !late {
			if err := rateLast(tx, *pool, list); err != nil {
				return err
			}
		}
	}
	for i := range list {
		r := &list[i]
		mu, sigma := people.Pack(r.After)
		_, err := tx.Exec(`INSERT INTO results (game, player, ended_at, title, edition, board, rulebook, slow, private, place, seats, won, gone,
			in_time, late, deeds, unrated, mu, sigma) VALUES (`+marks(19)+`) ON CONFLICT DO NOTHING`,
			r.Game, string(r.Player), r.EndedAt.UnixMilli(), r.Title, r.Edition, r.Board, r.Rulebook, r.Slow, r.Private, r.Place, r.Seats, r.Won, r.Left,
			r.InTime, r.Late, r.Group, string(r.Unrated), mu, sigma)
		if err != nil {
			return err
		}
	}
	if late {
		return rerate(tx, *pool)
	}
	return nil
}

// rateLast rates a game after which none of its pool has ended.
func rateLast(tx Tx, pool people.Pool, list []people.Result) error {
	have := map[account.PlayerID]people.Standing{}
	for i := range list {
		var mu, sigma int64
		st := people.Standing{Pool: pool}
		err := one(tx, "SELECT mu, sigma, games FROM ratings WHERE player = ? AND rulebook = ? AND slow = ?",
			[]any{string(list[i].Player), pool.Rulebook, pool.Slow}, &mu, &sigma, &st.Games)
		if err == storage.ErrNotFound { //nolint:errorlint // it is that of one
			continue
		}
		if err != nil {
			return err
		}
		st.Rating = people.Unpack(mu, sigma)
		have[list[i].Player] = st
	}
	people.Rate(have, list)
	for p, st := range have {
		if err := saveRating(tx, p, st); err != nil {
			return err
		}
	}
	return nil
}

func saveRating(tx Tx, p account.PlayerID, st people.Standing) error {
	mu, sigma := people.Pack(st.Rating)
	_, err := tx.Exec(`INSERT INTO ratings (player, rulebook, slow, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (player, rulebook, slow) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, games = excluded.games`,
		string(p), st.Rulebook, st.Slow, mu, sigma, st.Games)
	return err
}

// rerate rates the games of a pool anew.
func rerate(tx Tx, pool people.Pool) error {
	var list []people.Result
	err := tx.Query("SELECT "+columns+" FROM results r WHERE r.rulebook = ? AND r.slow = ? AND r.unrated = '' ORDER BY r.ended_at, r.game, r.player",
		[]any{pool.Rulebook, pool.Slow}, func(scan func(...any) error) error {
			r, err := scanResult(scan)
			list = append(list, r)
			return err
		})
	if err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM ratings WHERE rulebook = ? AND slow = ?", pool.Rulebook, pool.Slow); err != nil {
		return err
	}
	before := slices.Clone(list)
	for p, st := range people.Replay(list) {
		if err := saveRating(tx, p, st); err != nil {
			return err
		}
	}
	for i := range list {
		if list[i].After == before[i].After {
			continue
		}
		mu, sigma := people.Pack(list[i].After)
		if _, err := tx.Exec("UPDATE results SET mu = ?, sigma = ? WHERE player = ? AND ended_at = ? AND game = ?",
			mu, sigma, string(list[i].Player), list[i].EndedAt.UnixMilli(), list[i].Game); err != nil {
			return err
		}
	}
	return nil
}

// pools lists the pools in which a player has been rated; in all of them if there is none.
func pools(tx Tx, p account.PlayerID) (list []people.Pool, err error) {
	query, args := "SELECT DISTINCT rulebook, slow FROM results WHERE unrated = ''", []any(nil)
	if p != "" {
		query, args = query+" AND player = ?", []any{string(p)}
	}
	err = tx.Query(query, args, func(scan func(...any) error) error {
		var pool people.Pool
		err := scan(&pool.Rulebook, &pool.Slow)
		list = append(list, pool)
		return err
	})
	return list, err
}

// Rerate implements people.Store.
func (d Results) Rerate(ctx context.Context) error {
	return d.WriteInTurn(ctx, "rate anew", func(tx Tx) error {
		list, err := pools(tx, "")
		if err != nil {
			return err
		}
		return rerateAll(tx, list)
	})
}

func rerateAll(tx Tx, list []people.Pool) error {
	for _, pool := range list {
		if err := rerate(tx, pool); err != nil {
			return err
		}
	}
	return nil
}

// mergeResults gives the results of one player to another, and rates anew what
// they played. Of a game at which both played the other's counts.
func mergeResults(tx Tx, from, into account.PlayerID) error {
	list, err := pools(tx, from)
	if err != nil {
		return err
	}
	if _, err := tx.Exec("UPDATE results SET player = ? WHERE player = ? AND game NOT IN (SELECT game FROM results WHERE player = ?)",
		string(into), string(from), string(into)); err != nil {
		return err
	}
	if _, err := tx.Exec("DELETE FROM results WHERE player = ?", string(from)); err != nil {
		return err
	}
	return rerateAll(tx, list)
}

// eraseResults leaves the results of a player to a name that nobody has, so that those
// of the others stay what they were.
func eraseResults(tx Tx, from, placeholder account.PlayerID) error {
	for _, query := range []string{"UPDATE results SET player = ? WHERE player = ?", "UPDATE ratings SET player = ? WHERE player = ?"} {
		if _, err := tx.Exec(query, string(placeholder), string(from)); err != nil {
			return err
		}
	}
	return nil
}

// PageSettings implements people.Store.
func (d Results) PageSettings(ctx context.Context, p account.PlayerID) (set people.Settings, err error) {
	set.Open = people.Nobody
	err = d.ReadRows(ctx, "read the settings of a page", func(tx Tx) error {
		var list []byte
		err := one(tx, "SELECT open, switched FROM profiles WHERE player = ?", []any{string(p)}, &set.Open, &list)
		if err == storage.ErrNotFound { //nolint:errorlint // it is that of one
			return nil
		}
		if err != nil {
			return err
		}
		var millis []int64
		if err := json.Unmarshal(list, &millis); err != nil {
			return fmt.Errorf("page of player %s: %w", p, err)
		}
		set.Switched = nil
		for _, ms := range millis {
			set.Switched = append(set.Switched, time.UnixMilli(ms).UTC())
		}
		return nil
	})
	return set, err
}

// SavePageSettings implements people.Store.
func (d Results) SavePageSettings(ctx context.Context, p account.PlayerID, set people.Settings) error {
	millis := make([]int64, len(set.Switched))
	for i, t := range set.Switched {
		millis[i] = t.UnixMilli()
	}
	list, err := json.Marshal(millis)
	if err != nil {
		return err
	}
	return d.WriteRows(ctx, "save the settings of a page", func(tx Tx) error {
		n, err := tx.Exec(`INSERT INTO profiles (player, open, switched) SELECT id, CAST(? AS text), CAST(? AS text) FROM players WHERE id = ?
			ON CONFLICT (player) DO UPDATE SET open = excluded.open, switched = excluded.switched`, string(set.Open), string(list), string(p))
		if err == nil && n == 0 {
			return storage.ErrNotFound
		}
		return err
	})
}

// Named implements people.Store.
func (d Results) Named(ctx context.Context, name string) ([]account.PlayerID, error) {
	return list(ctx, d, "look for a name", "SELECT p.id FROM players p JOIN profiles f ON f.player = p.id WHERE p.name = ? AND f.open = 'everyone' ORDER BY p.id LIMIT 2",
		[]any{name}, value[account.PlayerID])
}

// Tally implements people.Store.
func (d Results) Tally(ctx context.Context, p account.PlayerID) (t people.Tally, err error) {
	err = d.ReadRows(ctx, "sum results up", func(tx Tx) error {
		t = people.Tally{}
		args := []any{string(p)}
		err := tx.Query(`SELECT max(edition), board, count(*), CAST(sum(CASE WHEN place > 0 THEN 1 ELSE 0 END) AS bigint), CAST(sum(CASE WHEN won THEN 1 ELSE 0 END) AS bigint),
			CAST(sum(in_time) AS bigint), CAST(sum(late) AS bigint) FROM results WHERE player = ? GROUP BY board ORDER BY 4 DESC, board`, args,
			func(scan func(...any) error) error {
				var b people.Board
				var all, inTime, late int
				if err := scan(&b.Edition, &b.ID, &all, &b.Played, &b.Won, &inTime, &late); err != nil {
					return err
				}
				t.Played, t.Won, t.Closed = t.Played+b.Played, t.Won+b.Won, t.Closed+all-b.Played
				t.Time.InTime, t.Time.Late = t.Time.InTime+inTime, t.Time.Late+late
				if b.Played > 0 {
					t.Boards = append(t.Boards, b)
				}
				return nil
			})
		if err != nil {
			return err
		}
		var f people.Favourite
		switch err := one(tx, `SELECT max(edition), board, deeds, count(*) FROM results WHERE player = ? AND deeds <> ''
			GROUP BY board, deeds ORDER BY 4 DESC, board, deeds LIMIT 1`, args, &f.Edition, &f.Board, &f.Group, &f.Games); err {
		case nil:
			t.Favourite = &f
		case storage.ErrNotFound: //nolint:errorlint // it is that of one
		default:
			return err
		}
		return tx.Query("SELECT rulebook, slow, mu, sigma, games FROM ratings WHERE player = ? ORDER BY games DESC, rulebook, slow", args,
			func(scan func(...any) error) error {
				var st people.Standing
				var mu, sigma int64
				err := scan(&st.Rulebook, &st.Slow, &mu, &sigma, &st.Games)
				st.Rating = people.Unpack(mu, sigma)
				t.Ratings = append(t.Ratings, st)
				return err
			})
	})
	return t, err
}

// ResultsOf implements people.Store.
func (d Results) ResultsOf(ctx context.Context, q people.Query) ([]people.Result, error) {
	query, args := "SELECT "+columns+", EXISTS (SELECT 1 FROM games g WHERE g.id = r.game) FROM results r WHERE r.player = ?", []any{string(q.Player)}
	if q.Viewer != q.Player {
		query += " AND (NOT r.private OR EXISTS (SELECT 1 FROM results o WHERE o.game = r.game AND o.player = ?))"
		args = append(args, string(q.Viewer))
	}
	if o := q.Older; o != nil {
		query += " AND (r.ended_at < ? OR r.ended_at = ? AND r.game < ?)"
		args = append(args, o.At.UnixMilli(), o.At.UnixMilli(), o.Game)
	}
	query += " ORDER BY r.ended_at DESC, r.game DESC LIMIT ?"
	args = append(args, q.Limit)
	return list(ctx, d, "list results", query, args, func(row scan) (people.Result, error) {
		var kept bool
		r, err := scanResult(row, &kept)
		r.Kept = kept
		return r, err
	})
}

// Opponents implements people.Store.
func (d Results) Opponents(ctx context.Context, p account.PlayerID, games []string) ([]people.Opponent, error) {
	if len(games) == 0 {
		return nil, nil
	}
	args := make([]any, 0, len(games)+1)
	for _, id := range games {
		args = append(args, id)
	}
	args = append(args, string(p))
	return list(ctx, d, "list opponents", "SELECT r.game, p.name, r.place FROM results r JOIN players p ON p.id = r.player WHERE r.game IN ("+marks(len(games))+
		") AND r.player <> ? ORDER BY r.game, r.place, p.name", args, func(row scan) (o people.Opponent, err error) {
		return o, row(&o.Game, &o.Name, &o.Place)
	})
}

// Against implements people.Store.
func (d Results) Against(ctx context.Context, p, other account.PlayerID) (a people.Against, err error) {
	err = d.ReadRows(ctx, "compare players", func(tx Tx) error {
		return one(tx, `SELECT count(*), CAST(coalesce(sum(CASE WHEN a.place < b.place THEN 1 ELSE 0 END), 0) AS bigint),
			CAST(coalesce(sum(CASE WHEN a.place > b.place THEN 1 ELSE 0 END), 0) AS bigint), CAST(coalesce(sum(CASE WHEN a.place = b.place THEN 1 ELSE 0 END), 0) AS bigint)
			FROM results a JOIN results b ON b.player = ? AND b.ended_at = a.ended_at AND b.game = a.game WHERE a.player = ? AND a.place > 0 AND b.place > 0`,
			[]any{string(other), string(p)}, &a.Games, &a.Ahead, &a.Behind, &a.Level)
	})
	return a, err
}

// Times implements people.Store.
func (d Results) Times(ctx context.Context, of []account.PlayerID) (times map[account.PlayerID]people.Time, err error) {
	if len(of) == 0 {
		return nil, nil // an empty list is no SQL everywhere
	}
	args := make([]any, len(of))
	for i, p := range of {
		args[i] = string(p)
	}
	times = map[account.PlayerID]people.Time{}
	err = d.ReadRows(ctx, "read how players keep their time", func(tx Tx) error {
		return tx.Query(`SELECT r.player, CAST(sum(r.in_time) AS bigint), CAST(sum(r.late) AS bigint) FROM profiles f JOIN results r ON r.player = f.player
			WHERE f.open = 'everyone' AND f.player IN (`+marks(len(of))+`) GROUP BY r.player`, args, func(scan func(...any) error) error {
			var id account.PlayerID
			var t people.Time
			err := scan(&id, &t.InTime, &t.Late)
			times[id] = t
			return err
		})
	})
	return times, err
}
