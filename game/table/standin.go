package table

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// ErrTaken is returned for a seat that takes no stand-in: its
// player is there, or it has a stand-in already.
var ErrTaken = problem.New("taken", "nobody can stand in for this seat")

// StandIn offers that a person who does not sit at the table plays for an
// absent player until they are back. The players present vote on it; if there
// are none, the stand-in sits down at once. name is their name at the table, their usual
// one if empty. ErrTaken, ErrMotion, ErrNotStarted, ErrFinished.
func (s *Service) StandIn(ctx context.Context, id string, by account.PlayerID, seat game.Seat, name string) (Snapshot, error) {
	p, err := s.store.Player(ctx, by)
	if err != nil {
		return Snapshot{}, err
	}
	if name == "" {
		name = p.Name
	}
	if name, err = account.PickName(name, p.Name); err != nil {
		return Snapshot{}, err
	}
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		v, err := t.timeUpDue(ctx, v)
		if err != nil {
			return nil, err
		}
		if err := canStandIn(v.g, &v.state, by, seat); err != nil {
			return v, err
		}
		now := s.now()
		g := v.g.cloneTimed()
		m := timecontrol.Motion{
			What: timecontrol.StandIn, By: game.Nobody, About: seat, Who: string(by), Name: uniqueName(name, g.Seats), At: now, Ends: s.clocks(g).VoteEnds(now),
		}
		if timed(g, &v.state) == 0 {
			return t.seatSub(ctx, v, g, &m)
		}
		g.Tempo.Motions = append(g.Tempo.Motions, m)
		return t.saveTempo(ctx, v, g)
	})
}

// CheckStandIn returns why nobody new can stand in for a seat, or nil.
func (snap *Snapshot) CheckStandIn(seat game.Seat) error {
	return canStandIn(snap.Meta, snap.State, "", seat)
}

func canStandIn(g *Game, st *game.State, by account.PlayerID, seat game.Seat) error {
	switch {
	case g.Status != game.Playing:
		return g.notPlaying()
	case seat < 0 || int(seat) >= len(g.Seats):
		return storage.ErrNotFound
	case !g.vacant(st, seat) || g.SeatOf(by) >= 0:
		return ErrTaken
	}
	if g.Tempo != nil && slices.ContainsFunc(g.Tempo.Motions, func(m timecontrol.Motion) bool {
		return m.What == timecontrol.StandIn && (m.About == seat || m.Who == string(by))
	}) {
		return ErrMotion
	}
	return nil
}

// vacant reports whether a person could stand in for the seat: its player has
// left or was absent, and there is no stand-in yet.
func (g *Game) vacant(s *game.State, seat game.Seat) bool {
	return g.Seats[seat].Player != "" && g.Seats[seat].Sub == "" && s.In(seat) && s.Players[seat].Away
}

// Vacant reports whether a person could stand in for the seat.
func (snap *Snapshot) Vacant(seat game.Seat) bool {
	return snap.State.Status == game.Playing && snap.Meta.vacant(snap.State, seat)
}

// seatSub lets the person of a motion play for the seat it is about. g is what
// the table becomes besides. What has been ordered ahead for the seat ends: it
// is nobody else's.
func (t *live) seatSub(ctx context.Context, v *view, g *Game, m *timecontrol.Motion) (*view, error) {
	seat := m.About
	v, err := t.dropBook(ctx, v, seat)
	if err != nil {
		return nil, err
	}
	g.Seats[seat].Sub, g.Seats[seat].SubName = account.PlayerID(m.Who), m.Name
	g.Tempo.Seats[seat].Sent = false
	if v, err = t.saveTempo(ctx, v, g); err != nil {
		return nil, err
	}
	return t.present(ctx, v, seat, BySystem)
}

// handBack gives a seat to its player again. They are there: what the stand-in has missed,
// and a vote about it, is not theirs. The stand-in is told; the others find it beside the
// last votes, as nothing happens in the game.
func (t *live) handBack(ctx context.Context, v *view, seat game.Seat) (*view, error) {
	v, err := t.dropBook(ctx, v, seat)
	if err != nil {
		return nil, err
	}
	if v, err = t.present(ctx, v, seat, ByPerson); err != nil {
		return nil, err
	}
	g, now := v.g.clone(), t.s.now()
	var news []notice.Notice
	sub := g.Seats[seat].Sub
	if t.s.cfg.Heeds != nil && t.s.cfg.Heeds(sub) {
		news = append(news, newNotice(sub, g.ID, notice.Returned, now))
	}
	if g.Tempo != nil {
		g.Tempo = g.Tempo.Clone(len(g.Seats))
		g.Tempo.TakeBack(seat, g.Seats[seat].SubName, now)
		g.Tempo.Here(seat, now)
		own := &g.Tempo.Seats[seat]
		own.Missed, own.Lapsed = 0, 0
		own.MarkNotified(now) // they are looking
		g.Tempo.Seen = now
	}
	g.Seats[seat].Sub, g.Seats[seat].SubName = "", ""
	return t.saveTempo(ctx, v, g, news...)
}

// leaveOff removes a seat's stand-in: the table plays on for its
// player, as before.
func (t *live) leaveOff(ctx context.Context, v *view, seat game.Seat) (*view, error) {
	v, err := t.dropBook(ctx, v, seat)
	if err != nil {
		return nil, err
	}
	if !v.state.Players[seat].Away && !v.setup.Rules.LeavingRuins() {
		next, err := t.give(ctx, v, game.Move(game.Resign, seat), BySystem)
		if next == nil || err != nil {
			return next, err
		}
		v = next
	}
	g := v.g.clone()
	g.Seats[seat].Sub, g.Seats[seat].SubName = "", ""
	return t.save(ctx, v, g)
}

// present ends the absence of a seat. Its dice go on with numbers of the
// server: the new holder does not have those of the previous one, and may
// bring their own.
func (t *live) present(ctx context.Context, v *view, seat game.Seat, origin Origin) (*view, error) {
	if v.state.Players[seat].Away {
		next, err := t.give(ctx, v, game.Move(game.Return, seat), origin)
		if err != nil {
			return next, err
		}
		v = next
	}
	if v.dice == nil || v.state.Lock.Open || v.dice.Fair.Seats[seat].Source != fair.Client {
		return v, nil
	}
	t.open(v)
	st := step{cmd: game.Move(game.Reanchor, seat), origin: BySystem}
	if no := t.prepare(&st, newSeat); !no.OK() {
		return v, nil
	}
	st.events = t.turn.keep()
	next, _, err := t.write(ctx, v, []step{st}, nil)
	return next, err
}

// dropBook ends everything that has been ordered ahead for a seat.
func (t *live) dropBook(ctx context.Context, v *view, seat game.Seat) (*view, error) {
	if book := v.books.of(seat); book.Empty() && book.Keep == 0 {
		return v, nil
	}
	return t.saveBook(ctx, v, seat, orders.Book{})
}
