package table

import (
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Pace says how fast a table means to play at which nobody's time runs; where it
// does, Game.Clock tells.
type Pace string

// The paces of tables without clocks.
const (
	Live Pace = "live" // everybody is at the table
	Slow Pace = "slow" // a move now and then, over days
)

// openingTime is how long a table waits for the first numbers of its players.
const openingTime = 15 * time.Second

// PaceName is the pace of the table in one word: the kind of its clock, or open;
// slow is how tables without one were called that are played over days.
func (g *Game) PaceName() string {
	switch {
	case g.Clock.Timed():
		return string(g.Clock.Kind)
	case g.Pace == Slow:
		return string(Slow)
	default:
		return string(timecontrol.Open)
	}
}

// Slow reports whether the game goes on for days, and is not played at one sitting.
func (g *Game) Slow() bool {
	return g.Clock.Kind == timecontrol.Correspondence || !g.Clock.Timed() && g.Pace == Slow
}

// linkTime is how long the table is held for a player's number.
func (g *Game) linkTime() time.Duration {
	if g.Slow() {
		return 10 * time.Minute
	}
	return time.Minute
}

// Seat is a chair at a table; its number is its place in Game.Seats.
type Seat struct {
	Player account.PlayerID // who holds it; empty for a bot and for a free seat of a sandbox
	Name   string           // unique at the table
	Bot    string           // persona of the bot that plays it, empty for a person

	Sub     account.PlayerID // stand-in for the player until they are back; empty: none
	SubName string           // and under which name

	Origin string // hashes of the browser and the network from which it was taken; empty: not kept

	Anchor *fair.Hash // of the chain that its player brings; nil: the server makes one
	Link   *fair.Hash // the first one of it, sent at the opening
}

// Summary is the data of a game in lists, without reading its log. It is
// written with every move.
type Summary struct {
	Status    game.Status
	Seq       uint32 // last event
	Rev       uint64 // counts every visible change, seats in the lobby too
	Waiting   game.Seats
	Turn      game.Seat // whose turn it is, Nobody outside play
	Round     uint16    // number of the running turn
	BotsDue   bool      // a bot has something to do
	StartedAt time.Time
	EndsAt    time.Time // when time is up, zero if never or already struck
	LinkBy    time.Time // when the table goes on without the numbers it waits for, zero if it waits for none
	EndedAt   time.Time
	UpdatedAt time.Time
}

// Game is one table as it is stored, without its moves.
type Game struct {
	ID         string
	Title      string
	Owner      account.PlayerID
	Edition    string // hash of the edition it plays, for good
	EditionID  string
	Rulebook   string
	Options    map[string]any // canonical, only what was set
	Wanted     int            // seats wanted
	Private    bool           // not listed
	Pace       Pace
	BotPause   *time.Duration // of this table; nil: not chosen, the server's
	Hurried    bool           // its people are out, and its bots play on without pauses
	Banker     game.Seat
	BankerOnly bool
	Scenario   json.RawMessage // the position a sandbox began with
	Imported   bool            // brought in from an export, over or on its way
	Luck       LuckKind
	Server     fair.Hash       // the server's anchor, under PF1
	Head       json.RawMessage // of a finished game from elsewhere, as its server signed it
	Rematch    string          // the table at which its people play again, empty if there is none
	Framed     bool            // pages of other sites may show it in a frame
	NoHints    bool            // its owner lets nobody ask what a computer player would do
	Devices    []game.Seats    // seats that are played at one device; the first of each set is that of its owner
	Looks      []wire.Look     // what the players of the first seats chose; the others have not chosen
	Sealed     bool            // closed for good because it could not be read
	Damage     error           // why what it agreed on cannot be read: only its seats, Edition and Summary are known then
	EndsBy     time.Time       // the time of day at which time is up, agreed on instead of minutes of play; zero: the minutes of Options count
	CreatedAt  time.Time
	Clock      timecontrol.Control // how long people may take; the zero value lets them take any time
	Talk       talk.Rules          // of its chat
	Tempo      *timecontrol.State  // how far their time has run; nil if it never did
	DueAt      time.Time           // when the table goes on by itself because of that, zero if never
	Seats      []Seat
	Stamp      uint64 // counts the writes to the game of a store that several servers share, from 1; 0 of any other
	Summary
}

// EndOf is when time is up in the game if it begins at a moment: the agreed time of
// day, if that is over the next one. Zero if none was agreed on.
func (g *Game) EndOf(begins time.Time, loc *time.Location) time.Time {
	if g.EndsBy.IsZero() || begins.Before(g.EndsBy) {
		return g.EndsBy
	}
	at := g.EndsBy.In(loc)
	return timecontrol.Minute(at.Hour()*60+at.Minute()).Next(begins, loc)
}

// EndsAt is when time is up: in a game that waits for its start, if it began now. Zero
// if never, or if that depends on the start.
func (snap *Snapshot) EndsAt() time.Time {
	if snap.s == nil || snap.Meta.Status != game.InLobby {
		return snap.Meta.EndsAt
	}
	return snap.Meta.EndOf(snap.s.now(), snap.s.zone(snap.Meta.Clock.Hours.Zone))
}

// written counts a write of this server's to a game that has a stamp. If another
// server wrote as well, the stamp is behind that of the store, and not the same.
func (g *Game) written() {
	if g.Stamp > 0 {
		g.Stamp++
	}
}

// Sandbox reports whether the game began from a scenario, with scripted luck.
func (g *Game) Sandbox() bool { return len(g.Scenario) > 0 }

// Holder is the person who plays the seat: its player, or their stand-in.
func (s *Seat) Holder() account.PlayerID {
	if s.Sub != "" {
		return s.Sub
	}
	return s.Player
}

// Sent reports whether an absent player was taken from the table, by a vote or because
// their time ran out.
func (g *Game) Sent(seat game.Seat) bool {
	return g.Tempo != nil && seat >= 0 && int(seat) < len(g.Tempo.Seats) && g.Tempo.Seats[seat].Sent
}

// SeatOf is the seat that is a player's own or that they play for another, or Nobody.
func (g *Game) SeatOf(p account.PlayerID) game.Seat {
	if p == "" {
		return game.Nobody
	}
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Player == p || s.Sub == p {
			return game.Seat(i)
		}
	}
	return game.Nobody
}

