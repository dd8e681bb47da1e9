package lobby

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// editionJSON is an edition in a list.
type editionJSON struct {
	ID       string `json:"id"`
	Title    string `json:"title"`
	Language string `json:"language"`
	Rulebook string `json:"rulebook"`
	Spaces   int    `json:"spaces"`
	Hash     string `json:"hash"`
	Own      bool   `json:"own"`
}

func newEditionJSON(ed *edition.Edition, lang string, own bool) editionJSON {
	e := editionJSON{
		ID: ed.ID, Title: ed.Title.In(lang), Language: ed.Language, Rulebook: setup.DefaultRulebookOf(ed),
		Spaces: len(ed.Spaces), Hash: ed.Hash, Own: own,
	}
	if own {
		e.ID = ed.Hash // ids of one's own may be anybody's
	}
	return e
}

// editionsJSON is what a table can be made of.
type editionsJSON struct {
	Editions  []editionJSON `json:"editions"`
	Rulebooks []string      `json:"rulebooks"`
	Bots      []string      `json:"bots"`
}

// own lists the editions that the asker has brought.
func (s *Handler) own(c echo.Context) ([]lobbypage.Listed, error) {
	me := web.Viewer(c).ID
	if me == "" {
		return nil, nil
	}
	stored, err := s.Library.Editions(c.Request().Context(), me)
	if err != nil {
		return nil, err
	}
	list := make([]lobbypage.Listed, 0, len(stored))
	for _, one := range stored {
		list = append(list, lobbypage.Listed{ID: one.Hash, Title: one.Title})
	}
	return list, nil
}

// showEditions lists the boards.
func (s *Handler) showEditions(c echo.Context) error {
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		return s.replyChoices(c)
	}
	return s.renderEditions(c, http.StatusOK, lobbypage.EditionsData{})
}

func (s *Handler) renderEditions(c echo.Context, status int, data lobbypage.EditionsData) error {
	var err error
	if data.Own, err = s.own(c); err != nil {
		return err
	}
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), status, data.Page(s.Page(c)))
}

// replyChoices sends everything a table can be made of.
func (s *Handler) replyChoices(c echo.Context) error {
	list := editionsJSON{Editions: []editionJSON{}, Rulebooks: setup.Rulebooks(), Bots: bot.Names()}
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		if err != nil {
			return err
		}
		list.Editions = append(list.Editions, newEditionJSON(ed, web.LangOf(c), false))
	}
	own, err := s.own(c)
	if err != nil {
		return err
	}
	for _, one := range own {
		ed, err := s.Library.Edition(c.Request().Context(), one.ID)
		if err != nil {
			return err
		}
		list.Editions = append(list.Editions, newEditionJSON(ed, web.LangOf(c), true))
	}
	return web.ReplyJSON(c, http.StatusOK, list)
}

// showEdition is one board: a page with its deeds, or the edition object.
func (s *Handler) showEdition(c echo.Context) error {
	ed, err := s.Library.Edition(c.Request().Context(), c.Param("id"))
	if errors.Is(err, storage.ErrNotFound) {
		return web.Fail("unknown_edition")
	}
	if err != nil {
		return err
	}
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		return web.Reply(c, http.StatusOK, "application/json", `"`+ed.Hash+`"`, ed.Raw)
	}
	st, err := setup.New(ed, "", nil)
	if st == nil {
		return err
	}
	return web.ReplyHTML(c, f, web.LangOf(c), http.StatusOK, tablepage.EditionData{Setup: st}.Page(s.Page(c)))
}

// showLook is the style sheet of a board, or of all built-in ones.
func (s *Handler) showLook(c echo.Context) error {
	ids := []string{c.Param("id")}
	if ids[0] == page.AllLooks {
		ids = edition.IDs()
	}
	var sheet strings.Builder
	for _, id := range ids {
		ed, err := s.Library.Edition(c.Request().Context(), id)
		if errors.Is(err, storage.ErrNotFound) {
			return web.Fail("unknown_edition")
		}
		if err != nil {
			return err
		}
		sheet.WriteString(palette.Sheet(ed))
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=3600")
	body := []byte(sheet.String())
	return web.Reply(c, http.StatusOK, "text/css; charset=utf-8", web.ContentTag("l", body), body)
}

// postEdition keeps a board of one's own.
func (s *Handler) postEdition(c echo.Context) error {
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	document := b.JSON
	if document == nil {
		document = json.RawMessage(first(b.Form["edition"]))
	}
	if err := s.LimitUpload(c); err != nil {
		return s.editionRefused(c, err)
	}
	ed, err := edition.Parse(document)
	if err == nil {
		var st *setup.Setup
		if st, err = setup.New(ed, "", nil); st != nil {
			err = nil // it needs an option, which is the table's business
		}
	}
	if err == nil {
		err = s.Library.AddEdition(c.Request().Context(), web.Viewer(c).ID, ed)
	}
	if err != nil {
		return s.editionRefused(c, err)
	}
	path := page.EditionPath(ed.Hash)
	if web.FormatOf(c.Request()) != web.FormatJSON {
		if next := b.Form.Get("next"); next != "" {
			return web.Redirect(c, page.WithQuery(web.LocalPath(next), "edition", ed.Hash))
		}
		return web.Redirect(c, path)
	}
	c.Response().Header().Set("Location", path)
	return web.ReplyJSON(c, http.StatusCreated, newEditionJSON(ed, web.LangOf(c), true))
}

// first is the first value that is not empty: a form may offer a file and a
// field for text under one name.
func first(values []string) string {
	for _, v := range values {
		if v = strings.TrimSpace(v); v != "" {
			return v
		}
	}
	return ""
}

// editionRefused shows what is wrong with a board.
func (s *Handler) editionRefused(c echo.Context, err error) error {
	f := web.AsError(err)
	if f.Status >= http.StatusInternalServerError || web.FormatOf(c.Request()) == web.FormatJSON {
		return f
	}
	if f.Retry > 0 {
		c.Response().Header().Set("Retry-After", f.RetryAfter())
	}
	return s.renderEditions(c, f.Status, lobbypage.EditionsData{Problem: web.ViewProblem(c, f), Faults: f.Faults})
}
