package table

import (
	"context"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Snapshot is a game at one moment. What it points to is shared with everybody
// who looks at the same moment: it never changes, and it must not be changed.
type Snapshot struct {
	Meta       *Game
	Setup      *setup.Setup
	State      *game.State
	Seats      []SeatInfo   // by seat number, in the lobby too
	Ready      game.Refusal // in the lobby: what Start would answer now
	Commitment string       // to the numbers of the dice; empty for a sandbox
	Terms      wire.Agreements
	Dice       *Dice // of a running or finished game under PF1

	s       *Service
	moved   time.Time  // when the last event happened
	bidders game.Seats // have left a standing bid in the auction that runs
	offers  [game.MaxSeats]uint32
	locked  *game.Command // what the table is held for, if it is
}

// SeatInfo is one seat of a snapshot.
type SeatInfo struct {
	Seat    game.Seat
	Player  account.PlayerID // empty for bots and free seats of a sandbox
	Name    string
	Bot     string           // persona, empty for a person
	Sub     account.PlayerID // stand-in for the player, empty: none
	SubName string
	Owner   bool // holds the table
	Away    bool // left; a bot plays until they return
	Awaited bool // the game cannot go on without them

	Look   wire.Look // what stands for them on the board; zero of a banker who does not play
	Chosen wire.Look // of that what they chose
}

// Seq is the number of the last event.
func (s *Snapshot) Seq() uint32 { return s.State.Seq }

// Moved is when the last event happened. Votes and nudges are none.
func (s *Snapshot) Moved() time.Time { return s.moved }

// Rev counts every visible change, seats in the lobby included.
func (s *Snapshot) Rev() uint64 { return s.Meta.Rev }

// SeatOf is the seat a player holds, or game.Nobody.
func (s *Snapshot) SeatOf(p account.PlayerID) game.Seat { return s.Meta.SeatOf(p) }

// Names lists the names in seat order.
func (s *Snapshot) Names() []string { return s.Meta.Names() }

// Computers is the set of seats that were given to computer players.
func (s *Snapshot) Computers() (set game.Seats) {
	for i := range s.Meta.Seats {
		if s.Meta.Seats[i].Bot != "" {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// MayAct reports whether the player may move for the seat: it is their own, it is played
// at their device, or it is a free one of a sandbox that is theirs.
func (s *Snapshot) MayAct(by account.PlayerID, seat game.Seat) bool { return mayAct(s.Meta, by, seat) }

// Options lists the options of a seat: none for a player who has left, before they take it back.
func (s *Snapshot) Options(seat game.Seat) []game.Option {
	return s.AppendOptions(make([]game.Option, 0, 8), seat)
}

// AppendOptions is Options into a list that is reused.
func (s *Snapshot) AppendOptions(list []game.Option, seat game.Seat) []game.Option {
	if seat < 0 || int(seat) >= len(s.State.Players) || s.State.Players[seat].Away {
		return list
	}
	from := len(list)
	list = game.Options(s.Setup.Rules, s.State, seat, list)
	if s.State.Lock.Open {
		list = list[:from+len(game.LockedTo(s.locked, list[from:]))]
	}
	return list
}

func mayAct(g *Game, by account.PlayerID, seat game.Seat) bool {
	if by == "" || seat < 0 || int(seat) >= len(g.Seats) {
		return false
	}
	holder := g.Seats[seat]
	return holder.Holder() == by || g.lends(by, seat) || g.Sandbox() && g.Owner == by && holder.Player == "" && holder.Bot == ""
}

func (t *live) snapshot(v *view) Snapshot {
	s := Snapshot{Meta: v.g, Setup: v.setup, State: &v.state, Seats: v.seats, Ready: v.ready, Terms: v.terms, Dice: v.dice, s: t.s, moved: v.moved(), bidders: v.bidders, offers: v.offers, locked: &v.locked}
	if !v.g.Sandbox() {
		s.Commitment = v.commitment
	}
	return s
}

// seatInfos is the seats of a view.
func seatInfos(v *view) []SeatInfo {
	seats, awaited, known := make([]SeatInfo, len(v.g.Seats)), v.state.Waiting(), looks(v.g, &v.state)
	for i, seat := range v.g.Seats {
		n := game.Seat(i)
		seats[i] = SeatInfo{
			Seat: n, Player: seat.Player, Name: seat.Name, Bot: seat.Bot, Sub: seat.Sub, SubName: seat.SubName,
			Owner:   seat.Player != "" && seat.Player == v.g.Owner,
			Away:    v.state.Players[i].Away,
			Awaited: awaited.Has(n),
			Look:    known[i], Chosen: v.g.lookOf(n),
		}
	}
	return seats
}

// Snapshot reads a game as it is; ErrNotFound if there is none.
func (s *Service) Snapshot(ctx context.Context, id string) (Snapshot, error) {
	t, v, err := s.peek(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(v), nil
}

// InMemory is Snapshot, but of a table in memory it does not ask whether another server
// has changed it since: for a change that is held against the store when it is written.
func (s *Service) InMemory(ctx context.Context, id string) (Snapshot, error) {
	return s.Snapshot(s.ahead(ctx), id)
}