// HeldBy is the seat that a player plays now, or Nobody: on their own seat
// there may be a stand-in.
func (g *Game) HeldBy(p account.PlayerID) game.Seat {
	seat := g.SeatOf(p)
	if seat >= 0 && g.Seats[seat].Holder() != p {
		return game.Nobody
	}
	return seat
}

// due is when the table goes on by itself, zero if never; clocks is when
// somebody's time runs out.
func (g *Game) due(clocks time.Time) time.Time {
	switch {
	case !g.LinkBy.IsZero():
		return g.LinkBy // a table that is held is held for the hour too
	case clocks.IsZero() || !g.EndsAt.IsZero() && g.EndsAt.Before(clocks):
		return g.EndsAt
	default:
		return clocks
	}
}

// Opening reports whether the game begins as soon as the players' first numbers are there.
func (g *Game) Opening() bool { return g.Status == game.InLobby && !g.LinkBy.IsZero() }

// notPlaying refuses what can be done only while the game runs.
func (g *Game) notPlaying() error {
	if g.Status == game.InLobby {
		return ErrNotStarted
	}
	return ErrFinished
}

// begun refuses what can be done only before the game begins.
func (g *Game) begun() error {
	if g.Status == game.Finished {
		return ErrFinished
	}
	return ErrStarted
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

// cloneTimed is a copy whose seats and times can be changed. It keeps times from now on.
func (g *Game) cloneTimed() *Game {
	c := g.clone()
	c.Tempo = g.Tempo.Clone(len(g.Seats))
	return c
}

// Origin says where a command came from.
type Origin string

// The origins.
const (
	ByPerson Origin = "person"
	ByBot    Origin = "bot"
	ByClock  Origin = "clock"
	ByOrder  Origin = "order" // a standing order of the seat's player
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
