package handlers_test

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// spec is the description of the program, which every answer of every test has
// to keep to.
var spec = sync.OnceValues(func() (*openapi3.T, error) {
	data, err := os.ReadFile("reference/openapi.json")
	if err != nil {
		return nil, err
	}
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(data)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(loader.Context)
})

func TestTheDescriptionIsValid(t *testing.T) {
	_, err := spec()
	require.NoError(t, err)
}

// Programs learn from the description how many events they may ask for, and
// where they may have to wait for a whole log.
func TestTheDescriptionSaysWhatWholeLogsCost(t *testing.T) {
	doc, err := spec()
	require.NoError(t, err)
	for path, most := range map[string]float64{"/games": handlers.Listed, "/games/{id}/events": handlers.MaxEvents} {
		limit := doc.Paths.Value(path).Get.Parameters.GetByInAndName("query", "limit")
		require.NotNil(t, limit, path)
		require.NotNil(t, limit.Schema.Value.Max, path)
		assert.Equal(t, most, *limit.Schema.Value.Max, path)
	}
	for _, path := range []string{"/games/{id}/events", "/games/{id}/export", "/games/{id}/books", "/games/{id}/books.csv", "/games/{id}/proof"} {
		busy := doc.Paths.Value(path).Get.Responses.Value("503")
		require.NotNil(t, busy, path)
		assert.Contains(t, *busy.Value.Description, "`many_logs`", path)
		assert.NotNil(t, busy.Value.Headers["Retry-After"], path)
	}
	for _, path := range []string{"/games/{id}/events", "/games/{id}/export"} {
		get := doc.Paths.Value(path).Get
		de, _ := get.Extensions["x-de"].(map[string]any)
		for _, description := range []any{get.Description, de["description"]} {
			assert.Contains(t, description, "`503`", path)
			assert.Contains(t, description, "`many_logs`", path)
		}
	}
}

// conform checks an answer against the description, and what was asked if it was taken. Errors of the router and
// of the browser's guard happen before a path is known and have no place in it.
func conform(t testing.TB, req *http.Request, a *answer) {
	t.Helper()
	doc, err := spec()
	require.NoError(t, err)
	route := findRoute(doc, req)
	if route == nil {
		return
	}
	asked := &openapi3filter.RequestValidationInput{
		Request: req, Route: route, PathParams: parameters(route.Path, req.URL.EscapedPath()),
		Options: &openapi3filter.Options{
			AuthenticationFunc:        openapi3filter.NoopAuthenticationFunc,
			ExcludeRequestQueryParams: excluded(a), // a page passes over what it cannot read in its address
		},
	}
	if a.status < http.StatusMultipleChoices { // what is refused may be against the description
		asked.Options.ExcludeRequestBody = !again(t, req)
		err := openapi3filter.ValidateRequest(t.Context(), asked)
		if !unreadable(req, err) {
			require.NoError(t, err, "%s %s was taken", req.Method, req.URL)
		}
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: asked,
		Status:                 a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: excluded(a)},
	}
	knownProblem(t, doc, a)
	require.NoError(t, openapi3filter.ValidateResponse(t.Context(), input), "%s %s answered %d %s", req.Method, req.URL.Path, a.status, clip(a.text()))
}

// knownProblem checks that a problem has a code that the description knows, with that status.
func knownProblem(t testing.TB, doc *openapi3.T, a *answer) {
	t.Helper()
	if a.header.Get("Content-Type") != "application/problem+json" {
		return
	}
	codes, _ := doc.Extensions["x-problems"].(map[string]any)
	known, _ := codes[a.str("code")].(map[string]any)
	require.NotNil(t, known, a.text())
	require.Contains(t, known["status"], float64(a.status), a.text())
	require.Equal(t, "/problems/"+a.str("code"), a.str("type"))
}

// excluded tells whether a body is no JSON: what pages and files look like is
// not for the description to say.
func excluded(a *answer) bool {
	return !strings.Contains(a.header.Get("Content-Type"), "json") || strings.Contains(a.header.Get("Content-Type"), "ndjson")
}

func findRoute(doc *openapi3.T, req *http.Request) *routers.Route {
	var found *routers.Route
	for path, item := range doc.Paths.Map() {
		operation := item.GetOperation(req.Method)
		if operation == nil || !pattern(path).MatchString(req.URL.EscapedPath()) {
			continue
		}
		if found == nil || strings.Count(path, "{") < strings.Count(found.Path, "{") {
			found = &routers.Route{Spec: doc, Path: path, PathItem: item, Method: req.Method, Operation: operation}
		}
	}
	return found
}

func pattern(path string) *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), "[^/]+") + "$")
}

// again gives a request its body back, if there is anything in it.
func again(t testing.TB, req *http.Request) bool {
	t.Helper()
	if req.GetBody == nil {
		return false
	}
	body, err := req.GetBody()
	require.NoError(t, err)
	data, err := io.ReadAll(body)
	require.NoError(t, err)
	req.Body = io.NopCloser(bytes.NewReader(data))
	return len(bytes.TrimSpace(data)) > 0
}

// unreadable tells whether the validator cannot read a form: it knows neither
// lists and objects in one nor fields of which there are alternatives.
func unreadable(req *http.Request, err error) bool {
	return err != nil && strings.HasPrefix(req.Header.Get("Content-Type"), "application/x-www-form-urlencoded") &&
		(strings.Contains(err.Error(), "unsupported schema of request body's property") || strings.Contains(err.Error(), "Value is not nullable"))
}

// parameters are the parts of an address that its path leaves open.
func parameters(path, address string) map[string]string {
	all, parts := map[string]string{}, strings.Split(address, "/")
	for i, name := range strings.Split(path, "/") {
		if inner, ok := strings.CutPrefix(name, "{"); ok && i < len(parts) {
			all[strings.TrimSuffix(inner, "}")], _ = url.PathUnescape(parts[i])
		}
	}
	return all
}

func clip(s string) string {
	if len(s) > 400 {
		return s[:400] + "..."
	}
	return s
}
