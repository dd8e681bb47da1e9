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
	for i, given := range names {
		seat := Seat{Name: given}
		if seat.Name, err = CleanName(given); err != nil {
			seat.Name = "P" + strconv.Itoa(i+1)
		}
		seat.Name = uniqueName(seat.Name, g.Seats)
		if k := i - (len(names) - len(n.Bots)); k >= 0 {
			seat.Bot = botSeat(n.Bots[k], "", nil).Bot
		} else if i == 0 {
			seat.Player = g.Owner
			if n.Name != "" {
				seat.Name = uniqueName(name, g.Seats)
			}
		}
		g.Seats = append(g.Seats, seat)
	}
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
