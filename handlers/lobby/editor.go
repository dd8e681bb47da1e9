package lobby

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/lobbypage"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// showEditor is the editor with a copy of a board, or with one's own.
func (s *Handler) showEditor(c echo.Context) error {
	ed, err := s.base(c, c.Param("id"))
	if err != nil {
		return err
	}
	if ed == nil {
		return web.Fail("unknown_edition")
	}
	own, err := s.isOwn(c, ed.Hash)
	if err != nil {
		return err
	}
	return s.Editors.Respond(c, begunEditor{ed.Hash, own}, func() (web.Model, error) {
		d, board, err := s.begun(ed, own)
		preview(&d, board)
		return d, err
	})
}

// begunEditor is what the editor depends on before anything is typed: the board with
// this content, and whether it is the viewer's own.
type begunEditor struct {
	hash string
	own  bool
}

// begun is the editor with a copy of a board, or with the viewer's own, and the board to show.
func (s *Handler) begun(ed *edition.Edition, own bool) (lobbypage.EditorData, *edition.Edition, error) {
	d := lobbypage.EditorData{Base: page.EditionName(ed), Replaces: own}
	draft, err := edition.ReadDraft(ed.Raw)
	if err != nil {
		return d, nil, err
	}
	if !own {
		draft.Fill(func(place string) (string, bool) {
			switch place {
			case "title":
				return clipped(draft.Get(place), 50) + " " + text.For(ed.Language).T("draft.copy"), true
			case "title_de", "title_en": // a renamed copy has the one name that it is given
				return "", true
			case "id":
				return clipped(ed.ID, 35) + "-copy", true
			}
			return "", false
		})
	}
	return d, judge(&d, draft, ed), nil
}

func clipped(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most])
}

// base is the board that a draft began with, nil if there is none of that name.
func (s *Handler) base(c echo.Context, id string) (*edition.Edition, error) {
	if id == "" {
		return nil, nil
	}
	ed, err := s.Library.Edition(c.Request().Context(), id)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, nil
	}
	return ed, err
}

// isOwn reports whether a board is in the viewer's list.
func (s *Handler) isOwn(c echo.Context, hash string) (bool, error) {
	own, err := s.own(c)
	for _, one := range own {
		if one.ID == hash {
			return true, nil
		}
	}
	return false, err
}

// What the buttons of the editor ask for; anything else draws the page anew.
const (
	doSave = "save" // keep the board
	doText = "text" // show the document instead of the fields
	doRead = "read" // the other way round: fields for the document that was typed
)

// postDraft draws the editor with what was typed, or keeps the board.
func (s *Handler) postDraft(c echo.Context) error {
	b, err := web.ReadBody(c.Request())
	if err != nil {
		return err
	}
	document, do := first(b.Form["edition"]), b.Form.Get("do")
	if b.JSON != nil {
		document = string(b.JSON)
	}
	draft, err := edition.ReadDraft([]byte(document))
	if err != nil {
		return s.editionRefused(c, err, b, []byte(document))
	}
	if do != doRead {
		draft.Fill(func(place string) (string, bool) {
			return b.Form.Get(lobbypage.DraftField(place)), b.Form.Has(lobbypage.DraftField(place))
		})
	}
	if do == doText {
		d, err := s.editionsData(c, lobbypage.EditionsData{Typed: string(draft.JSON()), Unsaved: true, Next: b.Form.Get("next")})
		if err != nil {
			return err
		}
		return web.Respond(c, d)
	}
	base, err := s.base(c, b.Form.Get("base"))
	if err != nil {
		return err
	}
	d := lobbypage.EditorData{Base: b.Form.Get("base"), Name: b.Form.Get("name"), Typed: true}
	if base != nil {
		if d.Replaces, err = s.isOwn(c, base.Hash); err != nil {
			return err
		}
	}
	board := judge(&d, draft, base)
	if !web.IsProgram(c) {
		preview(&d, board)
	}
	if do != doSave {
		return web.Respond(c, d)
	}
	return s.saveDraft(c, b.Form, &d, draft)
}

