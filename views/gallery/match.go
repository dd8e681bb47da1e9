package gallery

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// noon is when everything in the gallery happens.
func noon() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// match is a game that is set up to be looked at.
type match struct {
	st    *setup.Setup
	s     game.State
	back  *game.State // before the last decision
	turn  game.Turn
	luck  game.Luck
	names []string
	log   []tablepage.Entry
	terms wire.Agreements
	count *stats.Collector
}

// fromScenario sets up the position of a scenario document.
func fromScenario(doc []byte) (*match, error) {
	sc, err := scenario.Load(doc, "")
	if err != nil {
		return nil, err
	}
	m := &match{}
	if m.st, m.s, m.luck, m.names, err = sc.Start(); err != nil {
		return nil, err
	}
	return m, nil
}

// played lets computer players play a board for some turns, always the same way.
func played(board string, seats, turns int, seed byte) (*match, error) {
	ed, err := edition.Load(board)
	if err != nil {
		return nil, err
	}
	st, err := setup.New(ed, "", map[string]any{})
	if st == nil {
		return nil, err
	}
	m := &match{st: st, luck: chance.Seeded([32]byte{seed})}
	m.names = friends()[:seats]
	m.s = game.NewState(st.Rules, seats, 0, false)
	if err := m.do(game.Move(game.Start, game.Nobody), ""); err != nil {
		return nil, err
	}
	for range 200 * turns {
		if m.s.Status != game.Playing || int(m.s.Turn.Number) >= turns && m.s.Phase() == game.PhaseRoll {
			break
		}
		if err := m.step(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// friends are those who sit at the tables of the gallery.
func friends() []string {
	return []string{"Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gül", "Hans"}
}

// do makes one move that must be accepted.
func (m *match) do(c game.Command, terms string) error {
	m.turn.Begin(m.st.Rules, &m.s)
	m.turn.Back = m.back
	if no := m.turn.Decide(c, m.luck); !no.OK() {
		return fmt.Errorf("%v of seat %d is refused: %v %v", c.Kind, c.Seat, no.Code, no.Rule)
	}
	first := m.s.Seq + 1
	lines := wire.Encode(m.st, first, noon(), m.turn.Events, wire.Extra{Terms: terms})
	if m.count == nil {
		m.count = stats.New(m.st.Rules, &m.s)
	}
	for i, e := range m.turn.Events {
		m.count.Add(&e)
		m.terms = m.terms.With(&e, lines[i])
		seq := first + uint32(i)
		m.log = append(m.log, tablepage.Entry{Seq: seq, At: noon().Add(time.Duration(seq) * time.Second), Event: e, Terms: wire.Agreement(&e, lines[i])})
	}
	if !c.Kind.Undoes() {
		before := m.s
		m.back = &before
	}
	m.s = m.turn.S
	return nil
}

// write makes a move as a document spells it, with its "player", or lets the
// agreed hour strike.
func (m *match) write(raw json.RawMessage) error {
	var hour struct {
		TimeUp bool `json:"time_up"`
	}
	if json.Unmarshal(raw, &hour) == nil && hour.TimeUp {
		return m.do(game.Move(game.TimeUp, game.Nobody), "")
	}
	c, meta, problem := wire.ParseJSON(m.st, game.Nobody, raw)
	if problem != nil {
		return fmt.Errorf("%s: %s", raw, problem.Detail)
	}
	if meta.Player != nil {
		c.Seat = *meta.Player
	}
	return m.do(c, meta.Terms)
}

// step lets a computer player move for the seat to decide.
func (m *match) step() error {
	for w := m.s.Waiting(); w != 0; w = w.Rest() {
		seat := w.First()
		if c, ok := bot.Choose(m.st.Rules, &m.s, seat, game.Options(m.st.Rules, &m.s, seat, nil)); ok {
			return m.do(c, "")
		}
	}
	return m.do(game.Move(game.TimeUp, game.Nobody), "")
}

// data is the table as a seat sees it.
func (m *match) data(viewer game.Seat) tablepage.TableData {
	s := m.s
	d := tablepage.TableData{
		Name: "Freitagsrunde", Setup: m.st, State: &s, Viewer: viewer, Terms: m.terms, Log: m.log,
		Query: tablepage.TableQuery{Deed: -1, Trade: -1}, Now: noon(), Since: noon().Add(-2 * time.Minute),
	}
	if len(m.log) > logTail && s.Status == game.Playing {
		d.Log = m.log[len(m.log)-logTail:]
	}
	for i, name := range m.names {
		seat := tablepage.Seat{Name: name, Player: name, Attendance: tablepage.Attendance{Presence: tablepage.Presences()[i%3]}}
		if i == len(m.names)-1 && i > 1 {
			seat.Bot, seat.Attendance = "trader", tablepage.Attendance{}
		}
		d.Seats = append(d.Seats, seat)
	}
	if s.Status == game.Finished {
		d.Figures, d.Over = m.count.Figures(), true
	}
	if viewer >= 0 {
		d.Options = game.Options(m.st.Rules, &m.s, viewer, nil)
	}
	return d
}

// logTail is how much of a running game's log a page gets, as from a handler.
const logTail = 120
