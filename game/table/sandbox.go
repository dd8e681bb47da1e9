package table

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/scenario"
	"github.com/bankhalter/bankhalter/game/setup"
)

// createSandbox opens a table in the middle of a game, of a scenario or of a position of
// another sandbox.
func (s *Service) createSandbox(ctx context.Context, by account.PlayerID, n NewGame, name string) (Snapshot, error) {
	g, st, state, err := s.planSandbox(ctx, by, n, name)
	if err != nil {
		return Snapshot{}, err
	}
	snap, err := s.open(ctx, g, st.Edition)
	if err != nil {
		return Snapshot{}, err
	}
	if state.Status == game.InLobby {
		return s.Start(ctx, snap.Meta.ID, g.Owner)
	}
	return s.announce(ctx, snap.Meta.ID)
}

// planSandbox is a new sandbox with its rules and its position.
func (s *Service) planSandbox(ctx context.Context, by account.PlayerID, n NewGame, name string) (*Game, *setup.Setup, *game.State, error) {
	g, err := s.newGame(n)
	if err != nil {
		return nil, nil, nil, err
	}
	g.Owner = by
	if n.SandboxOf != "" {
		if n.Scenario, err = s.copyOf(ctx, n); err != nil {
			return nil, nil, nil, err
		}
	}
	sc, err := scenario.Load(n.Scenario, "")
	if err != nil {
		return nil, nil, nil, &invalid.Error{Field: "scenario", Why: "unplayable", Err: err}
	}
	st, state, _, names, err := sc.Start()
	if err != nil {
		return nil, nil, nil, &invalid.Error{Field: "scenario", Why: "unplayable", Err: err}
	}
	if len(n.Bots) > len(names) {
		return nil, nil, nil, &invalid.Error{Field: "bots", Why: "many"}
	}
	if err := n.agrees(st, &state, len(names)); err != nil {
		return nil, nil, nil, err
	}
	g.Rulebook, g.Options, g.Scenario = st.Rulebook, st.Options, json.RawMessage(n.Scenario)
	g.Wanted, g.Banker = len(names), state.Banker
	g.Seats = sandboxSeats(g.Owner, names, n, name)
	g.BankerOnly = state.Banker >= 0 && state.Players[state.Banker].BankerOnly
	if state.Status == game.InLobby {
		if no := readyToStart(st, &state); !no.OK() {
			return nil, nil, nil, &Refused{no, startCommand}
		}
	}
	summarise(g, &state, g.CreatedAt, g.CreatedAt)
	g.Rev = 0
	if state.Status != game.InLobby {
		g.StartedAt = g.CreatedAt
	}
	return g, st, &state, nil
}

// agrees returns which field contradicts the position with which the game begins, or
// nil. None of them would be used.
func (n *NewGame) agrees(st *setup.Setup, state *game.State, players int) error {
	banker := max(state.Banker, 0)
	for _, f := range []struct {
		name string
		same bool
	}{
		{"edition", n.Edition == nil || n.Edition.Hash == st.Edition.Hash},
		{"edition", n.EditionID == "" || n.EditionID == st.Edition.ID || n.EditionID == st.Edition.Hash},
		{"rulebook", n.Rulebook == "" || n.Rulebook == st.Rulebook},
		{"options", n.SandboxOf != "" || within(n.Options, st.Options)},
		{"players", n.Players == 0 || n.Players == players},
		{"banker", n.Banker == 0 || n.Banker == banker},
		{"banker_only", !n.BankerOnly || state.Players[banker].BankerOnly},
	} {
		if !f.same {
			return &invalid.Error{Field: f.name, Why: "position"}
		}
	}
	return nil
}

// within reports whether all options are among others, with the same values. Those of
// forms are texts.
func within(options, all map[string]any) bool {
	written := func(value any) string {
		text, _ := json.Marshal(value) //nolint:errchkjson // they were read from JSON or from a form
		return strings.Trim(string(text), `"`)
	}
	for key, value := range options {
		if other, ok := all[key]; !ok || written(other) != written(value) {
			return false
		}
	}
	return true
}

