package text

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// business describes claims, debts, auctions, trades and the rarer procedures.
func (s *Scene) business(e *game.Event) string {
	n := strconv.Itoa(int(e.N))
	switch e.Kind {
	case game.ClaimOpened:
		return s.at("event.claim_opened", e, "Payer", s.Name(e.Other), "Money", s.Money(e.Amount))
	case game.RentClaimed:
		return s.T("event.rent_claimed")
	case game.ClaimLapsed:
		return s.T("event.claim_lapsed")
	case game.DebtOpened:
		return s.toSomebody("event.debt_opened", "event.debt_opened_bank", e)
	case game.DebtReduced:
		return s.tell("event.debt_reduced", e.Seat, "Money", s.Money(e.Amount))
	case game.DebtSettled:
		return s.who("event.debt_settled", e)
	case game.DebtCalled:
		return s.who("event.debt_called", e)
	case game.AuctionOpened:
		return s.T("event.auction_opened", "Item", s.Item(e.Item), "Money", s.Money(e.Amount))
	case game.BidPlaced:
		return s.tell("event.bid_placed", e.Seat, "Money", s.Money(e.Amount))
	case game.Passed:
		return s.who("event.passed", e)
	case game.AuctionClosed:
		if e.Other < 0 {
			return s.T("event.auction_none", "Item", s.NamedItem(e.Item))
		}
		return s.tell("event.auction_won", e.Other, "Item", s.NamedItem(e.Item), "Money", s.Money(e.Amount))
	case game.TradeProposed:
		return s.tell("event.trade_proposed", e.Seat, "N", n, "To", s.other(e.Other),
			"Give", s.namedGoods(e.Give), "Want", s.namedGoods(e.Want))
	case game.TradeAccepted:
		return s.T("event.trade_accepted", "N", n)
	case game.TradeRejected:
		return s.T("event.trade_rejected", "N", n)
	case game.TradeCancelled:
		return s.T(withdrawnKey(game.Gone(e.Left)), "N", n, "Name", s.Name(e.Seat))
	case game.TradeHeld:
		return s.T("event.trade_held", "N", n)
	case game.TradeVoted:
		if e.Flag {
			return s.tell("event.trade_voted_yes", e.Seat, "N", n)
		}
		return s.tell("event.trade_voted_no", e.Seat, "N", n)
	case game.BidSealed:
		return s.who("event.bid_sealed", e)
	case game.SettlementOffered:
		return s.tell("event.settlement_offered", e.Seat, "With", s.with(e.Other),
			"Give", s.namedGoods(e.Give), "Money", s.Money(e.Amount))
	case game.SettlementAccepted:
		return s.T("event.settlement_accepted", "Name", s.Name(e.Seat), "To", s.Name(e.Other))
	case game.SettlementRejected:
		return s.T("event.settlement_rejected", "Name", s.Name(e.Seat), "To", s.Name(e.Other))
	case game.Bankrupted:
		if s.last.Has(e.Seat) {
			return s.who("event.bankrupt_last", e)
		}
		return s.toSomebody("event.bankrupt", "event.bankrupt_bank", e)
	case game.CardMoved:
		switch game.Bank {
		case e.Seat:
			return s.tell("event.card_moved_bank", e.Other)
		case e.Other:
			return s.who("event.card_moved_to_bank", e)
		}
		return s.T("event.card_moved", "Name", s.Name(e.Seat), "To", s.Name(e.Other))
	case game.TicketsMoved:
		return s.N("event.tickets_moved", int(e.N), "Name", s.Name(e.Seat), "To", s.Name(e.Other))
	default:
		return s.procedure(e)
	}
}

// CounterOffer describes the proposal of a counter-offer.
func (s *Scene) CounterOffer(e *game.Event) string {
	return s.tell("event.counter_proposed", e.Seat, "N", strconv.Itoa(int(e.N)), "To", s.other(e.Other),
		"Give", s.namedGoods(e.Give), "Want", s.namedGoods(e.Want))
}

// Countered describes the rejection of a proposal that is answered with the
// counter-offer of the number by.
func (s *Scene) Countered(e *game.Event, by int32) string {
	return s.tell("event.counter_rejected", e.Seat, "N", strconv.Itoa(int(e.N)), "By", strconv.Itoa(int(by)))
}

