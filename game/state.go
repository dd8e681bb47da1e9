package game

// Status is the life of a game.
type Status uint8

// The lives of a game.
const (
	InLobby Status = iota
	Playing
	Finished
)

// Player is one seat.
type Player struct {
	Cash       Money
	Space      Space
	JailTurn   uint8 // the player's jail turn, 1 to 3; between their turns the jail turns they have had
	Cards      uint8 // jail-free cards held, one bit a deck
	Tickets    uint8
	Out        uint8 // 1 for the first to go bankrupt, 0 while in the game
	Jailed     bool
	Bankrupt   bool
	BankerOnly bool
	Away       bool // left; the table plays on for them
	Lapped     bool // has crossed GO
}

// TurnState is the state of the running turn.
type TurnState struct {
	Number uint16
	Seat   Seat
	Throw  uint8 // 1 to 3
	Phase  Phase // the phase beneath auctions, debts and the like
	Space  Space // the space a decision is about
	Rival  Seat  // whose lot the running duel is about
	Due    Due
	Dice   [3]uint8 // last throw that moved or freed; zero before the first
	Pips   uint8    // pips that moved the token to its space; 0 after any other move
	Acted  bool     // a turn command was given
	Locked bool     // a Mr. Monopoly move runs
	Deck   Deck     // deck of the pay-or-draw card
	Card   uint8
}

// Claim is rent that its owner may demand.
type Claim struct {
	ID     uint16
	Owner  Seat
	Payer  Seat
	Space  Space
	Left   uint8 // first throws of later turns until it lapses
	Turn   uint16
	Amount Money
}

// Debt is money due that could not be taken at once, first come first settled.
type Debt struct {
	Debtor   Seat
	Creditor Seat
	Cause    Cause
	Rule     Rule
	Called   bool // became a debt phase: only PayDebt settles it
	Amount   Money
}

// Trade is an open proposal.
type Trade struct {
	ID    uint16
	From  Seat
	To    Seat
	Give  Terms // from From to To
	Want  Terms // from To to From
	Lift  Set   // deeds that From will lift on receipt
	Terms bool  // carries written terms, whose words the core does not know
	Held  bool  // accepted, but the others have to vote on it (H-22)
	Ask   Seats // who has not voted yet
	Yes   uint8 // votes in favour
	No    uint8 // votes against
}

// Settlement is a debtor's open offer to their creditor.
type Settlement struct {
	Open   bool
	Credit Money
	Give   Terms
}

// AuctionState is the running auction.
type AuctionState struct {
	Open    bool
	Item    Item
	Bidder  Seat // holder of the standing bid, or Nobody
	Passed  Seats
	Bidders Seats
	Min     Money           // lowest opening bid
	Bid     Money           // standing bid, 0 if none
	Sealed  [MaxSeats]Money // secret bids until the hammer falls
}

// Estate is the property that the bank still has to auction after a bankruptcy.
type Estate struct {
	Open  bool
	Cards uint8 // jail-free cards, one bit a deck
	Deeds Set
}

// Transfer is the decision over mortgaged deeds received.
type Transfer struct {
	Open  bool
	Seat  Seat
	Rule  Rule // of the interest: R-BANKR-5 for an estate, else R-MORT-6; none in games of before
	Deeds Set
	Due   Money // interest of the deeds kept so far
}

// Equalise is the duty to even out a group after its last lot came in.
type Equalise struct {
	Open    bool
	Seat    Seat
	Group   uint8
	MayMove bool
}

// Shortage is the procedure for contested buildings.
type Shortage struct {
	Open      bool
	Building  Building
	Requester Seat
	Asked     Seats // seats that have not stated a wish yet
	Placing   Seat  // seat that has to place a building now, or Nobody
	Printed   bool  // it was sold at the printed price
	Price     Money // price the auction winner pays
	Auctioned bool  // the auctions have begun
	NumSteps  uint8
	Wishes    [MaxSeats]uint8
	Steps     [MaxSteps]Space // where the requester wants theirs, in order
}

// Pile is one deck as far as it is known: cards never drawn, and the drawn
// ones lying face down beneath in order. The order of the others does not
// exist before they are drawn.
type Pile struct {
	Undrawn uint32
	N       uint8
	Queue   [MaxCards]uint8
}

// Standing is one line of the final count.
type Standing struct {
	Seat   Seat
	Rank   uint8
	Wealth Money
}

// State is a whole game at one moment: comparable, without pointers, and
// without secrets but for open claims.
type State struct {
	Seq        uint32 // number of the last event
	Status     Status
	NumSeats   uint8
	Banker     Seat
	OutCount   uint8
	TimeUp     bool
	NumClaims  uint8
	NumDebts   uint8
	NumTrades  uint8
	NumMade    uint8
	NumRanked  uint8
	NumRefused uint8
	LastClaim  uint16
	LastTrade  uint16
	Reason     EndReason
	First      Seat   // who began
	Round      uint16 // rounds completed
	Raised     uint8  // buildings on lots that were set up in this game
	Turn       TurnState
	Lock       DrawLock
	Stock      [5]int8 // buildings in the bank, by Building; below 0 only inside a move
	Tickets    uint8   // plain tickets in the pile
	Expiring   uint8   // tickets in the pile that let the others expire
	Pot        Money
	Last       LastMove
	Equal      Equalise
	Shortage   Shortage
	Players    [MaxSeats]Player
	Owned      [MaxSeats]Set // deeds of each seat
	Deeds      Set           // of the board: a deed's number among them is its place in Order and Paid
	Free       Set           // deeds of the bank
	Mortgaged  Set
	Built      Set // lots that carry something
	Depots     Set // stations with a depot
	Level      [MaxSpaces]uint8
	Decks      [NumDecks]Pile
	Auction    AuctionState
	Estate     Estate
	Transfer   Transfer
	Offer      Settlement
	Claims     [MaxClaims]Claim
	Debts      [MaxDebts]Debt
	Standings  [MaxSeats]Standing
	Trades     [MaxTrades]Trade
	Made       [MaxTrades]Made // proposals of the running turn
	Settled    [MaxSeats]uint8 // settlements that each seat has offered in the running turn
	Refused    [MaxRefused]Refused
	Since      [MaxDeeds]uint32 // the event by which each deed was last handed over, mortgaged or lifted; see place

	// Of each building of a deed, from the bottom up: its rank by age among
	// those that were set up in this game, 1 the oldest, 0 if it was there before;
	// and the price paid for it. The ranks have no gaps: a building that goes
	// makes all later ones move up, so that they fit however often is built.
	Order [MaxDeeds][MaxLevel]uint8
	Paid  [MaxDeeds][MaxLevel]Money
}

// place is the index of a deed in Order and Paid.
func (s *State) place(sp Space) int { return (s.Deeds & (1<<sp - 1)).Len() }

// PaidFor is the prices paid for the buildings of a deed, from the bottom up.
func (s *State) PaidFor(sp Space) *[MaxLevel]Money { return &s.Paid[s.place(sp)] }