// announce writes the first event of a game that begins in the middle, so that
// every log begins alike.
func (s *Service) announce(ctx context.Context, id string) (Snapshot, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	first := step{cmd: startCommand, origin: BySystem, events: []game.Event{{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody}}}
	t.open(v)
	t.turn.fold(&t.turn.S, &first)
	v, _, err = t.write(ctx, v, []step{first}, nil)
	if err != nil {
		return Snapshot{}, err
	}
	return t.snapshot(v), nil
}

// copyOf is the scenario of another sandbox, under another rulebook or other
// options if they are given.
func (s *Service) copyOf(ctx context.Context, n NewGame) ([]byte, error) {
	_, v, err := s.peek(ctx, n.SandboxOf)
	if err != nil {
		return nil, err
	}
	if !v.g.Sandbox() {
		return nil, &invalid.Error{Field: "sandbox_of", Why: "unknown"}
	}
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(v.g.Scenario, &doc); err != nil {
		return nil, fmt.Errorf("%w: scenario of game %s: %w", ErrDamaged, n.SandboxOf, err)
	}
	if n.Rulebook != "" {
		doc["rulebook"], err = json.Marshal(n.Rulebook)
	}
	if n.Options != nil && err == nil {
		doc["options"], err = json.Marshal(n.Options)
	}
	if err != nil {
		return nil, &invalid.Error{Field: "options", Why: "unplayable", Err: err}
	}
	return json.Marshal(doc)
}

// sandboxSeats seats the creator first and bots at the end; the seats between
// are free. All keep the names of the scenario, but for a creator who gave theirs.
func sandboxSeats(owner account.PlayerID, names []string, n NewGame, name string) []Seat {
	var seats []Seat
	bots := len(names) - len(n.Bots)
	for i, given := range names {
		seat := Seat{}
		switch {
		case i >= bots:
			seat.Bot = botSeat(n.Bots[i-bots], "", nil).Bot
		case i == 0:
			seat.Player = owner
			if n.Name != "" {
				given = name
			}
		}
		clean, err := account.CleanName(given)
		if err != nil {
			clean = "P" + strconv.Itoa(i+1) // a scenario's names need not be fit for a table
		}
		seat.Name = uniqueName(clean, seats)
		seats = append(seats, seat)
	}
	return seats
}

// TimeUp ends the playing time of a sandbox, where no clock does. Only its
// creator may call it; with ifMatch only in the state of that number.
func (s *Service) TimeUp(ctx context.Context, id string, by account.PlayerID, ifMatch *uint32) (Outcome, error) {
	return again(ctx, s, func() (Outcome, error) { return s.timeUpOnce(ctx, id, by, ifMatch) })
}

func (s *Service) timeUpOnce(ctx context.Context, id string, by account.PlayerID, ifMatch *uint32) (Outcome, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return Outcome{}, err
	}
	defer t.mu.Unlock()
	c := game.Move(game.TimeUp, game.Nobody)
	switch {
	case !v.g.Sandbox() || v.g.Owner != by || by == "":
		return Outcome{Snapshot: t.snapshot(v)}, ErrNoSeat
	case ifMatch != nil && *ifMatch != v.state.Seq:
		return Outcome{Snapshot: t.snapshot(v)}, ErrPrecondition
	}
	t.open(v)
	steps, no, err := t.decide(c, ByPerson, number{})
	if err != nil {
		return Outcome{}, err
	}
	if !no.OK() {
		return Outcome{Snapshot: t.snapshot(v)}, &Refused{no, c}
	}
	own := len(steps[0].events)
	next, entries, err := t.write(ctx, v, t.withBots(v, steps), nil)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{Snapshot: t.snapshot(next), Events: entries[:own]}, nil
}
