package tables

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/review"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// mistakesJSON is the largest mistakes of each player. Told is false for a game
// whose moves are not known, as those of some imported ones.
type mistakesJSON struct {
	Game    string               `json:"game"`
	Told    bool                 `json:"told"`
	Players []mistakesPlayerJSON `json:"players"`
}

type mistakesPlayerJSON struct {
	Seat     game.Seat            `json:"seat"`
	Name     string               `json:"name"`
	Bot      *cards.Computer      `json:"bot"`
	Mistakes []review.MistakeJSON `json:"mistakes"`
}

// showMistakes names the largest mistakes of a finished game.
func (s *Handler) showMistakes(c echo.Context) error {
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	if snap.State.Status != game.Finished {
		return table.ErrNotFinished
	}
	found, err := s.reviewed(c, &snap)
	if err != nil {
		return err
	}
	return web.Choose(c,
		func() (any, error) { return newMistakes(web.LangOf(c), &snap, found), nil },
		func() (web.Model, error) {
			return tablepage.MistakesData{TableData: s.AboutTable(c, &snap), Found: found}, nil
		})
}

// reviewed looks for the mistakes of a finished game. The answer is nil if the moves
// are not told.
func (s *Handler) reviewed(c echo.Context, snap *table.Snapshot) (*tablepage.Mistakes, error) {
	return fromExport(s, c, snap, s.reviews, func(f *export.File) *tablepage.Mistakes {
		look := review.New(snap.Setup)
		if verify.Moves(f, look.Move) != nil {
			return nil
		}
		var found tablepage.Mistakes
		for i := range snap.Seats {
			found[i] = look.Mistakes(game.Seat(i))
		}
		return &found
	})
}

// mostReviews is how many reviews are kept, some 5 kB each: to make one took 32 ms
// for a game of 1665 events.
const mostReviews = 256

func newMistakes(lang string, snap *table.Snapshot, found *tablepage.Mistakes) mistakesJSON {
	voice := text.NewScene(lang, snap.Setup, snap.Names())
	x := mistakesJSON{Game: snap.Meta.ID, Told: found != nil, Players: []mistakesPlayerJSON{}}
	for i, one := range snap.Seats {
		seat := cards.NewSeat(one.Seat, one.Player, one.Name, one.Bot)
		p := mistakesPlayerJSON{Seat: seat.Seat, Name: seat.Name, Bot: seat.Bot, Mistakes: []review.MistakeJSON{}}
		if found != nil {
			for _, m := range found[i] {
				p.Mistakes = append(p.Mistakes, m.JSON(voice.Mistake(&m)))
			}
		}
		x.Players = append(x.Players, p)
	}
	return x
}
