package tables

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// noteJSON is what somebody has noted about a table.
type noteJSON struct {
	Game string     `json:"game"`
	Text string     `json:"text"`
	At   *time.Time `json:"at"`
	Seen string     `json:"seen"` // send it back, so that nothing newer is overwritten
}

func newNote(n *talk.Note) noteJSON {
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
	note, err := s.Talk.Note(c.Request().Context(), id, me.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.Choose(c,
		func() (any, error) { return newNote(&note), nil },
		func() (web.Model, error) { return s.noteData(c, &snap, &note), nil })
}

// noteData is the page of a note.
func (s *Handler) noteData(c echo.Context, snap *table.Snapshot, n *talk.Note) tablepage.NotesData {
	return tablepage.NotesData{
		ID: snap.Meta.ID, Name: snap.Meta.Title, Setup: snap.Setup, State: snap.State, Seats: seatNames(snap), Viewer: snap.SeatOf(web.Viewer(c).ID),
		Text: n.Text, At: n.At, Now: s.Now(),
	}
}

// noteRequest is a note to be kept.
type noteRequest struct {
	Text *string `json:"text" schema:",required,maxlen=4000"`
	Seen *string `json:"seen"`
}

// postNotes keeps a note; an empty one removes it.
func (s *Handler) postNotes(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	me, done, err := web.RequireViewer(c, page.NotesPath(id))
	if done {
		return err
	}
	var want noteRequest
	_, err = web.ReadInto(c, &want, func(f url.Values) error { want.Text, want.Seen = given(f, "text"), given(f, "seen"); return nil })
	switch {
	case err != nil:
		return err
	case want.Text == nil: // an empty text removes a note: that has to be said
		return web.Blame("missing", "text")
	}
	old, err := s.Talk.Note(ctx, id, me.ID)
	if err != nil {
		return err
	}
	before := old.At // a client that does not name the version it saw overwrites it
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
	note, err := s.Talk.SaveNote(ctx, id, me.ID, *want.Text, before)
	if err != nil {
		return s.notNoted(c, &old, *want.Text, err)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.Changed(c, web.Change{To: page.NotesPath(id), JSON: func() (any, error) {
		if note.Text == "" {
			note.At = time.Time{}
		}
		return newNote(&note), nil
	}})
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
func (s *Handler) notNoted(c echo.Context, old *talk.Note, typed string, cause error) error {
	return web.Refused(c, talkFailure(cause), func(f *web.Error, p *page.Problem) (web.Model, error) {
		if f.Status == http.StatusNotFound {
			return nil, f
		}
		c.Response().Header().Set("Cache-Control", "no-store")
		snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
		if err != nil {
			return nil, err
		}
		d := s.noteData(c, &snap, old)
		d.Problem, d.Typed = p, typed
		return d, nil
	})
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
	notes, err := s.Talk.Notes(ctx, me.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.Choose(c, func() (any, error) {
		list := make([]noteJSON, 0, len(notes))
		for i := range notes {
			list = append(list, newNote(&notes[i]))
		}
		return notesJSON{list}, nil
	}, func() (web.Model, error) {
		names, err := s.namesOf(c, web.LangOf(c), me.ID)
		if err != nil {
			return nil, err
		}
		d := tablepage.MyNotesData{}
		for _, n := range notes {
			d.Notes = append(d.Notes, tablepage.NoteCard{ID: n.Game, Name: cmp.Or(names[n.Game], n.Game), Text: n.Text})
		}
		return d, nil
	})
}

// namesOf is what a person's tables are called.
func (s *Handler) namesOf(c echo.Context, lang string, me account.PlayerID) (map[string]string, error) {
	games, err := s.Tables.List(c.Request().Context(), table.Filter{Player: me, Limit: cards.Most})
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, card := range s.Cards.Of(c, games, me) {
		names[card.ID] = page.TableName(text.For(lang), card)
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
	mutes, err := s.Talk.Mutes(c.Request().Context(), me.ID)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return web.Choose(c, func() (any, error) {
		list := make([]muteJSON, 0, len(mutes))
		for _, m := range mutes {
			list = append(list, muteJSON{m.ID, m.Name, m.At.UTC()})
		}
		return mutesJSON{list}, nil
	}, func() (web.Model, error) {
		var d tablepage.MutesData
		for _, m := range mutes {
			d.Mutes = append(d.Mutes, tablepage.MuteCard{ID: m.ID, Name: m.Name})
		}
		return d, nil
	})
}

// deleteMute ends a mute.
func (s *Handler) deleteMute(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MutesPath())
	if done {
		return err
	}
	err = s.Talk.Unmute(c.Request().Context(), me.ID, c.Param("mute"))
	switch {
	case err == nil:
	case web.AsError(err).Code != "unknown_game":
		return err
	case web.IsProgram(c):
		return web.Fail("unknown_mute")
	default: // unmuted already: that is what was wanted
	}
	return web.Changed(c, web.Change{To: page.MutesPath()})
}
