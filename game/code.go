package game

// Code names why a command was refused.
type Code uint8

// The codes, in the order in which the first of several is reported. DebtOpen
// has a second place, before Jailed, for building, lifting, bidding, throwing
// and ending the turn.
const (
	Accepted Code = iota
	Jailed
	WrongPhase
	WrongSeat
	Locked
	DebtOpen
	WindowClosed
	BadConfig
	BadCount
	NotOwner
	NotForSale
	BadTarget
	NoChoice
	Forbidden
	NoGroup
	GateShut
	IsMortgaged
	NotMortgaged
	IsBuilt
	AtLimit
	NotEven
	NoStock
	BadAmount
	BidTooLow
	BidNotCovered
	MustLift
	Solvent
	NoFunds
	LinkAwaited // a draw waits for the number of a player
	Revealed    // what was decided has shown dice, a card or a secret bid
	NumCodes
)

// Refusal says why a command was refused and which rule decided. The zero
// value means it was accepted.
type Refusal struct {
	Code Code
	Rule Rule
	Why  Why // which of several sentences fits
}

// OK reports whether the command was accepted.
func (r Refusal) OK() bool { return r.Code == Accepted }

func no(c Code, r Rule) Refusal { return Refusal{Code: c, Rule: r} }
