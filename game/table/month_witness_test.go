package table_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// witness is a store that looks at everything that is written: no time may run
// out before it was over, and none of a player who was not notified.
type witness struct {
	*tabletest.Memory
	mu     sync.Mutex
	up     time.Time // since when the server is there
	told   func(who account.PlayerID, id string, since time.Time) string
	lapsed int
	broken []string
}

func (w *witness) Append(ctx context.Context, c table.Commit) error {
	w.inspect(ctx, c)
	return w.Memory.Append(ctx, c)
}

// inspect reckons anew, from what was stored before, whether those for whom the
// clock answers had had their time and had heard of it.
func (w *witness) inspect(ctx context.Context, c table.Commit) {
	g, _, err := w.Game(ctx, c.Game)
	if err != nil || !g.Clock.Timed() {
		return
	}
	before, _, err := w.Tempo(ctx, c.Game)
	if err != nil {
		return // its first move
	}
	m := c.Moves[0]
	if m.Origin != table.ByClock || m.Seat < 0 {
		return
	}
	one := before.Seats[m.Seat]
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lapsed++
	if one.Lapsed == g.Round {
		return // the rest of a turn in which the player's time ran out
	}
	bad := func(format string, args ...any) {
		w.broken = append(w.broken, fmt.Sprintf("%v %s seat %d: ", m.At.Format(time.DateTime), c.Game, m.Seat)+fmt.Sprintf(format, args...))
	}
	if why := w.early(g, before, m.Seat, m.At); why != "" {
		bad("%s", why)
	}
	if w.told != nil {
		if why := w.told(g.Seats[m.Seat].Holder(), c.Game, one.Asked); why != "" {
			bad("was not told since %v: %s", one.Asked.Format(time.DateTime), why)
		}
	}
}

// early says why a time that ran out at a moment was not over, "" if it was.
func (w *witness) early(g *table.Game, before *timecontrol.State, seat game.Seat, at time.Time) string {
	loc, err := g.Clock.Hours.Location()
	if err != nil {
		panic(err)
	}
	one := before.Seats[seat]
	cal := timecontrol.NewCalendar(g.Clock.Hours, loc, before.Pauses, one.Leaves)
	begin, ok := g.Clock.Begins(cal, &one.Clock)
	switch {
	case !one.Running() || !ok:
		return "was not asked"
	case cal.Between(begin, at) < (g.Clock.Each+one.Bank).Duration()-time.Second:
		return fmt.Sprintf("had %v from %v", cal.Between(begin, at), begin)
	case one.Notified.IsZero() && cal.Between(one.Asked, begin) < g.Clock.Notice.Duration():
		return "had no notice"
	case w.up.After(one.Asked) && cal.Between(w.up, at) < g.Clock.Grace().Duration()-time.Second:
		return fmt.Sprintf("had %v since the server was back", cal.Between(w.up, at))
	}
	return ""
}
