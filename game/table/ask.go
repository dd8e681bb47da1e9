package table

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// ask is what a seat is asked, as far as a player who answers late has to know
// that it is still the same. The zero value is a seat that is not waited for.
type ask struct {
	phase  game.Phase
	turn   uint16
	throw  uint8
	space  game.Space
	opened uint32 // event that opened the auction, debt, transfer ... on top
}

// asked is everything about a seat that a late command can depend on.
type asked struct {
	ask
	trade uint16 // see latestTrade
	offer uint32 // event of the settlement offered to it
}

// askedAt is a change of it.
type askedAt struct {
	seq uint32
	asked
}

// maxAsks bounds the changes remembered for a seat that does not move.
const maxAsks = 64

// asks remembers, for each seat, its last own move and how what it was asked
// has changed since. It is folded from the log like the state, move by move.
type asks struct {
	own     [game.MaxSeats]uint32
	changes [game.MaxSeats][]askedAt
	offers  [game.MaxSeats]offers
	opened  [game.NumPhases]uint32
	offered uint32
}

// event notes what a single event opens.
func (a *asks) event(e *game.Event, seq uint32) {
	switch e.Kind {
	case game.AuctionOpened:
		a.opened[game.PhaseAuction] = seq
		a.opened[game.PhaseLiquidation] = seq
		a.opened[game.PhaseBuildingAuction] = seq
	case game.PlacingOpened:
		a.opened[game.PhaseBuildingAuction] = seq
	case game.DebtCalled:
		a.opened[game.PhaseDebt] = seq
	case game.TransferOpened:
		a.opened[game.PhaseTransfer] = seq
	case game.EqualiseOpened:
		a.opened[game.PhaseEqualise] = seq
	case game.ShortageOpened:
		a.opened[game.PhaseIntent] = seq
	case game.SettlementOffered:
		a.offered = seq
	default:
	}
}

// moved notes the state after a whole move of the seat, Nobody for the clock and
// the table, and when it could be seen; the zero time for one read from the log.
func (a *asks) moved(s *game.State, mover game.Seat, at time.Time) {
	if mover >= 0 && int(mover) < len(a.own) {
		a.own[mover] = s.Seq
		a.changes[mover] = a.changes[mover][:0]
	}
	for i := range s.Players[:s.NumSeats] {
		now := a.of(s, game.Seat(i))
		a.offers[i].set(now.digest(a.own[i]), at)
		list := a.changes[i]
		if n := len(list); n > 0 && list[n-1].asked == now {
			continue
		}
		if len(list) == maxAsks {
			list = list[:copy(list, list[maxAsks/2:])]
		}
		a.changes[i] = append(list, askedAt{s.Seq, now})
	}
}

// of is what the seat is asked now.
func (a *asks) of(s *game.State, seat game.Seat) asked {
	var q asked
	if s.Waiting().Has(seat) {
		top := s.Phase()
		q.ask = ask{top, s.Turn.Number, s.Turn.Throw, s.Turn.Space, a.opened[top]}
	}
	q.trade = latestTrade(s, seat)
	if s.Offer.Open && s.NumDebts > 0 && s.Debts[0].Creditor == seat {
		q.offer = a.offered
	}
	return q
}

// stale reports whether a command made with an eye on event seen comes too late:
// since then the seat itself has moved, or what it is asked has changed. Acts
// of others that leave that alone do not count, and a person who was asked whether they
// really want an offer, or to leave, is not asked once more because it is their turn now.
func (a *asks) stale(s *game.State, c *game.Command, seen uint32) bool {
	if seen > s.Seq || seen < a.own[c.Seat] {
		return true
	}
	list := a.changes[c.Seat]
	i := len(list) - 1
	for i >= 0 && list[i].seq > seen {
		i--
	}
	if i < 0 {
		return true // older than what is remembered
	}
	then, now := list[i].asked, a.of(s, c.Seat)
	switch c.Kind {
	case game.AcceptTrade, game.RejectTrade:
		if c.N >= 0 {
			return false // what an offer says never changes: it is the same one, or gone
		}
		if c.Kind == game.AcceptTrade && then.trade != now.trade {
			return true
		}
	case game.Resign:
		return false
	case game.AcceptSettlement, game.RejectSettlement:
		if then.offer != now.offer {
			return true
		}
	default:
	}
	return then.ask != now.ask
}
