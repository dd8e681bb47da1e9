package gallery

import (
	"fmt"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// Story is one page worth looking at.
type Story struct {
	Name    string // unique, fit for an address
	Section string
	page    func() (func(page.Page) templ.Component, error)
}

// Page builds the page as a visitor sees it; the visitor of most is Ada.
func (s *Story) Page(p page.Page) (templ.Component, error) {
	page, err := s.page()
	if err != nil {
		return nil, fmt.Errorf("story %s: %w", s.Name, err)
	}
	return page(p), nil
}

// table is a story whose page is a table.
func table(section, name string, data func() (tablepage.TableData, error)) Story {
	return Story{name, section, func() (func(page.Page) templ.Component, error) {
		d, err := data()
		if err != nil {
			return nil, err
		}
		d.ID, d.Gallery = name, true
		return d.Page, nil
	}}
}

// Stories lists everything there is to see, section by section.
func Stories() ([]Story, error) {
	list := []Story{partsStory()}
	list = append(list, boards()...)
	written, err := written()
	if err != nil {
		return nil, err
	}
	list = append(list, written...)
	list = append(list, tale()...)
	return append(list, sitePages()...), nil
}

// Find is the story of a name; false if there is none.
func Find(name string) (Story, bool, error) {
	list, err := Stories()
	for _, s := range list {
		if s.Name == name {
			return s, true, err
		}
	}
	return Story{}, false, err
}
