package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/sim"
	"github.com/bankhalter/bankhalter/game/sim/external"
	"github.com/bankhalter/bankhalter/game/wire"
)

const simulateUsage = `simulate [FLAGS]

Lets computer players play games without a server and sums them up. The same
seed gives the same games.

cmd:PROGRAM among --bots asks a program of yours: it gets the state as a line of
JSON, as the API shows it to the seat, and answers with a line, a move or null.
Five seconds without an answer, an end of the program or a move against the rules
lose the move to the default answer, and the status is 1.

No clock runs: where an hour is agreed it strikes after --turns. A rulebook that
demands an hour gets one of 120 minutes.

With --walk nobody plays: tokens walk round the board by the same rules, buying
nothing, and the shares of their landings are compared with the exact ones. The
status is 1 if they differ.

With --visits the games are looked at as if people had played them: how often
each would have had to look in. A visit is all that one does by hand until
somebody else has to do something by hand. "live" is everything by hand; "no
orders" leaves out what the server of a slow table answers anyway, that is
decisions without a choice and passes repeated in one auction; "with orders"
leaves out what standing orders give, word for word the recorded move. They
claim, buy, bid, leave jail, mortgage for debts and end turns, and throw for at
most three turns after each visit. Building, trading and answers to proposals
are always by hand. Everybody is taken to know their mind at the start.
Try --bots trader --option house.auction_all=true.`

// simulateOptions are the flags of simulate.
type simulateOptions struct {
	rulesOptions
	players  int
	games    int
	turns    int
	seed     uint64
	bots     list
	json     bool
	stats    bool
	visits   bool
	exportTo string
	walk     string
	throws   int
}

func (o *simulateOptions) register(fs *flag.FlagSet) {
	o.rulesOptions.register(fs)
	fs.IntVar(&o.players, "players", 4, "`number` of players")
	fs.IntVar(&o.games, "games", 100, "`number` of games")
	fs.IntVar(&o.turns, "turns", sim.DefaultTurns, "`number` of turns after which a game is cut")
	fs.Uint64Var(&o.seed, "seed", 1, "`number` from which all luck comes")
	fs.Var(&o.bots, "bots", "`kinds` of computer players by seat, repeated if there are fewer: "+strings.Join(bot.Kinds(), ", ")+"; a level may have a character, as hard-builder; cmd:PROGRAM asks a program on its standard input")
	fs.BoolVar(&o.json, "json", false, "print the summary as JSON")
	fs.BoolVar(&o.stats, "stats", false, "count how often each space is landed on")
	fs.BoolVar(&o.visits, "visits", false, "count how often people would have had to look in, by hand and with standing orders")
	fs.StringVar(&o.walk, "walk", "", "let tokens walk instead of games; their `stay` in jail: short (fine at once) or long (doubles tried for)")
	fs.IntVar(&o.throws, "throws", 10_000_000, "`number` of throws of a walk")
	fs.StringVar(&o.exportTo, "export", "", "`folder` into which every game is written as an export")
}

