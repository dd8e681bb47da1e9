package record

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// timesRow is the times of a game, as its row has them.
type timesRow struct {
	game string
	text []byte
	due  *int64
}

func scanTimes(row scan) (r timesRow, err error) {
	err = row(&r.game, &r.text, &r.due)
	return r, err
}

func (r *timesRow) state() (*timecontrol.State, error) {
	var t timecontrol.State
	if err := json.Unmarshal(r.text, &t); err != nil {
		return nil, fmt.Errorf("%w: times of game %s: %w", table.ErrDamaged, r.game, err)
	}
	return &t, nil
}

// Tempo implements table.Store.
func (d Tables) Tempo(ctx context.Context, id string) (*timecontrol.State, time.Time, error) {
	r, err := first(ctx, d, "read times", "SELECT id, clocks, due_at FROM games WHERE id = ? AND clocks IS NOT NULL", []any{id}, scanTimes)
	if err != nil {
		return nil, time.Time{}, err
	}
	t, err := r.state()
	if err != nil {
		return nil, time.Time{}, err
	}
	return t, optional(r.due), nil
}

const temposOf = `SELECT g.id, g.clocks, g.due_at FROM (SELECT game FROM seats WHERE player = ? UNION SELECT game FROM seats WHERE sub = ?) s
	JOIN games g ON g.id = s.game WHERE g.status = ? AND g.clocks IS NOT NULL`

// Tempos implements table.Store.
func (d Tables) Tempos(ctx context.Context, p account.PlayerID) (map[string]*timecontrol.State, error) {
	rows, err := list(ctx, d, "read times", temposOf, []any{string(p), string(p), int(game.Playing)}, scanTimes)
	if err != nil {
		return nil, err
	}
	all := make(map[string]*timecontrol.State, len(rows))
	for i := range rows {
		t, err := rows[i].state()
		if err != nil {
			d.log.Error("the times of a game are left out of lists", "game", rows[i].game, "err", err)
			continue // the others must not suffer for it
		}
		all[rows[i].game] = t
	}
	return all, nil
}

// Due implements table.Store.
func (d Tables) Due(ctx context.Context) ([]table.Due, error) {
	return list(ctx, d, "list deadlines", "SELECT id, due_at FROM games WHERE due_at IS NOT NULL AND status = ?",
		[]any{int(game.Playing)}, func(row scan) (due table.Due, err error) {
			var at int64
			err = row(&due.Game, &at)
			due.At = fromMillis(at)
			return due, err
		})
}
