package verify

import (
	"bytes"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// lock is a lock that waits for its draw.
type lock struct {
	at      int
	seat    game.Seat
	ordinal uint32
	move    game.CommandKind
}

// locked notes a lock. The next draw must be the one that it announces.
func (p *protocol) locked(i int, e *game.Event) {
	if p.lock != nil {
		p.fault(Locks, p.lock.at, "the table was locked for draw %d, which did not come", p.lock.ordinal)
	}
	p.lock = &lock{at: i, seat: e.Seat, ordinal: uint32(e.N), move: game.CommandKind(e.Left)}
	if p.lock.ordinal != p.fair.Ordinal+1 {
		p.fault(Locks, i, "the lock announces draw %d, the next one is %d", p.lock.ordinal, p.fair.Ordinal+1)
	}
}

// unlock checks that a draw of a player's own number was locked, and that
// nothing but its own command came after the lock.
func (p *protocol) unlock(i int, d *fair.Draw) {
	l := p.lock
	p.lock = nil
	switch {
	case l == nil && d.Seat != nil && d.Source == fair.Client:
		p.fault(Locks, i, "the table was not locked before draw %d of seat %d", d.Ordinal, *d.Seat)
		return
	case l == nil:
		return
	case d.Seat == nil || *d.Seat != l.seat || d.Ordinal != l.ordinal:
		p.fault(Locks, i, "the table was locked for draw %d of seat %d, but another one came", l.ordinal, l.seat)
		return
	}
	if p.lockedOut(l, i) {
		p.fault(Locks, l.at+1, "something was done between the lock and draw %d, when its outcome could be known already", d.Ordinal)
		return
	}
	p.locks++
}

// lockedOut reports whether events between the lock and its draw belong to any
// other command. Where the log has no moves, the events of one command are
// known by their time, and by the acts of a command before it draws.
func (p *protocol) lockedOut(l *lock, draw int) bool {
	if row := p.rowOf(l.at); row >= 0 {
		return row+1 != p.rowOf(draw) || p.rowOf(l.at+1) != row+1
	}
	for i := l.at + 1; i < draw; i++ {
		if !bytes.Equal(timeOf(p.lines[i].JSON), timeOf(p.lines[draw].JSON)) || !leadsToDraw(p.events[i].Kind) && !opens(l.move, p.events[i].Kind) {
			return true
		}
	}
	return false
}

// leadsToDraw reports whether the event is allowed between a lock and its draw:
// old rents lapse before a throw, a token moves before it comes to rest on a
// space that draws.
func leadsToDraw(k game.EventKind) bool {
	switch k {
	case game.ClaimLapsed, game.Asked, game.TicketUsed, game.Moved, game.Lapped, game.Paid, game.PotChanged,
		game.DebtReduced, game.DebtSettled, game.Freed, game.TicketsExpired, game.DueLost, game.Unlocked:
		return true
	default:
		return false
	}
}

// opens reports whether a command may write the event before it draws. It ends what has held up the turn, and on
// the mega board the turn's bonus may then lead to a utility, whose rent is thrown for.
func opens(c game.CommandKind, k game.EventKind) bool {
	switch k {
	case game.TaxChosen:
		return c == game.ChooseTax
	case game.DeedTransferred:
		return c == game.Buy || c == game.Bid || c == game.Pass || c == game.AcceptSettlement || c == game.DeclareBankruptcy
	case game.AuctionClosed:
		return c == game.Bid || c == game.Pass
	case game.BidSealed, game.BidPlaced:
		return c == game.Bid
	case game.Passed:
		return c == game.Pass
	case game.SettlementAccepted:
		return c == game.AcceptSettlement
	case game.CardMoved:
		return c == game.AcceptSettlement || c == game.DeclareBankruptcy
	case game.Bankrupted, game.TradeCancelled:
		return c == game.DeclareBankruptcy
	case game.TransferKept:
		return c == game.Keep
	case game.Lifted:
		return c == game.Lift
	case game.TransferClosed:
		return c == game.Keep || c == game.Lift
	case game.EqualiseClosed:
		return c == game.Done
	default:
		return false
	}
}

// timeOf is the text of a line's time.
func timeOf(line []byte) []byte {
	const key = `,"at":"`
	_, rest, _ := bytes.Cut(line, []byte(key))
	at, _, _ := bytes.Cut(rest, []byte{'"'})
	return at
}