func simulate(p *program, args []string) int {
	var o simulateOptions
	fs := newFlags("simulate")
	o.register(fs)
	rest, done, status := p.parse(fs, simulateUsage, args)
	if done {
		return status
	}
	if len(rest) > 0 {
		return p.fail(exitUsage, "simulate takes no arguments, only flags: %q", rest[0])
	}
	if o.walk != "" || given(fs, "throws") {
		return o.walkTokens(p, fs)
	}
	cfg, err := o.config()
	if err != nil {
		return p.fail(exitUsage, "simulate: %v", err)
	}
	programs := external.New(cfg.Setup, answerTime)
	defer programs.Close()
	cfg.Player = seated(programs, sim.Computer)
	for _, name := range o.bots {
		if _, err := cfg.Player(name); err != nil {
			return p.fail(exitUsage, "simulate: --bots: %v", err)
		}
	}
	var visits *sim.Visits
	if o.visits {
		visits = o.countVisits(&cfg)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	sum, err := sim.Run(ctx, cfg)
	if err != nil {
		return p.fail(exitFail, "simulate: %v", err)
	}
	switch {
	case o.visits && o.json:
		err = json.NewEncoder(p.stdout).Encode(visits)
	case o.visits:
		err = visits.Print(p.stdout)
	case o.json:
		err = json.NewEncoder(p.stdout).Encode(sum)
	default:
		err = sum.Print(p.stdout)
	}
	if err != nil {
		return p.fail(exitFail, "simulate: %v", err)
	}
	return p.faults("simulate", programs)
}

// answerTime is how long an external player may think about a move.
const answerTime = 5 * time.Second

// seated finds a player for a simulation: a program, or one of the others.
func seated(programs *external.Programs, others func(st *setup.Setup, name string) (sim.Player, error)) func(name string) (sim.Player, error) {
	return func(name string) (sim.Player, error) {
		if strings.HasPrefix(name, external.Prefix) {
			return programs.Player(name)
		}
		return others(programs.Setup(), name)
	}
}

// faults names the external players that lost moves.
func (p *program) faults(command string, programs *external.Programs) int {
	status := exitOK
	for _, f := range programs.Faults() {
		status = p.fail(exitFail, "%s: %s", command, printable(f.Error()))
	}
	return status
}

// countVisits has each game counted besides its other uses.
func (o *simulateOptions) countVisits(cfg *sim.Config) *sim.Visits {
	visits, also := sim.NewVisits(o.players), cfg.Each
	cfg.Each = func(r sim.Record) error {
		visits.Count(cfg.Setup.Rules, r)
		if also == nil {
			return nil
		}
		return also(r)
	}
	return visits
}

// config checks the flags; a wrong one is a usage error.
func (o *simulateOptions) config() (sim.Config, error) {
	st, err := o.setup()
	if err != nil {
		return sim.Config{}, err
	}
	for _, name := range o.bots {
		if !bot.Known(name) && !strings.HasPrefix(name, external.Prefix) {
			return sim.Config{}, fmt.Errorf("--bots: there is no %q, only %s, or cmd:PROGRAM", name, strings.Join(bot.Kinds(), ", "))
		}
	}
	if lo, hi := st.Rules.PlayerRange(); o.players < lo || o.players > hi {
		return sim.Config{}, fmt.Errorf("--players %d: this rulebook is for %d to %d", o.players, lo, hi)
	}
	if err := errors.Join(playable(o.games, o.turns), sim.Startable(st.Rules, o.players)); err != nil {
		return sim.Config{}, err
	}
	cfg := sim.Config{
		Setup: st, Players: o.players, Games: o.games, Seed: o.seed, Bots: o.bots, MaxTurns: o.turns, Stats: o.stats,
	}
	if o.exportTo != "" {
		if err := os.MkdirAll(o.exportTo, 0o777); err != nil {
			return sim.Config{}, fmt.Errorf("--export: %w", err)
		}
		cfg.Each = o.writer(st)
	}
	return cfg, nil
}

// writer writes each game into a file of its own.
func (o *simulateOptions) writer(st *setup.Setup) func(sim.Record) error {
	return func(r sim.Record) error {
		return writeWhole(filepath.Join(o.exportTo, fmt.Sprintf("game-%06d.jsonl", r.Game)), func(w *bufio.Writer) error { return o.write(w, st, r) })
	}
}

// writeWhole writes a file that appears under its name only when it is whole.
func writeWhole(name string, write func(*bufio.Writer) error) (err error) {
	part, err := os.Create(name + ".part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(part.Name()) // the remainder is named so that it is not mistaken for more
		}
	}()
	w := bufio.NewWriter(part)
	if err := cmp.Or(write(w), w.Flush(), part.Close()); err != nil { // one that the others only repeat
		return err
	}
	return os.Rename(part.Name(), name)
}

// write writes one game. A simulation has no clock: it all happens at the
// beginning of time, so that the same seed gives the same file.
func (o *simulateOptions) write(w *bufio.Writer, st *setup.Setup, r sim.Record) error {
	at := time.Unix(0, 0).UTC()
	commitment := chance.Commitment(r.Seed)
	h := export.Header{
		Game: fmt.Sprintf("sim-%d-%d", o.seed, r.Game), Title: fmt.Sprintf("Game %d of seed %d", r.Game, o.seed),
		Edition: st.Edition.Raw, Rulebook: st.Rulebook, Options: st.Options, Commitment: commitment,
		Status: wire.StatusName(endStatus(r.Result)), Simulated: true, CreatedAt: at, Software: "bankhalter " + versionName(),
	}
	for i := range o.players {
		kind := bot.Usual().Name
		if len(o.bots) > 0 {
			kind = o.bots[i%len(o.bots)]
		}
		seat := export.Seat{Seat: game.Seat(i), Name: "Bot " + string(rune('A'+i)), Bot: &kind}
		if strings.HasPrefix(kind, external.Prefix) {
			seat.Name, seat.Bot = "Program "+string(rune('A'+i)), nil // nobody can ask it again
		}
		h.Players = append(h.Players, seat)
	}
	proofs := []any{export.NewSeedProof(r.Seed, commitment, export.LuckByGame)}
	for _, m := range r.Moves {
		proofs = append(proofs, export.NewMoveProof(m.First, m.Command.Seat, wire.EncodeMove(st, m.Command)))
	}
	lines := wire.Encode(st, 1, at, r.Events, wire.Extra{SeedCommitment: commitment})
	return export.Write(w, h, lines, proofs...)
}

// endStatus is where a simulated game was left: one that was cut still runs.
func endStatus(r sim.Result) game.Status {
	if r.End == sim.EndCut {
		return game.Playing
	}
	return game.Finished
}
