package game

// EventKind names an event. Kinds are append-only: never renumbered,
// never reused, never given another meaning.
type EventKind uint8

// The events. The fields they use are listed behind each; Seat is the contract's
// player, from, owner or debtor, Other its to, payer, creditor or winner.
const (
	NoEvent            EventKind = iota
	GameStarted                  //
	Ordered                      // Other = first
	DeedDealt                    // Seat, Space
	TurnStarted                  // Seat, N = number, Left = jail turn or 0, Phase, Flag = a new round begins
	Rolled                       // Seat, Dice, Cause, Due, Flag = first throw of a turn: rent windows move
	Moved                        // Seat, Space = from, Dest = to, Cause, N = pips (dice only), Flag = passed GO
	Paid                         // Seat = from, Other = to, Amount, Cause, Rule, Space
	CardDrawn                    // Seat, Deck, Card
	CardReturned                 // Seat, Deck, Card, Flag = from the hand of Seat (else just drawn)
	CardKept                     // Seat, Deck, Card
	JailedEvent                  // Seat, Cause, Dest = jail
	Freed                        // Seat, Cause
	Offered                      // Seat, Space
	DeedTransferred              // Space, Seat = from, Other = to, Flag = its mortgage is void
	Mortgaged                    // Seat, Space
	Lifted                       // Seat, Space
	Built                        // Seat, Space, Building, Amount = price paid, Left = lower buildings given back, Flag = stock untouched
	BuildingSold                 // Seat, Space, Building, N = level left, Left = lower buildings from stock, Flag = stock untouched
	HouseMoved                   // Seat, Space = from, Dest = to
	ClaimOpened                  // N, Seat = owner, Other = payer, Space, Amount, Left
	RentClaimed                  // N
	ClaimLapsed                  // N
	DebtOpened                   // Seat = debtor, Other = creditor, Amount, Cause, Rule
	DebtReduced                  // Seat, Other, Amount = rest of the debt
	DebtSettled                  // Seat, Other
	AuctionOpened                // Item, Amount = minimum, Seats = bidders
	BidPlaced                    // Seat, Amount
	Passed                       // Seat
	AuctionClosed                // Item, Other = winner or Nobody, Amount
	TradeProposed                // N, Seat = from, Other = to, Give, Want, Lift, Flag = carries written terms
	TradeAccepted                // N, Lift
	TradeRejected                // N
	TradeCancelled               // N, Seat = from or who lacks the cash, Left = a Gone unless a player took it back
	TicketDrawn                  // Seat, Flag = expires others
	TicketUsed                   // Seat, Space = target, Flag = first of a turn: rent windows move
	TicketsExpired               // Seat, N = count
	DuelFought                   // Seat, Space, Flag = won
	Bankrupted                   // Seat, Other = creditor
	TurnEnded                    // Seat
	TimeStruck                   //
	Ranked                       // Seat, N = rank, Amount = wealth; part of game_ended
	GameEnded                    // Cause of the end in N: an EndReason
	Asked                        // Seat, Phase, Space, N = throw, Deck, Card: the base phase of the turn
	DebtCalled                   // Seat, Other: the first debt of the queue became a debt phase
	DueLost                      // Seat, Due: an extra throw, bonus or bus choice is gone or done
	Unlocked                     // the lock of a Mr. Monopoly move is off
	Stayed                       // Seat: no throw in jail; rent windows move
	EstateOpened                 // Seat, Lift = deeds, Card = jail cards by deck bit: all that the bank will auction
	EstateClosed                 //
	TransferOpened               // Seat = receiver, Lift = mortgaged deeds to decide, Rule = of the interest
	TransferKept                 // Seat, Space, Amount = interest due
	TransferClosed               // Seat
	EqualiseOpened               // Seat, N = group, Flag = may move houses
	EqualiseClosed               // Seat
	ShortageOpened               // Seat = requester, Building, N = wish, Seats = asked
	WishStated                   // Seat, N = count
	PlacingOpened                // Seat or Nobody when done, Amount = price, Flag = at the printed price
	ShortageClosed               //
	SettlementOffered            // Seat, Other, Give, Amount = credit
	SettlementAccepted           // Seat, Other
	SettlementRejected           // Seat, Other
	CardMoved                    // Seat, Other, Deck: a jail-free card changed hands
	TicketsMoved                 // Seat, Other, N
	DeedRemoved                  // Space: a deed leaves the bank unsold for good
	Resigned                     // Seat: left; the seat is played by the table's rule
	Returned                     // Seat: took their seat again
	TaxChosen                    // Seat, N = Choice
	ContestOpened                // the wishes exceed the stock: the buildings go under the hammer
	PotChanged                   // Amount = the pot now
	Lapped                       // Seat: first crossing of GO
	StepNoted                    // Seat, Space: where the requester of contested buildings wants the next one
	BidSealed                    // Seat, Amount: one secret bid, H-14
	TradeHeld                    // N, Seat = who accepted, Lift, Seats = voters: outside the guarded range, H-22
	TradeVoted                   // N, Seat, Flag = in favour
	RollLocked                   // Seat, N = ordinal of the draw, Left = command: nothing else may happen before it has drawn
	SeatReanchored               // Seat: draws with another chain from now on
	ServerReanchored             // the server's chain is followed by another one
	UndoAsked                    // Seat, N = the event to go back to
	UndoAgreed                   // Seat: agrees, and others have to agree yet
	Undone                       // N = the event that the game went back to; needs a Fold
	UndoRefused                  // Seat, Flag: withdrawn by who asked
	NumEvents
)

// EndReason says why a game ended.
type EndReason uint8

// The reasons.
const (
	EndNone EndReason = iota
	EndLastPlayer
	EndTime
	EndSecondBankruptcy
	EndAbandoned
)

// Due is what the turn still owes its player after the landing.
type Due uint8

// The dues.
const (
	DueThrow Due = 1 << iota // an extra throw for doubles
	DueBonus                 // the Mr. Monopoly bonus
	DueBus                   // the bus choice
	DueFine                  // the move after the fine of the third jail turn
)

// Event is one thing that happened, with everything needed to fold it.
type Event struct {
	Kind     EventKind
	Seat     Seat
	Other    Seat
	Space    Space
	Dest     Space
	Dice     [3]uint8
	Cause    Cause
	Rule     Rule
	Due      Due
	Flag     bool
	Phase    Phase
	Building Building
	Deck     Deck
	Card     uint8
	Left     uint8
	Item     Item
	Seats    Seats
	N        int32
	Amount   Money
	Give     Terms
	Want     Terms
	Lift     Set
}
