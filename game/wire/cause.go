package wire

import "github.com/bankhalter/bankhalter/game"

// Payments and movements share some names (card, fine); which cause is meant
// follows from the event. A cause in the other's place carries a prefix.
var causeNames = [game.NumCauses]string{
	game.ForSalary:     "salary",
	game.ForPrice:      "price",
	game.ForRent:       "rent",
	game.ForTax:        "tax",
	game.ForFine:       "fine",
	game.ForCard:       "card",
	game.ForBuild:      "build",
	game.ForSell:       "sell",
	game.ForMortgage:   "mortgage",
	game.ForLift:       "lift",
	game.ForInterest:   "interest",
	game.ForAuction:    "auction",
	game.ForTrade:      "trade",
	game.ForDebt:       "debt",
	game.ForBankruptcy: "bankruptcy",
	game.ForGift:       "gift",
	game.ForDepot:      "depot",
	game.ForSettlement: "settlement",
	game.ForDuel:       "duel",
	game.ForPot:        "pot",
	game.ByMove:        "move",
	game.ByJail:        "jail",
	game.ByOrder:       "order",
	game.ByDice:        "dice",
	game.ByCard:        "card",
	game.ByTicket:      "ticket",
	game.ByBonus:       "bonus",
	game.ByTriple:      "triple",
	game.BySquare:      "square",
	game.ByDoubles:     "doubles",
	game.ByFine:        "fine",
}

// CauseName is the name of a cause: the reason of a payment or debt, the
// purpose of a throw, the cause of a move, a jailing or a release.
func CauseName(c game.Cause) string { return at(causeNames[:], c) }

// ReasonKind is the payment's reason of a name.
func ReasonKind(name string) (game.Cause, bool) {
	return find[game.Cause](causeNames[:game.ByMove], name)
}

const forPrefix, byPrefix = "for_", "by_"

func causePrefix(c game.Cause, payment bool) string {
	if int(c) >= len(causeNames) {
		return ""
	}
	if k, ok := causeKind(causeNames[c], payment); ok && k == c {
		return ""
	}
	if payment {
		return byPrefix
	}
	return forPrefix
}

// causeKind reads a cause as an event of a payment, or any other, means it.
func causeKind(name string, payment bool) (game.Cause, bool) {
	if len(name) > len(forPrefix) && name[:len(forPrefix)] == forPrefix {
		return ReasonKind(name[len(forPrefix):])
	}
	if len(name) > len(byPrefix) && name[:len(byPrefix)] == byPrefix {
		return movingKind(name[len(byPrefix):])
	}
	first, second := movingKind, ReasonKind
	if payment {
		first, second = ReasonKind, movingKind
	}
	if c, ok := first(name); ok {
		return c, true
	}
	return second(name)
}

func movingKind(name string) (game.Cause, bool) {
	c, ok := find[game.Cause](causeNames[game.ByMove:], name)
	return c + game.ByMove, ok
}
