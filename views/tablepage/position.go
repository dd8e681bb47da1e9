package tablepage

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/text"
)

// position is a table as everybody may see it, with the words for it. It knows
// no viewer: what is made of it and nothing else is shown to all.
type position struct {
	*text.Scene
	id      string
	r       *game.Ruleset
	s       *game.State
	phase   game.Phase
	rules   string // address of the table's rules
	seats   []Seat
	public  []Entry // of the log, what strangers are told
	past    *Past
	tried   bool // it began with a position, in the middle of a game
	paused  bool
	endAt   time.Time
	letters [game.MaxSeats]string    // by which the players are known on the board
	known   [game.MaxSeats]wire.Look // their tokens and colours
	parts   *sharedParts             // nil: not drawn yet
}

// publicTable is what every viewer may know of a table.
type publicTable struct {
	ID     string
	Setup  *setup.Setup
	State  *game.State
	Seats  []Seat
	Log    []Entry // what strangers are told
	Past   *Past
	EndAt  time.Time
	Rev    uint64
	Tried  bool // a position tried out
	Paused bool // all have agreed to pause
}

// public is the table as strangers are shown it.
func (d *TableData) public() publicTable {
	return publicTable{ID: d.ID, Setup: d.Setup, State: d.State, Seats: d.Seats, Log: toldTo(d, game.Nobody), Past: d.Past, EndAt: d.EndAt, Rev: d.Rev, Tried: d.Sandbox, Paused: d.paused()}
}

// paused reports whether all have agreed to pause.
func (d *TableData) paused() bool { return d.Past == nil && d.Times != nil && d.Times.Paused }

// toldTo is the log without the entries that would betray to a seat what another
// one keeps to itself.
func toldTo(d *TableData, seat game.Seat) []Entry {
	if len(d.Log) == 0 || !wire.Conceals(d.Setup, d.State, seat) {
		return d.Log
	}
	var few [128]game.Event
	events := few[:0]
	for i := range d.Log {
		events = append(events, d.Log[i].Event)
	}
	hidden := wire.Hide(d.Setup, d.State, seat, events)
	if hidden == nil {
		return d.Log
	}
	list := make([]Entry, 0, len(d.Log))
	for i := range d.Log {
		if !hidden[i] {
			list = append(list, d.Log[i])
		}
	}
	return list
}

func newPosition(lang string, t *publicTable) *position {
	names := make([]string, len(t.Seats))
	for i, s := range t.Seats {
		names[i] = s.Name
	}
	v := &position{
		Scene: text.NewScene(lang, t.Setup, names).In(t.State),
		id:    t.ID, r: t.Setup.Rules, s: t.State, phase: t.State.Phase(),
		seats: t.Seats, public: t.Log, past: t.Past, endAt: t.EndAt, tried: t.Tried, paused: t.Paused,
	}
	v.rules = v.look().rules
	v.giveTokens()
	v.letters = wire.Letters(names[:min(len(names), int(v.s.NumSeats))], computers(t.Seats))
	return v
}

// before is the heading of what was before the first turn that began at the table.
func (v *position) before() string {
	if v.tried {
		return v.T("log.before_tried")
	}
	return v.T("log.before")
}

// asked is whom the game waits for, as everybody may know it: who still has rent
// to claim at the end is nobody else's business (R-RENT-10). In a pause it is nobody.
func (v *position) asked() game.Seats {
	if v.paused || v.phase == game.PhaseFinal && !v.r.RemindersOn() {
		return 0
	}
	return v.s.Waiting()
}

// askedTo is asked as the player of a seat may know it.
func (v *position) askedTo(seat game.Seat) game.Seats {
	if w := v.s.Waiting(); w.Has(seat) && !v.paused {
		return v.asked().With(seat)
	}
	return v.asked()
}

// telling is the log of a position as somebody is told it.
type telling struct {
	*position
	*text.Scene // speaks to who is told it
	log         []Entry
	gone        []bool  // of log, what was taken back or only dealt with that; nil: nothing
	kept        []Entry // of log, the rest
	counters    CounterOffers
	me          game.Seat // whose claims are told as well; game.Nobody: nobody's
	relieved    bool      // somebody else plays on that seat, or the table does
	missed      *Missed   // what is marked as new; nil: nothing
}

// tellingOf is a log as somebody is told it.
func tellingOf(of *position, scene *text.Scene, log []Entry, me game.Seat, missed *Missed) telling {
	at := func(i int) (uint32, *game.Event) { return log[i].Seq, &log[i].Event }
	return telling{position: of, Scene: scene, log: log, gone: game.TakenBack(len(log), at), kept: game.Kept(log, at), counters: CounterOffersOf(log, of.s), me: me, missed: missed}
}

// toAll is the log as everybody is told it.
func (v *position) toAll() *telling {
	t := tellingOf(v, v.Scene, v.public, game.Nobody, nil)
	return &t
}

// counts reports whether an entry still counts: it was neither taken back nor only
// dealt with that.
func (v *telling) counts(i int) bool { return v.gone == nil || !v.gone[i] }

// takenBack reports whether what an entry tells was undone.
func (v *telling) takenBack(i int) bool { return !v.counts(i) && !aboutUndo(&v.log[i].Event) }
