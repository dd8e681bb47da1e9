package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/sim/external"
	"github.com/bankhalter/bankhalter/game/sim/opponent"
)

const leagueUsage = `league [FLAGS]

Plays each of --players against a table full of each of --against and prints how
often it wins, with the interval in which the true share lies in 95 of 100 such
measurements. It sits in another seat from game to game; at a table of four equal
players it wins 25 %. A game that reaches --turns counts as not won.

The opponents have one idea each: non-trader never sells and buys single deeds,
haggler buys what it lacks from the printed price upwards and sells what it does
not need from above it downwards, and the three fixed policies buy always, trade
at a premium only and build as long as they have cash.

The same seed gives the same games; the times are those of this machine.`

// leagueOptions are the flags of league.
type leagueOptions struct {
	rulesOptions
	all     bool
	players list
	against list
	seats   int
	games   int
	turns   int
	workers int
	seed    uint64
	json    bool
}

func (o *leagueOptions) register(fs *flag.FlagSet) {
	o.rulesOptions.register(fs)
	names := strings.Join(append(bot.Kinds(), opponent.Names()...), ", ") + ", or cmd:PROGRAM"
	fs.BoolVar(&o.all, "all", false, "play on every built-in edition with a rulebook of its own")
	fs.Var(&o.players, "players", "`kinds` of players to measure: "+names+"; all computer players if left out")
	fs.Var(&o.against, "against", "`kinds` of players to measure them against; default and the opponents if left out")
	fs.IntVar(&o.seats, "seats", 4, "`number` of players at a table")
	fs.IntVar(&o.games, "games", 2000, "`number` of games of each pair")
	fs.IntVar(&o.turns, "turns", sim.LeagueTurns, "`number` of turns after which a game is cut")
	fs.IntVar(&o.workers, "workers", 0, "`number` of games at the same time; one a processor if 0")
	fs.Uint64Var(&o.seed, "seed", 1, "`number` from which all luck comes")
	fs.BoolVar(&o.json, "json", false, "print each pair as a line of JSON")
}

func league(p *program, args []string) int {
	var o leagueOptions
	fs := newFlags("league")
	o.register(fs)
	rest, done, status := p.parse(fs, leagueUsage, args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "league takes no arguments, only flags: %q", rest[0])
	}
	setups, err := o.check()
	if err != nil {
		return p.fail(exitUsage, "league: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if !o.json {
		if err := sim.PrintHeading(p.stdout); err != nil {
			return p.fail(exitFail, "league: %v", err)
		}
	}
	for _, st := range setups {
		if status := o.play(ctx, p, st); status != exitOK {
			return status
		}
	}
	return exitOK
}

// play plays the league on one board.
func (o *leagueOptions) play(ctx context.Context, p *program, st *setup.Setup) int {
	programs := external.New(st, answerTime)
	defer programs.Close()
	cfg := o.config(p, st)
	cfg.Player = seated(programs, sim.Known)
	if _, err := sim.League(ctx, cfg); err != nil {
		return p.fail(exitFail, "league: %v", err)
	}
	return p.faults("league", programs)
}

// config is the league on one board.
func (o *leagueOptions) config(p *program, st *setup.Setup) sim.LeagueConfig {
	return sim.LeagueConfig{
		Setup: st, Seats: o.seats, Games: o.games, Seed: o.seed, MaxTurns: o.turns, Workers: o.workers,
		Players: o.players, Against: o.against,
		Each: func(pair *sim.Pairing) error {
			if o.json {
				return json.NewEncoder(p.stdout).Encode(pair)
			}
			return pair.Print(p.stdout)
		},
	}
}

// check fills the lists and puts the rules together; a wrong flag is a usage error.
func (o *leagueOptions) check() ([]*setup.Setup, error) {
	if len(o.players) == 0 {
		o.players = bot.Kinds()
	}
	if len(o.against) == 0 {
		o.against = append(list{"default"}, opponent.Names()...)
	}
	setups, err := o.setups(o.all)
	if err != nil {
		return nil, err
	}
	known := seated(external.New(setups[0], answerTime), sim.Known)
	for _, f := range []struct {
		flag  string
		names list
	}{{"players", o.players}, {"against", o.against}} {
		for _, name := range f.names {
			if _, err := known(name); err != nil {
				return nil, fmt.Errorf("--%s: %w", f.flag, err)
			}
		}
	}
	for _, st := range setups {
		if lo, hi := st.Rules.PlayerRange(); o.seats < lo || o.seats > hi {
			return nil, fmt.Errorf("--seats %d: the rulebook %s is for %d to %d", o.seats, st.Rulebook, lo, hi)
		}
		if err := sim.Startable(st.Rules, o.seats); err != nil {
			return nil, fmt.Errorf("%w by the rulebook %s", err, st.Rulebook)
		}
	}
	return setups, playable(o.games, o.turns)
}
