package sim

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim/opponent"
	"github.com/bankhalter/bankhalter/game/value"
)

// DeepConfig describes how a net for the level expert is made.
type DeepConfig struct {
	Setup *setup.Setup
	Games int
	Seed  uint64

	// Told, if set, gets the result of each pass over the positions.
	Told func(pass, positions int, loss, equal float64)
}

// view is a position as the net sees it, and who won.
type view struct {
	seen    []value.Seen // of the players left, in the order of their seats
	alive   game.Seats
	winners game.Seats
	held    bool // not learned from, for the measurement
}

// Parameters of the fit of a net.
const (
	passes    = 2
	deepBatch = 1024
	deepRate  = 0.002
	deepDecay = 1e-5
	deepParts = 8 // of a batch, which processors share; as many on every machine, for the sums to be the same
	deepTurns = 300
	seenLimit = 8 // deviations from the mean
)

// TrainDeep plays games between players of the level hard who ask no net and err now and then, and among whom
// others sit in three games of ten, has deals at random in them played out, and fits a net to who won. The same
// configuration gives the same net. The loss is that of games that were not learned from.
func TrainDeep(ctx context.Context, cfg DeepConfig) (*value.Deep, value.Made, error) {
	made := value.Made{Games: cfg.Games}
	if cfg.Setup == nil || cfg.Games < 10 {
		return nil, made, errors.New("training takes a board and ten games at least")
	}
	all, err := (&lessons{st: cfg.Setup, seed: cfg.Seed}).play(ctx, cfg.Games)
	if err != nil {
		return nil, made, err
	}
	made.Positions = len(all)
	rng := rand.New(rand.NewPCG(cfg.Seed, 4)) //nolint:gosec // the same net again, no secret
	f := fitting{net: value.FreshDeep(rng.Float64), moment: new(value.Deep), square: new(value.Deep)}
	mean, deviation := scale(all)
	var order []int
	for i := range all {
		for j := range all[i].seen {
			normalise(&all[i].seen[j], mean, deviation)
		}
		if !all[i].held {
			order = append(order, i)
		}
	}
	f.steps = passes * (len(order)/deepBatch + 1)
	for pass := range passes {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for part := range slices.Chunk(order, deepBatch) {
			if err := context.Cause(ctx); err != nil {
				return nil, made, err
			}
			f.step(all, part)
		}
		made.Loss, made.EqualLoss = f.loss(all)
		if cfg.Told != nil {
			cfg.Told(pass+1, made.Positions, made.Loss, made.EqualLoss)
		}
	}
	f.net.Unscale(mean, deviation)
	return f.net, made, nil
}

// lessons are the games of a training.
type lessons struct {
	st   *setup.Setup
	seed uint64
}

// play plays games on all processors and returns the views in the order of the games.
func (l *lessons) play(ctx context.Context, games int) ([]view, error) {
	found := make([][]view, games)
	failed := make([]error, games)
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for n := range next {
				found[n], failed[n] = l.game(n)
			}
		})
	}
	for n := range games {
		if ctx.Err() != nil {
			break
		}
		next <- n
	}
	close(next)
	wg.Wait()
	if err := errors.Join(context.Cause(ctx), errors.Join(failed...)); err != nil {
		return nil, err
	}
	return slices.Concat(found...), nil
}

// look sees a position.
func look(m *value.Model, s *game.State) *view {
	var p value.Position
	var seen [game.MaxSeats]value.Seen
	value.Look(s, &p)
	m.See(&p, &seen)
	v := view{alive: p.Alive}
	for a := p.Alive; a != 0; a = a.Rest() {
		v.seen = append(v.seen, seen[a.First()])
	}
	return &v
}

// game plays one game and looks at some of its positions, at those after deals, and at what deals at random would
// have made of it.
func (l *lessons) game(n int) ([]view, error) {
	rng := rand.New(rand.NewPCG(l.seed, uint64(n)<<8+5)) //nolint:gosec // the same games again, no secret
	r := l.st.Rules
	lo, hi := r.PlayerRange()
	seats := min(hi, max(lo, []int{4, 4, 4, 4, 4, 3, 5}[rng.IntN(7)]))
	players, err := l.seated(rng, seats)
	if err != nil {
		return nil, err
	}
	g := player{rules: r, maxTurns: deepTurns, quick: true, bots: players}
	model := l.st.Estimate()
	var views, ahead []view
	var failed error
	deals := newDealing(l.st, rng, seats)
	g.after = func() {
		s := &g.turn.S
		if s.Status != game.Playing || failed != nil {
			return
		}
		var tried []view
		if tried, failed = deals.views(s); failed != nil {
			return
		}
		ahead = append(ahead, tried...)
		dealt := slices.ContainsFunc(g.turn.Events, func(e game.Event) bool { return e.Kind == game.TradeAccepted })
		if dealt || rng.IntN(sampleEvery) == 0 {
			views = append(views, *look(model, s))
		}
	}
	start := game.NewState(r, seats, 0, false)
	if rng.IntN(2) == 0 {
		scatter(r, &start, rng)
	}
	res, err := g.play(n, SeedOf(l.seed, n), &start)
	if err := errors.Join(err, failed); err != nil {
		return nil, err
	}
	if res.Winners == 0 {
		views = nil
	}
	for i := range views {
		views[i].winners = res.Winners
	}
	views = append(views, ahead...)
	for i := range views {
		views[i].held = n%8 == 7
	}
	return views, nil
}

