package sim

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim/opponent"
	"github.com/bankhalter/bankhalter/game/value"
)

// TrainConfig describes how weights for game/value are made.
type TrainConfig struct {
	Setups []*setup.Setup // boards to learn from; one, or several for general weights
	Games  int            // of each round and board
	Rounds int            // each plays with the weights of the one before
	Seed   uint64

	// Told, if set, gets the result of each round.
	Told func(round, positions int, loss, equal float64)
}

// sample is a position from a game that ended: what it looked like and who won.
type sample struct {
	features value.Features
	alive    game.Seats
	winners  game.Seats
	held     bool // not learned from, for the measurement
}

// Train plays games between computer players of all kinds, opponents and the pupil
// itself, and fits the weights to who won. The same configuration gives the same
// weights. The loss is that of games that were not learned from.
func Train(ctx context.Context, cfg TrainConfig) (*value.Weights, value.Made, error) {
	rng := rand.New(rand.NewPCG(cfg.Seed, 3)) //nolint:gosec // the same weights again, no secret
	w, made := value.Fresh(rng.Float64), value.Made{}
	if len(cfg.Setups) == 0 || cfg.Games < 10 || cfg.Rounds < 1 {
		return nil, made, errors.New("training takes a board, ten games and one round at least")
	}
	var all []sample
	for round := range cfg.Rounds {
		if round > 1 { // the games without a pupil, and those of a beginner, teach the wrong things
			all = nil
		}
		for i, st := range cfg.Setups {
			c := classroom{st: st, w: w, round: round, seed: cfg.Seed + uint64(round)<<16 + uint64(i)<<8} //nolint:gosec // small
			samples, err := c.play(ctx, cfg.Games)
			if err != nil {
				return nil, made, err
			}
			all = append(all, samples...)
			made.Games += cfg.Games
		}
		w = fit(all, w, cfg.Seed)
		made.Positions, made.Loss, made.EqualLoss = len(all), loss(all, w), loss(all, new(value.Weights))
		if cfg.Told != nil {
			cfg.Told(round+1, made.Positions, made.Loss, made.EqualLoss)
		}
	}
	return w, made, nil
}

// classroom plays the games of one round on one board.
type classroom struct {
	st    *setup.Setup
	w     *value.Weights
	round int
	seed  uint64
}

// trainTurns is where a game of the training is cut and left out: players who block
// each other for ever teach nothing.
const trainTurns = 200

// sampleEvery is how many commands pass between two samples, on average.
const sampleEvery = 24

// play plays games and takes samples of their positions.
func (c *classroom) play(ctx context.Context, games int) ([]sample, error) {
	model := value.New(c.st.Rules, c.w)
	lo, hi := c.st.Rules.PlayerRange()
	rng := rand.New(rand.NewPCG(c.seed, 1)) //nolint:gosec // the same games again, no secret
	var all, part []sample
	for n := range games {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		seats := min(hi, max(lo, []int{4, 4, 4, 3, 5, 2}[rng.IntN(6)]))
		g := player{rules: c.st.Rules, maxTurns: trainTurns, quick: true, bots: c.seated(rng, seats, model)}
		part = part[:0]
		g.after = func() {
			if g.turn.S.Status != game.Playing || rng.IntN(sampleEvery) > 0 {
				return
			}
			var p value.Position
			var f value.Features
			value.Look(&g.turn.S, &p)
			model.Features(&p, &f)
			part = append(part, sample{features: f, alive: p.Alive, held: n%8 == 7})
		}
		start := game.NewState(c.st.Rules, seats, 0, false)
		if n%3 > 0 {
			scatter(c.st.Rules, &start, rng)
		}
		res, err := g.play(n, SeedOf(c.seed, n), &start)
		if err != nil {
			return nil, err
		}
		if res.Winners == 0 {
			continue
		}
		for i := range part {
			part[i].winners = res.Winners
		}
		all = append(all, part...)
	}
	return all, nil
}

// scatter begins a game in the middle: any deeds in any hands, any cash. Players buy
// whatever they can, so games alone would not tell what cash is worth beside deeds.
func scatter(r *game.Ruleset, s *game.State, rng *rand.Rand) {
	sold := rng.Float64()
	whole := rng.Float64() / 2 // chance of a deed to go where the one before it went
	last := game.Seat(0)
	for d := r.Deeds; d != 0; d = d.Rest() {
		sp := d.First()
		if rng.Float64() >= sold {
			continue
		}
		if rng.Float64() >= whole {
			last = game.Seat(rng.IntN(int(s.NumSeats))) //nolint:gosec // a seat
		}
		s.Owned[last] = s.Owned[last].With(sp)
		s.Free = s.Free.Without(sp)
	}
	for i := range s.Players[:s.NumSeats] {
		p := &s.Players[i]
		p.Cash = r.Whole(game.Money(float64(r.StartingCash()) * (0.05 + 1.5*rng.Float64()*rng.Float64())))
		p.Space = r.Next(0, rng.IntN(int(r.Size)))
	}
}