// saveDraft keeps the board, in the place of the one it began with unless a copy is
// asked for.
func (s *Handler) saveDraft(c echo.Context, form url.Values, d *lobbypage.EditorData, draft *edition.Draft) error {
	replaces := ""
	if d.Replaces && form.Get("as") != "copy" {
		replaces = d.Base
	}
	ed, fresh, err := s.keep(c, draft.JSON(), d.Name, replaces)
	if err != nil {
		return web.Refused(c, askForName(c, err), func(_ *web.Error, p *page.Problem) (web.Model, error) {
			d.Problem = p
			return d, nil
		})
	}
	return web.Changed(c, s.kept(c, ed, fresh))
}

// draftHash stands for the content of every draft, so that the colours of the one before
// hold until those of the next have come.
var draftHash = strings.Repeat("0", hex.EncodedLen(sha256.Size))

// judge finds the faults of a draft, and the board to show: the draft itself, or
// without the values that are wrong, nil if there is none.
func judge(d *lobbypage.EditorData, draft *edition.Draft, base *edition.Edition) *edition.Edition {
	d.Draft = draft
	ed, err := edition.Parse(draft.JSON())
	if faults, ok := errors.AsType[*edition.Problems](err); ok {
		d.Faults = faults.List
		ed = repaired(draft, base, faults.List)
	}
	return ed
}

// preview shows a board beside the fields of its draft.
func preview(d *lobbypage.EditorData, ed *edition.Edition) {
	if ed == nil {
		return
	}
	shown := *ed
	shown.Hash = draftHash
	if st, _ := setup.New(&shown, "", nil); st != nil {
		d.Preview = st
	}
}

// repaired is the board of a draft with those values of its base that have faults in
// the draft, nil if that is no board either.
func repaired(draft *edition.Draft, base *edition.Edition, faults []edition.Problem) *edition.Edition {
	if base == nil {
		return nil
	}
	whole, err := edition.ReadDraft(base.Raw)
	if err != nil {
		return nil
	}
	whole.Fill(func(place string) (string, bool) {
		for _, f := range faults {
			if f.Place != "" && (strings.HasPrefix(place, f.Place) || strings.HasPrefix(f.Place, place)) {
				return "", false
			}
		}
		return draft.Get(place), true
	})
	ed, err := edition.Parse(whole.JSON())
	if err != nil {
		return nil
	}
	return ed
}

// lookQuery is the look of a board that is not kept.
type lookQuery struct {
	Class  string   `query:"class"`
	Table  string   `query:"table"`
	Accent string   `query:"accent"`
	Second string   `query:"second"`
	Face   string   `query:"face"`
	Emblem string   `query:"emblem"`
	Eras   []string `query:"era"`
	Groups []string `query:"group"`
	Colour []string `query:"colour,empty"`
}

// draftLook is a board with nothing but the look that a query describes.
func draftLook(q *lookQuery) (*edition.Edition, error) {
	class := q.Class
	if _, err := hex.DecodeString(class); err != nil || len(class) != 10 {
		return nil, web.Fail("unknown_edition")
	}
	ed := &edition.Edition{Hash: class, Look: edition.Look{
		Table: q.Table, Accent: q.Accent, Second: q.Second, Face: q.Face, Emblem: q.Emblem,
	}}
	ids, colours := q.Groups, q.Colour
	if len(ids) != len(colours) || len(ids) > edition.MaxGroups {
		return nil, web.Fail("unknown_edition")
	}
	for i, id := range ids {
		ed.Groups = append(ed.Groups, edition.Group{ID: id, Colour: colours[i]})
	}
	names := q.Eras
	if len(names) > edition.MaxGroups {
		return nil, web.Fail("unknown_edition")
	}
	for _, name := range names {
		ed.Eras = append(ed.Eras, edition.Era{Groups: map[string]edition.Text{name: {EN: name}}})
	}
	if !ed.IsLook() {
		return nil, web.Fail("unknown_edition")
	}
	return ed, nil
}
