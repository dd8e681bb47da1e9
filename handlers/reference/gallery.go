package reference

import (
	"net/http"

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
	f := web.FormatOf(c.Request())
	if f == web.FormatJSON {
		list := galleryJSON{}
		for _, one := range stories {
			list.Stories = append(list.Stories, storyJSON{one.Name, one.Section, page.GalleryPath(one.Name)})
		}
		return web.ReplyJSON(c, http.StatusOK, list)
	}
	var sections []tablepage.GallerySection
	for _, one := range stories {
		if n := len(sections); n == 0 || sections[n-1].Name != one.Section {
			sections = append(sections, tablepage.GallerySection{Name: one.Section})
		}
		last := &sections[len(sections)-1]
		last.Stories = append(last.Stories, one.Name)
	}
	return web.ReplyHTML(c, f, web.LangOf(c), http.StatusOK, tablepage.Gallery(s.Page(c), sections))
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
