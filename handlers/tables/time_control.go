package tables

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// showPace shows the time control of a table to everybody who may see the table.
func (s *Handler) showPace(c echo.Context) error {
	s.told(c, c.Param("id"))
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return web.Choose(c,
		func() (any, error) { return s.newPaceDoc(&snap, web.Viewer(c).ID), nil },
		func() (web.Model, error) { return s.paceData(c, &snap), nil })
}

// paceData is the page about the time control of a table.
func (s *Handler) paceData(c echo.Context, snap *table.Snapshot) tablepage.PaceData {
	d := tablepage.PaceData{Table: s.AboutTable(c, snap), Known: web.Viewer(c).ID != "", Mine: snap.Meta.HeldBy(web.Viewer(c).ID) >= 0}
	d.Table.Times = s.timing(snap, d.Table.Viewer, web.Viewer(c).ID)
	d.Times, d.Table.EndAt = d.Table.Times, snap.EndsAt()
	return d
}

// told notes that the viewer is being shown a table, so that their time runs if
// they have to decide. A failure to note it costs no one time.
func (s *Handler) told(c echo.Context, id string) {
	r := c.Request()
	me := web.Viewer(c).ID
	if me == "" || web.InfoOf(c).Head || strings.HasPrefix(r.Header.Get("Sec-Purpose"), "prefetch") {
		return
	}
	if err := s.Tables.MarkNotified(r.Context(), id, me); err != nil && !errors.Is(err, storage.ErrNotFound) {
		s.Logger.Debug("note that somebody was told", "game", id, "err", err)
	}
}

// motionRequest is something to be put to the vote, as it is sent.
type motionRequest struct {
	What  timecontrol.What `json:"what" schema:"string,required"`
	Pace  json.RawMessage  `json:"pace" schema:"PaceWish"`
	Until *time.Time       `json:"until"`
	Hours *int             `json:"hours" schema:",min=0,max=1440"`
	Days  *int             `json:"days" schema:",min=0,max=60"`
	About *game.Seat       `json:"about"`

	pace TimeControlRequest
}

// Requests about the times of a table that nobody votes on.
const (
	keep  timecontrol.What = "keep"  // nothing but a sign of life
	give  timecontrol.What = "give"  // time for the decision of another player
	nudge timecontrol.What = "nudge" // a message to the player for whom the table waits
	think timecontrol.What = "think" // the caller is thinking about their decision
)

// postPace puts something to the vote: another pace, a pause, its end, or what
// to do about an absent player; or it gives time, nudges or gives a sign of life.
func (s *Handler) postPace(c echo.Context) error {
	return s.changePace(c, func(b web.Body, me account.PlayerID) (table.Snapshot, error) {
		w, err := readMotion(b)
		if err != nil {
			return table.Snapshot{}, err
		}
		ctx, id := c.Request().Context(), c.Param("id")
		switch w.What {
		case keep:
			return s.Tables.Keep(ctx, id, me)
		case think:
			return s.Tables.Think(ctx, id, me)
		case give, nudge:
			if w.About == nil {
				return table.Snapshot{}, web.Blame("missing", "about")
			}
			if w.What == nudge {
				return s.Tables.Nudge(ctx, id, me, *w.About)
			}
			return s.Tables.Give(ctx, id, me, *w.About)
		default:
		}
		m, err := w.motion(s.Now())
		if err != nil {
			return table.Snapshot{}, err
		}
		return s.Tables.Move(ctx, id, me, m)
	})
}

func readMotion(b web.Body) (w motionRequest, err error) {
	if b.JSON != nil {
		if err = b.Decode(&w); err == nil {
			w.pace, err = ReadPace(w.Pace)
		}
		return w, err
	}
	w.What = timecontrol.What(b.Form.Get("what"))
	if err = w.pace.Fill(b.Form); err != nil {
		return w, err
	}
	for key, into := range map[string]**int{"hours": &w.Hours, "days": &w.Days} {
		n, sent, err := web.FormInteger(b.Form, key)
		if err != nil {
			return w, err
		}
		if whole := int(n); sent {
			*into = &whole
		}
	}
	if text := strings.TrimSpace(b.Form.Get("until")); text != "" {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return w, web.Mistyped("until", web.ExpectTime)
		}
		w.Until = &at
	}
	w.About, err = web.FormSeat(b, "about")
	return w, err
}

