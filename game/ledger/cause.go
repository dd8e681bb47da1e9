package ledger

import "github.com/bankhalter/bankhalter/game"

// space is the space of a payment. The payment of a debt does not name it, the
// event that made the debt does; an auction names it only for deeds.
func (b *Ledger) space(e *game.Event) game.Space {
	switch {
	case e.Cause == game.ForAuction && b.item.Kind != game.ItemDeed:
		return game.NoSpace
	case e.Space != game.NoSpace || len(b.debts) == 0:
		return e.Space
	}
	if d := b.debts[0]; d.debtor == e.Seat && d.creditor == e.Other && d.cause == e.Cause && d.amount == e.Amount {
		return d.space
	}
	return game.NoSpace
}

// owed follows the queue of debts as the state does.
func (b *Ledger) owed(e *game.Event) {
	switch {
	case e.Kind == game.DebtOpened:
		b.debts = append(b.debts, debt{e.Seat, e.Other, e.Cause, e.Amount, e.Space})
	case e.Kind == game.Bankrupted:
		left := b.debts[:0]
		for _, d := range b.debts {
			if d.debtor != e.Seat && d.creditor != e.Seat {
				left = append(left, d)
			}
		}
		b.debts = left
	case len(b.debts) == 0: // a log that does not add up is for others to refuse
	case e.Kind == game.DebtReduced:
		b.debts[0].amount = e.Amount
	default:
		b.debts = b.debts[1:]
	}
}

// tradeOf is the trade that a payment belongs to: its cash, and interest or
// lifting of the mortgaged deeds that changed hands in it.
func (b *Ledger) tradeOf(e *game.Event) uint16 {
	switch {
	case b.trade == 0:
		return 0
	case e.Cause == game.ForTrade:
		return b.trade
	case (e.Cause == game.ForLift || e.Cause == game.ForInterest) && b.traded.Has(e.Space):
		b.traded = b.traded.Without(e.Space)
		return b.trade
	}
	return 0
}

// follow keeps track of the trade being carried out: it ends with the first
// event that is no part of an exchange.
func (b *Ledger) follow(e *game.Event) {
	switch e.Kind {
	case game.TradeAccepted:
		b.trade, b.traded = uint16(e.N), 0
	case game.DeedTransferred:
		b.traded = b.traded.With(e.Space)
	case game.Paid, game.CardMoved, game.TicketsMoved, game.Lifted:
	default:
		b.trade, b.traded = 0, 0
	}
}
