package handlers_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/handlers"
)

func TestTheGalleryIsForDevelopersOnly(t *testing.T) {
	t.Parallel()
	shut := open(t).browser()
	assert.Equal(t, http.StatusNotFound, shut.send(http.MethodGet, "/gallery", nil).status)
	assert.Equal(t, http.StatusNotFound, shut.send(http.MethodGet, "/gallery/built-mega", nil).status)

	s := open(t, func(c *handlers.Config) { c.Dev = true })
	reader := s.browser()
	list := reader.send(http.MethodGet, "/gallery", nil)
	assert.Equal(t, http.StatusOK, list.status)
	assert.Positive(t, list.page().Find("a[href='/gallery/built-mega']").Length())
	story := reader.send(http.MethodGet, "/gallery/built-mega", nil)
	assert.Equal(t, http.StatusOK, story.status)
	assert.Equal(t, 52, story.page().Find(".ring > li").Length())
	assert.Equal(t, http.StatusNotFound, reader.send(http.MethodGet, "/gallery/nothing", nil).status)
	assert.Contains(t, s.program().send(http.MethodGet, "/gallery", nil).text(), `"path":"/gallery/built-mega"`)
}
