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
	dayOpened   = 12                  // shown with what can be done, or looked through for what others ask
)

// Day is a player's overview of their tables.
type Day struct {
	Awaited  []DayTable // the games that cannot go on without the player, the most urgent first; then those at which others wait for an answer of theirs
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
	Paused  bool      // nobody is asked for a decision
	Offer   bool      // a proposal, or a request to take a move back, waits for the player's answer
	Vote    bool      // a vote waits for the player's voice
	Looked  time.Time // when they looked last; zero if never
	SeenSeq uint32    // the last event they saw then
	Spoken  bool      // there are new chat messages since
	Snap    *Snapshot // of the most urgent ones: the game as it is
}

// decides reports whether the game cannot go on without a player. While the table
// pauses it waits for nobody.
func (x *DayTable) decides(p account.PlayerID) bool { return x.awaits(p) && !x.Paused }

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
		case x.decides(p):
			day.Awaited = append(day.Awaited, x)
		default:
			day.Running = append(day.Running, x)
		}
	}
	byUrgency(day.Awaited)
	s.openMost(ctx, p, &day)
	return day, nil
}

// Mine lists the tables of a player that were played at last, with the times of those that run.
func (s *Service) Mine(ctx context.Context, p account.PlayerID, limit int) ([]*Game, error) {
	games, err := s.store.Games(ctx, Filter{Player: p, Limit: limit})
	if err != nil || !slices.ContainsFunc(games, func(g *Game) bool { return g.Status == game.Playing && g.Clock.Timed() }) {
		return games, err
	}
	tempos, err := s.store.Tempos(ctx, p)
	for _, g := range games {
		g.Tempo = tempos[g.ID]
	}
	return games, err
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
// those that have moved on meanwhile. Of the others it opens as many as are left, and
// those with votes, and adds the ones at which somebody waits for the player's answer.
func (s *Service) openMost(ctx context.Context, p account.PlayerID, day *Day) {
	awaited, running := day.Awaited, day.Running
	day.Awaited, day.Running = nil, nil
	var asked []DayTable
	for i, x := range append(awaited, running...) {
		if i < dayOpened || x.Tempo != nil && len(x.Tempo.Motions) > 0 {
			s.readWhole(ctx, &x)
			x.asks(p)
		}
		switch {
		case x.decides(p):
			day.Awaited = append(day.Awaited, x)
		case x.Offer || x.Vote:
			asked = append(asked, x)
		default:
			x.Snap = nil
			day.Running = append(day.Running, x)
		}
	}
	day.Awaited = append(day.Awaited, asked...)
}

// asks notes what others wait for at a table that has been read. During a pause
// only votes go on.
func (x *DayTable) asks(p account.PlayerID) {
	if x.Snap == nil {
		return
	}
	_, x.Paused = x.Snap.Paused()
	seat := x.HeldBy(p)
	if x.Snap.Present().Has(seat) {
		x.Offer, x.Vote = x.Snap.Wanted(seat)
		x.Offer = x.Offer && !x.Paused
	}
}

// readWhole reads one table whole. One that cannot be read stays a line of the
// list: the others must not suffer for it.
func (s *Service) readWhole(ctx context.Context, x *DayTable) {
	snap, err := s.Snapshot(ctx, x.ID)
	if err != nil {
		s.cfg.Logger.Log(ctx, logLevel(err), "my day cannot read a table", "game", x.ID, "err", err)
		return
	}
	x.Snap, x.Game, x.Asked = &snap, snap.Meta, snap.moved
	if times := s.Times(&snap); x.Seat >= 0 && int(x.Seat) < len(times) {
		t := &times[x.Seat]
		x.Begins, x.Until = t.Begins, t.Deadline
		if !t.Asked.IsZero() {
			x.Asked = t.Asked
		}
	}
}
