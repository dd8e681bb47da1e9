package rating

import "math"

// The constants of the model.
const (
	startMu    = 25.0
	startSigma = startMu / 3
	beta       = startSigma / 2 // spread of a performance around the skill
	kappa      = 1e-4           // no uncertainty shrinks to nothing
)

// Rating is a belief about the skill of a player: its mean and its standard deviation.
type Rating struct {
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
}

// New is the rating of a player of whom nothing is known yet.
func New() Rating { return Rating{startMu, startSigma} }

// Ordinal is a skill that the player has almost certainly: three standard
// deviations below the mean, to the millionth as both are stored. It begins at 0.
func (r Rating) Ordinal() float64 { return math.Round((r.Mu-3*r.Sigma)*1e6) / 1e6 }

// Rate returns the ratings after a game, from those before it and the ranks:
// 1 is the best, and equal ranks are ties. Fewer than two players change nothing.
func Rate(before []Rating, ranks []int) []Rating {
	after := append([]Rating(nil), before...)
	if len(before) < 2 {
		return after
	}
	m := newMatch(before, ranks)
	for i := range after {
		after[i] = m.update(i)
	}
	return after
}

// match holds what the updates of one game have in common.
type match struct {
	before []Rating
	ranks  []int
	spread float64   // of all performances together
	skill  []float64 // e to the mean, in units of the spread
	rest   []float64 // for each player the skills of those who finished no better
	tied   []float64 // for each player how many share the rank
}

func newMatch(before []Rating, ranks []int) *match {
	n := len(before)
	m := &match{before: before, ranks: ranks, skill: make([]float64, n), rest: make([]float64, n), tied: make([]float64, n)}
	for _, r := range before {
		m.spread += r.Sigma*r.Sigma + beta*beta
	}
	m.spread = math.Sqrt(m.spread)
	for i, r := range before {
		m.skill[i] = math.Exp(r.Mu / m.spread)
	}
	for i := range before {
		for q := range before {
			if ranks[q] >= ranks[i] {
				m.rest[i] += m.skill[q]
			}
			if ranks[q] == ranks[i] {
				m.tied[i]++
			}
		}
	}
	return m
}

// update is the new rating of a player: the order is a series of choices of the
// best among those who are left, and each choice at which the player was there
// moves the mean and narrows the deviation.
func (m *match) update(i int) Rating {
	r := m.before[i]
	shift, narrow := 0.0, 0.0
	for q := range m.before {
		if m.ranks[q] > m.ranks[i] {
			continue
		}
		p := m.skill[i] / m.rest[q]
		narrow += p * (1 - p) / m.tied[q]
		if q == i {
			shift += (1 - p) / m.tied[q]
		} else {
			shift -= p / m.tied[q]
		}
	}
	variance := r.Sigma * r.Sigma
	gamma := r.Sigma / m.spread
	r.Mu += shift * variance / m.spread
	r.Sigma *= math.Sqrt(math.Max(1-narrow*gamma*variance/(m.spread*m.spread), kappa))
	return r
}
