package tables

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// isPreview reports whether a form was sent by the button that only adds it up.
func isPreview(b web.Body) bool { return b.Form.Has("reckon") }

// showPreview goes on to the table with what the form holds, added up.
func (s *Handler) showPreview(c echo.Context, b web.Body) error {
	if kind := b.Form.Get("reckon"); b.Form.Get("move") == "" {
		b.Form.Set("move", kind)
	}
	return web.Redirect(c, tablepage.DraftPath(c.Param("id"), b.Form))
}

// answered rejects the proposal that a new one answers, if the form named one
// and it is still open: a counter-offer takes its place. That it cannot be
// rejected any more is no fault of the new one.
func (s *Handler) answered(ctx context.Context, a *attempt, me account.PlayerID, out table.Outcome) table.Outcome {
	if a.command.Kind != game.ProposeTrade {
		return out
	}
	n, err := strconv.ParseUint(a.body.Form.Get("counter"), 10, 16)
	if err != nil {
		return out
	}
	t := out.State.FindTrade(int32(n)) //nolint:gosec // below 2^16
	if t == nil || t.To != a.seat || t.From != a.command.To {
		return out
	}
	done, err := s.Tables.Play(ctx, a.snap.Meta.ID, me, game.MoveN(game.RejectTrade, a.seat, int32(n)), table.Pre{}) //nolint:gosec // below 2^16
	if err != nil {
		return out
	}
	done.Events = append(out.Events, done.Events...)
	return done
}
