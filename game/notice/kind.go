package notice

import "slices"

// Kind is the subject of a notice. The names are stored.
type Kind string

// The kinds, the most urgent first.
const (
	Remind   Kind = "remind"   // the player's time runs out soon
	Nudge    Kind = "nudge"    // another player nudges the one for whom the table waits
	Asked    Kind = "asked"    // the table waits for the player's decision
	Offer    Kind = "offer"    // a trade was proposed to the player, or another one asks to take a decision back
	Replaced Kind = "replaced" // the table plays on without the player, who was absent
	Returned Kind = "returned" // the player is back for whom the reader stood in
	Vote     Kind = "vote"     // the table votes on something
	Full     Kind = "full"     // all seats are taken at the player's table, which they can start
	Lobby    Kind = "lobby"    // the game at the player's table has not begun; in feeds alone
	Started  Kind = "started"  // the game has begun
	Over     Kind = "over"     // the game has ended
	Rematch  Kind = "rematch"  // somebody of a finished game wants to play again
	Table    Kind = "table"    // for the hook of a table: somebody is up, or the game has ended
)

// allKinds lists all kinds, the most urgent first.
func allKinds() []Kind {
	return []Kind{Remind, Nudge, Asked, Offer, Replaced, Returned, Vote, Full, Lobby, Started, Over, Rematch, Table}
}

// Insists reports whether news of a kind goes out although its reader has seen the
// decision that it is about.
func (k Kind) Insists() bool { return k == Remind || k == Nudge }

// Lasts reports whether news of a kind is worth repeating in a daily summary although
// its reader has seen it: it waits for an answer.
func (k Kind) Lasts() bool { return k == Remind || k == Nudge || k == Asked || k == Offer || k == Vote }

// First is the most urgent of several kinds; Asked if there are none.
func First(kinds []Kind) Kind {
	for _, k := range allKinds() {
		if slices.Contains(kinds, k) {
			return k
		}
	}
	return Asked
}
