package tables

import (
	"encoding/json"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// hintLevel is the level of the computer player that is asked: the strongest of those
// that think about nothing but offers.
const hintLevel = "hard"

// hintJSON is what a computer player would do in the place of the viewer. Move is null
// if it would wait, or if there is nothing to decide.
type hintJSON struct {
	Game   string              `json:"game"`
	Seq    uint32              `json:"seq"`
	Seat   game.Seat           `json:"seat"`
	Level  string              `json:"level"`
	Move   json.RawMessage     `json:"move"`
	Text   string              `json:"text"`
	Reason *explain.ReasonJSON `json:"reason"`
}

// hintWish is whether the players of a table may ask.
type hintWish struct {
	Hints *bool `json:"hints" schema:",required"`
}

// hintsJSON says whether they may.
type hintsJSON struct {
	Game  string `json:"game"`
	Hints bool   `json:"hints"`
}

// showHint asks a computer player what it would do in the place of the viewer. It is
// asked in the viewer's seat and sees what they see.
func (s *Handler) showHint(c echo.Context) error {
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	seat := snap.SeatOf(web.Viewer(c).ID)
	switch {
	case seat < 0:
		return table.ErrNoSeat
	case snap.State.Status == game.InLobby:
		return table.ErrNotStarted
	case snap.State.Status == game.Finished:
		return table.ErrFinished
	}
	return web.Choose(c,
		func() (any, error) {
			if !snap.Meta.Hints() {
				return nil, table.ErrNoHints
			}
			return newHint(web.LangOf(c), &snap, seat), nil
		},
		func() (web.Model, error) {
			d := tablepage.HintData{TableData: s.AboutTable(c, &snap), May: snap.Meta.MayHint(), Owned: isOwner(snap.Meta, web.Viewer(c).ID)}
			if snap.Meta.Hints() {
				hint := hintFor(&snap, seat)
				d.Hint = &hint
			}
			return d, nil
		})
}

// hintFor asks the computer player.
func hintFor(snap *table.Snapshot, seat game.Seat) (h tablepage.Hint) {
	r, st := snap.Setup.Rules, snap.State
	opts := bot.Allowed(snap.Options(seat), false)
	if len(opts) == 0 {
		return h
	}
	h.Asked = true
	player, _ := bot.New(hintLevel, snap.Setup.Estimate)
	if h.Move, h.Moves = player.Choose(r, st, seat, opts); !h.Moves {
		h.Asked = st.Waiting().Has(seat)
		return h
	}
	if why, ok := explain.New(snap.Setup).Of(st, &h.Move, false); ok && why.Points[0].Kind != explain.Habit {
		h.Reason = &why
	}
	return h
}

func newHint(lang string, snap *table.Snapshot, seat game.Seat) hintJSON {
	voice := text.NewScene(lang, snap.Setup, snap.Names()).To(seat)
	h := hintFor(snap, seat)
	x := hintJSON{Game: snap.Meta.ID, Seq: snap.Seq(), Seat: seat, Level: hintLevel, Text: h.Said(voice, snap.State)}
	if h.Moves {
		x.Move = wire.EncodeMove(snap.Setup, h.Move)
	}
	if h.Reason != nil {
		reason := h.Reason.JSON(voice.Reason(h.Reason))
		x.Reason = &reason
	}
	return x
}

// postHint lets the players of a table ask, or no longer.
func (s *Handler) postHint(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	me, done, err := web.RequireViewer(c, page.HintPath(id))
	if done {
		return err
	}
	var want hintWish
	_, err = web.ReadInto(c, &want, func(f url.Values) error {
		hints := web.ParseBool(f.Get("hints"))
		want.Hints = &hints
		return nil
	})
	if err != nil {
		return err
	}
	if want.Hints == nil {
		return web.Blame("missing", "hints")
	}
	snap, err := s.Tables.SetHints(ctx, id, me.ID, *want.Hints)
	if err != nil {
		return err
	}
	return web.Changed(c, web.Change{To: page.HintPath(id), JSON: func() (any, error) { return hintsJSON{snap.Meta.ID, snap.Meta.Hints()}, nil }})
}
