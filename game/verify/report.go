package verify

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
)

// Result is the result of a check.
type Result string

// The results.
const (
	Pass Result = "pass"
	Fail Result = "fail"
	None Result = "none" // there is nothing to check, or not yet
)

// The checks, in the order of a report.
const (
	Format = "format" // the form of the file
	Log    = "log"    // numbers, times and the fold of the events
	State  = "state"  // the redundant data of lines, deeds, standings
	Money  = "money"  // the books of every purse
	Rules  = "rules"  // every move, decided again
	Seed   = "seed"   // the seed against the commitment
	Draws  = "draws"  // dice, cards, tickets and deals against the seed, or against the links of PF1
	Bots   = "bots"   // every decision of a computer player, made again
)

// The checks of a game that draws by the protocol PF1, instead of Seed.
const (
	Lines   = "lines"   // each line has the hash of the one before
	Opening = "opening" // header, anchors and first links
	Links   = "links"   // the links of the seats, one for each draw
	Server  = "server"  // the links of the server
	Locks   = "locks"   // nothing between the lock and the draw
	Heads   = "heads"   // signatures of heads of the log
)

// Check is one line of a report.
type Check struct {
	Name   string `json:"check"`
	Result Result `json:"result"`
	Detail string `json:"detail"`         // a sentence, perhaps with texts from the file
	Seq    uint32 `json:"seq,omitempty"`  // the first event at fault
	Line   int    `json:"line,omitempty"` // its number in the file
}

// Report is the result of Export.
type Report struct {
	Game       string  `json:"game"`
	Title      string  `json:"title"`
	Edition    string  `json:"edition"`
	Rulebook   string  `json:"rulebook"`
	Players    int     `json:"players"`
	Status     string  `json:"status"` // after the last event that could be folded
	Software   string  `json:"software"`
	Commitment string  `json:"seed_commitment,omitempty"` // of the log
	Events     int     `json:"events"`
	Hidden     int     `json:"hidden,omitempty"` // events that are still secret
	Moves      int     `json:"moves"`
	Protocol   string  `json:"protocol,omitempty"` // "pf1" where draws follow it
	Tally      *Tally  `json:"tally,omitempty"`    // who had a part in the draws, if they follow it
	Head       *Head   `json:"head,omitempty"`     // of the log that was read
	Checks     []Check `json:"checks"`

	Verdict  Verdict `json:"verdict"`
	Reason   Reason  `json:"reason,omitempty"` // of a game that is Unproven
	Sentence string  `json:"sentence"`         // the reason for the verdict, perhaps with texts from the file

	// For an import of the game.
	Lines []json.RawMessage  `json:"-"` // the events
	Told  []export.MoveProof `json:"-"` // the moves, if the rules decide them alike
	Key   *[32]byte          `json:"-"` // the seed, if it is proved and draws by move
}

// Tally counts the draws of a game by whose numbers they used.
type Tally struct {
	fair.Count
	MissedBy map[game.Seat]int `json:"missed_by"`
}

// Head is the head of a log, with the short form for people.
type Head struct {
	fair.Head
	Fingerprint string `json:"fingerprint"`
}

// OK reports whether no check failed.
func (r *Report) OK() bool { return r.firstFault() == "" }

// Proved reports whether nothing failed and the export shows that no one could
// choose dice and cards.
func (r *Report) Proved() bool { return r.Verdict == Passed || r.Verdict == PassedSoFar }

// Check is the line of a check.
func (r *Report) Check(name string) Check {
	for _, c := range r.Checks {
		if c.Name == name {
			return c
		}
	}
	return Check{Name: name, Result: None}
}

// Committed reports whether nothing failed and the dice are those of the seed,
// or of the links of the protocol. Who could choose those is for Proved.
func (r *Report) Committed() bool {
	basis := Seed
	if r.Protocol != "" {
		basis = Opening
	}
	return r.OK() && r.Check(basis).Result == Pass && r.Check(Draws).Result == Pass
}
