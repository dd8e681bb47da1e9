package lobby

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/scene"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
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

// board is an edition that a table can be played on.
type board struct {
	*edition.Edition

	own bool // brought by the viewer
}

// listed is the board in a list.
func (b board) listed(lang string) editionJSON {
	e := editionJSON{
		ID: b.ID, Title: b.Title.In(lang), Language: b.Language, Rulebook: setup.DefaultRulebookOf(b.Edition),
		Spaces: len(b.Spaces), Hash: b.Hash, Own: b.own,
	}
	if b.own {
		e.ID = b.Hash // two people may choose the same id
	}
	return e
}

// editionsJSON is what a table can be made of.
type editionsJSON struct {
	Editions  []editionJSON `json:"editions"`
	Rulebooks []string      `json:"rulebooks"`
	Bots      []string      `json:"bots"`
}

// boards are all that a table can be played on.
type boards []board

// JSON is everything that a table can be made of.
func (x boards) JSON(lang string) any {
	list := editionsJSON{Editions: make([]editionJSON, len(x)), Rulebooks: setup.Rulebooks(), Bots: bot.Kinds()}
	for i, b := range x {
		list.Editions[i] = b.listed(lang)
	}
	return list
}

// ownQuery is whether only boards are listed that the viewer has brought.
type ownQuery struct {
	Own bool `query:"own,laxpage" schema:"string,enum=0/1"`
}

// boards are the built-in editions and those that the viewer has brought, or only
// these.
func (s *Handler) boards(c echo.Context, q ownQuery) (list boards, err error) {
	builtIn := edition.IDs()
	if q.Own {
		builtIn = nil
	}
	for _, id := range builtIn {
		ed, err := edition.Load(id)
		if err != nil {
			return nil, err
		}
		list = append(list, board{ed, false})
	}
	own, err := s.own(c)
	if err != nil {
		return nil, err
	}
	for _, one := range own {
		ed, err := s.Library.Edition(c.Request().Context(), one.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, board{ed, true})
	}
	return list, nil
}

// own lists the editions that the viewer has brought.
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

// editionsQuery is besides the board whose text fills the form.
type editionsQuery struct {
	ownQuery
	Edition string `query:"edition"`
}

// showEditions lists the boards. The query may name one whose text fills the upload
// form of the page, as the start of another.
func (s *Handler) showEditions(c echo.Context, q editionsQuery) error {
	return web.Choose(c,
		func() (any, error) { return s.boards(c, q.ownQuery) },
		func() (web.Model, error) {
			copied, err := s.copied(c, q.Edition)
			if err != nil {
				return nil, err
			}
			return s.editionsData(c, lobbypage.EditionsData{Typed: copied, Dropped: s.dropped(c)})
		})
}

// copied returns the indented document of a board, "" if id is empty.
func (s *Handler) copied(c echo.Context, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	ed, err := s.Library.Edition(c.Request().Context(), id)
	if errors.Is(err, storage.ErrNotFound) {
		return "", web.Fail("unknown_edition")
	}
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = json.Indent(&b, ed.Raw, "", "  ")
	return b.String(), err
}

// editionsData is the page of the boards, with what d has to say besides.
func (s *Handler) editionsData(c echo.Context, d lobbypage.EditionsData) (_ lobbypage.EditionsData, err error) {
	d.Own, err = s.own(c)
	return d, err
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
	if web.IsProgram(c) { // byte for byte what the hash is made of
		return web.Reply(c, http.StatusOK, "application/json", `"`+ed.Hash+`"`, ed.Raw)
	}
	st, err := setup.New(ed, "", nil)
	if st == nil {
		return err
	}
	own, err := s.isOwn(c, ed.Hash)
	if err != nil {
		return err
	}
	return web.Respond(c, tablepage.EditionData{
		Setup: st, Own: own, Saved: own && s.TakeFlash(c, boardFlash()) == ed.Hash,
		Address: s.Absolute(c, page.EditionPath(page.EditionName(ed))),
	})
}

// showLook is the style sheet of a board, or of all built-in ones.
func (s *Handler) showLook(c echo.Context, q lookQuery) error {
	ids := []string{c.Param("id")}
	if ids[0] == page.AllLooks {
		ids = edition.IDs()
	}
	if ids[0] == page.UnsavedLook {
		ed, err := draftLook(&q)
		if err != nil {
			return err
		}
		_, drawing := page.DraftLook(ed)
		return sendLook(c, palette.Sheet(ed, drawing, page.WithQuery(drawing, page.QueryDark, "1")))
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
		name := page.EditionName(ed)
		sheet.WriteString(palette.Sheet(ed, page.ScenePath(name), page.WithQuery(page.ScenePath(name), page.QueryDark, "1")))
	}
	return sendLook(c, sheet.String())
}

func sendLook(c echo.Context, sheet string) error {
	c.Response().Header().Set("Cache-Control", "public, max-age=3600")
	body := []byte(sheet)
	return web.Reply(c, http.StatusOK, "text/css; charset=utf-8", web.ContentTag("l", body), body)
}

// sceneQuery is how a drawing is coloured.
type sceneQuery struct {
	Dark bool `query:"dark" schema:"string,enum=0/1"`
	lookQuery
}

