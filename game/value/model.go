package value

import (
	"cmp"
	"math"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Model estimates positions by the rules of one table. It is immutable and may be shared.
type Model struct {
	r       *game.Ruleset
	weights Weights
	net     *Deep                  // estimates instead of the weights, if set
	deep    func() (*Model, error) // finds the same with a net
	pips    [maxPips + 1]float32
	odds    [game.MaxSpaces]float32
	scale   float32              // one over the mean price of a deed
	rate    float32              // from rent a throw to rent a lap in mean prices
	lots    []group              // groups of lots, those that earn most for their price first
	by      [game.MaxGroups]int8 // place in lots by group, -1 if none
	around  [numGroups]game.Set  // the same in their order on the board
}

// group is a group of lots, all of it built to each level.
type group struct {
	spaces game.Set
	size   int
	worth  float32                       // rent a lap of three houses each, its root
	rent   [game.MaxLevel + 1]float32    // expected of one other player's throw
	price  [game.MaxLevel + 1]game.Money // of one more level
	most   uint8
}

// New prepares the estimate for the rules of a table.
func New(r *game.Ruleset, w *Weights) *Model {
	m := &Model{r: r, weights: *w}
	m.deep = func() (*Model, error) { return m, nil }
	m.pips = pips(r)
	m.odds = odds(r, &m.pips)
	var sum game.Money
	for d := r.Deeds; d != 0; d = d.Rest() {
		sum += r.Spaces[d.First()].Price
	}
	m.scale = float32(max(1, r.Deeds.Len())) / float32(max(1, sum))
	mean := float32(0)
	for n, p := range m.pips {
		mean += float32(float32(n) * p)
	}
	m.rate = m.scale * float32(r.Size) / mean
	for i := range r.Groups[:r.NumGroups] {
		if g := &r.Groups[i]; g.Kind == game.KindLot {
			if n := len(m.lots); n < numGroups {
				m.around[n] = g.Spaces
			}
			m.lots = append(m.lots, m.group(g.Spaces))
		}
	}
	slices.SortStableFunc(m.lots, func(a, b group) int { return cmp.Compare(b.yield(), a.yield()) })
	for i := range m.by {
		m.by[i] = -1
	}
	for i := range m.lots {
		m.by[r.Spaces[m.lots[i].spaces.First()].Group] = int8(i) //nolint:gosec // at most MaxGroups
	}
	return m
}

func (m *Model) group(spaces game.Set) group {
	r := m.r
	g := group{spaces: spaces, size: spaces.Len(), most: r.HotelLevel()}
	if r.HasSkyscrapers() {
		g.most++
	}
	for level := uint8(0); level <= g.most; level++ {
		for s := spaces; s != 0; s = s.Rest() {
			sp := s.First()
			rent := r.Spaces[sp].Rent[0] * r.GroupRentFactor()
			if level > 0 {
				rent = r.RentAt(sp, level)
				g.price[level] += r.StepPrice(sp, level)
			}
			g.rent[level] += float32(m.odds[sp] * float32(rent))
		}
	}
	g.worth = root(g.rent[min(3, g.most)] * m.rate)
	return g
}

// yield is the rent that three houses earn for their price.
func (g *group) yield() float32 {
	price := game.Money(1)
	for level := 1; level <= 3; level++ {
		price += g.price[level]
	}
	return g.rent[3] / float32(price)
}

// Deep is the estimate of the same table by the deep net, which is read when it is first
// asked for: slower, and nearer to the truth; of a board without a net, the estimate itself. It panics if the program's own weights are
// damaged, which the commands check before anything else (Files).
func (m *Model) Deep() *Model {
	d, err := m.deep()
	if err != nil {
		panic(err)
	}
	return d
}

// WithNet is the estimate of the same table by a net.
func (m *Model) WithNet(net *Deep) *Model {
	d := *m
	d.net = net
	d.deep = func() (*Model, error) { return &d, nil }
	return &d
}

// Chances is each seat's chance to win; those of all seats that are in the game add up to 1.
type Chances [game.MaxSeats]float32

// Chances estimates a position.
func (m *Model) Chances(p *Position, out *Chances) {
	if m.net != nil {
		m.net.scores(m, p, out)
		out.Normalise(p.Alive)
		return
	}
	var f Features
	m.Features(p, &f)
	m.weights.Chances(&f, p.Alive, out)
}

// Normalise turns the scores of the seats that are left into chances; the others have none.
func (c *Chances) Normalise(alive game.Seats) {
	scores, most := *c, float32(math.Inf(-1))
	for a := alive; a != 0; a = a.Rest() {
		most = max(most, scores[a.First()])
	}
	*c = Chances{}
	total := float32(0)
	for a := alive; a != 0; a = a.Rest() {
		seat := a.First()
		c[seat] = float32(math.Exp(float64(scores[seat] - most)))
		total += c[seat]
	}
	for a := alive; a != 0; a = a.Rest() {
		c[a.First()] /= total
	}
}

// Stuck reports whether rents will ruin nobody: a lap brings every seat more than the
// rents of it would take if all groups that are whole were built to the top.
func (m *Model) Stuck(p *Position) bool {
	if p.Alive.Len() < 2 || p.Free != 0 {
		return false
	}
	var f Features
	m.Features(p, &f)
	others := float32(p.Alive.Len() - 1)
	var full float32
	for a := p.Alive; a != 0; a = a.Rest() {
		x := f[a.First()][growthFull]
		full += float32(x * x)
	}
	lap := float32(m.r.PassingGo()) * m.scale
	for a := p.Alive; a != 0; a = a.Rest() {
		y := &f[a.First()]
		more := (full - float32(y[growthFull]*y[growthFull])) / others
		if float32(y[outgo]*4)+more > lap {
			return false
		}
	}
	return true
}

// SetFor is the number of the set of weights for the players left.
func SetFor(alive game.Seats) int { return max(0, min(alive.Len(), numSets+1)-2) }

func root(x float32) float32 {
	if x <= 0 {
		return 0
	}
	return float32(math.Sqrt(float64(x)))
}
