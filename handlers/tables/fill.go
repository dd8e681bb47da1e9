package tables

import (
	"bytes"
	"context"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// startRequest is how a table is to be started.
type startRequest struct {
	Fill    bool `json:"fill"`
	Players *int `json:"players" schema:"count"` // with fill: up to how many, or all seats
}

// startWish reads how a table is to be started.
func (a *attempt) startWish() (want startRequest, err error) {
	if len(bytes.TrimSpace(a.body.JSON)) > 0 {
		return want, a.body.Decode(&want)
	}
	if err := web.CheckSwitches(a.body.Form, want); err != nil {
		return want, err
	}
	want.Fill = web.ParseBool(a.body.Form.Get("fill"))
	if text := a.body.Form.Get("players"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return want, web.Mistyped("players", web.ExpectInteger)
		}
		want.Players = &n
	}
	return want, nil
}

// fillSeats seats the usual computer player on the free seats of a table that
// has not started, if that was requested. A player who may start a table may do that too;
// if it stops half-way, players who have sat down keep their seats.
func (s *Handler) fillSeats(ctx context.Context, a *attempt, me account.PlayerID) error {
	want, err := a.startWish()
	if err != nil || !want.Fill || a.snap.State.Status != game.InLobby {
		return err
	}
	goal := a.snap.Meta.Wanted
	if want.Players != nil {
		if least, _ := a.snap.Setup.Rules.PlayerRange(); *want.Players < least {
			return &table.Refused{Refusal: game.Refusal{Code: game.BadCount, Rule: game.RSetup2}, Command: game.Command{Kind: game.Start, Seat: game.Nobody}}
		}
		goal = min(goal, *want.Players)
	}
	for n := len(a.snap.Seats); n < goal; n++ {
		after, _, err := s.Tables.AddBot(ctx, a.snap.Meta.ID, me, bot.Usual().Name, "")
		if after.Setup != nil {
			a.snap = &after
		}
		if err != nil {
			return err
		}
	}
	return nil
}
