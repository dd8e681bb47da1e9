package game

// NoGroupID is the group of a space without one.
const NoGroupID uint8 = 255

// CardOp is the operation of a card.
type CardOp uint8

// The card effects, one for each op of the edition schema.
const (
	OpNone           CardOp = iota
	OpAdvanceTo             // Space, Salary
	OpMoveBackTo            // Space
	OpMoveBy                // Amount = steps, negative backward
	OpAdvanceNearest        // Kind, Rent
	OpPay                   // Amount
	OpCollect               // Amount
	OpPayEach               // Amount
	OpCollectEach           // Amount
	OpRepairs               // House, Hotel, Skyscraper, Depot
	OpPayOrDraw             // Amount, Deck
	OpGoToJail              //
	OpJailFree              //
)

// CardRent is the special rent of a card that moves to the nearest station or utility.
type CardRent uint8

// The special rents.
const (
	RentNormal CardRent = iota
	RentDouble
	RentDiceTen
)

// CardDef is one card.
type CardDef struct {
	Op     CardOp
	Space  Space
	Kind   SpaceKind
	Rent   CardRent
	Deck   Deck
	Salary bool
	Amount Money    // steps of a move; the factor of RentDiceTen, scaled
	Per    [5]Money // repairs, by Building
}

// DeckDef is one deck; cards are in ascending order of their ids.
type DeckDef struct {
	Num   uint8
	Cards [MaxCards]CardDef
}

// SpaceDef is one space as printed. Rent holds bare rent, one to four houses,
// hotel and skyscraper; stations and utilities have theirs in Board.
type SpaceDef struct {
	Kind       SpaceKind
	Group      uint8 // NoGroupID if none
	Deck       Deck
	Price      Money
	Mortgage   Money
	House      Money // price of a house
	Hotel      Money // price of a hotel besides its houses
	Skyscraper Money
	Depot      Money
	Tax        Money
	Percent    int32 // of the tax choice; 0 if this space has none
	Strength   int32
	Rent       [7]Money
}

// GroupDef is a colour group, the stations or the utilities.
type GroupDef struct {
	Kind   SpaceKind
	Spaces Set
}

// Board is an edition's board, decks and stocks, compiled.
type Board struct {
	Size          uint8
	Jail          Space
	NumGroups     uint8
	NumTickets    uint8 // plain ones
	NumExpiring   uint8
	StationGroup  uint8
	UtilityGroup  uint8
	Deeds         Set
	Lots          Set
	Stations      Set
	Utilities     Set
	Spaces        [MaxSpaces]SpaceDef
	Groups        [MaxGroups]GroupDef
	Decks         [NumDecks]DeckDef
	StationRent   [MaxGroups]Money // by number owned, from 1
	UtilityFactor [MaxGroups]Money // by number owned, from 1
	DepotFactor   Money
	Stock         [5]int8  // by Building
	SpeedFaces    [6]uint8 // zero if the edition has no third die
}

// Switch values; every field of Rules that is not a plain number or flag uses one.
type (
	// TurnSet is a set of jail turns, bit n for turn n.
	TurnSet uint8
	// UtilityDice says which dice count for utility rent.
	UtilityDice uint8
	// Scope is a whole colour group or just the lot.
	Scope uint8
)

// Which dice count for utility rent.
const (
	DiceOfMove UtilityDice = iota // the throw that moved the token there
	DiceFresh                     // always a fresh throw
)

// How far a condition reaches.
const (
	ScopeGroup Scope = iota
	ScopeLot
)

