package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/views/palette"
)

func TestEveryBoardHasItsOwnLook(t *testing.T) {
	t.Parallel()
	s := open(t)
	c := s.browser()
	all := c.send(http.MethodGet, "/editions/all/look.css", nil)
	assert.Equal(t, http.StatusOK, all.status)
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		a := c.send(http.MethodGet, "/editions/"+id+"/look.css", nil)
		assert.Equal(t, http.StatusOK, a.status)
		assert.Equal(t, "text/css; charset=utf-8", a.header.Get("Content-Type"))
		assert.Contains(t, a.text(), "."+palette.Class(ed)+"{--table:")
		assert.Contains(t, all.text(), a.text())
		again := c.send(http.MethodGet, "/editions/"+id+"/look.css", nil, "If-None-Match", a.header.Get("ETag"))
		assert.Equal(t, http.StatusNotModified, again.status)
	}
	assert.Equal(t, http.StatusNotFound, c.send(http.MethodGet, "/editions/nowhere/look.css", nil).status)
}

// A board of one's own that says nothing of colours gets some, its own groups too.
func TestABoardOfOnesOwnHasALook(t *testing.T) {
	t.Parallel()
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	doc := strings.ReplaceAll(string(ed.Raw), `"brown"`, `"mud"`)
	doc = strings.Replace(doc, `"look":{`, `"look":{"note":"mine",`, 1)
	s := open(t)
	me := s.player("Ada")
	made := me.post("/editions", doc)
	require.Equal(t, http.StatusCreated, made.status, made.text())
	hash := made.str("hash")
	sheet := s.browser().send(http.MethodGet, "/editions/"+hash+"/look.css", nil)
	assert.Equal(t, http.StatusOK, sheet.status)
	assert.Contains(t, sheet.text(), ".ed-"+hash[:10]+" .g-mud{--g:#")
	bad := me.post("/editions", strings.Replace(doc, `"accent":"#1b4f72"`, `"accent":"red;}body{display:none"`, 1))
	assert.Equal(t, http.StatusUnprocessableEntity, bad.status)
	assert.Contains(t, bad.text(), "look.accent")
}
