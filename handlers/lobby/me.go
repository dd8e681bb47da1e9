package lobby

import (
	"context"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/tables"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// showMe is the caller's overview: who they are, their tables, where they are awaited, since
// when and until when, the news, and their moves there.
func (s *Handler) showMe(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MePath())
	if done {
		return err
	}
	day, at, err := s.day(c, me.ID)
	if err != nil {
		return err
	}
	return web.Choose(c,
		func() (any, error) { return s.meJSON(c, day), nil },
		func() (web.Model, error) { return s.meData(c, day, at) })
}

// day reads the overview of a player, and the cursor from which on their stream has
// newer changes. Showing a decision counts as notifying the player.
func (s *Handler) day(c echo.Context, me account.PlayerID) (*table.Day, uint64, error) {
	ctx := c.Request().Context()
	at := momentOf(s.Now())
	day, err := s.Tables.Day(ctx, me)
	if err != nil {
		return nil, 0, err
	}
	waited := false // for a sign of them, which their time has now
	for i := range day.Awaited {
		if x := &day.Awaited[i]; x.Snap != nil && x.Clock.Timed() {
			if err := s.Tables.MarkNotified(ctx, x.ID, me); err != nil {
				s.Logger.Warn("tell", "game", x.ID, "err", err) // their time begins a little later
			}
			waited = waited || x.Begins.After(s.Now())
		}
	}
	if waited {
		if day, err = s.Tables.Day(ctx, me); err != nil {
			return nil, 0, err
		}
	}
	return &day, at, nil
}

// meJSON is a player with their overview.
type meJSON struct {
	page.Person
	Awaited []string     `json:"awaited"` // ids, the most urgent first
	Cursor  uint64       `json:"cursor"`  // for /me/events?after=
	Games   []dayJSON    `json:"games"`
	Lists   dayListsJSON `json:"lists"`
}

// meJSON returns the viewer with their overview.
func (s *Handler) meJSON(c echo.Context, day *table.Day) meJSON {
	j := meJSON{Person: *auth.ViewerJSON(c), Awaited: []string{}, Games: []dayJSON{}}
	for _, part := range []struct {
		list []table.DayTable
		into *[]string
	}{{day.Awaited, &j.Awaited}, {day.Running, &j.Lists.Running}, {day.Waiting, &j.Lists.Waiting}, {day.Finished, &j.Lists.Finished}} {
		if *part.into == nil {
			*part.into = []string{}
		}
		for i := range part.list {
			*part.into = append(*part.into, part.list[i].ID)
			j.Cursor = max(j.Cursor, momentOf(part.list[i].UpdatedAt)) // of the tables, so that looking again finds the same
			j.Games = append(j.Games, s.dayJSON(&part.list[i], web.Viewer(c).ID))
		}
	}
	return j
}

// dayListsJSON sorts the other tables; the ids are those of games.
type dayListsJSON struct {
	Running  []string `json:"running"`
	Waiting  []string `json:"waiting"`
	Finished []string `json:"finished"`
}

// dayJSON is a table in a list with what concerns the asker.
type dayJSON struct {
	cards.Card
	AskedAt  *time.Time        `json:"asked_at"` // since when they are awaited; null if they are not
	Deadline *time.Time        `json:"deadline"` // when their time runs out; null if it does not
	Begins   *time.Time        `json:"begins"`   // when it begins to run at the latest
	Paused   bool              `json:"paused"`
	Missed   int               `json:"missed"`                      // events they have not seen
	LookedAt *time.Time        `json:"looked_at"`                   // when they looked last; null if never
	Spoken   bool              `json:"chat_news"`                   // somebody has said something since
	Phase    *string           `json:"phase" schema:"Phase"`        // of the most urgent tables; null for the others
	Moves    []wire.MoveOption `json:"moves" schema:"[]MoveOption"` // their legal moves there now
}

