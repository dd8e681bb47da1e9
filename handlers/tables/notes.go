package tables

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// noteJSON is what somebody has noted about a table.
type noteJSON struct {
	Game string     `json:"game"`
	Text string     `json:"text"`
	At   *time.Time `json:"at"`
	Seen string     `json:"seen"` // send it back, so that nothing newer is overwritten
}

func newNote(n *table.Note) noteJSON {
	j := noteJSON{Game: n.Game, Text: n.Text, Seen: tablepage.Seen(n.At)}
	if !n.At.IsZero() {
		at := n.At.UTC()
		j.At = &at
	}
	return j
}

// showNotes is what the asker has noted about a table. Nobody else can see it.
func (s *Handler) showNotes(c echo.Context) error {
	id := c.Param("id")
	me, done, err := web.RequireViewer(c, page.NotesPath(id))
	if done {
		return err
	}
	snap, err := s.Tables.Snapshot(c.Request().Context(), id)
	if err != nil {
		return err
	}
	note, err := s.Tables.Note(c.Request().Context(), id, me.ID)
	if err != nil {
		return err
	}
	return s.renderNote(c, http.StatusOK, &snap, &note, nil, "")
}

func (s *Handler) renderNote(c echo.Context, status int, snap *table.Snapshot, n *table.Note, problem *page.Problem, typed string) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		return web.ReplyJSON(c, status, newNote(n))
	}
	d := tablepage.NotesData{
		ID: snap.Meta.ID, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Seats: seatNames(snap), Viewer: snap.SeatOf(web.Viewer(c).ID),
		Text: n.Text, At: n.At, Typed: typed, Problem: problem, Now: s.Now(),
	}
	return web.ReplyHTML(c, f, web.LangOf(c), status, tablepage.Notes(s.Page(c), d))
}

// noteWish is a note to be kept.
type noteWish struct {
	Text *string `json:"text"`
	Seen *string `json:"seen"`
}

// postNotes keeps a note; an empty one removes it.
func (s *Handler) postNotes(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	me, done, err := web.RequireViewer(c, page.NotesPath(id))
	if done {
		return err
	}
	var want noteWish
	_, err = web.ReadInto(c, &want, func(f url.Values) error { want.Text, want.Seen = given(f, "text"), given(f, "seen"); return nil })
	switch {
	case err != nil:
		return err
	case want.Text == nil: // an empty text removes a note: that has to be said
		return web.Blame("missing", "text")
	}
	old, err := s.Tables.Note(ctx, id, me.ID)
	if err != nil {
		return err
	}
	before := old.At // whoever does not say what he saw writes over it
	if want.Seen != nil {
		n, err := strconv.ParseInt(*want.Seen, 10, 64)
		if err != nil {
			return web.Mistyped("seen", web.ExpectInteger)
		}
		before = time.Time{}
		if n > 0 {
			before = time.UnixMilli(n).UTC()
		}
	}
	note, err := s.Tables.SaveNote(ctx, id, me.ID, *want.Text, before)
	if err != nil {
		return s.notNoted(c, &old, *want.Text, err)
	}
	if web.FormatOf(c.Request()) != web.FormatJSON {
		return web.Redirect(c, page.NotesPath(id))
	}
	if note.Text == "" {
		note.At = time.Time{}
	}
	return s.renderNote(c, http.StatusOK, nil, &note, nil, "")
}

// given is a field of a form, nil if it was not sent.
func given(form url.Values, name string) *string {
	if !form.Has(name) {
		return nil
	}
	text := form.Get(name)
	return &text
}

// notNoted shows the note that is there beside the words that were not kept.
func (s *Handler) notNoted(c echo.Context, old *table.Note, typed string, cause error) error {
	f := talkFailure(cause)
	if f.Code == "stale" {
		f = web.Fail("note_changed")
	}
	if web.FormatOf(c.Request()) == web.FormatJSON || f.Status >= http.StatusInternalServerError || f.Status == http.StatusNotFound {
		return f
	}
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return s.renderNote(c, f.Status, &snap, old, web.ViewProblem(c, f), typed)
}

// notesJSON is what somebody has noted about all tables.
type notesJSON struct {
	Notes []noteJSON `json:"notes"`
}

// showMyNotes lists what the asker has noted about all tables.
func (s *Handler) showMyNotes(c echo.Context) error {
	ctx := c.Request().Context()
	me, done, err := web.RequireViewer(c, page.MyNotesPath())
	if done {
		return err
	}
	notes, err := s.Tables.Notes(ctx, me.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		list := make([]noteJSON, 0, len(notes))
		for i := range notes {
			list = append(list, newNote(&notes[i]))
		}
		return web.ReplyJSON(c, http.StatusOK, notesJSON{list})
	}
	names, err := s.namesOf(c, me.ID)
	if err != nil {
		return err
	}
	d := tablepage.MyNotesData{Now: s.Now()}
	for _, n := range notes {
		card := tablepage.NoteCard{ID: n.Game, Name: names[n.Game], Text: n.Text, At: n.At}
		if card.Name == "" {
			card.Name = n.Game
		}
		d.Notes = append(d.Notes, card)
	}
	return web.ReplyHTML(c, f, web.LangOf(c), http.StatusOK, tablepage.MyNotes(s.Page(c), d))
}

// namesOf is what a person's tables are called.
func (s *Handler) namesOf(c echo.Context, me account.PlayerID) (map[string]string, error) {
	games, err := s.Tables.List(c.Request().Context(), table.Filter{Player: me, Limit: cards.Most})
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, card := range s.Cards.Of(c, games, me) {
		names[card.ID] = page.CardName(web.LangOf(c), &card)
	}
	return names, nil
}

// muteJSON is somebody whom the asker has muted.
type muteJSON struct {
	Mute string    `json:"mute"`
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// mutesJSON is whom somebody has muted.
type mutesJSON struct {
	Mutes []muteJSON `json:"mutes"`
}

// showMutes lists whom the asker has muted.
func (s *Handler) showMutes(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MutesPath())
	if done {
		return err
	}
	mutes, err := s.Tables.Mutes(c.Request().Context(), me.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		list := make([]muteJSON, 0, len(mutes))
		for _, m := range mutes {
			list = append(list, muteJSON{m.ID, m.Name, m.At.UTC()})
		}
		return web.ReplyJSON(c, http.StatusOK, mutesJSON{list})
	}
	var d tablepage.MutesData
	for _, m := range mutes {
		d.Mutes = append(d.Mutes, tablepage.MuteCard{ID: m.ID, Name: m.Name})
	}
	return web.ReplyHTML(c, f, web.LangOf(c), http.StatusOK, tablepage.Mutes(s.Page(c), d))
}

// deleteMute ends a mute.
func (s *Handler) deleteMute(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MutesPath())
	if done {
		return err
	}
	if err := s.Tables.Unmute(c.Request().Context(), me.ID, c.Param("mute")); err != nil {
		if f := web.AsError(err); f.Code == "unknown_game" {
			return web.Fail("unknown_mute")
		}
		return err
	}
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return c.NoContent(http.StatusNoContent)
	}
	return web.Redirect(c, page.MutesPath())
}