// careless is a player who now and then lets pass what it would have done.
type careless struct {
	Player
	rng *rand.Rand
}

// Wish is the wish of the player, or the opposite.
func (p *careless) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	ok := p.Player.Wish(r, s, seat, c)
	if !ok || p.rng.IntN(8) > 0 {
		return ok
	}
	other := *c
	switch c.Kind {
	case game.Buy:
		other = game.Move(game.Decline, seat)
	case game.Decline:
		other = game.Move(game.Buy, seat)
	case game.Bid:
		other = game.Move(game.Pass, seat)
	case game.AcceptTrade:
		other = game.MoveN(game.RejectTrade, seat, c.N)
	case game.Build, game.Lift, game.Mortgage:
		other = game.Move(game.EndTurn, seat)
	default:
		return ok
	}
	if r.Check(s, &other).OK() {
		*c = other
	}
	return true
}

// seated draws the players of a game: in the first round no pupil, later about half of them.
func (c *classroom) seated(rng *rand.Rand, seats int, model *value.Model) []Player {
	pupil := bot.Pupil(model)
	others := slices.Concat(bot.Names(), bot.Names(), bot.Names(), opponent.Names())
	players := make([]Player, seats)
	for i := range players {
		if c.round > 0 && rng.IntN(5) < 3 {
			players[i] = pupil
			continue
		}
		p, err := Known(c.st, others[rng.IntN(len(others))])
		if err != nil {
			panic(err) // its own list
		}
		players[i] = &careless{p, rng}
	}
	return players
}

// Parameters of the fit: Adam with a little decay.
const (
	epochs  = 8
	batch   = 256
	rateMax = 0.01
	decay   = 2e-5
)

// fit minimises the loss of the samples that are not held out, beginning with weights.
func fit(all []sample, w *value.Weights, seed uint64) *value.Weights {
	var order []int
	for i := range all {
		if !all[i].held {
			order = append(order, i)
		}
	}
	next := *w
	var grad, m1, m2 value.Weights
	rng := rand.New(rand.NewPCG(seed, 2)) //nolint:gosec // the same weights again, no secret
	step := 0
	for epoch := range epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rate := rateMax * math.Pow(0.7, float64(epoch))
		for from := 0; from < len(order); from += batch {
			grad = value.Weights{}
			part := order[from:min(from+batch, len(order))]
			for _, i := range part {
				learn(&all[i], &next, &grad)
			}
			step++
			for set := range next {
				adam(next[set][:], grad[set][:], m1[set][:], m2[set][:], rate, decay, step, len(part))
			}
		}
	}
	return &next
}

// learn adds the gradient of one sample.
func learn(x *sample, w, grad *value.Weights) {
	set := value.SetFor(x.alive)
	p := chances(x, w)
	share := 1 / float32(max(1, (x.winners&x.alive).Len()))
	for a := x.alive; a != 0; a = a.Rest() {
		seat := a.First()
		diff := p[seat]
		if x.winners.Has(seat) {
			diff -= share
		}
		w.Learn(grad, set, &x.features[seat], diff)
	}
}

// adam makes one step of the optimiser of that name, by the gradient of n samples, with decay.
func adam(w, grad, m1, m2 []float32, rate, decay float64, step, n int) {
	const beta1, beta2 = 0.9, 0.999
	c1, c2 := 1-math.Pow(beta1, float64(step)), 1-math.Pow(beta2, float64(step))
	for i := range w {
		g := float64(grad[i])/float64(n) + decay*float64(w[i])
		a := beta1*float64(m1[i]) + (1-beta1)*g
		b := beta2*float64(m2[i]) + (1-beta2)*g*g
		m1[i], m2[i] = float32(a), float32(b)
		w[i] -= float32(rate * (a / c1) / (math.Sqrt(b/c2) + 1e-8))
	}
}

// chances is the estimate for a sample.
func chances(x *sample, w *value.Weights) (p value.Chances) {
	w.Chances(&x.features, x.alive, &p)
	return p
}

// loss is the mean of the negative logarithm of the winner's chance in the samples held out.
func loss(all []sample, w *value.Weights) float64 {
	sum, n := 0.0, 0
	for i := range all {
		x := &all[i]
		if !x.held || x.winners&x.alive == 0 {
			continue
		}
		p := chances(x, w)
		sum += surprise(&p, x.winners&x.alive)
		n++
	}
	return sum / float64(max(1, n))
}

// surprise is the negative logarithm of the chance that one of the winners would win.
func surprise(c *value.Chances, winners game.Seats) float64 {
	won := float32(0)
	for a := winners; a != 0; a = a.Rest() {
		won += c[a.First()]
	}
	return -math.Log(max(1e-9, float64(won)))
}
