package game

import "math/bits"

// Seat is a player's number in turn order, 0 first.
type Seat int8

// Seats that are no player.
const (
	Bank   Seat = -1 // the bank, as owner, payer, receiver or creditor
	Nobody Seat = -2 // no seat at all
)

// Sizes of the fixed arrays in State and Ruleset.
const (
	MaxSeats  = 9  // eight who play and a banker who does not
	MaxSpaces = 64 // fits a Set
	MaxDeeds  = 37 // of the larger boards; editions must not have more
	MaxLevel  = 6  // four houses, a hotel and a skyscraper
	MaxGroups = 16
	MaxCards  = 32 // cards of one deck
	MaxClaims = 32
	MaxDebts  = 32
	MaxTrades = 3 * MaxSeats // three open proposals a seat
	MaxSteps  = 48           // buildings named in one build or sell

	MaxRefused = 48 // proposals that stay in memory after they were rejected
)

// Space is an index on the board, 0 = GO.
type Space uint8

// NoSpace means that no space was given.
const NoSpace Space = 255

// Money is a whole number of the edition's smallest unit.
type Money int32

// Set is a set of spaces.
type Set uint64

// SetOf returns the set of the given spaces.
func SetOf(spaces ...Space) Set {
	var s Set
	for _, sp := range spaces {
		s |= 1 << sp
	}
	return s
}

// Has reports whether sp is in the set; NoSpace never is.
func (s Set) Has(sp Space) bool { return sp < MaxSpaces && s>>sp&1 == 1 }

// With returns the set and sp.
func (s Set) With(sp Space) Set { return s | 1<<sp }

// Without returns the set less sp.
func (s Set) Without(sp Space) Set { return s &^ (1 << sp) }

// Len is the number of spaces in the set.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First is the lowest space of a set that is not empty.
func (s Set) First() Space { return Space(bits.TrailingZeros64(uint64(s))) }

// Rest is the set without its lowest space. The loop over a set is
//
//	for s := set; s != 0; s = s.Rest() { sp := s.First() ... }
func (s Set) Rest() Set { return s & (s - 1) }

// Seats is a set of seats.
type Seats uint16

// Has reports whether seat is in the set; Bank and Nobody never are.
func (s Seats) Has(seat Seat) bool { return seat >= 0 && s>>uint(seat)&1 == 1 }

// With returns the set and seat.
func (s Seats) With(seat Seat) Seats { return s | 1<<uint(seat) }

// Without returns the set less seat.
func (s Seats) Without(seat Seat) Seats { return s &^ (1 << uint(seat)) }

// Len is the number of seats in the set.
func (s Seats) Len() int { return bits.OnesCount16(uint16(s)) }

// First is the lowest seat of a set that is not empty.
func (s Seats) First() Seat { return Seat(bits.TrailingZeros16(uint16(s))) }

// Rest is the set without its lowest seat.
func (s Seats) Rest() Seats { return s & (s - 1) }

// SpaceKind is the kind of a space.
type SpaceKind uint8

// The kinds of space.
const (
	KindGo SpaceKind = iota
	KindLot
	KindStation
	KindUtility
	KindTax
	KindChance
	KindChest
	KindJail
	KindParking
	KindGoToJail
	KindAuction
	KindTicket
	KindGift
)

// Building is a thing the bank sells for a deed.
type Building uint8

// The buildings, each the step after the one before; a depot is built on a station.
const (
	NoBuilding Building = iota
	House
	Hotel
	Skyscraper
	Depot
)

// Deck is one of the two card decks.
type Deck uint8

// The two decks.
const (
	Chance Deck = iota
	Chest
	NumDecks = 2
)

// Speed is a face of the third die; 1 to 3 are pips, 0 means not thrown.
type Speed = uint8

// The faces of the third die that are no pips.
const (
	SpeedMr  Speed = 4
	SpeedBus Speed = 5
)

// Phase is the decision that the game waits for.
type Phase uint8

// The phases.
const (
	PhaseLobby Phase = iota
	PhaseOrder
	PhaseJail
	PhaseRoll
	PhaseTriple
	PhaseBuy
	PhaseAuction
	PhaseTax
	PhaseBus
	PhaseGift
	PhasePick
	PhaseDuel
	PhaseTake
	PhaseHub
	PhaseDebt
	PhaseTransfer
	PhaseEqualise
	PhaseIntent
	PhaseBuildingAuction
	PhaseLiquidation
	PhaseCard
	PhaseFinal
	PhaseOver
	NumPhases
)

// Cause says why: of a payment, a move, a throw, a jailing, a release.
type Cause uint8

// The causes. Payments first, then throws, moves, jailings and releases.
const (
	NoCause Cause = iota
	ForSalary
	ForPrice
	ForRent
	ForTax
	ForFine
	ForCard
	ForBuild
	ForSell
	ForMortgage
	ForLift
	ForInterest
	ForAuction
	ForTrade
	ForDebt
	ForBankruptcy
	ForGift
	ForDepot
	ForSettlement
	ForDuel
	ForPot
	ByMove // a throw that moves
	ByJail
	ByOrder
	ByDice // a move by dice
	ByCard
	ByTicket
	ByBonus
	ByTriple
	BySquare // jailed by the go-to-jail square; moved by the auction square
	ByDoubles
	ByFine
	NumCauses
)

// Terms is one side of a trade or settlement.
type Terms struct {
	Cash    Money
	Cards   uint8 // jail-free cards, one bit a deck
	Tickets uint8
	Deeds   Set
}

// Empty reports whether the side gives nothing.
func (t Terms) Empty() bool { return t == Terms{} }

// ItemKind is the kind of an auctioned item.
type ItemKind uint8

// The things that can be auctioned.
const (
	NoItem ItemKind = iota
	ItemDeed
	ItemBuilding
	ItemJailCard
)

// Item is the thing under the hammer.
type Item struct {
	Kind     ItemKind
	Space    Space
	Building Building
	Deck     Deck
}
