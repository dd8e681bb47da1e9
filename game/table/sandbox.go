package table

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/scenario"
)

// createSandbox opens a table in the middle of a game.
func (s *Service) createSandbox(ctx context.Context, g *Game, n NewGame, name string) (Snapshot, error) {
	sc, err := scenario.Load(n.Scenario, "")
	if err != nil {
		return Snapshot{}, &Invalid{Field: "scenario", Why: "unplayable", Err: err}
	}
	st, state, _, names, err := sc.Start()
	if err != nil {
		return Snapshot{}, &Invalid{Field: "scenario", Why: "unplayable", Err: err}
	}
	if len(n.Bots) > len(names) {
		return Snapshot{}, &Invalid{Field: "bots", Why: "many"}
	}
	g.Rulebook, g.Options, g.Scenario = st.Rulebook, st.Options, json.RawMessage(n.Scenario)
	g.Wanted, g.Banker = len(names), state.Banker
	g.Seats = sandboxSeats(g.Owner, names, n, name)
	g.BankerOnly = state.Banker >= 0 && state.Players[state.Banker].BankerOnly
	if state.Status == game.InLobby {
		if no := readyToStart(st, &state); !no.OK() {
			return Snapshot{}, &Refused{no, startCommand}
		}
	}
	summarise(g, &state, g.CreatedAt)
	g.Rev = 0
	if state.Status != game.InLobby {
		g.StartedAt = g.CreatedAt
	}
	snap, err := s.open(ctx, g, st.Edition)
	if err != nil || state.Status != game.InLobby {
		return snap, err
	}
	return s.Start(ctx, snap.Meta.ID, g.Owner)
}

// sandboxSeats seats the creator first and bots at the end; the seats between
// are free. All keep the names of the scenario, but for a creator who gave his.
func sandboxSeats(owner PlayerID, names []string, n NewGame, name string) []Seat {
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
		clean, err := CleanName(given)
		if err != nil {
			clean = "P" + strconv.Itoa(i+1) // a scenario's names need not be fit for a table
		}
		seat.Name = uniqueName(clean, seats)
		seats = append(seats, seat)
	}
	return seats
}
