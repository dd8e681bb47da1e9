package stats

import (
	"errors"
	"math"

	"github.com/bankhalter/bankhalter/game"
)

// Expectation is the long-run behaviour of a token on a board, an average throw.
type Expectation struct {
	Rest          // where it rests after a throw; adds up to 1
	Turns float64 // share of the throws that begin a turn
}

// errNoLimit says that the walk over a board never settles.
var errNoLimit = errors.New("tokens on this board come to no lasting average")

// Expect solves for the long run on a board: the one distribution over where a
// token is before a throw that every further throw leaves as it is. It is
// exact for full decks and unowned deeds.
func Expect(r *game.Ruleset, habits Habits) (*Expectation, error) {
	return newChain(r, habits).expect()
}

func (c *chain) expect() (*Expectation, error) {
	share, err := c.settle()
	if err != nil {
		return nil, err
	}
	e := &Expectation{}
	for i, t := range c.throws {
		for sp, p := range t.rest.Space {
			e.Space[sp] += share[i] * p
		}
		e.Jail += share[i] * (t.rest.Jail + t.stay)
		e.Sent += share[i] * t.rest.Sent
		if i < c.size || i >= 3*c.size {
			e.Turns += share[i]
		}
	}
	return e, nil
}

// chain is the walk as a Markov chain. Its states are the places of a token
// before a throw: at large on a space before the first, second or third throw
// of a turn, or in jail before it throws for doubles on one of its jail turns.
type chain struct {
	size, turns int
	throws      []*throw
	move        [][]float64
}

func newChain(r *game.Ruleset, habits Habits) *chain {
	c := &chain{size: int(r.Size), turns: max(int(r.LastJailTurn()), 1)}
	o := newOdds(r, habits)
	for n := 1; n <= 3; n++ {
		for sp := range c.size {
			c.throws = append(c.throws, o.from(game.Space(sp), n))
		}
	}
	for turn := 1; turn <= c.turns; turn++ {
		c.throws = append(c.throws, o.fromJail(turn))
	}
	for i := range c.throws {
		c.move = append(c.move, c.row(i, int(r.Jail), habits.Try))
	}
	return c
}

// free is the state before the n-th throw of a turn by a token at large, jailed
// that before the throw of a jail turn.
func (c *chain) free(sp, n int) int  { return (min(max(n, 1), 3)-1)*c.size + sp }
func (c *chain) jailed(turn int) int { return 3*c.size + min(max(turn, 1), c.turns) - 1 }

// row returns the distribution of the token before the throw after the i-th.
func (c *chain) row(i, jail int, try float64) []float64 {
	t, row := c.throws[i], make([]float64, len(c.throws))
	next := i/c.size + 2
	if i >= 3*c.size {
		next = 2 // doubles out of jail
	}
	for sp := range c.size {
		row[c.free(sp, 1)] += t.rest.Space[sp] - t.again[sp]
		if t.again[sp] > 0 {
			row[c.free(sp, next)] += t.again[sp]
		}
	}
	enter := func(turn int, p float64) {
		row[c.jailed(turn)] += p * try
		row[c.free(jail, 1)] += p * (1 - try)
	}
	enter(1, t.rest.Jail)
	if t.stay > 0 {
		enter(i-3*c.size+2, t.stay)
	}
	return row
}

// settle solves share = share * move with shares that add up to 1, by
// elimination with the largest pivot.
func (c *chain) settle() ([]float64, error) {
	n := len(c.throws)
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
		for j := range n {
			a[i][j] = c.move[j][i]
		}
		a[i][i]--
	}
	// The equations depend on one another; the sum takes the place of one.
	for j := range n + 1 {
		a[n-1][j] = 1
	}
	for col := range n {
		best := col
		for i := col + 1; i < n; i++ {
			if math.Abs(a[i][col]) > math.Abs(a[best][col]) {
				best = i
			}
		}
		a[col], a[best] = a[best], a[col]
		if math.Abs(a[col][col]) < 1e-12 {
			return nil, errNoLimit
		}
		for i := range n {
			f := a[i][col] / a[col][col]
			if i == col || f == 0 {
				continue
			}
			for j := col; j <= n; j++ {
				a[i][j] -= f * a[col][j]
			}
		}
	}
	share := make([]float64, n)
	for i := range share {
		share[i] = a[i][n] / a[i][i]
	}
	return share, nil
}
