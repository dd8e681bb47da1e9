package game

// CommandKind names a command of a seat.
type CommandKind uint8

// The commands; the comments name the move of the API where it differs.
const (
	NoCommand CommandKind = iota
	Roll
	PayFine
	UseJailCard
	Stay
	UseTicket
	ChooseSpace
	ChooseSum
	Buy
	Decline
	Bid
	Pass
	ChooseTax
	ChooseBus
	ChooseGift
	ChooseCard
	PickDeed
	SkipPick
	Duel
	NoDuel
	Take
	Leave
	EndTurn
	Build
	Sell
	SellGroup
	Mortgage
	Lift
	Keep
	MoveHouse
	Done
	Intent
	Place
	ClaimRent
	WaiveClaim
	ProposeTrade
	AcceptTrade
	RejectTrade
	CancelTrade
	OfferSettlement
	AcceptSettlement
	RejectSettlement
	PayInKind
	PayDebt
	DeclareBankruptcy
	AskUndo // to take back one's own last decision
	AgreeUndo
	RefuseUndo
	TakeBack // what one has built, sold, mortgaged or lifted oneself
	Resign
	Return   // a player who left takes their seat again; no move of its own
	TimeUp   // the agreed hour strikes; no seat
	Start    // ordering throws and dealing; no seat
	Abandon  // the table is closed by its owner or the operator; no seat
	Reanchor // the seat draws with another chain from now on; no move of its own
	Renew    // the server's chain is used up; no seat
	NumCommands
)

// Answers reports whether the command answers a decision for which the table waits.
// Others are made when a player likes, or are no move of a seat: they say nothing about
// the time that it takes to decide.
func (k CommandKind) Answers() bool {
	switch k {
	case Roll, PayFine, UseJailCard, Stay, UseTicket, ChooseSpace, ChooseSum, Buy, Decline, Bid, Pass, ChooseTax, ChooseBus,
		ChooseGift, ChooseCard, PickDeed, SkipPick, Duel, NoDuel, Take, Leave, EndTurn, Keep, Done, Intent, Place,
		OfferSettlement, AcceptSettlement, RejectSettlement, PayInKind, PayDebt, DeclareBankruptcy:
		return true
	case NoCommand, Build, Sell, SellGroup, Mortgage, Lift, MoveHouse, ClaimRent, WaiveClaim, ProposeTrade, AcceptTrade,
		RejectTrade, CancelTrade, AskUndo, AgreeUndo, RefuseUndo, TakeBack, Resign, Return, TimeUp, Start, Abandon, Reanchor,
		Renew, NumCommands:
	}
	return false
}

// Choice is the answer to a question with two answers.
type Choice uint8

// The answers.
const (
	NoAnswer Choice = iota
	Flat
	Percent
	TakeTicket
	Advance
	TakeCash
	PayCard
	DrawCard
	NumChoices
)

// Command is a request of a seat, with its arguments. Space is NoSpace and
// N is -1 where they were not given.
type Command struct {
	Kind     CommandKind
	Seat     Seat
	To       Seat // partner of a trade
	Space    Space
	Dest     Space // where a moved house goes
	Choice   Choice
	Building Building // build: the only kind wanted, or NoBuilding
	Group    uint8    // sell_group
	HasTerms bool     // a trade with written side agreements
	Steps    uint8    // number of entries in Spaces
	N        int32    // claim, trade, offer that a proposal answers, or count of an intent
	Amount   Money    // bid, or credit of a settlement
	Give     Terms
	Want     Terms
	Lift     Set // deeds received that are lifted at once
	Spaces   [MaxSteps]Space
}

// Move returns a command without arguments.
func Move(kind CommandKind, seat Seat) Command {
	return Command{Kind: kind, Seat: seat, To: Nobody, Space: NoSpace, Dest: NoSpace, N: -1}
}

// MoveAt returns a command about one space.
func MoveAt(kind CommandKind, seat Seat, sp Space) Command {
	c := Move(kind, seat)
	c.Space = sp
	return c
}

// MoveFor returns a command about an amount of money.
func MoveFor(kind CommandKind, seat Seat, amount Money) Command {
	c := Move(kind, seat)
	c.Amount = amount
	return c
}

// MoveN returns a command about a numbered claim or trade, or a count.
func MoveN(kind CommandKind, seat Seat, n int32) Command {
	c := Move(kind, seat)
	c.N = n
	return c
}

// MoveChoice returns a command that answers a question.
func MoveChoice(kind CommandKind, seat Seat, choice Choice) Command {
	c := Move(kind, seat)
	c.Choice = choice
	return c
}

// MoveSteps returns a build or sell command, one entry a building.
// Entries beyond MaxSteps are dropped; callers refuse longer lists.
func MoveSteps(kind CommandKind, seat Seat, spaces ...Space) Command {
	c := Move(kind, seat)
	c.Steps = uint8(copy(c.Spaces[:], spaces))
	return c
}