// Rules is one column of the variant matrix after the table's options: every
// point on which rulebooks differ. The engine reads these fields and never a
// rulebook's name. All amounts are scaled to the edition already.
type Rules struct {
	// money and set-up
	Unit          Money
	StartCash     Money
	Salary        Money
	Fine          Money
	Gift          Money
	MinPlayers    uint8
	MaxPlayers    uint8
	BankerOnlyMin uint8 // participants from which one seat may be the banker alone; 0 never
	BankerOnlyMax uint8 // and up to which, 0 for no other limit
	BankerFirst   bool  // the banker throws first for the order
	DealDeeds     uint8 // deeds dealt to each seat at the start
	DealFree      bool  // H-17: dealt deeds cost nothing

	// dice
	SpeedDie      bool
	TripleRerolls bool // a triple as first or second throw gives another

	// auctions
	AuctionMin     Money // lowest opening bid
	NoAuction      bool  // H-05
	AuctionAll     bool  // H-15
	AuctionPledged bool  // H-28: bank auctions keep the mortgage
	SealedAuction  bool  // H-14

	// rent
	RentWindow             uint8 // first throws of later turns until a claim lapses
	GroupFactor            Money // bare rent with the whole group
	MajorityFactor         Money // bare rent with all but one lot
	FactorNeedsUnmortgaged bool
	UtilityDice            UtilityDice
	AutoClaim              bool
	Reminders              bool // H-20
	NoRentInJail           bool // H-06

	// taxes
	TaxChoice bool
	TaxBlind  bool

	// jail
	JailTurns         uint8 // the last compulsory throw, 3 (H-21: 2)
	FineTurns         TurnSet
	CardTurns         TurnSet
	JailThrowOptional bool
	JailExitRerolls   bool

	// building
	BuildMissing      uint8 // lots of the group that may be missing, 0 or 1
	GateAllDeeds      bool  // no building before every deed is sold
	GateAllLots       bool  // the same for lots alone
	BuildBetweenTurns bool  // off-turn building only in the before-throw window
	BuildOnlyOwnTurn  bool  // H-11
	NoBuildInJail     bool  // H-12
	MortgageBlock     Scope
	HousesPerLot      uint8 // 4; short and quick games 3
	UnevenBuild       bool  // H-09
	Unlimited         bool  // H-10
	Skyscrapers       bool
	Depots            bool
	ShortMinPrinted   bool // contested buildings start at the lowest printed price
	SellRegular       bool // half of the regular price instead of the price paid
	SellUneven        bool
	SellLIFO          bool
	HotelSoldWhole    bool
	NoForcedShortage  bool
	RedistributeDuty  bool // the last-lot duty of R-MBUILD-5 and -6
	MortgageClear     Scope
	OwnBuildingsOnly  bool // another player's buildings do not count for MortgageClear

	// debts and bankruptcy
	SettlementOffers   bool
	PayInKind          bool
	BankrMortgageFirst bool
	BankrAuctionCards  bool
	InterestOnPrice    bool // bankr.interest_base = price
	SecondBankruptcy   bool // the second bankruptcy ends the game
	ResignBankrupt     bool // H-29

	// trade
	Gifts            bool // H-23
	SideAgreements   bool // H-02, H-03: written terms are allowed
	TicketsTradeable bool // H-25
	TradeGuard       bool // H-22: trades outside 25 to 400 % of the printed value need a vote

	// end
	TimeLimit       bool
	HotelFiveHouses bool // wealth counts a hotel as five houses

	// squares and house rules
	Tickets    bool
	Duel       bool
	DuelAnyLot bool // H-26
	NoUndo     bool // H-30: nobody may ask to take back a decision
	ParkingPot bool // H-01
	PotStart   Money
	DoubleGo   bool   // H-04
	FirstLap   bool   // H-07
	SnakeEyes  Money  // H-08, 0 off
	RoundLimit uint16 // H-18, 0 off
}

// Ruleset is a board and a rulebook with the table's options: immutable, shared by all its games.
type Ruleset struct {
	Board
	Rules

	// FirstReading decides as the first version of the program did, for checking
	// games that were played with it. It neither counts the offers of a turn nor
	// withdraws impossible ones (R-TRADE-3), auctions buildings to a lone builder
	// (R-SHORT-7), halves the price of each building of a hotel that is sold whole
	// (R-SELL-4), and lets a new owner build who owes interest (R-MBUILD-6).
	FirstReading bool

	// SecondReading decides as the versions after the first did: a held trade for which
	// the vote is over is taken back if no one may trade at that moment (H-22), the
	// bank pays beyond MostMoney, who may not build in jail (H-12) moves no houses
	// if they could pay for others (R-MBUILD-6), and not only creditors of a bankrupt pay
	// the interest of R-BANKR-5 (R-MORT-6).
	SecondReading bool
}

// MostHouses is how many houses a lot takes before the hotel: 4, or 3 in short and quick games.
func (r *Ruleset) MostHouses() uint8 { return r.HousesPerLot }

// HotelLevel is the number of steps to a hotel, 5, or 4 in short and quick games.
func (r *Ruleset) HotelLevel() uint8 { return r.MostHouses() + 1 }

// Step is the smallest amount that is ever paid: all payments, bids and offers are multiples of it.
func (r *Ruleset) Step() Money { return r.Unit }

// Whole is an amount rounded down to one that can be paid.
func (r *Ruleset) Whole(amount Money) Money { return amount / r.Unit * r.Unit }

// RentAt is the printed rent of a lot at a level above 0.
func (r *Ruleset) RentAt(sp Space, level uint8) Money {
	if level >= r.HotelLevel() {
		return r.Spaces[sp].Rent[5+level-r.HotelLevel()]
	}
	return r.Spaces[sp].Rent[level]
}

// StepPrice is the printed price of the building that brings a lot to the level.
func (r *Ruleset) StepPrice(sp Space, level uint8) Money {
	switch {
	case level > r.HotelLevel():
		return r.Spaces[sp].Skyscraper
	case level == r.HotelLevel():
		return r.Spaces[sp].Hotel
	default:
		return r.Spaces[sp].House
	}
}

// StepBuilding is the building that brings a lot to the level.
func (r *Ruleset) StepBuilding(level uint8) Building {
	switch {
	case level > r.HotelLevel():
		return Skyscraper
	case level == r.HotelLevel():
		return Hotel
	default:
		return House
	}
}

// Next is the space n steps ahead.
func (r *Ruleset) Next(sp Space, n int) Space {
	return Space((int(sp) + n + 2*int(r.Size)) % int(r.Size))
}
