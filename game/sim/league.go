package sim

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/bits"
	"strings"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim/opponent"
)

// LeagueTurns is where a game of a league is cut if the configuration does not say.
const LeagueTurns = 800

// LeagueConfig describes a league: each player of one list against a table full
// of each player of another.
type LeagueConfig struct {
	Setup    *setup.Setup
	Seats    int // 4 if 0
	Games    int // of each pairing
	Seed     uint64
	MaxTurns int // LeagueTurns if 0
	Workers  int

	Players []string
	Against []string

	// Player finds a player by name; nil: the computer players and the opponents.
	Player func(name string) (Player, error)

	// Each, if set, gets every pairing as soon as it has been played.
	Each func(*Pairing) error
}

// Pairing is the result of one player against a table full of another. The
// player changes seats from game to game, so that none has an advantage.
type Pairing struct {
	Edition  string  `json:"edition"`
	Rulebook string  `json:"rulebook"`
	Player   string  `json:"player"`
	Against  string  `json:"against"`
	Seats    int     `json:"seats"`
	Games    int     `json:"games"`
	Won      float64 `json:"won"`     // a shared victory counts as its share
	Percent  float64 `json:"percent"` // of all games, those that were cut included
	Low      float64 `json:"low"`     // of the 95 % interval (Wilson)
	High     float64 `json:"high"`
	Cut      int     `json:"cut"` // at the turn limit, without a winner
	Turns    float64 `json:"turns"`
	Time     Spent   `json:"time"`
	Hash     string  `json:"hash"` // of all events of all games in order
}

// Spent is the time that the decisions of the player took, in microseconds.
type Spent struct {
	Decisions uint64  `json:"decisions"`
	Mean      float64 `json:"mean"`
	P99       float64 `json:"p99"` // rounded up by at most a quarter
	Max       float64 `json:"max"`
}

// Known finds a computer player or an opponent.
func Known(st *setup.Setup, name string) (Player, error) {
	if o, ok := opponent.ByName(name); ok {
		return o, nil
	}
	p, err := Computer(st, name)
	if err != nil {
		return nil, fmt.Errorf("%w, and the opponents %s", err, strings.Join(opponent.Names(), ", "))
	}
	return p, nil
}

// League plays all pairings. Nothing of them but the time depends on the number of workers.
func League(ctx context.Context, cfg LeagueConfig) ([]*Pairing, error) {
	if cfg.Player == nil {
		cfg.Player = func(name string) (Player, error) { return Known(cfg.Setup, name) }
	}
	if cfg.MaxTurns == 0 {
		cfg.MaxTurns = LeagueTurns
	}
	if cfg.Seats == 0 {
		cfg.Seats = 4
	}
	var list []*Pairing
	for _, one := range cfg.Players {
		for _, other := range cfg.Against {
			p, err := cfg.play(ctx, one, other)
			if err != nil {
				return list, fmt.Errorf("%s against %s: %w", one, other, err)
			}
			list = append(list, p)
			if cfg.Each == nil {
				continue
			}
			if err := cfg.Each(p); err != nil {
				return list, err
			}
		}
	}
	return list, nil
}

