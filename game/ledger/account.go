package ledger

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// Account is a place of money: a player's purse, the pot, or one of the bank's
// accounts, named for the purpose of its payments and receipts.
type Account uint8

// The accounts that are no player's. The purse of a seat has the seat's number.
const (
	Pot       Account = game.MaxSeats + iota // laid up on free parking (H-01)
	Capital                                  // the players' starting cash
	Salary                                   // passing GO
	Deeds                                    // deeds at the printed price
	Auctions                                 // whatever went under the hammer
	Buildings                                // built and sold back
	Mortgages                                // lent on deeds and paid back
	Interest                                 // on mortgages
	Taxes                                    //
	Fines                                    //
	Cards                                    // payments by and to cards
	Gifts                                    // gift spaces and bonuses of the dice
	Parking                                  // the bank's side of the pot
	Estates                                  // property that bankruptcies left to the bank
	Sundry                                   // anything else
	NumAccounts
)

// Purse is the account of a seat's cash.
func Purse(seat game.Seat) Account { return Account(seat) }

// Seat is whose purse an account is; false for the pot and the bank's.
func (a Account) Seat() (game.Seat, bool) { return game.Seat(a), a < Pot }

// Bank reports whether the account is one of the bank's.
func (a Account) Bank() bool { return a >= Capital && a < NumAccounts }

var names = [NumAccounts]string{
	Pot: "pot", Capital: "bank:capital", Salary: "bank:salary", Deeds: "bank:deeds", Auctions: "bank:auctions",
	Buildings: "bank:buildings", Mortgages: "bank:mortgages", Interest: "bank:interest", Taxes: "bank:taxes",
	Fines: "bank:fines", Cards: "bank:cards", Gifts: "bank:gifts", Parking: "bank:parking", Estates: "bank:estates",
	Sundry: "bank:sundry",
}

// ID is the name of an account for programs: "player:0", "pot", "bank:salary".
func (a Account) ID() string {
	if seat, ok := a.Seat(); ok {
		return "player:" + strconv.Itoa(int(seat))
	}
	return names[a]
}

// bankAccount is the bank's account for a cause.
func bankAccount(why game.Cause) Account {
	switch why {
	case game.NoCause:
		return Capital
	case game.ForSalary:
		return Salary
	case game.ForPrice:
		return Deeds
	case game.ForAuction:
		return Auctions
	case game.ForBuild, game.ForSell, game.ForDepot:
		return Buildings
	case game.ForMortgage, game.ForLift:
		return Mortgages
	case game.ForInterest:
		return Interest
	case game.ForTax:
		return Taxes
	case game.ForFine:
		return Fines
	case game.ForCard:
		return Cards
	case game.ForGift:
		return Gifts
	case game.ForPot:
		return Parking
	case game.ForBankruptcy:
		return Estates
	default: // rent, duels, trades, settlements: between players only
		return Sundry
	}
}
