package table

import (
	"context"
	"errors"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
)

// Device is the set of seats that are played at one device with this one; the first of
// them is that of the player whose device it is.
func (g *Game) Device(seat game.Seat) game.Seats {
	if seat < 0 {
		return 0
	}
	for _, set := range g.Devices {
		if set.Has(seat) {
			return set
		}
	}
	return game.Seats(0).With(seat)
}

// isGuest reports whether a seat is played at the device of another player.
func (g *Game) isGuest(seat game.Seat) bool {
	set := g.Device(seat)
	return set != 0 && set.First() != seat
}

// lends reports whether a seat is played at the device of this player.
func (g *Game) lends(by account.PlayerID, seat game.Seat) bool {
	return g.isGuest(seat) && g.Seats[seat].Sub == "" && g.Seats[g.Device(seat).First()].Player == by
}

// AnswersFor is the seats that a player plays at their device, their own first; it is empty
// if they play none.
func (g *Game) AnswersFor(p account.PlayerID) (set game.Seats) {
	own := g.HeldBy(p)
	if own < 0 {
		return 0
	}
	set = set.With(own)
	for rest := g.Device(own); rest != 0; rest = rest.Rest() {
		if g.lends(p, rest.First()) {
			set = set.With(rest.First())
		}
	}
	return set
}

// atOneDevice reports whether everybody who plays does so at one device, beside bots.
func (g *Game) atOneDevice() bool {
	var people game.Seats
	for i := range g.Seats {
		if g.Seats[i].Bot == "" {
			people = people.With(game.Seat(i))
		}
	}
	return people != 0 && people&^g.Device(people.First()) == 0
}

// recipient is who gets the notices of a seat: its holder, or the owner of the device at
// which it is played.
func (g *Game) recipient(seat game.Seat) account.PlayerID {
	if g.isGuest(seat) && g.Seats[seat].Sub == "" {
		return g.Seats[g.Device(seat).First()].Holder()
	}
	return g.Seats[seat].Holder()
}

// deviceOwner is the player at whose device another one sits, or that player.
func (g *Game) deviceOwner(p account.PlayerID) account.PlayerID {
	if seat := g.SeatOf(p); g.isGuest(seat) {
		return g.Seats[g.Device(seat).First()].Player
	}
	return p
}

// share puts a seat at the device of a player.
func (g *Game) share(owner, seat game.Seat) {
	set := g.Device(owner)
	var devices []game.Seats
	for _, other := range g.Devices {
		if other != set {
			devices = append(devices, other)
		}
	}
	devices = append(devices, set.With(seat))
	g.Devices = devices
}

// unshare takes a seat off the device at which it is played; down moves the seats
// behind it down by one.
func (g *Game) unshare(seat game.Seat, down bool) {
	var devices []game.Seats
	for _, set := range g.Devices {
		set = set.Without(seat)
		if down {
			below := game.Seats(1)<<uint(seat) - 1
			set = set&below | set&^below>>1
		}
		if set.Rest() != 0 {
			devices = append(devices, set)
		}
	}
	g.Devices = devices
}

// JoinDevice seats a player at the device of another one, who has a seat at the table:
// ErrNoSeat if they have none, and the errors of Join.
func (s *Service) JoinDevice(ctx context.Context, id string, owner, by account.PlayerID, name string) (Snapshot, game.Seat, error) {
	return s.join(ctx, id, arrival{by: by, name: name, device: owner})
}

// mayShare reports why nobody may sit down at a player's device.
func (v *view) mayShare(owner account.PlayerID) error {
	seat := v.g.SeatOf(owner)
	switch {
	case v.g.Status != game.InLobby:
		return v.g.begun()
	case seat < 0 || v.g.isGuest(seat):
		return ErrNoSeat
	}
	return nil
}

// bringDevice seats those who played at a player's device at the next table, too, as
// far as there is room.
func (s *Service) bringDevice(ctx context.Context, id string, by account.PlayerID, next Snapshot) (Snapshot, error) {
	_, v, err := s.peek(ctx, id)
	if err != nil {
		return next, err
	}
	for rest := v.g.Device(v.g.SeatOf(by)).Rest(); rest != 0; rest = rest.Rest() {
		one := &v.g.Seats[rest.First()]
		if one.Player == "" || next.SeatOf(one.Player) >= 0 {
			continue
		}
		snap, _, err := s.join(ctx, next.Meta.ID, arrival{by: one.Player, name: one.Name, look: v.g.broughtBy(one.Player, &v.state), device: by})
		switch {
		case errors.Is(err, ErrFull), errors.Is(err, ErrStarted):
			return next, nil
		case err != nil:
			return next, err
		}
		next = snap
	}
	return next, nil
}

// LeaveDevices takes a player who has signed in at a device of their own off those of
// others, at all tables that are not over and can be read.
func (s *Service) LeaveDevices(ctx context.Context, p account.PlayerID) error {
	games, err := s.store.Games(ctx, Filter{Player: p, Statuses: []game.Status{game.InLobby, game.Playing}})
	if err != nil {
		return err
	}
	for _, g := range games {
		if !g.isGuest(g.SeatOf(p)) {
			continue
		}
		err := s.again(ctx, func() error { return s.leaveDevice(ctx, g.ID, p) })
		if err != nil && !Lost(err) {
			return err
		}
	}
	return nil
}

func (s *Service) leaveDevice(ctx context.Context, id string, p account.PlayerID) error {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer t.mu.Unlock()
	seat := v.g.SeatOf(p)
	if !v.g.isGuest(seat) {
		return nil
	}
	g := v.g.clone()
	g.unshare(seat, false)
	_, err = t.save(ctx, v, g)
	return err
}
