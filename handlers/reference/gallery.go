package reference

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/gallery"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// galleryJSON lists the stories for programs that take pictures of them.
type galleryJSON struct {
	Stories []storyJSON `json:"stories"`
}

type storyJSON struct {
	Name    string `json:"name"`
	Section string `json:"section"`
	Path    string `json:"path"`
}

// showGallery lists the pages for developers to look at.
func (s *Handler) showGallery(c echo.Context) error {
	stories, err := gallery.Stories()
	if err != nil {
		return err
	}
	list := galleryJSON{}
	for _, one := range stories {
		list.Stories = append(list.Stories, storyJSON{one.Name, one.Section, page.GalleryPath(one.Name)})
	}
	return web.Respond(c, list)
}

// Page lists the stories by section.
func (x galleryJSON) Page(p page.Page) templ.Component {
	var d tablepage.GalleryData
	for _, one := range x.Stories {
		if n := len(d.Sections); n == 0 || d.Sections[n-1].Name != one.Section {
			d.Sections = append(d.Sections, tablepage.GallerySection{Name: one.Section})
		}
		last := &d.Sections[len(d.Sections)-1]
		last.Stories = append(last.Stories, one.Name)
	}
	return d.Page(p)
}

// showStory is one of them.
func (s *Handler) showStory(c echo.Context) error {
	story, ok, err := gallery.Find(c.Param("story"))
	if err != nil {
		return err
	}
	if !ok {
		return web.Fail("not_found")
	}
	p := s.Page(c)
	p.Viewer = page.Person{ID: "p1", Name: "Ada"}
	page, err := story.Page(p)
	if err != nil {
		return err
	}
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), http.StatusOK, page)
}
