package value

import (
	"math"

	"github.com/bankhalter/bankhalter/game"
)

// The deep net sees each seat beside the others: its features and what it holds of each group,
// the mean and the greatest of theirs, and how many players are left. Two hidden layers make a
// score of that.
const (
	// What is seen of a seat by itself: its features, then its share of each of the first eight
	// groups of lots around the board, whether it may build there, how far it has built, how much of it is
	// mortgaged, and its shares of the stations and utilities.
	numGroups = 8
	atShare   = NumFeatures
	atWhole   = atShare + numGroups
	atLevel   = atWhole + numGroups
	atPledged = atLevel + numGroups
	atRail    = atPledged + numGroups
	atSupply  = atRail + 1
	numOwn    = atSupply + 1

	// NumSeen is how many numbers the deep net sees of a seat.
	NumSeen = 3*numOwn + 1

	layerOne = 48
	layerTwo = 16

	// Where the parts of a net lie: the weights of each layer with its biases, the output's,
	// and those of a plain sum of what is seen.
	atOne   = NumSeen * layerOne
	atTwo   = atOne + layerOne
	atBias  = atTwo + layerOne*layerTwo
	atOut   = atBias + layerTwo
	atPlain = atOut + layerTwo
	numDeep = atPlain + NumSeen
)

// Deep holds the numbers of the deep net, by which the level expert estimates: 20 times
// as many as Weights has for a number of players, learned from games of the level hard
// and from deals at random in them.
type Deep [numDeep]float32

// Seen is what the deep net sees of a seat.
type Seen [NumSeen]float32

// Units are the outputs of the hidden layers for a seat.
type Units struct {
	one [layerOne]float32
	two [layerTwo]float32
}

// See puts every seat that is left beside the others.
func (m *Model) See(p *Position, out *[game.MaxSeats]Seen) {
	var f Features
	m.Features(p, &f)
	for a := p.Alive; a != 0; a = a.Rest() {
		seat := a.First()
		copy(out[seat][:], f[seat][:])
		m.hold(p, seat, &out[seat])
	}
	n := p.Alive.Len()
	for i := range numOwn {
		sum, first, second := float32(0), float32(math.Inf(-1)), float32(math.Inf(-1))
		for a := p.Alive; a != 0; a = a.Rest() {
			x := out[a.First()][i]
			sum += x
			first, second = max(first, x), max(second, min(first, x))
		}
		for a := p.Alive; a != 0; a = a.Rest() {
			y := &out[a.First()]
			most := first
			if y[i] == first {
				most = second
			}
			y[numOwn+i], y[2*numOwn+i] = (sum-y[i])/float32(max(1, n-1)), most
		}
	}
	for a := p.Alive; a != 0; a = a.Rest() {
		out[a.First()][NumSeen-1] = float32(n) / 4
	}
}

// hold notes what a seat holds of each group.
func (m *Model) hold(p *Position, seat game.Seat, y *Seen) {
	r, own := m.r, p.Owned[seat]
	for i, g := range m.around {
		in := own & g
		size := float32(max(1, g.Len()))
		y[atShare+i] = float32(in.Len()) / size
		y[atPledged+i] = float32((in & p.Mortgaged).Len()) / size
		y[atWhole+i], y[atLevel+i] = 0, 0
		if in != 0 && (g&^own).Len() <= r.LotsMayLack() {
			y[atWhole+i] = 1
		}
		levels := 0
		for b := in & p.Built; b != 0; b = b.Rest() {
			levels += int(p.Level[b.First()])
		}
		y[atLevel+i] = float32(levels) / size / 5
	}
	y[atRail] = float32((own & r.Stations).Len()) / float32(max(1, r.Stations.Len()))
	y[atSupply] = float32((own & r.Utilities).Len()) / float32(max(1, r.Utilities.Len()))
}

// Score is the score of a seat; the units are left for Learn.
func (w *Deep) Score(x *Seen, u *Units) float32 {
	u.one = [layerOne]float32(w[atOne:])
	sum := float32(0)
	for i, y := range x {
		sum += float32(y * w[atPlain+i]) // the conversion forbids fused operations: all machines decide alike
		if y == 0 {
			continue
		}
		row := (*[layerOne]float32)(w[i*layerOne:])
		for j := range row {
			u.one[j] += float32(y * row[j])
		}
	}
	u.two = [layerTwo]float32(w[atBias:])
	for i, y := range u.one {
		if y <= 0 {
			continue
		}
		row := (*[layerTwo]float32)(w[atTwo+i*layerTwo:])
		for j := range row {
			u.two[j] += float32(y * row[j])
		}
	}
	for i, y := range u.two {
		sum += float32(max(0, y) * w[atOut+i])
	}
	return sum
}

// Learn adds to grad how the score changes with each weight, times a factor.
func (w *Deep) Learn(grad *Deep, x *Seen, u *Units, factor float32) {
	var two [layerTwo]float32
	for i, y := range u.two {
		if y > 0 {
			grad[atOut+i] += factor * y
			two[i] = factor * w[atOut+i]
			grad[atBias+i] += two[i]
		}
	}
	var one [layerOne]float32
	for i, y := range u.one {
		if y <= 0 {
			continue
		}
		row, g := (*[layerTwo]float32)(w[atTwo+i*layerTwo:]), (*[layerTwo]float32)(grad[atTwo+i*layerTwo:])
		for j, d := range two {
			g[j] += y * d
			one[i] += row[j] * d
		}
		grad[atOne+i] += one[i]
	}
	for i, y := range x {
		if y == 0 {
			continue
		}
		grad[atPlain+i] += factor * y
		g := (*[layerOne]float32)(grad[i*layerOne:])
		for j, d := range one {
			g[j] += y * d
		}
	}
}

// FreshDeep is a net that knows nothing.
func FreshDeep(draw func() float64) *Deep {
	w := new(Deep)
	for i := range atOne {
		w[i] = float32((draw() - 0.5) * math.Sqrt(18.0/NumSeen))
	}
	for i := atTwo; i < atBias; i++ {
		w[i] = float32((draw() - 0.5) * math.Sqrt(18.0/layerOne))
	}
	for i := atOut; i < atPlain; i++ {
		w[i] = float32((draw() - 0.5) * math.Sqrt(18.0/layerTwo) / 3)
	}
	return w
}

// Unscale turns a net that has learned from numbers less their mean, divided by their
// deviation, into one that sees them as they are.
func (w *Deep) Unscale(mean, deviation *Seen) {
	for i := range NumSeen {
		w[atPlain+i] /= deviation[i] // its share of the mean is the same for all seats
		for j := range layerOne {
			w[i*layerOne+j] /= deviation[i]
			w[atOne+j] -= float32(mean[i] * w[i*layerOne+j])
		}
	}
}

// scores gives every seat that is left its score.
func (w *Deep) scores(m *Model, p *Position, out *Chances) {
	var seen [game.MaxSeats]Seen
	var u Units
	m.See(p, &seen)
	for a := p.Alive; a != 0; a = a.Rest() {
		out[a.First()] = w.Score(&seen[a.First()], &u)
	}
}
