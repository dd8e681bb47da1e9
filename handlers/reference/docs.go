package reference

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/referencepage"
)

// The reference bots: whole players in a page of text.
var (
	//go:embed bots/bot.sh
	shellBot string
	//go:embed bots/bot.py
	pythonBot string
)

type docsJSON struct {
	Chapters []docsChapter              `json:"chapters"`
	Moves    map[string]json.RawMessage `json:"moves" schema:"{}Move"`
}

type docsChapter struct {
	Chapter    string          `json:"chapter"`
	Operations []docsOperation `json:"operations"`
}

type docsOperation struct {
	Operation string `json:"operation"`
	Method    string `json:"method"`
	Path      string `json:"path"`
	Summary   string `json:"summary"`
	Curl      string `json:"curl"`
}

// showDocs is the page about the interface for programs.
func (s *Handler) showDocs(c echo.Context) error {
	web.LinkServices(c)
	d := docs{s}
	return s.choose(c, func() (any, error) { return d.JSON(web.LangOf(c)), nil }, func() (web.Model, error) { return d, nil })
}

// docs is the documentation of the interface, in any language.
type docs struct{ s *Handler }

// JSON lists the operations.
func (d docs) JSON(lang string) any { return newDocs(d.s.Document(), lang) }

// Page explains the operations.
func (d docs) Page(p page.Page) templ.Component { return d.s.docsData(p.Lang).Page(p) }

func newDocs(d *Document, lang string) docsJSON {
	out := docsJSON{Moves: d.Moves}
	for _, chapter := range d.Chapters {
		x := docsChapter{Chapter: chapter.ID}
		for i := range chapter.Operations {
			o := &chapter.Operations[i]
			x.Operations = append(x.Operations, docsOperation{o.ID, o.method, o.path, o.in(lang).Summary, o.Curl})
		}
		out.Chapters = append(out.Chapters, x)
	}
	return out
}

func (s *Handler) docsData(lang string) referencepage.DocsData {
	d := s.Document()
	data := referencepage.DocsData{Bots: []referencepage.DocsBot{{File: "bot.sh", Text: shellBot}, {File: "bot.py", Text: pythonBot}}}
	for _, chapter := range d.Chapters {
		x := referencepage.DocsChapter{ID: chapter.ID}
		for i := range chapter.Operations {
			o := &chapter.Operations[i]
			said := o.in(lang)
			x.Operations = append(x.Operations, referencepage.DocsOperation{ID: o.ID, Method: o.method, Path: o.path, Summary: said.Summary, Text: said.Description, Curl: o.Curl, Needs: o.Needs})
		}
		data.Chapters = append(data.Chapters, x)
	}
	for _, name := range wire.Vocabulary()["MoveName"] {
		data.Moves = append(data.Moves, referencepage.DocsMove{Name: name, Body: compact(d.Moves[name])})
	}
	for _, l := range s.Limits.Table() {
		if l.PerMinute > 0 || l.AtOnce > 0 {
			data.Limits = append(data.Limits, referencepage.DocsLimit{Key: l.Key, By: l.By, PerMinute: int(l.PerMinute), AtOnce: l.AtOnce})
		}
	}
	return data
}

// showOpenAPI is the description for programs.
func (s *Handler) showOpenAPI(c echo.Context) error {
	d := s.Document()
	body := d.JSON
	if web.TakesGzip(c.Request()) {
		c.Response().Header().Set("Content-Encoding", "gzip")
		body = d.Gzip
	}
	return web.Reply(c, http.StatusOK, "application/json", d.Tag, body)
}

// compact is a document on one line.
func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return "" // that all can be read is tested
	}
	return b.String()
}
