package tables

import (
	"bytes"
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// startRequest is how a table is to be started.
type startRequest struct {
	Fill bool `json:"fill"`
}

// wantsFill reads whether the free seats shall go to computer players first.
func (a *attempt) wantsFill() (bool, error) {
	if len(bytes.TrimSpace(a.body.JSON)) == 0 {
		return web.ParseBool(a.body.Form.Get("fill")), nil
	}
	var want startRequest
	err := a.body.Decode(&want)
	return want.Fill, err
}

// fillSeats seats the usual computer player on every free seat of a table that
// has not started, if that was requested. A player who may start a table may do that too;
// if it stops half-way, players who have sat down keep their seats.
func (s *Handler) fillSeats(ctx context.Context, a *attempt, me account.PlayerID) error {
	fill, err := a.wantsFill()
	if err != nil || !fill || a.snap.State.Status != game.InLobby {
		return err
	}
	for n := len(a.snap.Seats); n < a.snap.Meta.Wanted; n++ {
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
