package table

import (
	"context"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Join seats a player: in the lobby on the next seat, in a sandbox or an
// imported game on the next free one. A player with a seat keeps it, and gets it back if they had left. name
// is their name at this table, their usual one if empty. ErrFull, ErrStarted.
func (s *Service) Join(ctx context.Context, id string, by account.PlayerID, name string) (Snapshot, game.Seat, error) {
	return s.join(ctx, id, arrival{by: by, name: name})
}

// arrival is a player who comes to a table, and what they bring along.
type arrival struct {
	by     account.PlayerID
	name   string
	look   wire.Look        // they get of it what no other person has
	device account.PlayerID // at whose device they play, "" at their own
}

func (s *Service) join(ctx context.Context, id string, a arrival) (Snapshot, game.Seat, error) {
	by, name := a.by, a.name
	p, err := s.store.Player(ctx, by)
	if err != nil {
		return Snapshot{}, game.Nobody, err
	}
	if name == "" {
		name = p.Name
	}
	if name, err = account.PickName(name, p.Name); err != nil {
		return Snapshot{}, game.Nobody, err
	}
	seat := game.Nobody
	snap, err := s.change(ctx, id, func(t *live, v *view) (*view, error) {
		if seat = v.g.SeatOf(by); seat != game.Nobody {
			v, err := t.comeBack(ctx, v, seat, by)
			if err != nil {
				return nil, err
			}
			return v, nil
		}
		if err := s.welcome(ctx, v.g, by); err != nil {
			return v, err
		}
		if a.device != "" {
			if err := v.mayShare(a.device); err != nil {
				return v, err
			}
		}
		origin, err := s.origin(ctx, id)
		if err != nil {
			return nil, err
		}
		var g *Game
		if g, seat, err = sit(v.g, by, name); err != nil {
			return v, err
		}
		g.Seats[seat].Origin = origin
		g.bring(seat, a.look, looks(v.g, &v.state))
		if a.device != "" {
			g.share(g.SeatOf(a.device), seat)
		}
		return t.save(ctx, v, g, s.complete(g, a)...)
	})
	if err != nil {
		return snap, game.Nobody, err
	}
	return snap, seat, nil
}

// complete notifies the owner of a table, which they can start now, that somebody has taken
// the last seat.
func (s *Service) complete(g *Game, last arrival) []notice.Notice {
	if s.cfg.Heeds == nil || g.Status != game.InLobby || len(g.Seats) < g.Wanted || last.by == g.Owner || last.device == g.Owner || !s.cfg.Heeds(g.Owner) {
		return nil
	}
	return []notice.Notice{newNotice(g.Owner, g.ID, notice.Full, s.now())}
}

// CheckRoom returns why nobody new can sit down, or nil.
func (g *Game) CheckRoom() error {
	_, _, err := sit(g, "", "")
	return err
}

// sit finds a chair.
func sit(old *Game, by account.PlayerID, name string) (*Game, game.Seat, error) {
	g := old.clone()
	switch {
	case g.Status == game.Finished:
		return nil, game.Nobody, ErrFinished
	case g.Opening():
		return nil, game.Nobody, ErrOpening
	case g.Status == game.Playing:
		free := slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == "" && s.Bot == "" })
		if free < 0 && g.Sandbox() {
			return nil, game.Nobody, ErrFull
		}
		if free < 0 {
			return nil, game.Nobody, ErrStarted
		}
		g.Seats[free].Player = by
		others := slices.Delete(slices.Clone(g.Seats), free, free+1)
		g.Seats[free].Name = uniqueName(name, others)
		return g, game.Seat(free), nil
	case len(g.Seats) >= g.Wanted:
		return nil, game.Nobody, ErrFull
	}
	g.Seats = append(g.Seats, Seat{Player: by, Name: uniqueName(name, g.Seats)})
	return g, game.Seat(len(g.Seats) - 1), nil
}

// AddBot seats a bot in the lobby, for the owner of the table. An empty
// persona is the usual one.
func (s *Service) AddBot(ctx context.Context, id string, by account.PlayerID, persona, name string) (Snapshot, game.Seat, error) {
	if !bot.Known(persona) {
		return Snapshot{}, game.Nobody, &invalid.Error{Field: "bot", Why: "unknown"}
	}
	if name != "" {
		var err error
		if name, err = account.CleanName(name); err == nil && account.Officious(name) {
			err = &invalid.Error{Field: "name", Why: "reserved"}
		}
		if err != nil {
			return Snapshot{}, game.Nobody, err
		}
	}
	snap, err := s.change(ctx, id, func(t *live, v *view) (*view, error) {
		switch {
		case v.g.Owner != by:
			return v, ErrForbidden
		case v.g.Status != game.InLobby:
			return v, v.g.begun()
		case v.g.Opening():
			return v, ErrOpening
		case len(v.g.Seats) >= v.g.Wanted:
			return v, ErrFull
		}
		g := v.g.clone()
		g.Seats = append(g.Seats, botSeat(persona, name, g.Seats))
		return t.save(ctx, v, g)
	})
	if err != nil {
		return snap, game.Nobody, err
	}
	return snap, game.Seat(len(snap.Seats) - 1), nil
}

