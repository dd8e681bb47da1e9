package stats

import "github.com/bankhalter/bankhalter/game"

// Figures are the statistics of a game, finished or so far. Lists by seat have
// one entry a seat; nothing in them points into the collector.
type Figures struct {
	Seq      uint32 // of the last event counted
	Turns    int    // begun
	Seats    int
	Over     bool
	Wealth   []Point    // oldest first
	Complete []Complete // groups as they became whole
	Rents    [][]Rent   // Rents[a][b]: paid by a to b
	Throws   int        // that brought a token to rest
	Landings []Landing  // one a space, then the jail; nil if the board has no lasting average
	Dice     Dice
	Luck     []Luck    // one a seat
	Auctions []Auction // of deeds, oldest first
	Habits   Habits    // seen in this game; they enter the expected values
	Story    Story     // what decided it
}

// Point is every player's worth when a turn began, or at the end.
type Point struct {
	Turn   int
	Seq    uint32
	Wealth []game.Money // 0 for who is out and for a banker who does not play
}

// Complete is a colour group that came into one hand.
type Complete struct {
	Turn  int
	Seq   uint32
	Seat  game.Seat
	Group uint8
}

// Rent is the rent that one player paid another.
type Rent struct {
	Times int
	Money game.Money
}

// Landing is how often tokens rested on a space after a throw, beside the
// expected number for as many throws.
type Landing struct {
	Space game.Space // game.NoSpace: in jail
	Count
}

// Count is a number beside its expectation and the standard error of that.
type Count struct {
	Seen     int
	Expected float64
	Error    float64 // as if every throw were independent
}

// Dice are the sums of the white dice in all throws that move.
type Dice struct {
	Throws int
	Sums   [13]Count // 2 to 12
	// Chance is how often honest dice are at least as far from their
	// expectation: Pearson's test over the eleven sums. 1 without throws.
	Chance float64
}

// Luck is how dice and cards treated one player. Every measure compares each
// throw or draw with all that could have come of it at that moment.
type Luck struct {
	Pips    Measure // sum of the white dice
	Doubles Measure
	Jailed  Measure // sent to jail by a throw
	Cards   Measure // money by cards, salaries on their way included
	Owed    Measure // rent that the player's throws made due; N is 0 where that is not counted
	Asked   Measure // rent that the throws of others made due to the player; likewise
}

// Measure is one figure with its expectation and standard error.
type Measure struct {
	N        int // throws or draws; 0: nothing to measure
	Seen     float64
	Expected float64
	Error    float64
}

// Off is how many standard errors the figure is off; 0 if there is no error.
func (m Measure) Off() float64 {
	if m.Error == 0 {
		return 0
	}
	return (m.Seen - m.Expected) / m.Error
}

// Auction is a deed that went under the hammer.
type Auction struct {
	Seq     uint32
	Turn    int
	Space   game.Space
	List    game.Money
	Price   game.Money
	Winner  game.Seat // game.Nobody: no bids
	Pledged bool      // it was mortgaged
}
