package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
)

// walkTokens is simulate with --walk: landings instead of games.
func (o *simulateOptions) walkTokens(p *program, fs *flag.FlagSet) int {
	cfg, err := o.walkConfig(fs)
	if err != nil {
		return p.fail(exitUsage, "simulate: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	table, err := sim.Walk(ctx, cfg)
	if err != nil {
		return p.fail(exitFail, "simulate: %v", err)
	}
	if o.json {
		err = json.NewEncoder(p.stdout).Encode(table)
	} else {
		err = table.Print(p.stdout)
	}
	switch {
	case err != nil:
		return p.fail(exitFail, "simulate: %v", err)
	case table.Outside > 0:
		return exitFail
	}
	return exitOK
}

// walkConfig checks the flags of a walk; those of games are not for it.
func (o *simulateOptions) walkConfig(fs *flag.FlagSet) (sim.WalkConfig, error) {
	switch {
	case o.walk == "":
		return sim.WalkConfig{}, errors.New("--throws goes with --walk short or long")
	case !slices.Contains(sim.Stays(), sim.Stay(o.walk)):
		return sim.WalkConfig{}, fmt.Errorf("--walk: there is no %q, only short and long", o.walk)
	case o.throws < sim.MinThrows || o.throws > sim.MaxThrows:
		return sim.WalkConfig{}, fmt.Errorf("--throws: %d is not from %d to %d, such as 10000000", o.throws, sim.MinThrows, sim.MaxThrows)
	}
	for _, name := range []string{"players", "games", "turns", "bots", "export", "visits"} {
		if given(fs, name) {
			return sim.WalkConfig{}, fmt.Errorf("--%s does not go with --walk: there are no games", name)
		}
	}
	cfg, err := o.config()
	if wrong, ok := errors.AsType[*setup.Error](err); ok && wrong.Option == "end_time" && !slices.ContainsFunc(o.options, isEndTime) {
		// Some rulebooks are not complete without an hour, but a walk ends after its throws.
		o.options = append(o.options, "end_time=60")
		cfg, err = o.config()
	}
	return sim.WalkConfig{Setup: cfg.Setup, Stay: sim.Stay(o.walk), Throws: o.throws, Seed: o.seed}, err
}

// given reports whether a flag was set, by an argument or the environment.
func given(fs *flag.FlagSet, name string) (set bool) {
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

func isEndTime(option string) bool { return strings.HasPrefix(option, "end_time=") }
