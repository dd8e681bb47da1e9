package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
)

// DefaultTurns is where a game is cut if the configuration does not say.
const DefaultTurns = 1000

// Config describes the games to play.
type Config struct {
	Setup    *setup.Setup
	Players  int      // seats, 4 if 0
	Games    int      // 1 if 0
	Seed     uint64   // of the whole run; game n has the luck of SeedOf(Seed, n)
	Bots     []string // personas by seat, repeated if there are fewer than seats; none = the default one
	MaxTurns int      // a longer game is cut there, or the agreed hour strikes if the table plays with one
	Stats    bool     // count landings
	Audit    bool     // check the core after every command; slow
	Workers  int      // games at the same time, one a processor if 0

	// Player finds a player by its name in Bots, once for each seat and worker;
	// nil: the computer players alone.
	Player func(name string) (Player, error)

	// Each, if set, gets every finished game with all its events, one call at
	// a time but in no fixed order. Events and moves are reused after it returns.
	Each func(Record) error
}

// Record is one whole game.
type Record struct {
	Game   int
	Seed   [32]byte
	Start  game.State // in the lobby, before the first event
	Events []game.Event
	Moves  []Move
	Result Result
}

// Move is one accepted command and the number of its first event.
type Move struct {
	First   uint32
	Command game.Command
}

// ErrStart says that the rules do not let the game begin.
var ErrStart = errors.New("the game cannot start")

// Startable returns ErrStart, with the rule, if a game of so many players cannot begin.
func Startable(r *game.Ruleset, players int) error {
	lobby, start := game.NewState(r, players, 0, false), game.Move(game.Start, game.Nobody)
	if no := r.Check(&lobby, &start); !no.OK() {
		return fmt.Errorf("%w with %d players (%s)", ErrStart, players, no.Rule)
	}
	return nil
}

// SeedOf is the seed of one game of a run.
func SeedOf(seed uint64, n int) [32]byte {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], seed)
	binary.BigEndian.PutUint64(b[8:], uint64(n))
	return sha256.Sum256(b[:])
}

// filled gives the defaults and checks the rest.
func (c Config) filled() (Config, error) {
	if c.Setup == nil {
		return c, errors.New("no edition and rulebook to play")
	}
	if c.Players == 0 {
		c.Players = 4
	}
	if c.Games == 0 {
		c.Games = 1
	}
	if c.MaxTurns == 0 {
		c.MaxTurns = DefaultTurns
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.Games < 0 || c.MaxTurns < 0 || c.MaxTurns > 60000 {
		return c, fmt.Errorf("games %d, turns %d: games must be positive, turns 1 to 60000", c.Games, c.MaxTurns)
	}
	if lo, hi := c.Setup.Rules.PlayerRange(); c.Players < lo || c.Players > hi {
		return c, fmt.Errorf("%d players: this rulebook is for %d to %d", c.Players, lo, hi)
	}
	if err := Startable(c.Setup.Rules, c.Players); err != nil {
		return c, err
	}
	if c.Player == nil {
		c.Player = func(name string) (Player, error) { return Computer(c.Setup, name) }
	}
	if _, err := c.seated(); err != nil {
		return c, err
	}
	c.Workers = min(c.Workers, c.Games)
	return c, nil
}

// seated finds the players of all seats; each worker has its own.
func (c *Config) seated() ([]Player, error) {
	players := make([]Player, c.Players)
	for i := range players {
		name := ""
		if len(c.Bots) > 0 {
			name = c.Bots[i%len(c.Bots)]
		}
		p, err := c.Player(name)
		if err != nil {
			return nil, err
		}
		players[i] = p
	}
	return players, nil
}

// Computer finds a computer player for a table.
func Computer(st *setup.Setup, name string) (Player, error) {
	p, ok := bot.New(name, st.Estimate)
	if !ok {
		return nil, fmt.Errorf("there is no %q, only %s", name, strings.Join(bot.Kinds(), ", "))
	}
	return p, nil
}
