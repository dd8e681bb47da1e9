package people

import (
	"math"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/rating"
)

// Open says who may see the page of a player besides the player.
type Open string

// The settings of a page.
const (
	Nobody    Open = "nobody"
	Opponents Open = "opponents" // players with whom they have finished a game
	Everyone  Open = "everyone"
)

// Settings are what a player has chosen about their page. The zero value is that of
// a player who has chosen nothing: the page is closed, and there is no rating.
type Settings struct {
	Open     Open
	Switched []time.Time // when the rating was switched on, off, on and so on
}

// maxSwitched bounds the switches that are kept. Games last for less than as many.
const maxSwitched = 64

// rated reports whether the rating was on at a time. A game counts if it was on
// when the game began, so that nobody can leave a game that they lose out.
func (s *Settings) rated(at time.Time) bool {
	n := 0
	for _, t := range s.Switched {
		if !t.After(at) {
			n++
		}
	}
	return n%2 == 1
}

// Switch switches the rating on or off from a time on.
func (s *Settings) Switch(on bool, at time.Time) {
	if len(s.Switched)%2 == 1 == on {
		return
	}
	s.Switched = append(slices.Clone(s.Switched), at)
	if len(s.Switched) > maxSwitched {
		s.Switched = s.Switched[2:]
	}
}

// Why says why a game was not rated for a player.
type Why string

// The reasons.
const (
	Rated      Why = ""           // it was
	Closed     Why = "closed"     // the table was closed before the end
	Computers  Why = "computers"  // computer players were among the seats
	StandIn    Why = "stand_in"   // somebody played for somebody else
	SameOrigin Why = "same_place" // seats of one browser or one address
	TooFew     Why = "too_few"    // fewer than two of the players wanted a rating
	Unwanted   Why = "unwanted"   // this player wanted none
)

// Pool is what a rating is about: games by one rulebook, live or by correspondence.
type Pool struct {
	Rulebook string
	Slow     bool
}

// Result is how a game ended for one of its players.
type Result struct {
	Game    string
	Player  account.PlayerID
	EndedAt time.Time
	Title   string // of the table
	Edition string // hash of the board
	Board   string // id of the board
	Pool
	Private bool
	Place   int    // 1 is the best; 0 if the table was closed before the end
	Seats   int    // how many took part, computer players too
	Won     bool   // first, alone or with others, and still there
	Left    bool   // not there any more at the end
	InTime  int    // decisions that they made while their time ran
	Late    int    // decisions that the table made for them because it was over
	Group   string // of which they got the most deeds, "" if they got none
	Unrated Why
	After   rating.Rating // with Rated: their rating after it
	Kept    bool          // the game is still there
}

// Outcome is a finished game for all its people. One without results is a game
// that does not count: a sandbox or an imported one.
type Outcome struct {
	Game    string
	EndedAt time.Time
	Results []Result
}

// Standing is a rating and how many games made it.
type Standing struct {
	Pool
	rating.Rating
	Games int
}

// Time is how many decisions a player made in time, and how many the table made.
type Time struct{ InTime, Late int }

// Share is the decisions made in time in percent, rounded down; ok is false if there were too few to tell.
func (t Time) Share() (percent int, ok bool) {
	all := t.InTime + t.Late
	if all < leastDecisions {
		return 0, false
	}
	return 100 * t.InTime / all, true
}

// leastDecisions is how many decisions a share is made of at least.
const leastDecisions = 20

// Board counts the games of a player on one board.
type Board struct {
	Edition, ID string
	Played, Won int
}

// Favourite is a colour group of a board, in how many games it was the one of
// which the player got the most deeds.
type Favourite struct {
	Edition, Board, Group string
	Games                 int
}

// Tally sums the results of a player up.
type Tally struct {
	Played, Won int // games that came to their end
	Closed      int // and that did not
	Time        Time
	Boards      []Board // the most played first
	Favourite   *Favourite
	Ratings     []Standing
}

// Against counts the games that two players have finished together.
type Against struct{ Games, Ahead, Behind, Level int }

// Spot is a place in a list of results.
type Spot struct {
	At   time.Time
	Game string
}

// Opponent is another player of a game in a list of results.
type Opponent struct {
	Game  string
	Name  string
	Place int
}

// Query chooses results of a player, the latest first.
type Query struct {
	Player account.PlayerID
	Viewer account.PlayerID // of private tables only those at which the viewer played
	Older  *Spot
	Limit  int
}

// round brings a rating to the precision in which it is stored.
func round(r rating.Rating) rating.Rating { return Unpack(Pack(r)) }

// Pack returns a rating in millionths, as it is stored.
func Pack(r rating.Rating) (mu, sigma int64) {
	return int64(math.Round(r.Mu * 1e6)), int64(math.Round(r.Sigma * 1e6))
}

// Unpack is the opposite of Pack.
func Unpack(mu, sigma int64) rating.Rating {
	return rating.Rating{Mu: float64(mu) / 1e6, Sigma: float64(sigma) / 1e6}
}

// Rate rates one game of a pool: it changes the standings and notes the new
// ratings in the results. Results that are not rated are left as they are.
func Rate(have map[account.PlayerID]Standing, results []Result) {
	var rated []int
	for i := range results {
		if results[i].Unrated == Rated {
			rated = append(rated, i)
		}
	}
	before, ranks := make([]rating.Rating, len(rated)), make([]int, len(rated))
	for i, n := range rated {
		r := &results[n]
		st, ok := have[r.Player]
		if !ok {
			st = Standing{Pool: r.Pool, Rating: rating.New()}
			have[r.Player] = st
		}
		if before[i], ranks[i] = st.Rating, r.Place; r.Left {
			ranks[i] += r.Seats // behind all who are still there
		}
	}
	for i, after := range rating.Rate(before, ranks) {
		r := &results[rated[i]]
		st := have[r.Player]
		st.Rating, st.Games = round(after), st.Games+1
		have[r.Player], r.After = st, st.Rating
	}
}

// Replay rates games anew, in the order of their endings: results of one pool, those
// of a game together.
func Replay(results []Result) map[account.PlayerID]Standing {
	have := map[account.PlayerID]Standing{}
	for len(results) > 0 {
		n := 1
		for n < len(results) && results[n].Game == results[0].Game {
			n++
		}
		Rate(have, results[:n])
		results = results[n:]
	}
	return have
}