// play plays one pairing: as many runs as seats, the player in another one each time.
func (cfg *LeagueConfig) play(ctx context.Context, one, other string) (*Pairing, error) {
	p := &Pairing{
		Edition: cfg.Setup.Edition.ID, Rulebook: cfg.Setup.Rulebook,
		Player: one, Against: other, Seats: cfg.Seats,
	}
	var spent stopwatch
	hash, turns := digestStart, 0
	for seat := range cfg.Seats {
		games := cfg.Games / cfg.Seats
		if seat < cfg.Games%cfg.Seats {
			games++
		}
		if games == 0 {
			continue
		}
		bots := make([]string, cfg.Seats)
		for i := range bots {
			bots[i] = "against " + other
		}
		bots[seat] = one
		sum, err := Run(ctx, Config{
			Setup: cfg.Setup, Players: cfg.Seats, Games: games, Seed: cfg.Seed + uint64(seat)<<32,
			Bots: bots, MaxTurns: cfg.MaxTurns, Workers: cfg.Workers,
			Player: func(name string) (Player, error) {
				if rest, ok := strings.CutPrefix(name, "against "); ok {
					return cfg.Player(rest)
				}
				inner, err := cfg.Player(name)
				return &timed{inner, &spent}, err
			},
		})
		if err != nil {
			return nil, err
		}
		for _, r := range sum.Results {
			if r.Winners.Has(game.Seat(seat)) {
				p.Won += 1 / float64(r.Shared)
			}
		}
		p.Games, p.Cut, turns = p.Games+games, p.Cut+sum.Ends.Cut, turns+sum.Turns.Total
		for _, b := range []byte(sum.Hash) {
			hash.add(uint64(b))
		}
	}
	p.Turns, p.Hash, p.Time = float64(turns)/float64(max(p.Games, 1)), hash.String(), spent.summary()
	p.Percent = p.Won * 100 / float64(max(p.Games, 1))
	p.Low, p.High = wilson(p.Won, float64(p.Games))
	return p, nil
}

// wilson is the 95 % interval of a share, in percent.
func wilson(won, games float64) (low, high float64) {
	if games == 0 {
		return 0, 100
	}
	const z = 1.959964
	share := won / games
	middle := (share + z*z/(2*games)) / (1 + z*z/games)
	half := z / (1 + z*z/games) * math.Sqrt(share*(1-share)/games+z*z/(4*games*games))
	return 100 * max(0, middle-half), 100 * min(1, middle+half)
}

// timed measures the decisions of a player.
type timed struct {
	Player
	watch *stopwatch
}

// Wish is the wish of the player.
func (t *timed) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	began := time.Now()
	ok := t.Player.Wish(r, s, seat, c)
	t.watch.add(time.Since(began))
	return ok
}

// stopwatch counts durations in classes, four to each doubling.
type stopwatch struct {
	mu      sync.Mutex
	count   uint64
	sum     time.Duration
	longest time.Duration
	classes [256]uint64
}

func (w *stopwatch) add(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count++
	w.sum += d
	w.longest = max(w.longest, d)
	w.classes[class(d)]++
}

// class is the number of the class of a duration; its upper end is ceiling(class).
func class(d time.Duration) int {
	n := uint64(max(d, 4))
	top := bits.Len64(n) - 1
	return top<<2 | int(n>>(top-2)&3)
}

func ceiling(class int) time.Duration {
	return time.Duration((uint64(class&3) + 5) << (class>>2 - 2))
}

func (w *stopwatch) summary() Spent {
	w.mu.Lock()
	defer w.mu.Unlock()
	x := Spent{Decisions: w.count, Max: micros(w.longest)}
	if w.count == 0 {
		return x
	}
	x.Mean = micros(w.sum) / float64(w.count)
	below := uint64(0)
	for i, n := range w.classes {
		if below += n; below*100 >= w.count*99 {
			x.P99 = min(micros(ceiling(i)), x.Max)
			break
		}
	}
	return x
}

func micros(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1000 }

// PrintHeading writes the first line of a table of pairings.
func PrintHeading(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%-10s %-14s %-17s %6s  %6s  %-13s  %5s  %6s  %9s  %9s\n",
		"rulebook", "player", "against", "games", "wins %", "95 %", "cut %", "turns", "µs mean", "µs p99")
	return err
}

// Print writes the pairing as a line of a table.
func (p *Pairing) Print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%-10s %-14s %-17s %6d  %6.1f  %-13s  %5.1f  %6.0f  %9.1f  %9.1f\n",
		p.Rulebook, p.Player, fmt.Sprintf("%d x %s", p.Seats-1, p.Against), p.Games, p.Percent,
		fmt.Sprintf("%.1f to %.1f", p.Low, p.High), float64(p.Cut)*100/float64(max(p.Games, 1)), p.Turns, p.Time.Mean, p.Time.P99)
	return err
}
