package table

import (
	"context"
	"log/slog"
	"time"

	"github.com/bankhalter/bankhalter/game/account"
)

// Config tunes a Service. The zero value is right for a server but for
// BotPause, which is then off.
type Config struct {
	Now        func() time.Time            // the clock; time.Now if nil
	Steady     func() time.Duration        // a clock that is never set, to notice when Now was; taken from Now if that is given alone
	BotPause   time.Duration               // before a visible move of a bot; 0: none
	Shown      bool                        // a bot also waits until what happened has been shown at normal speed, four seconds at most
	ClaimGrace time.Duration               // how long a bot, at a table with a pause, holds back the throw that would end a person's claim; 0: ten seconds, negative: not at all
	Idle       time.Duration               // after which a table leaves memory; 0: ten minutes
	LobbyLife  time.Duration               // after which an open table without activity is deleted; 0: two weeks
	MaxLive    int                         // tables in memory at most, those in use excepted; 0: 2000
	Heeds      func(account.PlayerID) bool // whether a player wants notifications; nil: none do
	Tells      func(id string) bool        // whether a table has a hook that is told who is up; nil: none has
	Rematched  Rematched                   // nil: nothing
	Mine       func(id string) bool        // with a store that servers share, whether bots and clock of a game go on here; nil: all do
	Ended      func(id string)             // called after a game has ended; nil: nobody
	Software   string                      // name and version, for the proofs of games; "bankhalter" if empty
	Logger     *slog.Logger
}

// Rematched is called when the people of a table open another one, to give that what
// is not part of a table. If it fails there is no rematch.
type Rematched func(ctx context.Context, from, to string) error

func (c Config) withDefaults() Config {
	if c.Steady == nil {
		began, now := time.Now(), c.Now
		if c.Steady = func() time.Duration { return time.Since(began) }; now != nil {
			first := now()
			c.Steady = func() time.Duration { return now().Sub(first) }
		}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.ClaimGrace == 0 {
		c.ClaimGrace = 10 * time.Second
	}
	if c.Idle <= 0 {
		c.Idle = 10 * time.Minute
	}
	if c.LobbyLife <= 0 {
		c.LobbyLife = lobbyLife
	}
	if c.MaxLive <= 0 {
		c.MaxLive = 2000
	}
	if c.Rematched == nil {
		c.Rematched = func(context.Context, string, string) error { return nil }
	}
	if c.Software == "" {
		c.Software = "bankhalter"
	}
	if c.Logger == nil {
		c.Logger = slog.New(slog.DiscardHandler)
	}
	return c
}