// Leave gives a seat up. In the lobby it becomes free, and the owner may free
// any seat; when the last person goes, the table is gone. In a running game the
// player resigns: the table plays on for them until they come back.
func (s *Service) Leave(ctx context.Context, id string, by account.PlayerID, seat game.Seat, pre Pre) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		v, err := t.timeUpDue(ctx, v)
		if err != nil {
			return nil, err
		}
		own := seat >= 0 && int(seat) < len(v.g.Seats) && by != "" && (v.g.Seats[seat].Holder() == by || v.g.lends(by, seat))
		switch {
		case seat < 0 || int(seat) >= len(v.g.Seats):
			return v, storage.ErrNotFound
		case !own && v.g.Owner != by:
			return v, ErrForbidden
		case pre.Rev != nil && *pre.Rev != v.g.Rev:
			return v, ErrStale
		case v.g.Status == game.Finished:
			return v, ErrFinished
		case v.g.Status == game.Playing && !own:
			return v, ErrStarted
		case v.g.Opening():
			return v, ErrOpening
		case v.g.Status == game.Playing && v.g.Seats[seat].Sub == "" && v.state.Players[seat].Away:
			return v, ErrLeft
		}
		switch {
		case v.g.Status == game.InLobby:
			return t.vacate(ctx, v, seat)
		case v.g.Seats[seat].Sub != "":
			return t.leaveOff(ctx, v, seat)
		default:
			return t.give(ctx, v, game.Move(game.Resign, seat), ByPerson)
		}
	})
}

// vacate frees a seat in the lobby, and those that are played at its player's device;
// those behind it move up.
func (t *live) vacate(ctx context.Context, v *view, seat game.Seat) (*view, error) {
	g := v.g.clone()
	going := game.Seats(0).With(seat)
	if !g.isGuest(seat) {
		going = g.Device(seat)
	}
	next := g.Owner
	if g.Seats[seat].Player == g.Owner && g.Owner != "" {
		var err error
		if next, err = t.s.heir(ctx, g, ^going); err != nil {
			return nil, err
		}
	}
	for i := game.Seat(len(g.Seats) - 1); i >= 0; i-- {
		if going.Has(i) {
			g.remove(i)
		}
	}
	if next != g.Owner {
		if next == "" {
			return &view{g: g, setup: v.setup, commitment: v.commitment, state: game.NewState(v.setup.Rules, len(g.Seats), g.Banker, g.BankerOnly)}, t.remove(ctx)
		}
		g.Owner = next
	}
	return t.save(ctx, v, g)
}

// HasRoom reports whether somebody else may sit down: a seat is left, or nobody has it any more.
func (g *Game) HasRoom() bool {
	return len(g.Seats) < g.Wanted || slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.Player == "" && s.Bot == "" })
}

// remove takes a seat out of a game that has not begun.
func (g *Game) remove(seat game.Seat) {
	g.Seats = slices.Delete(g.Seats, int(seat), int(seat)+1)
	if int(seat) < len(g.Looks) {
		g.Looks = slices.Delete(slices.Clone(g.Looks), int(seat), int(seat)+1)
	}
	g.unshare(seat, true)
	if seat < g.Banker {
		g.Banker-- // the banker stays the same player
	} else if seat == g.Banker {
		g.Banker = 0
	}
}

// Rejoin gives a player who left their seat back.
func (s *Service) Rejoin(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		seat := v.g.SeatOf(by)
		if seat == game.Nobody {
			return v, ErrNoSeat
		}
		v, err := t.comeBack(ctx, v, seat, by)
		if err != nil {
			return nil, err
		}
		return v, nil
	})
}

// comeBack ends an absence, if there is one, and removes the player's stand-in
// from the seat.
func (t *live) comeBack(ctx context.Context, v *view, seat game.Seat, by account.PlayerID) (*view, error) {
	v, err := t.timeUpDue(ctx, v)
	if err != nil || v.g.Status != game.Playing || !v.state.In(seat) {
		return v, err
	}
	if v.g.Seats[seat].Sub != "" && v.g.Seats[seat].Player == by {
		return t.handBack(ctx, v, seat)
	}
	if !v.state.Players[seat].Away {
		return v, nil
	}
	return t.give(ctx, v, game.Move(game.Return, seat), ByPerson)
}