// motion is what the request puts to the vote.
func (w *motionRequest) motion(now time.Time) (timecontrol.Motion, error) {
	m := timecontrol.Motion{What: w.What, About: game.Nobody}
	switch w.What {
	case timecontrol.NewControl:
		p, err := w.pace.Pace()
		if err != nil {
			return m, err
		}
		m.Pace = &p
	case timecontrol.Halt:
		var err error
		if m.Until, err = w.pauseEnd(now); err != nil {
			return m, err
		}
	case timecontrol.Absent:
		if w.About == nil {
			return m, web.Blame("missing", "about")
		}
		m.About = *w.About
	case timecontrol.GoOn:
	default:
		return m, unknownWhat(timecontrol.NewControl, timecontrol.Halt, timecontrol.GoOn, timecontrol.Absent, give, nudge, think, keep)
	}
	return m, nil
}

// unknownWhat refuses something that cannot be asked for about the times of a table,
// or voted on, and names what can.
func unknownWhat(known ...timecontrol.What) error {
	var all []string
	for _, what := range known {
		all = append(all, string(what))
	}
	f := web.Unlisted("what", all...)
	f.Status, f.Code = http.StatusUnprocessableEntity, "unknown_vote"
	return f
}

// pauseEnd is when the pause that is proposed ends: at a time, or after days and hours.
func (w *motionRequest) pauseEnd(now time.Time) (time.Time, error) {
	const most = int(timecontrol.MaxPause / time.Hour)
	days, hours := valueOf(w.Days), valueOf(w.Hours)
	switch {
	case w.Until != nil:
		return w.Until.Truncate(time.Millisecond), nil
	case w.Days == nil && w.Hours == nil:
		return time.Time{}, web.Blame("missing", "until")
	case days < 0 || days > most/24 || w.Days != nil && days+hours == 0:
		return time.Time{}, web.Blame("bad_pause", "days")
	case hours < 0 || hours > most-24*days || days+hours == 0:
		return time.Time{}, web.Blame("bad_pause", "hours")
	}
	return now.Truncate(time.Millisecond).Add(time.Duration(24*days+hours) * time.Hour), nil
}

// valueOf is a number that may have been left out: 0 then.
func valueOf(n *int) int {
	if n == nil {
		return 0
	}
	return *n
}

// voteRequest is a vote cast.
type voteRequest struct {
	What  timecontrol.What `json:"what" schema:",required"`
	About *game.Seat       `json:"about"`
	Vote  string           `json:"vote" schema:",required"`
}

// postVote counts a vote.
func (s *Handler) postVote(c echo.Context) error {
	return s.changePace(c, func(b web.Body, me account.PlayerID) (table.Snapshot, error) {
		var w voteRequest
		var err error
		if b.JSON != nil {
			err = b.Decode(&w)
		} else {
			w.What, w.Vote = timecontrol.What(b.Form.Get("what")), b.Form.Get("vote")
			w.About, err = web.FormSeat(b, "about")
		}
		if err != nil {
			return table.Snapshot{}, err
		}
		if subjects := timecontrol.Subjects(); !slices.Contains(subjects, w.What) {
			return table.Snapshot{}, unknownWhat(subjects...)
		}
		about := game.Nobody
		if w.About != nil {
			about = *w.About
		}
		voice, ok := voiceOf(w.Vote)
		if !ok {
			return table.Snapshot{}, web.Blame("bad_vote", "vote")
		}
		return s.Tables.Vote(c.Request().Context(), c.Param("id"), me, w.What, about, voice)
	})
}

// leaveRequest is days that somebody takes off.
type leaveRequest struct {
	From string `json:"from" schema:"date,required"`
	To   string `json:"to" schema:"date"`
}

// postLeave takes days off.
func (s *Handler) postLeave(c echo.Context) error {
	return s.changePace(c, func(b web.Body, me account.PlayerID) (table.Snapshot, error) {
		var w leaveRequest
		if b.JSON != nil {
			if err := b.Decode(&w); err != nil {
				return table.Snapshot{}, err
			}
		} else {
			w.From, w.To = b.Form.Get("from"), b.Form.Get("to")
		}
		whole := w.To != ""
		if !whole {
			w.To = w.From
		}
		from, err := timecontrol.ParseDay(w.From)
		if err != nil {
			return table.Snapshot{}, web.Mistyped("from", web.ExpectDay)
		}
		to, err := timecontrol.ParseDay(w.To)
		if err != nil {
			return table.Snapshot{}, web.Mistyped("to", web.ExpectDay)
		}
		snap, err := s.Tables.TakeLeave(c.Request().Context(), c.Param("id"), me, from, to)
		if err != nil && !whole && web.AsError(err).Field == "to" { // only the one day was sent
			f := *web.AsError(err)
			f.Field, err = "from", &f
		}
		return snap, err
	})
}

// postEndLeave gives days off back.
func (s *Handler) postEndLeave(c echo.Context) error {
	return s.changePace(c, func(_ web.Body, me account.PlayerID) (table.Snapshot, error) {
		from, err := timecontrol.ParseDay(c.Param("from"))
		if err != nil {
			return table.Snapshot{}, web.Fail("not_found")
		}
		snap, err := s.Tables.EndLeave(c.Request().Context(), c.Param("id"), me, from)
		if errors.Is(err, timecontrol.ErrNoLeave) && !web.IsProgram(c) {
			err = nil // given back already: that is what was wanted
		}
		return snap, err
	})
}