func (s *Handler) dayJSON(x *table.DayTable, me account.PlayerID) dayJSON {
	j := dayJSON{
		Card: s.Cards.JSON([]*table.Game{x.Game}, me)[0], Paused: x.Paused, Missed: x.Missed(), LookedAt: web.TimeOrNull(x.Looked), Spoken: x.Spoken,
		Moves: []wire.MoveOption{},
	}
	if j.MyTurn && !x.Paused {
		j.AskedAt, j.Deadline, j.Begins = web.TimeOrNull(x.Asked), web.TimeOrNull(x.Until), web.TimeOrNull(x.Begins)
	}
	if x.Snap != nil {
		state := tables.NewState(x.Snap, me, x.Seat)
		j.Phase = &state.Phase
		if len(state.Moves) > 0 {
			j.Moves = state.Moves
		}
	}
	return j
}

// meData is the same for the page.
func (s *Handler) meData(c echo.Context, day *table.Day, at uint64) (tablepage.MeData, error) {
	ctx, me := c.Request().Context(), web.Viewer(c).ID
	notes, err := s.Talk.Notes(ctx, me)
	if err != nil {
		return tablepage.MeData{}, err
	}
	noted := map[string]bool{}
	for _, n := range notes {
		noted[n.Game] = true
	}
	tips, err := s.Games.TipsOf(ctx, me)
	if err != nil {
		return tablepage.MeData{}, err
	}
	own := map[string]bool{}
	for _, x := range slices.Concat(day.Awaited, day.Running, day.Waiting, day.Finished) {
		own[x.ID] = true
	}
	d := tablepage.MeData{Tips: tips.On, Accounts: s.Accounts != nil, Now: s.Now(), Day: tablepage.Day{Cursor: at}}
	for _, part := range []struct {
		list []table.DayTable
		into *[]tablepage.DayTable
	}{{day.Awaited, &d.Day.Awaited}, {day.Running, &d.Day.Running}, {day.Waiting, &d.Day.Waiting}, {day.Finished, &d.Day.Finished}} {
		for i := range part.list {
			x := &part.list[i]
			one, err := s.dayTable(c, x)
			if err != nil {
				return d, err
			}
			one.Noted = noted[x.ID]
			if !own[x.Rematch] {
				one.Again = s.Games.Rematch(ctx, x.Game, me)
			}
			*part.into = append(*part.into, one)
		}
	}
	return d, nil
}

func (s *Handler) dayTable(c echo.Context, x *table.DayTable) (tablepage.DayTable, error) {
	d := tablepage.DayTable{
		TableCard: s.Cards.Of(c, []*table.Game{x.Game}, web.Viewer(c).ID)[0], Asked: x.Asked, Until: x.Until, Zone: s.Tables.Zone(x.Game),
		Offer: x.Offer, Vote: x.Vote, Missed: x.Missed(), Looked: x.Looked, Spoken: x.Spoken, Seen: x.SeenSeq,
	}
	if x.Paused {
		d.Paused, d.MyTurn = true, false
	}
	if x.Snap == nil || x.Seat < 0 {
		return d, nil
	}
	whole := s.Games.AboutTable(c, x.Snap)
	whole.Options, whole.Since, whole.Terms = x.Snap.Options(x.Seat), x.Snap.Moved(), x.Snap.Terms
	if d.Missed > 0 {
		entries, err := s.missedLog(c.Request().Context(), x)
		if err != nil {
			return d, err
		}
		whole.Log = tables.Visible(x.Snap, x.Seat, entries)
	}
	d.Whole = &whole
	return d, nil
}

// missedLog is what has happened at a table since somebody looked, as far as it
// is in memory.
func (s *Handler) missedLog(ctx context.Context, x *table.DayTable) ([]table.ShownEvent, error) {
	return s.Tables.ShownEvents(ctx, x.ID, max(x.SeenSeq, tables.LogFrom(x.Snap.Seq())), 0)
}