// withdrawnKey is for a proposal that was taken back, or that could no longer be carried out.
func withdrawnKey(g game.Gone) string {
	switch g {
	case game.GoneBankrupt:
		return "event.trade_gone_bankrupt"
	case game.GoneLeft:
		return "event.trade_gone_left"
	case game.GoneDeed:
		return "event.trade_gone_deed"
	case game.GoneCard:
		return "event.trade_gone_card"
	case game.GoneTicket:
		return "event.trade_gone_ticket"
	case game.GoneCash:
		return "event.trade_gone_cash"
	case game.GoneBuilt:
		return "event.trade_gone_built"
	case game.NotGone, game.NumGone:
	}
	return "event.trade_cancelled"
}

// toSomebody takes the second key if the bank is the other side.
func (s *Scene) toSomebody(key, bank string, e *game.Event) string {
	if e.Other == game.Bank {
		key = bank
	}
	return s.tell(key, e.Seat, "To", s.other(e.Other), "With", s.with(e.Other), "Money", s.Money(e.Amount))
}

// procedure describes tickets, duels, shortages, mortgages received and the like.
func (s *Scene) procedure(e *game.Event) string {
	switch e.Kind {
	case game.TicketDrawn:
		if e.Flag {
			return s.who("event.ticket_drawn_expires", e)
		}
		return s.who("event.ticket_drawn", e)
	case game.TicketUsed:
		return s.tell("event.ticket_used", e.Seat, "Stop", s.Space(e.Space))
	case game.TicketsExpired:
		return s.N("event.tickets_expired", int(e.N), "Name", s.Name(e.Seat))
	case game.DuelFought:
		if e.Flag {
			return s.at("event.duel_won", e)
		}
		return s.at("event.duel_lost", e)
	case game.DueLost:
		return s.who("event.due_lost", e)
	case game.Unlocked:
		return s.T("event.unlocked")
	case game.Stayed:
		return s.who("event.stayed", e)
	case game.EstateOpened:
		return s.who("event.estate_opened", e)
	case game.EstateClosed:
		return s.T("event.estate_closed")
	case game.TransferOpened:
		return s.tell("event.transfer_opened", e.Seat, "Spaces", s.Spaces(e.Lift))
	case game.TransferKept:
		return s.at("event.transfer_kept", e)
	case game.TransferClosed:
		return s.who("event.transfer_closed", e)
	case game.EqualiseOpened:
		return s.tell("event.equalise_opened", e.Seat, "Group", s.Group(uint8(e.N)))
	case game.EqualiseClosed:
		return s.who("event.equalised", e)
	case game.ShortageOpened:
		return s.T("event.shortage_opened", "Name", s.Name(e.Seat),
			"Building", s.Setup.BuildingsName(s.lang, e.Building), "N", s.Buildings(e.Building, int(e.N)))
	case game.WishStated:
		if e.N == 0 {
			return s.who("event.wish_none", e)
		}
		return s.N("event.wish", int(e.N), "Name", s.Name(e.Seat))
	case game.StepNoted:
		return s.at("event.step_noted", e)
	case game.ContestOpened:
		return s.T("event.contest_opened")
	case game.PlacingOpened:
		if e.Seat < 0 {
			return s.T("event.placing_closed")
		}
		return s.tell("event.placing_opened", e.Seat, "Money", s.Money(e.Amount))
	case game.ShortageClosed:
		return s.T("event.shortage_closed")
	case game.DeedRemoved:
		return s.T("event.deed_removed", "Space", s.Space(e.Space))
	case game.Resigned:
		return s.who("event.resigned", e)
	case game.Returned:
		return s.who("event.returned", e)
	case game.UndoAsked:
		return s.who("event.undo_asked", e)
	case game.UndoAgreed:
		return s.who("event.undo_agreed", e)
	case game.Undone:
		return s.T("event.undone")
	case game.UndoRefused:
		if e.Flag {
			return s.who("event.undo_withdrawn", e)
		}
		return s.who("event.undo_refused", e)
	case game.TaxChosen:
		if game.Choice(e.N) == game.Percent {
			return s.who("event.tax_percent", e)
		}
		return s.who("event.tax_flat", e)
	case game.PotChanged:
		return s.T("event.pot", "Money", s.Money(e.Amount))
	case game.Lapped:
		return s.tell("event.lapped", e.Seat, "Go", s.Space(0))
	case game.RollLocked:
		return s.who("event.roll_locked", e)
	case game.SeatReanchored:
		return s.who("event.seat_reanchored", e)
	case game.ServerReanchored:
		return s.T("event.server_reanchored")
	default:
		return ""
	}
}