// standInRequest is an offer to play for somebody absent.
type standInRequest struct {
	Name string `json:"name"`
}

// postStandIn offers to play for an absent player.
func (s *Handler) postStandIn(c echo.Context) error {
	id := c.Param("id")
	var w standInRequest
	b, err := web.ReadInto(c, &w, func(f url.Values) error { w.Name = f.Get("name"); return nil })
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	old, err := s.Tables.Snapshot(ctx, id) // before anybody becomes somebody
	if err != nil {
		return err
	}
	seat, ok := web.ParseSeat(c.Param("seat"))
	if !ok || int(seat) >= len(old.Seats) {
		return noSuchSeat()
	}
	if web.Viewer(c).ID == "" && strings.TrimSpace(w.Name) != "" {
		if err := old.CheckStandIn(seat); err != nil {
			return s.paceDone(c, &old, "", nil, b.Form, err)
		}
	}
	me, fresh, err := s.Auth.EnsurePlayer(c, w.Name)
	if err != nil && web.AsError(err).Code == "unauthorized" && !web.IsProgram(c) {
		return web.Redirect(c, page.WithQuery(page.PlayersPath(), "next", page.PacePath(id)))
	}
	if err != nil {
		return s.paceDone(c, &old, "", nil, b.Form, err)
	}
	snap, err := s.Tables.StandIn(ctx, id, me.ID, seat, w.Name)
	return s.paceDone(c, &snap, me.ID, &fresh, b.Form, err)
}

// changePace lets somebody known change something about the pace of a table.
func (s *Handler) changePace(c echo.Context, do func(b web.Body, me account.PlayerID) (table.Snapshot, error)) error {
	me, done, err := web.RequireViewer(c, page.PacePath(c.Param("id")))
	if done {
		return err
	}
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	snap, err := do(b, me.ID)
	return s.paceDone(c, &snap, me.ID, nil, b.Form, err)
}

// pacedJSON is the time control after a change. Token and player are there if
// standing in made a new player.
type pacedJSON struct {
	paceDocJSON
	Token  string       `json:"token,omitempty"`
	Player *page.Person `json:"player,omitempty"`
}

// paceDone answers a change: a page goes on to the page about the pace, a
// refused one is shown again with what was sent, and says why.
func (s *Handler) paceDone(c echo.Context, snap *table.Snapshot, me account.PlayerID, fresh *auth.Newcomer, sent url.Values, err error) error {
	id := c.Param("id")
	if err != nil {
		return web.Refused(c, err, func(f *web.Error, p *page.Problem) (web.Model, error) {
			if f.Code == "unknown_game" {
				return nil, f
			}
			now, err := s.Tables.Snapshot(c.Request().Context(), id)
			if err != nil {
				return nil, err
			}
			d := s.paceData(c, &now)
			p.Field = f.Field
			d.Problem, d.Typed, d.Form = p, sent, paceFormOf(c, sent)
			return d, nil
		})
	}
	return web.Changed(c, web.Change{To: page.PacePath(id) + voteAnchor(snap, sent), JSON: func() (any, error) {
		doc := pacedJSON{paceDocJSON: s.newPaceDoc(snap, me)}
		if fresh != nil {
			doc.Token, doc.Player = fresh.Token, fresh.Player
		}
		return doc, nil
	}})
}

// voteAnchor is where the page about the pace shows what was put to the vote or voted on:
// among the open votes or, once it is decided, among those before. "" for other changes.
func voteAnchor(snap *table.Snapshot, sent url.Values) string {
	what := timecontrol.What(sent.Get("what"))
	if snap.Meta.Tempo == nil || !slices.Contains(timecontrol.Subjects(), what) {
		return ""
	}
	for i := range snap.Meta.Tempo.Motions {
		if m := &snap.Meta.Tempo.Motions[i]; m.What == what && (m.About < 0 || page.Itoa(m.About) == sent.Get("about")) {
			return "#" + tablepage.VoteID(m)
		}
	}
	return "#" + tablepage.DecidedID
}

// paceFormOf is the id of the form on the page about the pace that was sent, "" if it has
// no fields to fill in.
func paceFormOf(c echo.Context, sent url.Values) string {
	switch what := timecontrol.What(sent.Get("what")); {
	case c.Param("seat") != "":
		return "f-stand-" + c.Param("seat")
	case what == timecontrol.Halt || what == timecontrol.NewControl:
		return "f-" + string(what)
	case sent.Has("from"):
		return "f-leave"
	default:
		return ""
	}
}
