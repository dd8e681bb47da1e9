package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Choose gives the player of a seat another token or another colour before the game
// begins; a number of 0 in want leaves what they have. What a computer player has is
// free: it gets what is left. What the other people have stays theirs from then on,
// chosen or not. ErrTokenTaken, ErrColourTaken, ErrNoSeat, ErrStarted.
func (s *Service) Choose(ctx context.Context, id string, by account.PlayerID, seat game.Seat, want wire.Look) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		switch {
		case seat < 0 || int(seat) >= len(v.g.Seats):
			return v, storage.ErrNotFound
		case by == "" || v.g.Seats[seat].Player != by && !v.g.lends(by, seat):
			return v, ErrNoSeat
		case v.g.Status != game.InLobby:
			return v, v.g.begun()
		case v.g.Opening():
			return v, ErrOpening
		}
		g, err := v.g.choose(seat, want, looks(v.g, &v.state))
		if err != nil || g == nil {
			return v, err
		}
		return t.save(ctx, v, g)
	})
}

// choose is the game with what a player wants; nil if they have it.
func (old *Game) choose(seat game.Seat, want wire.Look, now [game.MaxSeats]wire.Look) (*Game, error) {
	if now[seat] == (wire.Look{}) { // the banker has no token
		return nil, ErrNoSeat
	}
	if want.Token == 0 {
		want.Token = now[seat].Token
	}
	if want.Colour == 0 {
		want.Colour = now[seat].Colour
	}
	g := old.clone()
	g.hold(now)
	for i := range g.Seats {
		switch {
		case game.Seat(i) == seat || g.Seats[i].Bot != "":
			continue
		case now[i].Token == want.Token:
			return nil, ErrTokenTaken
		case now[i].Colour == want.Colour:
			return nil, ErrColourTaken
		}
	}
	if g.Looks[seat] = want; want == now[seat] && len(old.Looks) > int(seat) && old.Looks[seat] == want {
		return nil, nil
	}
	return g, nil
}

// hold lets all people keep what they are known by.
func (g *Game) hold(now [game.MaxSeats]wire.Look) {
	g.Looks = make([]wire.Look, len(g.Seats))
	for i := range g.Seats {
		if g.Seats[i].Bot == "" {
			g.Looks[i] = now[i]
		}
	}
}

// bring lets a player who sits down have a look, but for what another person has;
// now is what the seats were known by before. A game that runs stays as it is.
func (g *Game) bring(seat game.Seat, want wire.Look, now [game.MaxSeats]wire.Look) {
	if want == (wire.Look{}) || g.Status != game.InLobby {
		return
	}
	now[seat] = wire.Look{}
	g.hold(now)
	for _, l := range g.Looks {
		if l.Token == want.Token {
			want.Token = 0
		}
		if l.Colour == want.Colour {
			want.Colour = 0
		}
	}
	g.Looks[seat] = want
}

// broughtBy is what a player was known by, for the next game; nothing if all had what
// their seat is usually given.
func (g *Game) broughtBy(by account.PlayerID, s *game.State) wire.Look {
	seat := g.SeatOf(by)
	if seat < 0 || len(g.Looks) == 0 {
		return wire.Look{}
	}
	return looks(g, s)[seat]
}

// looks is what the seats of a table are known by.
func looks(g *Game, s *game.State) [game.MaxSeats]wire.Look {
	var people, computers game.Seats
	for i := range g.Seats[:min(len(g.Seats), game.MaxSeats)] {
		switch {
		case s.Players[i].BankerOnly:
		case g.Seats[i].Bot != "":
			computers = computers.With(game.Seat(i))
		default:
			people = people.With(game.Seat(i))
		}
	}
	return wire.Looks(g.Looks, people, computers)
}

// lookOf is what the player of a seat chose.
func (g *Game) lookOf(seat game.Seat) (l wire.Look) {
	if int(seat) < len(g.Looks) {
		l = g.Looks[seat]
	}
	return l
}
