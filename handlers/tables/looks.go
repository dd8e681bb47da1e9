package tables

import (
	"context"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// lookWish is what a player wants to be known by; what is left out stays.
type lookWish struct {
	Token  string `json:"token" schema:"TokenName"`
	Colour string `json:"colour" schema:"TokenColour"`
}

// putToken gives the player of a seat another token or colour.
func (s *Handler) putToken(c echo.Context) error {
	return s.change(c, func(ctx context.Context, a *attempt, me account.PlayerID, seat game.Seat) (table.Snapshot, error) {
		want, err := a.look()
		if err != nil {
			return *a.snap, err
		}
		return s.Tables.Choose(ctx, a.snap.Meta.ID, me, seat, want)
	})
}

// look is the token and colour that are wanted.
func (a *attempt) look() (wire.Look, error) {
	want := lookWish{a.body.Form.Get("token"), a.body.Form.Get("colour")}
	if a.body.JSON != nil {
		want = lookWish{}
		if err := a.body.Decode(&want); err != nil {
			return wire.Look{}, err
		}
	}
	look := wire.LookNamed(want.Token, want.Colour)
	switch {
	case want == lookWish{}:
		return look, web.Blame("missing", "token")
	case want.Token != "" && look.Token == 0:
		return look, web.Mistyped("token", web.ExpectToken)
	case want.Colour != "" && look.Colour == 0:
		return look, web.Mistyped("colour", web.ExpectColour)
	}
	return look, nil
}
