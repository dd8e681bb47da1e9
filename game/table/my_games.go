package table

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// How much of a person's tables one look shows. Of tables that are not in
// memory only those are read at which there is something to do, and not too many.
const (
	dayTables   = 300                 // running ones and those that have not begun
	dayFinished = 10                  // that ended lately
	dayPast     = 30 * 24 * time.Hour // how long ago that is at most
	dayOpened   = 12                  // shown with what can be done
)

// Day is a player's overview of their tables.
type Day struct {
	Awaited  []DayTable // the games that cannot go on without the player, the most urgent first
	Running  []DayTable // the others, latest change first
	Waiting  []DayTable // that have not begun
	Finished []DayTable // that ended lately
}

// DayTable is one table of a person.
type DayTable struct {
	*Game
	Seat    game.Seat
	Asked   time.Time // since when they are awaited, as far as that is kept; at a table without a clock, when something happened last
	Begins  time.Time // when their time begins to run at the latest; zero if it does not
	Until   time.Time // when it runs out; zero if it does not
	Paused  bool
	Looked  time.Time // when they looked last; zero if never
	SeenSeq uint32    // the last event they saw then
	Spoken  bool      // there are new chat messages since
	Snap    *Snapshot // of the most urgent ones: the game as it is
}

// Missed is the number of events that the player has not seen.
func (x *DayTable) Missed() int {
	if x.Looked.IsZero() || x.SeenSeq >= x.Seq {
		return 0
	}
	return int(x.Seq - x.SeenSeq)
}

// Day reads the overview of all tables of a player: a few queries, however
// many tables there are, and the logs of the most urgent ones. The other tables
// stay where they are.
func (s *Service) Day(ctx context.Context, p account.PlayerID) (Day, error) {
	games, err := s.store.Games(ctx, Filter{Player: p, Statuses: []game.Status{game.InLobby, game.Playing}, Limit: dayTables})
	if err != nil {
		return Day{}, err
	}
	over, err := s.store.Games(ctx, Filter{Player: p, Statuses: []game.Status{game.Finished}, Limit: dayFinished})
	if err != nil {
		return Day{}, err
	}
	tempos, err := s.store.Tempos(ctx, p)
	if err != nil {
		return Day{}, err
	}
	talks, err := s.talk.Last(ctx, p)
	if err != nil {
		return Day{}, err
	}
	seen, err := s.seen(ctx, p)
	if err != nil {
		return Day{}, err
	}
	var day Day
	for _, g := range append(games, over...) {
		g.Tempo = tempos[g.ID]
		x := s.dayTable(g, p, seen[g.ID])
		if m, ok := talks[g.ID]; ok {
			x.Spoken = m.Removed == "" && m.At.After(x.Looked)
		}
		switch {
		case g.Status == game.InLobby:
			day.Waiting = append(day.Waiting, x)
		case g.Status == game.Finished && s.now().Sub(g.EndedAt) <= dayPast:
			day.Finished = append(day.Finished, x)
		case g.Status == game.Finished:
		case g.awaits(p):
			day.Awaited = append(day.Awaited, x)
		default:
			day.Running = append(day.Running, x)
		}
	}
	byUrgency(day.Awaited)
	s.openMost(ctx, p, &day)
	return day, nil
}

// seen is how far a player has seen their tables, from memory where that is newer.
func (s *Service) seen(ctx context.Context, p account.PlayerID) (map[string]Visit, error) {
	list, err := s.store.LastSeen(ctx, p)
	if err != nil {
		return nil, err
	}
	seen := make(map[string]Visit, len(list))
	for _, v := range list {
		seen[v.Game] = v
	}
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	for key, v := range s.visits.all {
		if key.player == p {
			seen[key.game] = Visit{p, key.game, v.seen, v.last}
		}
	}
	return seen, nil
}

// dayTable is a table made from its summary.
func (s *Service) dayTable(g *Game, p account.PlayerID, v Visit) DayTable {
	x := DayTable{Game: g, Seat: g.SeatOf(p), Asked: g.UpdatedAt, Looked: v.At, SeenSeq: v.Seq}
	_, x.Paused = g.Tempo.Paused(s.now())
	if !g.awaits(p) || !g.Clock.Timed() || g.Tempo == nil || int(x.Seat) >= len(g.Tempo.Seats) {
		return x
	}
	c := &g.Tempo.Seats[x.Seat]
	if !c.Running() {
		return x
	}
	x.Asked = c.Asked
	clocks := s.clocks(g)
	x.Begins = clocks.Begins(x.Seat)
	x.Until, _ = g.Clock.Deadline(clocks.Calendar(x.Seat), &c.Clock, clocks.Up)
	return x
}

// byUrgency puts first whose time runs out first, then who waits longest.
func byUrgency(list []DayTable) {
	slices.SortStableFunc(list, func(a, b DayTable) int {
		if a.Until.IsZero() != b.Until.IsZero() {
			if a.Until.IsZero() {
				return 1
			}
			return -1
		}
		return cmp.Or(a.Until.Compare(b.Until), a.Asked.Compare(b.Asked), cmp.Compare(a.ID, b.ID))
	})
}

// openMost adds to the most urgent tables the game as it is, and puts away
// those that have moved on meanwhile.
func (s *Service) openMost(ctx context.Context, p account.PlayerID, day *Day) {
	kept := day.Awaited[:0]
	for i := range day.Awaited {
		x := day.Awaited[i]
		if i < dayOpened {
			s.readWhole(ctx, &x)
		}
		if x.awaits(p) {
			kept = append(kept, x)
		} else {
			day.Running = append(day.Running, x)
		}
	}
	day.Awaited = kept
}

// readWhole reads one table whole. One that cannot be read stays a line of the
// list: the others must not suffer for it.
func (s *Service) readWhole(ctx context.Context, x *DayTable) {
	snap, err := s.Snapshot(ctx, x.ID)
	if err != nil {
		s.cfg.Logger.Log(ctx, logLevel(err), "my day cannot read a table", "game", x.ID, "err", err)
		return
	}
	x.Snap, x.Game = &snap, snap.Meta
	if times := s.Times(&snap); x.Seat >= 0 && int(x.Seat) < len(times) {
		t := &times[x.Seat]
		x.Begins, x.Until = t.Begins, t.Deadline
		if !t.Asked.IsZero() {
			x.Asked = t.Asked
		}
	}
}
