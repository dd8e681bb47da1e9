package value

import "github.com/bankhalter/bankhalter/game"

// A seat's score is a weighted sum of its features and of some hidden units, each
// of which is a weighted sum cut off below 0: what cash is worth depends on what
// there is to build. The softmax over the scores is the estimate.
const (
	hidden = 12
	unit   = NumFeatures + 2 // weights of a hidden unit: of the features, its bias, of its output

	// numWeights is how many numbers a set has.
	numWeights = NumFeatures + hidden*unit
)

// Weights holds the numbers of the estimate by the number of players in the game.
type Weights [numSets][numWeights]float32

// Score is the score of a seat.
func (w *Weights) Score(set int, f *[NumFeatures]float32) float32 {
	x := &w[set]
	sum := float32(0)
	for i, y := range f {
		sum += float32(y * x[i]) // the conversion forbids fused operations: all machines decide alike
	}
	for h := range hidden {
		u := (*[unit]float32)(x[NumFeatures+h*unit:])
		if a := activation(u, f); a > 0 {
			sum += float32(a * u[NumFeatures+1])
		}
	}
	return sum
}

// Chances estimates a position by its features.
func (w *Weights) Chances(f *Features, alive game.Seats, out *Chances) {
	set := SetFor(alive)
	for a := alive; a != 0; a = a.Rest() {
		out[a.First()] = w.Score(set, &f[a.First()])
	}
	out.Normalise(alive)
}

func activation(u *[unit]float32, f *[NumFeatures]float32) float32 {
	a := u[NumFeatures]
	for i, y := range f {
		a += float32(y * u[i])
	}
	return a
}

// Learn adds to grad how the score of a seat changes with each weight, times a factor.
func (w *Weights) Learn(grad *Weights, set int, f *[NumFeatures]float32, factor float32) {
	x, g := &w[set], &grad[set]
	for i, y := range f {
		g[i] += factor * y
	}
	for h := range hidden {
		from := NumFeatures + h*unit
		u, gu := (*[unit]float32)(x[from:]), (*[unit]float32)(g[from:])
		a := activation(u, f)
		if a <= 0 {
			continue
		}
		gu[NumFeatures+1] += factor * a
		d := factor * u[NumFeatures+1]
		gu[NumFeatures] += d
		for i, y := range f {
			gu[i] += d * y
		}
	}
}

// Fresh is the weights of a pupil who knows nothing: all chances are equal, and
// the hidden units differ.
func Fresh(draw func() float64) *Weights {
	w := new(Weights)
	for set := range w {
		for h := range hidden {
			for i := range unit - 1 {
				w[set][NumFeatures+h*unit+i] = float32(draw()-0.5) / 2
			}
		}
	}
	return w
}
