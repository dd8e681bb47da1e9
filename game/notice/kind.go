package notice

import "slices"

// Kind says what a notice is about. The names are stored.
type Kind string

// The kinds, the most urgent first.
const (
	Remind  Kind = "remind"  // his time runs out soon
	Asked   Kind = "asked"   // the table waits for his decision
	Offer   Kind = "offer"   // somebody has proposed a trade to him
	Vote    Kind = "vote"    // the table votes on something
	Started Kind = "started" // the game has begun
	Over    Kind = "over"    // the game has ended
)

// Kinds lists all kinds, the most urgent first.
func Kinds() []Kind { return []Kind{Remind, Asked, Offer, Vote, Started, Over} }

// First is the most urgent of several kinds; Asked if there are none.
func First(kinds []Kind) Kind {
	for _, k := range Kinds() {
		if slices.Contains(kinds, k) {
			return k
		}
	}
	return Asked
}
