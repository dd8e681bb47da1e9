package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/value"
)

const trainUsage = `train [FLAGS]

Makes the weights by which the computer players of the higher levels estimate
positions: it plays games between computer players of all kinds, opponents and the
pupil itself, and fits the weights to who won. It prints the loss on games that
were not learned from, beside that of calling all chances equal, and writes the
file to standard output. The same flags give the same file.

With --deep it makes a net for the level expert instead, which the level hard asks
before it accepts a deal, from games between players of the level hard who do not
ask one, and from deals at random in them, taken and rejected, which players of the
level medium play out; --rounds does not count then.

The program has its weights built in, from game/value/weights; --all makes the
general ones, for boards that have none of their own.`

// trainOptions are the flags of train.
type trainOptions struct {
	rulesOptions
	all    bool
	deep   bool
	games  int
	rounds int
	seed   uint64
}

func (o *trainOptions) register(fs *flag.FlagSet) {
	o.rulesOptions.register(fs)
	fs.BoolVar(&o.all, "all", false, "learn from one built-in edition of each rulebook, for the general weights")
	fs.BoolVar(&o.deep, "deep", false, "make a net for the level expert from games of the level hard and deals in them")
	fs.IntVar(&o.games, "games", 4000, "`number` of games of each round and board")
	fs.IntVar(&o.rounds, "rounds", 4, "`number` of rounds; each plays with the weights of the one before")
	fs.Uint64Var(&o.seed, "seed", 1, "`number` from which all luck comes")
}

func train(p *program, args []string) int {
	var o trainOptions
	fs := newFlags("train")
	o.register(fs)
	rest, done, status := p.parse(fs, trainUsage, args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "train takes no arguments, only flags: %q", rest[0])
	}
	setups, err := o.setups(o.all)
	if err == nil && o.deep && o.all {
		err = errors.New("--deep makes the net of one board, --all the weights for all of them: leave out one")
	}
	if err == nil && o.games < 10 {
		err = fmt.Errorf("--games: %d is too few; give 10 or more, such as 4000", o.games)
	}
	if err == nil && o.rounds < 1 {
		err = fmt.Errorf("--rounds: %d is too few; give 1 or more, such as 4", o.rounds)
	}
	if err != nil {
		return p.fail(exitUsage, "train: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if o.deep {
		return o.trainDeep(ctx, p, setups[0])
	}
	w, made, err := sim.Train(ctx, sim.TrainConfig{
		Setups: setups, Games: o.games, Rounds: o.rounds, Seed: o.seed,
		Told: func(round, positions int, loss, equal float64) {
			fmt.Fprintf(p.stderr, "round %d: loss %.4f on positions held out of %d, equal chances %.4f\n", round, loss, positions, equal)
		},
	})
	if err != nil {
		return p.fail(exitFail, "train: %v", err)
	}
	made.Command = o.command()
	edition, rulebook, rules := setups[0].Edition.ID, setups[0].Rulebook, setups[0].Rules
	if o.all {
		edition, rulebook, rules = "", "", (*game.Ruleset)(nil)
	}
	e := json.NewEncoder(p.stdout)
	e.SetIndent("", " ")
	if err := e.Encode(value.NewFile(edition, rulebook, rules, w, made)); err != nil {
		return p.fail(exitFail, "train: %v", err)
	}
	return exitOK
}

// trainDeep makes a net and writes its file.
func (o *trainOptions) trainDeep(ctx context.Context, p *program, st *setup.Setup) int {
	net, made, err := sim.TrainDeep(ctx, sim.DeepConfig{
		Setup: st, Games: o.games, Seed: o.seed,
		Told: func(pass, positions int, loss, equal float64) {
			fmt.Fprintf(p.stderr, "pass %d: loss %.4f on positions held out of %d, equal chances %.4f\n", pass, loss, positions, equal)
		},
	})
	if err != nil {
		return p.fail(exitFail, "train: %v", err)
	}
	made.Command = o.command()
	e := json.NewEncoder(p.stdout)
	e.SetIndent("", " ")
	if err := e.Encode(value.NewDeepFile(st.Edition.ID, st.Rulebook, st.Rules, net, made)); err != nil {
		return p.fail(exitFail, "train: %v", err)
	}
	return exitOK
}

// command is how to make the same file again.
func (o *trainOptions) command() string {
	words := []string{"bankhalter train"}
	if o.deep {
		words = append(words, "--deep")
	}
	if o.all {
		words = append(words, "--all")
	} else {
		words = append(words, "--edition "+o.edition)
	}
	if o.rulebook != "" {
		words = append(words, "--rulebook "+o.rulebook)
	}
	for _, option := range o.options {
		words = append(words, "--option "+option)
	}
	words = append(words, fmt.Sprintf("--games %d", o.games))
	if !o.deep {
		words = append(words, fmt.Sprintf("--rounds %d", o.rounds))
	}
	return strings.Join(append(words, fmt.Sprintf("--seed %d", o.seed)), " ")
}
