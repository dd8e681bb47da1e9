package tables

import (
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/verify"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// reasonsJSON is why the computer players of a finished game moved as they did. Told
// is false for a game whose moves are not known, as those of some imported ones.
type reasonsJSON struct {
	Game    string       `json:"game"`
	Told    bool         `json:"told"`
	Reasons []reasonJSON `json:"reasons"`
}

type reasonJSON struct {
	Turn   uint16             `json:"turn"`
	Seq    uint32             `json:"seq"` // the first event of the move
	Seat   game.Seat          `json:"seat"`
	Reason explain.ReasonJSON `json:"reason"`
}

// showReasons tells why the computer players of a finished game moved as they did.
// While it runs that would give their plans away, but for their answers to offers of the last turns.
func (s *Handler) showReasons(c echo.Context) error {
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	var found *tablepage.Reasons
	switch snap.State.Status {
	case game.Finished:
		found, err = s.reasoned(c, &snap)
	case game.Playing:
		found, err = s.answersOf(c.Request().Context(), &snap)
	default:
		err = table.ErrNotStarted
	}
	if err != nil {
		return err
	}
	return web.Choose(c,
		func() (any, error) { return newReasons(web.LangOf(c), &snap, found), nil },
		func() (web.Model, error) {
			return tablepage.ReasonsData{TableData: s.AboutTable(c, &snap), Found: found}, nil
		})
}

// reasoned finds the reasons in a finished game. The answer is nil if the moves are
// not told.
func (s *Handler) reasoned(c echo.Context, snap *table.Snapshot) (*tablepage.Reasons, error) {
	return fromExport(s, c, snap, s.reasons, func(f *export.File) *tablepage.Reasons {
		why, found := explain.New(snap.Setup), tablepage.Reasons{}
		var log []tablepage.Entry
		err := verify.Moves(f, func(st *game.State, c *game.Command, events []game.Event) {
			for i := range events {
				log = append(log, tablepage.Entry{Seq: st.Seq + 1 + uint32(i), Event: events[i]})
			}
			if c.Seat < 0 || int(c.Seat) >= len(snap.Seats) || snap.Seats[c.Seat].Bot == "" {
				return
			}
			level, _, _ := bot.Level(snap.Seats[c.Seat].Bot)
			if reason, ok := why.Of(st, c, level == bot.Expert); ok {
				found = append(found, tablepage.Reasoned{Turn: st.Turn.Number, Seq: st.Seq + 1, Seat: c.Seat, Event: *telling(events), Reason: reason})
			}
		})
		if err != nil {
			return nil
		}
		nameCounterOffers(found, log, snap.State)
		return &found
	})
}

// nameCounterOffers notes which moves are parts of a counter-offer, as the log shows it.
func nameCounterOffers(found tablepage.Reasons, log []tablepage.Entry, st *game.State) {
	counters := tablepage.CounterOffersOf(log, st)
	for i := range found {
		found[i].Other = counters.Other(&found[i].Event)
	}
}

// telling is the first of a move's events that says what was done, not what is asked next.
func telling(events []game.Event) *game.Event {
	for i := range events {
		if e := &events[i]; e.Kind != game.Asked && e.Kind != game.StepNoted && e.Kind != game.Lapped && e.Kind != game.DebtCalled {
			return e
		}
	}
	return &events[0]
}

// mostReasons is how many games' reasons are kept, some 100 kB each.
const mostReasons = 64

func newReasons(lang string, snap *table.Snapshot, found *tablepage.Reasons) reasonsJSON {
	voice := text.NewScene(lang, snap.Setup, snap.Names())
	x := reasonsJSON{Game: snap.Meta.ID, Told: found != nil, Reasons: []reasonJSON{}}
	if found == nil {
		return x
	}
	for i := range *found {
		one := &(*found)[i]
		x.Reasons = append(x.Reasons, reasonJSON{one.Turn, one.Seq, one.Seat, one.Reason.JSON(voice.Reason(&one.Reason))})
	}
	return x
}
