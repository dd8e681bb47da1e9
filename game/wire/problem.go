package wire

import (
	"github.com/bankhalter/bankhalter/game"
	problems "github.com/bankhalter/bankhalter/game/problem"
)

// Problem describes a malformed move. It is no refusal by the rules: the
// core has not seen the move. Some values that cannot reach the core carry the
// code that the rules would have given them (amount, target, choice ...).
type Problem struct {
	Code   string
	Rule   string
	Detail string // an English sentence
	Field  string // the argument that is to blame, "" if it is the whole
	Status int

	Fault Fault  // which sentence says what is wrong, "" if the code says it
	Value string // what the request has there, as a sentence repeats it

	TooMuch bool // more money than there can be
}

// Fault tells apart what can be wrong with a value: Detail in a word, for other languages.
type Fault string

// The faults.
const (
	NoFault    Fault = ""
	NoText     Fault = "text"      // something else than a text
	NoNumber   Fault = "number"    // something else than a number
	NoSpaces   Fault = "spaces"    // no list of spaces
	NoDecks    Fault = "decks"     // no list of decks
	NoGoods    Fault = "goods"     // no object of goods
	Odd        Fault = "odd"       // no whole number, or an absurd one
	OddEntry   Fault = "odd_entry" // the same in a list
	NoMove     Fault = "move"
	NoSeat     Fault = "seat"
	NoSpace    Fault = "space"
	Negative   Fault = "negative"
	ToBank     Fault = "bank"
	ManySteps  Fault = "steps"
	ManyMoney  Fault = "money"
	NoTickets  Fault = "tickets"
	NoDeck     Fault = "deck"
	NoAnswer   Fault = "answer"
	NoBuilding Fault = "building"
	NoGroup    Fault = "group"
	NoLink     Fault = "link"
	NotAlone   Fault = "alone" // what a step of a scenario says of the time is not all
)

// Faults lists all of them.
func Faults() []Fault {
	return []Fault{
		NoText, NoNumber, NoSpaces, NoDecks, NoGoods, Odd, OddEntry, NoMove, NoSeat, NoSpace,
		Negative, ToBank, ManySteps, ManyMoney, NoTickets, NoDeck, NoAnswer, NoBuilding, NoGroup, NoLink, NotAlone,
	}
}

func (p *Problem) Error() string { return p.Detail }

// Problem names the code and the argument.
func (p *Problem) Problem() problems.Problem {
	return problems.Problem{Code: p.Code, Rule: p.Rule, Field: p.Field}
}

// The codes of moves that cannot be understood.
const (
	Malformed   = "malformed"    // not an object, not JSON, too deep
	UnknownMove = "unknown_move" // no move of that name
	Missing     = "missing"      // an argument that the move needs
	Mistyped    = "mistyped"     // a text where a number belongs, and the like
	Foreign     = "foreign"      // an argument that the move does not take
	Duplicate   = "duplicate"    // one thing said twice
)

// The codes of values that the rules would refuse, had they a place for them.
const (
	badAmount = "amount"
	badTarget = "target"
	badChoice = "choice"
	badLimit  = "limit"
	badSeat   = "seat"
	forbidden = "forbidden"
	badTerms  = "terms" // a side agreement that is too long or cannot be shown
)

// The HTTP statuses of problems.
const (
	badRequest    = 400
	unprocessable = 422
)

// problemStatus is the one table of problems and their HTTP status.
var problemStatus = map[string]int{
	Malformed:   badRequest,
	UnknownMove: badRequest,
	Missing:     badRequest,
	Mistyped:    badRequest,
	Foreign:     badRequest,
	Duplicate:   badRequest,
	badAmount:   unprocessable,
	badTarget:   unprocessable,
	badChoice:   unprocessable,
	badLimit:    unprocessable,
	badSeat:     unprocessable,
	forbidden:   unprocessable,
	badTerms:    unprocessable,
}

func problem(code, field, detail string) *Problem {
	return &Problem{Code: code, Field: field, Detail: detail, Status: problemStatus[code]}
}

// Judge applies the rules to a move with a value for which they have no place,
// such as a space off the board. A move that is out of its phase, another
// player's, or not in the rulebook is refused for that, whatever its values
// are: the refusal is returned and counts before the problem. Otherwise the
// problem names the rule that would have had to judge the value.
func Judge(r *game.Ruleset, s *game.State, c game.Command, p *Problem) (game.Refusal, bool) {
	if p.Status != unprocessable || p.Rule != "" || c.Kind == game.NoCommand || c.Seat < 0 || uint8(c.Seat) >= s.NumSeats {
		return game.Refusal{}, false
	}
	stand := game.Move(c.Kind, c.Seat)
	stand.Steps = 1
	no := r.Check(s, &stand)
	if no.Code == game.NoChoice || no.Code > game.Accepted && no.Code <= game.WindowClosed {
		return no, true
	}
	switch {
	case no.OK() && c.Kind == game.AcceptTrade:
		no.Rule = game.RTrade6 // the deeds to be lifted alone are wrong
	case no.OK() && c.Kind == game.SellGroup:
		no.Rule = game.RSell5 // the first group could be sold, had it been named
	}
	p.Rule = no.Rule.String()
	return game.Refusal{}, false
}
