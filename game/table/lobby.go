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

func (s *Service) join(ctx context.Context, id string, a arrival) (snap Snapshot, seat game.Seat, err error) {
	err = s.again(ctx, func() (err error) { snap, seat, err = s.joinOnce(ctx, id, a); return err })
	return snap, seat, err
}

func (s *Service) joinOnce(ctx context.Context, id string, a arrival) (Snapshot, game.Seat, error) {
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
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, game.Nobody, err
	}
	defer t.mu.Unlock()
	if seat := v.g.SeatOf(by); seat != game.Nobody {
		v, err = t.comeBack(ctx, v, seat, by)
		if err != nil {
			return Snapshot{}, game.Nobody, err
		}
		return t.snapshot(v), seat, nil
	}
	if err := s.welcome(ctx, v.g, by); err != nil {
		return t.snapshot(v), game.Nobody, err
	}
	if a.device != "" {
		if err := v.mayShare(a.device); err != nil {
			return t.snapshot(v), game.Nobody, err
		}
	}
	origin, err := s.origin(ctx, id)
	if err != nil {
		return Snapshot{}, game.Nobody, err
	}
	g, seat, err := sit(v.g, by, name)
	if err == nil {
		g.Seats[seat].Origin = origin
		g.bring(seat, a.look, looks(v.g, &v.state))
		if a.device != "" {
			g.share(g.SeatOf(a.device), seat)
		}
		v, err = t.save(ctx, v, g, s.complete(g, a)...)
	}
	return t.answer(v, seat, err)
}

// complete notifies the owner of a table, which they can start now, that somebody has taken
// the last seat.
func (s *Service) complete(g *Game, last arrival) []notice.Notice {
	if s.cfg.Heeds == nil || g.Status != game.InLobby || len(g.Seats) < g.Wanted || last.by == g.Owner || last.device == g.Owner || !s.cfg.Heeds(g.Owner) {
		return nil
	}
	return []notice.Notice{newNotice(g.Owner, g.ID, notice.Full, s.now())}
}

// answer is what a change of the seats returns: the table as it is, unless the
// store failed.
func (t *live) answer(v *view, seat game.Seat, err error) (Snapshot, game.Seat, error) {
	if v == nil {
		return Snapshot{}, game.Nobody, err
	}
	return t.snapshot(v), seat, err
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
	var snap Snapshot
	var seat game.Seat
	err := s.again(ctx, func() (err error) { snap, seat, err = s.addBotOnce(ctx, id, by, persona, name); return err })
	return snap, seat, err
}

func (s *Service) addBotOnce(ctx context.Context, id string, by account.PlayerID, persona, name string) (Snapshot, game.Seat, error) {
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
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, game.Nobody, err
	}
	defer t.mu.Unlock()
	switch {
	case v.g.Owner != by:
		err = ErrForbidden
	case v.g.Status == game.Finished:
		err = ErrFinished
	case v.g.Status != game.InLobby:
		err = ErrStarted
	case v.g.Opening():
		err = ErrOpening
	case len(v.g.Seats) >= v.g.Wanted:
		err = ErrFull
	}
	if err != nil {
		return t.snapshot(v), game.Nobody, err
	}
	g := v.g.clone()
	g.Seats = append(g.Seats, botSeat(persona, name, g.Seats))
	v, err = t.save(ctx, v, g)
	return t.answer(v, game.Seat(len(g.Seats)-1), err)
}

// Leave gives a seat up. In the lobby it becomes free, and the owner may free
// any seat; when the last person goes, the table is gone. In a running game the
// player resigns: the table plays on for them until they come back.
func (s *Service) Leave(ctx context.Context, id string, by account.PlayerID, seat game.Seat, pre Pre) (Snapshot, error) {
	return again(ctx, s, func() (Snapshot, error) { return s.leaveOnce(ctx, id, by, seat, pre) })
}

func (s *Service) leaveOnce(ctx context.Context, id string, by account.PlayerID, seat game.Seat, pre Pre) (Snapshot, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	if v, err = t.timeUpDue(ctx, v); err != nil {
		return Snapshot{}, err
	}
	own := seat >= 0 && int(seat) < len(v.g.Seats) && by != "" && (v.g.Seats[seat].Holder() == by || v.g.lends(by, seat))
	switch {
	case seat < 0 || int(seat) >= len(v.g.Seats):
		err = storage.ErrNotFound
	case !own && v.g.Owner != by:
		err = ErrForbidden
	case pre.Rev != nil && *pre.Rev != v.g.Rev:
		err = ErrStale
	case v.g.Status == game.Finished:
		err = ErrFinished
	case v.g.Status == game.Playing && !own:
		err = ErrStarted
	case v.g.Opening():
		err = ErrOpening
	case v.g.Status == game.Playing && v.g.Seats[seat].Sub == "" && v.state.Players[seat].Away:
		err = ErrLeft
	}
	if err != nil {
		return t.snapshot(v), err
	}
	switch {
	case v.g.Status == game.InLobby:
		v, err = t.vacate(ctx, v, seat)
	case v.g.Seats[seat].Sub != "":
		v, err = t.leaveOff(ctx, v, seat)
	default:
		v, err = t.give(ctx, v, game.Move(game.Resign, seat), ByPerson)
	}
	if v == nil {
		return Snapshot{}, err
	}
	return t.snapshot(v), err
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
	return again(ctx, s, func() (Snapshot, error) { return s.rejoinOnce(ctx, id, by) })
}

func (s *Service) rejoinOnce(ctx context.Context, id string, by account.PlayerID) (Snapshot, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	seat := v.g.SeatOf(by)
	if seat == game.Nobody {
		return t.snapshot(v), ErrNoSeat
	}
	if v, err = t.comeBack(ctx, v, seat, by); err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(v), nil
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
