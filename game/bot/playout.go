package bot

import (
	"math"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/value"
)

// Limits of a playout.
const (
	roundsAhead     = 8  // rounds of the players left after which a playout is valued
	roundsAfterDeal = 12 // the same of a playout of a deal, whose effects come later

	mostActs = 2400 // commands of one playout
)

// workspace is what playouts need room for.
type workspace struct {
	turn   game.Turn
	start  game.State // the position as the seat may know it
	luck   guess
	order  Order
	model  *value.Model
	hasty  [game.MaxSeats]Wisher  // a persona that proposes nothing in every seat
	usual  [game.MaxSeats]Wisher  // the level medium in every seat
	seats  *[game.MaxSeats]Wisher // who plays
	rounds uint16                 // after which a playout is valued
	answer game.CommandKind       // to a proposal with which a playout begins

	list    [mostCandidates]candidate // the first is what the estimate prefers
	n       int
	mind    mind
	scratch game.Command
	next    game.Command // of the playout
}

// newWorkspace makes one in which personas play the seats: the level hard would take
// fifty times as long.
func newWorkspace(m *value.Model) *workspace {
	w := &workspace{model: m}
	usual, hasty := Usual(), Usual()
	hasty.Offers = 0
	for i := range w.hasty {
		w.hasty[i], w.usual[i] = &hasty, &usual
	}
	return w
}

// newRooms makes workspaces as they are needed.
func newRooms(m *value.Model) *sync.Pool {
	return &sync.Pool{New: func() any { return newWorkspace(m) }}
}

// begin takes over the position as far as the seat may know it: neither the claims
// of others that are still open nor what they have bid in secret.
func (w *workspace) begin(r *game.Ruleset, s *game.State, seat game.Seat) {
	w.start = *s
	n := 0
	for _, c := range s.Claims[:s.NumClaims] {
		if c.Owner == seat {
			w.start.Claims[n] = c
			n++
		}
	}
	clear(w.start.Claims[n:])
	w.start.NumClaims = uint8(n) //nolint:gosec // at most MaxClaims
	if a := &w.start.Auction; a.Open && r.SealedBids() {
		a.Passed = 0
		a.Sealed = [game.MaxSeats]game.Money{}
	}
	w.luck.game = mix(uint64(s.Seq)<<32 ^ uint64(s.Turn.Number)<<8 ^ uint64(seat)) //nolint:gosec // a seat that plays
	for i := range s.Players[:s.NumSeats] {
		w.luck.game = mix(w.luck.game ^ uint64(s.Owned[i])<<16 ^ uint64(uint32(s.Players[i].Cash)))
	}
}

// play plays a command out and returns the chance of the seat to win afterwards.
func (w *workspace) play(c *game.Command, r *game.Ruleset, seat game.Seat, n int) float32 {
	t := &w.turn
	t.Begin(r, &w.start)
	s := &t.S
	w.luck.begin(s, n)
	w.order = Order{}
	last := s.Turn.Number + w.rounds*uint16(s.Alive().Len()) //nolint:gosec // at most eight
	next := &w.next
	*next = *c
	if c.Kind == game.ProposeTrade && t.DecideOn(next, &w.luck).OK() {
		w.order.Note(s, next)
		*next = game.MoveN(w.answer, c.To, int32(s.LastTrade))
	}
	for range mostActs {
		if !t.DecideOn(next, &w.luck).OK() || s.Status != game.Playing || !s.In(seat) || s.Turn.Number >= last && s.Turn.Number > w.start.Turn.Number {
			break
		}
		w.order.Note(s, next)
		if !w.order.Next(r, s, w.seats[:], next) {
			break
		}
	}
	switch {
	case s.Status == game.Finished:
		return share(s, seat)
	case !s.In(seat):
		return 0
	}
	var p value.Position
	var chances value.Chances
	value.Look(s, &p)
	w.model.Chances(&p, &chances)
	return chances[seat]
}

// share is the seat's share of the victory.
func share(s *game.State, seat game.Seat) float32 {
	winners, won := 0, false
	for _, st := range s.Standings[:s.NumRanked] {
		if st.Rank == 1 {
			winners++
			won = won || st.Seat == seat
		}
	}
	if !won {
		return 0
	}
	return 1 / float32(winners)
}

// guess is the luck of playouts: made up from what everybody knows, and the same for
// all commands that are compared, so that their difference is not one of luck. What
// it says about a throw depends on the turn and on the throws before it in the turn
// alone, and on a deck nothing but the deck.
type guess struct {
	s     *game.State
	game  uint64 // of the position
	one   uint64 // of the playout
	turn  uint16
	count uint64 // questions in the turn
}

func (g *guess) begin(s *game.State, n int) {
	g.s, g.one, g.turn, g.count = s, mix(g.game+uint64(n)), 0, 0 //nolint:gosec // not negative
}

// mix scatters the bits of a number.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func (g *guess) next() uint64 {
	if g.turn != g.s.Turn.Number {
		g.turn, g.count = g.s.Turn.Number, 0
	}
	g.count++
	return mix(g.one ^ uint64(g.turn)<<16 ^ g.count<<40)
}

// below picks 0 to n-1.
func below(x uint64, n int) int { return int(x >> 33 % uint64(n)) } //nolint:gosec // n is small and positive

// Roll throws the dice.
func (g *guess) Roll(_ game.Seat, _ game.Cause, faces *[6]uint8) [3]uint8 {
	x := g.next()
	d := [3]uint8{uint8(1 + x%6), uint8(1 + x/6%6)} //nolint:gosec // 1 to 6
	if faces != nil {
		d[2] = faces[x/36%6]
	}
	return d
}

// Card picks the undrawn card that lies first in the playout's order.
func (g *guess) Card(_ game.Seat, deck game.Deck, pile *game.Pile) uint8 {
	if pile.Undrawn == 0 {
		return pile.Queue[0]
	}
	first, least := uint8(0), uint64(math.MaxUint64)
	for card, left := uint8(0), pile.Undrawn; left != 0; card, left = card+1, left>>1 {
		if left&1 != 0 {
			if x := mix(g.one ^ uint64(deck)<<8 ^ uint64(card)<<48); x < least {
				first, least = card, x
			}
		}
	}
	return first
}

// Ticket picks a ticket of the pile.
func (g *guess) Ticket(_ game.Seat, plain, expiring uint8) bool {
	return below(g.next(), int(plain)+int(expiring)) >= int(plain)
}

// Deal picks one of n deeds.
func (g *guess) Deal(n int) int { return below(g.next(), n) }
