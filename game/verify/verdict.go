package verify

import (
	"fmt"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
)

// Verdict is the overall result of a report.
type Verdict string

// The verdicts.
const (
	Passed      Verdict = "PASS"
	PassedSoFar Verdict = "PASS so far" // as Passed, but the game is not over
	Failed      Verdict = "FAIL"
	Unproven    Verdict = "UNPROVEN" // nothing is wrong, but nothing or too little proves it
)

// Reason names why a verdict is Unproven.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	IsSandbox   Reason = "sandbox"     // the dice follow a script
	IsSimulated Reason = "simulated"   // one program chose the seed and played every seat
	NotBegun    Reason = "not_begun"   // nothing has been drawn
	IsImported  Reason = "imported"    // another server took the game over without its seed or heads
	NoHead      Reason = "no_head"     // the log is unsigned
	NoMoves     Reason = "no_moves"    // the game is over, but its moves are missing
	NoProof     Reason = "no_proof"    // the draws cannot be compared with anything
	ServerOnly  Reason = "server_only" // no draw has a player's own number in it
)

// judge comes to a verdict and says why in a sentence.
func (r *Report) judge(b *book) {
	if fault := r.firstFault(); fault != "" {
		r.Verdict, r.Sentence = Failed, fault
		return
	}
	if r.Reason, r.Sentence = r.lacks(b); r.Reason != "" {
		r.Verdict = Unproven
		return
	}
	r.Verdict, r.Sentence = Passed, fmt.Sprintf(
		"dice and cards come from numbers that nobody could choose; %d of %d draws have a player's own number", r.Tally.TwoParty, r.Tally.Draws)
	if b.end.Status != game.Finished {
		r.Verdict = PassedSoFar
		r.Sentence += "; the moves can be checked when the game is over"
	}
}

// lacks returns the reason why a report without a fault is no proof.
func (r *Report) lacks(b *book) (Reason, string) {
	over := b.end.Status == game.Finished
	switch {
	case b.sandbox():
		return IsSandbox, "the game is a sandbox: its dice follow a script, so there is nothing to prove"
	case b.simulated():
		return IsSimulated, "the game was made by simulate: one program chose the seed and played every seat"
	case len(b.lines) == 0:
		return NotBegun, "the game has not begun; nothing has been drawn"
	case b.pf1:
		return r.lacksLinks(b, over)
	case b.taken && !r.Committed():
		return IsImported, "the game was imported without its seed: nothing vouches for its dice"
	case b.commits == "":
		return NoProof, "the log commits to no seed: nothing vouches for its dice"
	case over && b.seed == nil:
		return NoProof, "the seed is missing: nothing vouches for the dice"
	case over && r.Check(Rules).Result != Pass:
		return NoMoves, "the moves are missing: nobody can check that they keep to the rules"
	case !over:
		return ServerOnly, "dice and cards were fixed by the server before the first throw; nobody else has a part, and they can be compared when the game is over"
	case !r.Committed():
		return NoProof, "dice and cards could not be compared with the seed"
	}
	return ServerOnly, "dice and cards were fixed by the server before the first throw; nobody else had a part"
}

// lacksLinks returns the reason why a game that draws by the protocol is not proved.
func (r *Report) lacksLinks(b *book, over bool) (Reason, string) {
	switch {
	case b.taken && r.Head != nil && int(r.Head.Seq) < len(b.lines):
		return IsImported, fmt.Sprintf("the game was imported before its end: nothing vouches for dice and cards after event %d", r.Head.Seq)
	case b.taken && !b.reaches():
		return IsImported, "the game was imported, and the server that it came from has not signed its last event"
	case !b.reaches():
		return NoHead, "no head of the log is signed: the file may be cut short or written anew"
	case over && r.Check(Rules).Result != Pass:
		return NoMoves, "the moves are missing: nobody can check that they keep to the rules"
	case !r.Committed() || r.Tally == nil:
		return NoProof, "dice and cards could not be compared with the numbers"
	case r.Tally.TwoParty == 0:
		return ServerOnly, "dice and cards were fixed by the server before the first throw; nobody else had a part"
	}
	return "", ""
}

// simulated reports whether no server kept the game. Only simulations draw a
// whole game from one stream, so a header that keeps quiet does not hide it.
func (b *book) simulated() bool {
	return b.f.Header.Simulated || b.seed != nil && b.seed.Luck == export.LuckByGame
}

// reaches reports whether a head of the file is that of its last event.
func (b *book) reaches() bool {
	for i := range b.signed {
		if int64(b.signed[i].Seq) == int64(len(b.lines)) {
			return true
		}
	}
	return false
}

// Place says where in the file a check failed, "" if nowhere in particular.
func (c *Check) Place() string {
	switch {
	case c.Seq > 0 && c.Line > 0:
		return fmt.Sprintf("event %d, line %d", c.Seq, c.Line)
	case c.Seq > 0:
		return fmt.Sprintf("event %d", c.Seq)
	case c.Line > 0:
		return fmt.Sprintf("line %d", c.Line)
	}
	return ""
}

// firstFault names the first fault of a report, its kind and place, "" if
// there is none.
func (r *Report) firstFault() string {
	var first *Check
	for i, c := range r.Checks {
		if c.Result == Fail && (first == nil || first.Seq == 0 || c.Seq > 0 && c.Seq < first.Seq) {
			first = &r.Checks[i]
		}
	}
	if first == nil {
		return ""
	}
	place := strings.TrimSuffix(" at "+first.Place(), " at ")
	return first.Name + place + ": " + first.Detail
}
