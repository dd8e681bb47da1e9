package rig

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

// Page is a page as a browser without scripts sees it.
type Page struct {
	Doc    *goquery.Document
	Status int
	Path   string // where it came from, after redirects
}

// Form is a form of a page with the values it would send unchanged.
type Form struct {
	Action  string
	Method  string
	Fields  url.Values
	Buttons []Button
}

// Button is one way to send a form.
type Button struct{ Name, Value string }

// ReadPage parses a page.
func ReadPage(html string, status int, path string) (*Page, error) {
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(html))
	if err != nil {
		return nil, fmt.Errorf("parse %s: %w", path, err)
	}
	return &Page{doc, status, path}, nil
}

// Forms lists the page's forms in document order.
func (p *Page) Forms() (forms []Form) {
	p.Doc.Find("form").Each(func(_ int, s *goquery.Selection) {
		f := Form{Action: s.AttrOr("action", p.Path), Method: strings.ToUpper(s.AttrOr("method", "GET")), Fields: url.Values{}}
		fields, buttons := "input, select, textarea", "button, input[type=submit]"
		outside := func(selector string) *goquery.Selection {
			id, ok := s.Attr("id")
			if !ok || id == "" {
				return p.Doc.Find("form#none")
			}
			return p.Doc.Find(selector).FilterFunction(func(_ int, c *goquery.Selection) bool { return c.AttrOr("form", "") == id })
		}
		s.Find(fields).AddSelection(outside(fields)).Each(func(_ int, c *goquery.Selection) { f.control(c) })
		s.Find(buttons).AddSelection(outside(buttons)).Each(func(_ int, c *goquery.Selection) {
			_, disabled := c.Attr("disabled")
			if kind := c.AttrOr("type", "submit"); kind == "submit" && !disabled {
				f.Buttons = append(f.Buttons, Button{c.AttrOr("name", ""), c.AttrOr("value", "")})
			}
		})
		forms = append(forms, f)
	})
	return forms
}

// control adds the values of an untouched control.
func (f *Form) control(c *goquery.Selection) {
	name := c.AttrOr("name", "")
	if _, disabled := c.Attr("disabled"); name == "" || disabled {
		return
	}
	switch goquery.NodeName(c) {
	case "select":
		chosen := c.Find("option[selected]")
		if chosen.Length() == 0 {
			chosen = c.Find("option").First()
		}
		f.Fields.Add(name, chosen.AttrOr("value", chosen.Text()))
	case "textarea":
		f.Fields.Add(name, c.Text())
	default:
		f.input(c, name)
	}
}

func (f *Form) input(c *goquery.Selection, name string) {
	switch c.AttrOr("type", "text") {
	case "submit", "button", "reset", "image", "file":
	case "checkbox", "radio":
		if _, checked := c.Attr("checked"); checked {
			f.Fields.Add(name, c.AttrOr("value", "on"))
		}
	default:
		f.Fields.Add(name, c.AttrOr("value", ""))
	}
}

// Find is the first form with a button of this name and one of the values;
// no values means any.
func (p *Page) Find(name string, values ...string) (Form, Button, bool) {
	forms := p.Forms()
	if len(values) == 0 {
		values = []string{""}
	}
	for _, want := range values {
		for _, f := range forms {
			for _, b := range f.Buttons {
				if b.Name == name && (want == "" || b.Value == want) {
					return f, b, true
				}
			}
		}
	}
	return Form{}, Button{}, false
}

// FindAction is the first form that posts to a path with this ending.
func (p *Page) FindAction(ending string) (Form, bool) {
	for _, f := range p.Forms() {
		if f.Method == http.MethodPost && strings.HasSuffix(f.Action, ending) {
			return f, true
		}
	}
	return Form{}, false
}

// Moves lists the values of all buttons called move.
func (p *Page) Moves() (moves []string) {
	for _, f := range p.Forms() {
		for _, b := range f.Buttons {
			if b.Name == "move" && !slices.Contains(moves, b.Value) {
				moves = append(moves, b.Value)
			}
		}
	}
	return moves
}

// Text is all the words of the page.
func (p *Page) Text() string { return words(p.Doc.Find("body")) }

func words(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }
