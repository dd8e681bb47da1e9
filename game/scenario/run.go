package scenario

import (
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Result is the result of one step.
type Result struct {
	OK     bool
	Code   string
	Rule   string
	Detail string
}

// MarshalJSON writes an accepted step without the reasons it has not.
func (r Result) MarshalJSON() ([]byte, error) {
	if r.OK {
		return []byte(`{"ok":true}`), nil
	}
	return json.Marshal(struct {
		OK     bool   `json:"ok"`
		Code   string `json:"code"`
		Rule   string `json:"rule"`
		Detail string `json:"detail"`
	}{false, r.Code, r.Rule, r.Detail})
}

// Output is the output of a run: one result a step, and the final events and state, nothing hidden.
type Output struct {
	Results []Result          `json:"results"`
	Events  []json.RawMessage `json:"events"`
	State   wire.State        `json:"state"`
}

// A run has no clock: every event is stamped with the same moment, so that the
// same document always gives the same output.
var moment = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// Words explains in a language why a step was refused. A nil function says little
// more than the code.
type Words struct {
	Refused func(game.Command, game.Refusal) string
	Misread func(game.Command, *wire.Problem) string // a step that is no move; of the command, the part that was understood
}

func (w Words) withDefaults() Words {
	if w.Refused == nil {
		w.Refused = func(_ game.Command, r game.Refusal) string { return wire.CodeName(r.Code) }
	}
	if w.Misread == nil {
		w.Misread = func(_ game.Command, p *wire.Problem) string { return p.Detail }
	}
	return w
}

type run struct {
	sc    *Scenario
	turn  game.Turn
	luck  game.Luck
	words Words
	out   Output
	terms wire.Agreements
}

// Run plays the scenario; the words are for the details of refusals.
func (sc *Scenario) Run(words Words) Output {
	r := &run{sc: sc, luck: sc.luck(), words: words.withDefaults()}
	r.out.Results, r.out.Events = []Result{}, []json.RawMessage{}
	r.turn.Begin(sc.st.Rules, &sc.state)
	r.turn.Remember = true
	r.begin()
	for _, raw := range sc.steps {
		r.out.Results = append(r.out.Results, r.step(raw))
	}
	r.out.State = sc.final(&r.turn.S, r.terms)
	return r.out
}

// begin gives START, or notes that a game begins in a position.
func (r *run) begin() {
	if !r.sc.fromTop {
		e := game.Event{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody}
		r.log([]game.Event{e}, "")
		r.turn.S.Apply(&e)
		return
	}
	if wrong := r.sc.refused; wrong != nil {
		r.out.Results = append(r.out.Results, Result{
			Code: wire.CodeName(wrong.Code), Rule: wrong.Rule.String(), Detail: wrong.Detail,
		})
		return
	}
	r.out.Results = append(r.out.Results, r.decide(game.Move(game.Start, game.Nobody)))
}

// step plays one move; whatever is wrong with it is its result.
func (r *run) step(raw json.RawMessage) Result {
	if hour, problem := timeUp(raw); problem != nil {
		return r.misread(game.Command{}, problem)
	} else if hour {
		return r.decide(game.Move(game.TimeUp, game.Nobody))
	}
	c, meta, problem := wire.ParseJSON(r.sc.st, game.Nobody, raw)
	if meta.Player != nil {
		if c.Seat = *meta.Player; int(c.Seat) >= len(r.sc.names) {
			return r.refuse(c, game.Refusal{Code: game.WrongSeat, Rule: game.RTurn1})
		}
	}
	if problem != nil {
		if no, first := wire.Judge(r.sc.st.Rules, &r.turn.S, c, problem); first {
			return r.refuse(c, no)
		}
		return r.misread(c, problem)
	}
	if meta.Player == nil {
		return r.misread(c, &wire.Problem{Code: wire.Missing, Field: "player", Detail: `The step says no "player".`})
	}
	return r.decideWith(c, meta.Terms)
}

const timeUpName = "time_up"

// timeUp reports whether the step says that time is up.
func timeUp(raw json.RawMessage) (bool, *wire.Problem) {
	var step map[string]json.RawMessage
	if err := json.Unmarshal(raw, &step); err != nil {
		step = nil // no object: left to the parser of moves to report
	}
	if step[timeUpName] == nil {
		return false, nil
	}
	if len(step) > 1 || string(step[timeUpName]) != "true" {
		return false, &wire.Problem{
			Code: wire.Mistyped, Field: timeUpName, Fault: wire.NotAlone, Detail: "“" + timeUpName + "” has to be true, and all that the step says.",
		}
	}
	return true, nil
}

func (r *run) misread(c game.Command, p *wire.Problem) Result {
	return Result{Code: p.Code, Rule: p.Rule, Detail: r.words.Misread(c, p)}
}

func (r *run) decide(c game.Command) Result { return r.decideWith(c, "") }

// decideWith puts a move with the words that go with it to the rules.
func (r *run) decideWith(c game.Command, terms string) Result {
	if no := r.turn.Decide(c, r.luck); !no.OK() {
		return r.refuse(c, no)
	}
	r.log(r.turn.Events, terms)
	return Result{OK: true}
}

func (r *run) refuse(c game.Command, no game.Refusal) Result {
	return Result{Code: wire.CodeName(no.Code), Rule: no.Rule.String(), Detail: r.words.Refused(c, no)}
}

func (r *run) log(evs []game.Event, terms string) {
	first := uint32(len(r.out.Events)) + 1
	extra := wire.Extra{SeedCommitment: chance.Commitment(r.sc.script.seed), Terms: terms}
	lines := wire.Encode(r.sc.st, first, moment, evs, extra)
	for i := range evs {
		r.terms = r.terms.With(&evs[i], lines[i])
	}
	r.out.Events = append(r.out.Events, lines...)
}

// final is the state with nothing hidden; its moves are those of the seats it waits for.
func (sc *Scenario) final(s *game.State, terms wire.Agreements) wire.State {
	w := wire.NewState(sc.st, wire.View{Game: "scenario", Names: sc.names, S: s, Viewer: wire.All, Terms: terms})
	for seats := s.Waiting(); seats != 0; seats = seats.Rest() {
		seat := seats.First()
		for _, m := range wire.Moves(sc.st, s, seat, game.Options(sc.st.Rules, s, seat, nil)) {
			if s.Waiting().Len() > 1 {
				m.Player = &seat
			}
			w.Moves = append(w.Moves, m)
		}
	}
	return w
}