// seated draws the players of a game.
func (l *lessons) seated(rng *rand.Rand, seats int) ([]Player, error) {
	others := slices.Concat(bot.Names(), bot.Names(), opponent.Names())
	mixed := rng.IntN(10) < 3
	pupil := bot.Pupil(l.st.Estimate())
	players := make([]Player, seats)
	for i := range players {
		if mixed && rng.IntN(5) < 2 {
			p, err := Known(l.st, others[rng.IntN(len(others))])
			if err != nil {
				return nil, err
			}
			players[i] = &careless{p, rng}
			continue
		}
		players[i] = pupil
		if rng.IntN(4) == 0 {
			players[i] = &erring{pupil, rng}
		}
	}
	return players, nil
}

// erring is a player who now and then does what it would not, and takes deals that it would refuse: who
// never sees a bad deal does not learn what one costs.
type erring struct {
	Player
	rng *rand.Rand
}

// Wish is the wish of the player, or another.
func (p *erring) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	if !p.Player.Wish(r, s, seat, c) {
		return false
	}
	other := *c
	switch c.Kind {
	case game.Buy:
		other = game.Move(game.Decline, seat)
	case game.Bid:
		other = game.Move(game.Pass, seat)
	case game.RejectTrade:
		other = game.MoveN(game.AcceptTrade, seat, c.N)
	case game.Build:
		other = game.Move(game.EndTurn, seat)
	default:
		return true
	}
	if p.rng.IntN(12) == 0 && r.Check(s, &other).OK() {
		*c = other
	}
	return true
}

// scale is the mean and the deviation of what is seen in the positions that are learned from.
func scale(all []view) (mean, deviation *value.Seen) {
	var sum, square [value.NumSeen]float64
	n := 0.0
	for i := range all {
		if all[i].held {
			continue
		}
		for j := range all[i].seen {
			n++
			for k, x := range all[i].seen[j] {
				sum[k] += float64(x)
				square[k] += float64(x) * float64(x)
			}
		}
	}
	mean, deviation = new(value.Seen), new(value.Seen)
	for k := range sum {
		m := sum[k] / max(1, n)
		mean[k] = float32(m)
		deviation[k] = float32(math.Sqrt(max(0, square[k]/max(1, n)-float64(m*m))) + 0.001)
	}
	return mean, deviation
}

func normalise(x, mean, deviation *value.Seen) {
	for k := range x {
		x[k] = max(-seenLimit, min(seenLimit, (x[k]-mean[k])/deviation[k]))
	}
}

// fitting is a net that is being fitted, with what the optimiser (Adam) remembers.
type fitting struct {
	net            *value.Deep
	moment, square *value.Deep
	grads          [deepParts]value.Deep
	done, steps    int
}

// step makes one step by the positions of a batch.
func (f *fitting) step(all []view, batch []int) {
	size := (len(batch) + deepParts - 1) / deepParts
	var wg sync.WaitGroup
	i := 0
	for part := range slices.Chunk(batch, size) {
		grad := &f.grads[i]
		i++
		wg.Go(func() {
			*grad = value.Deep{}
			for _, at := range part {
				f.learn(&all[at], grad)
			}
		})
	}
	wg.Wait()
	sum := &f.grads[0]
	for p := 1; p < i; p++ {
		for k, x := range f.grads[p] {
			sum[k] += x
		}
	}
	f.done++
	rate := deepRate * (0.01 + 0.5*(1+math.Cos(math.Pi*float64(f.done)/float64(f.steps))))
	adam(f.net[:], sum[:], f.moment[:], f.square[:], rate, deepDecay, f.done, len(batch))
}

// learn adds the gradient of one position.
func (f *fitting) learn(x *view, grad *value.Deep) {
	var units [game.MaxSeats]value.Units
	c := f.chances(x, &units)
	share := 1 / float32(max(1, (x.winners&x.alive).Len()))
	i := 0
	for a := x.alive; a != 0; a = a.Rest() {
		diff := c[a.First()]
		if x.winners.Has(a.First()) {
			diff -= share
		}
		f.net.Learn(grad, &x.seen[i], &units[i], diff)
		i++
	}
}

func (f *fitting) chances(x *view, units *[game.MaxSeats]value.Units) (c value.Chances) {
	i := 0
	for a := x.alive; a != 0; a = a.Rest() {
		c[a.First()] = f.net.Score(&x.seen[i], &units[i])
		i++
	}
	c.Normalise(x.alive)
	return c
}

// loss is the mean of the negative logarithm of the winner's chance in the positions held out, and the
// same if all chances were equal.
func (f *fitting) loss(all []view) (loss, equal float64) {
	n := 0.0
	var units [game.MaxSeats]value.Units
	for i := range all {
		x := &all[i]
		if !x.held || x.winners&x.alive == 0 {
			continue
		}
		c := f.chances(x, &units)
		loss += surprise(&c, x.winners&x.alive)
		equal -= math.Log(float64((x.winners & x.alive).Len()) / float64(x.alive.Len()))
		n++
	}
	return loss / max(1, n), equal / max(1, n)
}
