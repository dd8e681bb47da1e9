package table

import (
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Pace says how fast a table means to play.
type Pace string

// The paces.
const (
	Live Pace = "live" // everybody is at the table
	Slow Pace = "slow" // a move now and then, over days
)

// Seat is a chair at a table; its number is its place in Game.Seats.
type Seat struct {
	Player PlayerID // who holds it; empty for a bot and for a free seat of a sandbox
	Name   string   // unique at the table
	Bot    string   // persona of the bot that plays it, empty for a person
}

// Summary is what a list of games tells without reading their logs. It is
// written with every move.
type Summary struct {
	Status    game.Status
	Seq       uint32 // last event
	Rev       uint64 // counts everything anybody can see change, seats in the lobby too
	Waiting   game.Seats
	Turn      game.Seat // whose turn it is, Nobody outside play
	Round     uint16    // number of the running turn
	BotsDue   bool      // a bot has something to do
	StartedAt time.Time
	EndsAt    time.Time // when time is up, zero if never or already struck
	EndedAt   time.Time
	UpdatedAt time.Time
}

// Game is one table as it is stored, without its moves.
type Game struct {
	ID         string
	Title      string
	Owner      PlayerID
	Edition    string // hash of the edition it plays, for good
	EditionID  string
	Rulebook   string
	Options    map[string]any // canonical, only what was set
	Wanted     int            // seats wanted
	Private    bool           // not listed
	Pace       Pace
	BotPause   time.Duration // of this table; negative: the server's
	Banker     game.Seat
	BankerOnly bool
	Scenario   json.RawMessage // the position a sandbox began with
	CreatedAt  time.Time
	Seats      []Seat
	Summary
}

// Sandbox tells whether the game began from a scenario, with scripted luck.
func (g *Game) Sandbox() bool { return len(g.Scenario) > 0 }

// SeatOf is the seat a player holds, or Nobody.
func (g *Game) SeatOf(p PlayerID) game.Seat {
	if p == "" {
		return game.Nobody
	}
	for i, s := range g.Seats {
		if s.Player == p {
			return game.Seat(i)
		}
	}
	return game.Nobody
}

// Names lists the names of the seats in turn order.
func (g *Game) Names() []string {
	names := make([]string, len(g.Seats))
	for i, s := range g.Seats {
		names[i] = s.Name
	}
	return names
}

// clone is a copy whose seats can be changed.
func (g *Game) clone() *Game {
	c := *g
	c.Seats = append([]Seat(nil), g.Seats...)
	return &c
}

// Origin says where a command came from.
type Origin string

// The origins.
const (
	ByPerson Origin = "person"
	ByBot    Origin = "bot"
	ByClock  Origin = "clock"
	BySystem Origin = "system"
)

// Move is one row of the log: a command and the events it caused.
type Move struct {
	First   uint32 // number of its first event
	Seq     uint32 // number of its last event
	At      time.Time
	Seat    game.Seat
	Origin  Origin
	Command json.RawMessage
	Luck    json.RawMessage // how far a sandbox has used its script; empty otherwise
	Events  []byte          // one JSON object a line
}
