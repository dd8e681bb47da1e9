package handlers_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAProblemLeadsToItsPage(t *testing.T) {
	t.Parallel()
	s := open(t)
	p, b := s.program(), s.browser()
	problem := p.post("/games", `{`)
	wantProblem(t, problem, http.StatusBadRequest, "malformed")
	about := p.get(problem.str("type"))
	require.Equal(t, http.StatusOK, about.status)
	assert.Equal(t, "malformed", about.str("code"))
	page := b.get(problem.str("type"))
	require.Equal(t, http.StatusOK, page.status)
	assert.Contains(t, page.page().Find("main").Text(), "malformed")
	b.lang = "de"
	assert.NotEqual(t, page.page().Find("main").Text(), b.get(problem.str("type")).page().Find("main").Text())

	rule := b.get("/problems/owner").page().Find("main ul a").First()
	assert.Equal(t, http.StatusOK, b.get(rule.AttrOr("href", "")).status)
	list, _ := p.get("/problems").at("problems").([]any)
	assert.Equal(t, len(list), b.get("/problems").page().Find(".codes dt").Length())
	wantProblem(t, p.get("/problems/none"), http.StatusNotFound, "not_found")
	missing := b.get("/nowhere")
	assert.Equal(t, "/problems/not_found", missing.page().Find("main .note a").AttrOr("href", ""))
}
