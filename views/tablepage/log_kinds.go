package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// LogKind is a sort of entries that a log can be cut down to.
type LogKind uint8

// The kinds.
const (
	LogAll LogKind = iota
	LogMoney
	LogDeeds
	LogAuctions
	LogTrades
	LogDice
	LogCards
)

// logKinds are their names in addresses and texts.
func logKinds() []string {
	return []string{LogAll: "", LogMoney: "money", LogDeeds: "deeds", LogAuctions: "auctions", LogTrades: "trades", LogDice: "dice", LogCards: "cards"}
}

// ReadQuery reads the name of a kind.
func (k *LogKind) ReadQuery(values []string) bool {
	i := slices.Index(logKinds(), values[0])
	*k = LogKind(max(i, 0))
	return i >= 0
}

// is reports whether an event is of a kind; many are of more than one.
func (k LogKind) is(e *game.Event) bool {
	switch k {
	case LogMoney:
		return tellsMoney(e)
	case LogDeeds:
		return tellsDeeds(e)
	case LogAuctions:
		switch e.Kind {
		case game.AuctionOpened, game.BidPlaced, game.BidSealed, game.Passed, game.AuctionClosed, game.EstateOpened, game.ContestOpened:
			return true
		default:
			return e.Kind == game.Paid && e.Cause == game.ForAuction
		}
	case LogTrades:
		switch e.Kind {
		case game.TradeProposed, game.TradeAccepted, game.TradeRejected, game.TradeCancelled, game.TradeHeld, game.TradeVoted,
			game.SettlementOffered, game.SettlementAccepted, game.SettlementRejected, game.CardMoved, game.TicketsMoved,
			game.UndoAsked, game.UndoAgreed, game.Undone, game.UndoRefused:
			return true
		default:
			return e.Kind == game.Paid && (e.Cause == game.ForTrade || e.Cause == game.ForSettlement)
		}
	case LogDice:
		switch e.Kind {
		case game.Ordered, game.Rolled, game.Moved, game.TicketUsed, game.DuelFought, game.SeatReanchored:
			return true
		default:
			return false
		}
	case LogCards:
		switch e.Kind {
		case game.CardDrawn, game.CardKept, game.CardMoved, game.JailedEvent, game.Freed, game.Stayed, game.TicketDrawn, game.TicketsExpired:
			return true
		default:
			return e.Kind == game.Paid && (e.Cause == game.ForCard || e.Cause == game.ForFine)
		}
	default:
		return true
	}
}

func tellsMoney(e *game.Event) bool {
	switch e.Kind {
	case game.Paid, game.ClaimOpened, game.RentClaimed, game.ClaimLapsed, game.DebtOpened, game.DebtReduced, game.DebtSettled,
		game.TaxChosen, game.SettlementAccepted, game.Bankrupted, game.AuctionClosed, game.PotChanged:
		return true
	case game.Built:
		return e.Amount > 0
	default:
		return false
	}
}

func tellsDeeds(e *game.Event) bool {
	switch e.Kind {
	case game.DeedDealt, game.Offered, game.DeedTransferred, game.DeedRemoved, game.Mortgaged, game.Lifted, game.TransferKept, game.Built,
		game.BuildingSold, game.HouseMoved, game.ShortageOpened, game.WishStated, game.PlacingOpened, game.ShortageClosed,
		game.TransferOpened, game.EqualiseOpened, game.EqualiseClosed, game.Bankrupted:
		return true
	case game.Paid:
		switch e.Cause {
		case game.ForPrice, game.ForBuild, game.ForDepot, game.ForSell, game.ForMortgage, game.ForLift, game.ForInterest, game.ForAuction:
			return true
		default:
			return false
		}
	case game.AuctionClosed:
		return e.Item.Kind == game.ItemDeed || e.Item.Kind == game.ItemBuilding
	default:
		return false
	}
}

// names reports whether an event is about a player.
func names(e *game.Event, seat game.Seat) bool {
	switch e.Kind {
	case game.GameStarted, game.TimeStruck, game.GameEnded:
		return true
	default:
		return e.Seat == seat || e.Other == seat
	}
}