// showScene is the drawing in the middle of a board.
func (s *Handler) showScene(c echo.Context, q sceneQuery) error {
	var ed *edition.Edition
	var err error
	if c.Param("id") == page.UnsavedLook {
		ed, err = draftLook(&q.lookQuery)
	} else {
		ed, err = s.Library.Edition(c.Request().Context(), c.Param("id"))
	}
	if errors.Is(err, storage.ErrNotFound) {
		return web.Fail("unknown_edition")
	}
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "public, max-age=3600")
	body := scene.SVG(ed, q.Dark)
	return web.Reply(c, http.StatusOK, "image/svg+xml", web.ContentTag("s", body), body)
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
	ed, fresh, err := s.keep(c, document, b.Form.Get("name"), "")
	if err != nil {
		return s.editionRefused(c, err, b, document)
	}
	done := s.kept(c, ed, fresh)
	if next := b.Form.Get("next"); next != "" {
		done.To = page.WithQuery(web.LocalPath(next), "edition", ed.Hash)
		done.Before = nil
	}
	return web.Changed(c, done)
}

// keptJSON is a board that was put into the list. Token and player are there if it made
// a new player.
type keptJSON struct {
	editionJSON
	Token  string       `json:"token,omitempty"`
	Player *page.Person `json:"player,omitempty"`
}

// kept is the answer to a board that was put into the list. Its page says so once.
func (s *Handler) kept(c echo.Context, ed *edition.Edition, fresh auth.Newcomer) web.Change {
	path := page.EditionPath(ed.Hash)
	said := func() { s.SetFlash(c, boardFlash(), ed.Hash) }
	return web.Change{To: path, Before: said, Status: http.StatusCreated, Location: path, JSON: func() (any, error) {
		return keptJSON{board{ed, true}.listed(web.LangOf(c)), fresh.Token, fresh.Player}, nil
	}}
}

// keep puts a board into the viewer's list, or that of a player who is made with a
// name, instead of the board that it replaces.
func (s *Handler) keep(c echo.Context, document []byte, name, replaces string) (*edition.Edition, auth.Newcomer, error) {
	if err := s.LimitUpload(c); err != nil {
		return nil, auth.Newcomer{}, err
	}
	ed, err := edition.Parse(document)
	if err != nil {
		return nil, auth.Newcomer{}, err
	}
	if st, err := setup.New(ed, "", nil); st == nil { // otherwise it needs an option, which is the table's business
		return nil, auth.Newcomer{}, err
	}
	me, fresh, err := s.Auth.EnsurePlayer(c, name)
	if err != nil {
		return nil, fresh, err
	}
	return ed, fresh, s.Library.AddEdition(c.Request().Context(), me.ID, ed, replaces)
}

// askForName turns the failure of a visitor without a name into one that a person can
// mend with the field on the page, and that speaks of no tokens. Programs get it as it is.
func askForName(c echo.Context, err error) error {
	if !web.IsProgram(c) && web.AsError(err).Status == http.StatusUnauthorized {
		return web.Fail("bad_name")
	}
	return err
}

// dropEdition takes a board off the viewer's list.
func (s *Handler) dropEdition(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.EditionsPath())
	if done {
		return err
	}
	own, err := s.own(c)
	if err != nil {
		return err
	}
	err = s.Library.DropEdition(c.Request().Context(), me.ID, c.Param("id"))
	if errors.Is(err, storage.ErrNotFound) {
		return web.Fail("unknown_edition")
	}
	if err != nil {
		return err
	}
	return web.Changed(c, web.Change{To: page.EditionsPath(), Before: func() {
		for _, one := range own {
			if one.ID == c.Param("id") {
				s.SetFlash(c, boardFlash(), droppedFlash+one.Title)
			}
		}
	}})
}

// boardFlash tells the pages of boards what has become of one: the hash of the board
// that was saved, or droppedFlash and the title of the one that was removed.
func boardFlash() web.Flash { return web.Flash{Cookie: "board", Path: page.EditionsPath()} }

const droppedFlash = "dropped "

// dropped is the title of the board that was removed just now, "" if none was.
func (s *Handler) dropped(c echo.Context) string {
	title, ok := strings.CutPrefix(s.TakeFlash(c, boardFlash()), droppedFlash)
	if !ok || len(title) > edition.MaxBytes || !utf8.ValidString(title) {
		return ""
	}
	return title
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

// editionRefused shows what is wrong with a board. The form keeps the document, typed
// or sent as a file, so that it can be corrected.
func (s *Handler) editionRefused(c echo.Context, err error, b web.Body, document []byte) error {
	if len(document) > edition.MaxBytes || !utf8.Valid(document) {
		document = nil // too long or no text: nobody corrects that by hand
	}
	return web.Refused(c, askForName(c, err), func(_ *web.Error, p *page.Problem) (web.Model, error) {
		var faults *edition.Problems
		errors.As(err, &faults)
		return s.editionsData(c, lobbypage.EditionsData{Problem: p, Faults: text.For(web.LangOf(c)).BoardFaults(faults), Typed: string(document), Unsaved: true, Name: b.Form.Get("name"), Next: b.Form.Get("next")})
	})
}
