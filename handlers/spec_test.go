package handlers_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

const specAddress = "https://bankhalter.example/openapi.json" // nothing is fetched from it

// spec is the description of the program, which every answer of every test has
// to keep to.
var spec = sync.OnceValues(func() (*openapi3.T, error) {
	loader := openapi3.NewLoader()
	doc, err := loader.LoadFromData(handlers.Document().JSON)
	if err != nil {
		return nil, err
	}
	return doc, doc.Validate(loader.Context, openapi3.DisableExamplesValidation()) // TestEveryExampleIsAsDescribed has them
})

func TestTheDescriptionIsValid(t *testing.T) {
	t.Parallel()
	doc, err := spec()
	require.NoError(t, err)
	require.NoError(t, doc.Validate(t.Context(), openapi3.DisableExamplesValidation())) // below they are, with schemas compiled once
}

// Every example is as its schema has it, and has no member that the schema does not name.
func TestEveryExampleIsAsDescribed(t *testing.T) {
	t.Parallel()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(handlers.Document().JSON))
	require.NoError(t, err)
	found := 0
	forExamples(doc, nil, func(example any, place ...string) {
		found++
		schema, err := answers.at(place...)
		require.NoError(t, err, "%v", place)
		assert.NoError(t, schema.Validate(example), "%v", place)
	})
	assert.Greater(t, found, 100)
}

// forExamples visits each example of a document with the place of its schema.
func forExamples(at any, place []string, visit func(example any, place ...string)) {
	switch v := at.(type) {
	case map[string]any:
		if example, ok := v["example"]; ok {
			if v["schema"] != nil {
				place = append(place[:len(place):len(place)], "schema")
			}
			visit(example, place...)
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if key != "example" && !strings.HasPrefix(key, "x-") {
				forExamples(v[key], append(place[:len(place):len(place)], key), visit)
			}
		}
	case []any:
		for i, inner := range v {
			forExamples(inner, append(place[:len(place):len(place)], strconv.Itoa(i)), visit)
		}
	}
}

// The schemas are really asked: a body is held against the one of its answer.
func TestABodyAgainstTheDescriptionIsNoticed(t *testing.T) {
	t.Parallel()
	s := open(t)
	doc, err := spec()
	require.NoError(t, err)
	a := s.player("Ada").get("/me")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "/me", nil)
	require.NoError(t, err)
	route := findRoute(doc, req)
	require.NoError(t, bodyConforms(route, a))
	for _, body := range []string{`[]`, `{}`, `{"name": 7}`, ``, `{`} {
		assert.Error(t, bodyConforms(route, &answer{t, a.status, a.header, []byte(body)}), body)
	}
	lost := &answer{t, http.StatusNotFound, http.Header{"Content-Type": {"application/problem+json"}}, []byte(`{"code": 404}`)}
	assert.Error(t, bodyConforms(route, lost), "a problem, described once for all")
	plain := &answer{t, a.status, http.Header{"Content-Type": {"application/hal+json"}}, a.body}
	assert.ErrorContains(t, bodyConforms(route, plain), "no answer of the kind")
}

// Programs learn from the description how many events they may ask for, and
// where they may have to wait for a whole log.
func TestTheDescriptionSaysWhatWholeLogsCost(t *testing.T) {
	t.Parallel()
	doc, err := spec()
	require.NoError(t, err)
	for path, most := range map[string]float64{"/games": handlers.Listed, "/games/{id}/events": handlers.MaxEvents} {
		limit := doc.Paths.Value(path).Get.Parameters.GetByInAndName("query", "limit")
		require.NotNil(t, limit, path)
		require.NotNil(t, limit.Schema.Value.Max, path)
		assert.Equal(t, most, *limit.Schema.Value.Max, path)
	}
	at := doc.Paths.Value("/games/{id}").Get.Parameters.GetByInAndName("query", "at")
	require.NotNil(t, at.Schema.Value.Min, "the first event is the first position")
	assert.EqualValues(t, 1, *at.Schema.Value.Min)
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
		body := again(t, req)
		asJSON := strings.HasPrefix(req.Header.Get("Content-Type"), "application/json")
		asked.Options.ExcludeRequestBody = len(body) == 0 || asJSON
		err := openapi3filter.ValidateRequest(t.Context(), asked)
		if err == nil && asJSON && len(body) > 0 {
			err = requestConforms(route, body)
		}
		if !unreadable(req, err) {
			require.NoError(t, err, "%s %s was taken", req.Method, req.URL)
		}
	}
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: asked,
		Status:                 a.status, Header: a.header, Body: http.NoBody,
		Options: &openapi3filter.Options{IncludeResponseStatus: true, ExcludeResponseBody: true}, // bodyConforms reads it
	}
	record(t, route, req, a)
	knownProblem(t, route, a)
	if a.status < http.StatusBadRequest {
		assert.Empty(t, undescribed(route, req.URL.Query()), "%s %s: the description lacks these parameters", req.Method, req.URL)
	}
	err = openapi3filter.ValidateResponse(t.Context(), input)
	if err == nil && !excluded(a) && req.Method != http.MethodHead {
		err = bodyConforms(route, a)
	}
	require.NoError(t, err, "%s %s answered %d %s", req.Method, req.URL.Path, a.status, clip(a.text()))
}

// bodyConforms checks the JSON of an answer against its schema, which is
// compiled for the first answer of its kind only.
func bodyConforms(route *routers.Route, a *answer) error {
	status := strconv.Itoa(a.status)
	described := route.Operation.Responses.Value(status)
	if described == nil {
		status, described = "default", route.Operation.Responses.Default()
	}
	if described == nil || len(described.Value.Content) == 0 {
		return nil
	}
	kind := a.header.Get("Content-Type")
	if described.Value.Content[kind] == nil && described.Value.Content["*/*"] != nil {
		return nil // a file, of whatever kind
	}
	if described.Value.Content[kind] == nil {
		return fmt.Errorf("no answer of the kind %q is described", kind)
	}
	if described.Value.Content[kind].Schema == nil {
		return nil
	}
	where := []string{"paths", route.Path, strings.ToLower(route.Method), "responses", status}
	if described.Ref != "" {
		where = strings.Split(strings.TrimPrefix(described.Ref, "#/"), "/")
	}
	schema, err := answers.at(append(where, "content", kind, "schema")...)
	if err != nil {
		return err
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		return err
	}
	return schema.Validate(body)
}

// requestConforms checks a JSON request body, like bodyConforms.
func requestConforms(route *routers.Route, body []byte) error {
	const kind = "application/json"
	described := route.Operation.RequestBody
	if described == nil || described.Value.Content[kind] == nil {
		return fmt.Errorf("no request of the kind %q is described", kind)
	}
	where := []string{"paths", route.Path, strings.ToLower(route.Method), "requestBody"}
	if described.Ref != "" {
		where = strings.Split(strings.TrimPrefix(described.Ref, "#/"), "/")
	}
	schema, err := requests.at(append(where, "content", kind, "schema")...)
	if err != nil {
		return err
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// schemas are the compiled schemas of the description, each compiled for the
// first value of its kind. In closed ones no object has members that the
// description does not name.
type schemas struct {
	closed bool

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	known    map[string]*jsonschema.Schema
}

// What the server answers has only members that are named; what it is sent may
// have more where it passes over them, as in a board's file.
var answers, requests = &schemas{closed: true}, &schemas{}

// at is the schema at a place of the description.
func (c *schemas) at(place ...string) (*jsonschema.Schema, error) {
	var at strings.Builder
	for _, name := range place {
		at.WriteString("/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(name)))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.known[at.String()]; s != nil {
		return s, nil
	}
	if c.compiler == nil {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(handlers.Document().JSON))
		if err != nil {
			return nil, err
		}
		if c.closed {
			closeObjects(doc)
		}
		if err := chooseByName(doc, doc); err != nil {
			return nil, err
		}
		c.known, c.compiler = map[string]*jsonschema.Schema{}, jsonschema.NewCompiler()
		c.compiler.DefaultDraft(jsonschema.Draft2020)
		c.compiler.AssertFormat()
		if err := c.compiler.AddResource(specAddress, doc); err != nil {
			return nil, err
		}
	}
	s, err := c.compiler.Compile(specAddress + "#" + at.String())
	c.known[at.String()] = s
	return s, err
}

// closeObjects makes every object of the description refuse members that it
// does not name.
func closeObjects(at any) {
	switch v := at.(type) {
	case map[string]any:
		for key, inner := range v {
			if key != "example" && key != "x-moves" {
				closeObjects(inner)
			}
		}
		if _, named := v["properties"].(map[string]any); named && v["additionalProperties"] == nil {
			v["unevaluatedProperties"] = false
		}
	case []any:
		for _, inner := range v {
			closeObjects(inner)
		}
	}
}

// chooseByName has the schemas of moves and events, each one of many by its name, ask for that
// name first: to compare a move with fifty schemas takes longer than to make it. Such a
// schema accepts the same as before only if each of the many requires a name of its own,
// which chooseByName checks.
func chooseByName(doc, at any) error {
	switch v := at.(type) {
	case map[string]any:
		for _, inner := range v {
			if err := chooseByName(doc, inner); err != nil {
				return err
			}
		}
		union, _ := v["discriminator"].(map[string]any)
		if union == nil {
			return nil
		}
		member, _ := union["propertyName"].(string)
		mapping, _ := union["mapping"].(map[string]any)
		alternatives, _ := v["oneOf"].([]any)
		if len(mapping) == 0 || len(mapping) != len(alternatives) || v["if"] != nil {
			return fmt.Errorf("%d names and %d schemas of a %s", len(mapping), len(alternatives), member)
		}
		left := map[any]bool{} // schemas that are named and not yet among the alternatives
		for name, ref := range mapping {
			left[ref] = true
			if !isNamed(doc, ref, member, name) {
				return fmt.Errorf("%v does not require a %s of %s", ref, member, name)
			}
		}
		for _, one := range alternatives {
			ref, _ := one.(map[string]any)
			if len(ref) != 1 || !left[ref["$ref"]] {
				return fmt.Errorf("%v has no name of its own in %s", one, member)
			}
			delete(left, ref["$ref"])
		}
		delete(v, "oneOf")
		maps.Copy(v, choice(member, mapping, slices.Sorted(maps.Keys(mapping))))
	case []any:
		for _, inner := range v {
			if err := chooseByName(doc, inner); err != nil {
				return err
			}
		}
	}
	return nil
}

// isNamed reports whether a schema of the description is of objects alone that
// must have a member of this value.
func isNamed(doc, ref any, member, name string) bool {
	at := doc
	place, _ := ref.(string)
	for step := range strings.SplitSeq(strings.TrimPrefix(place, "#/"), "/") {
		inner, _ := at.(map[string]any)
		at = inner[step]
	}
	schema, _ := at.(map[string]any)
	required, _ := schema["required"].([]any)
	properties, _ := schema["properties"].(map[string]any)
	property, _ := properties[member].(map[string]any)
	return schema["type"] == "object" && slices.Contains(required, any(member)) && property["const"] == name
}

// choice is a schema that accepts what the one of its name accepts, found by halves.
func choice(member string, mapping map[string]any, names []string) map[string]any {
	if len(names) == 1 {
		return map[string]any{"$ref": mapping[names[0]]}
	}
	half := make([]any, len(names)/2)
	for i := range half {
		half[i] = names[i]
	}
	return map[string]any{
		"if":   map[string]any{"properties": map[string]any{member: map[string]any{"enum": half}}},
		"then": choice(member, mapping, names[:len(half)]),
		"else": choice(member, mapping, names[len(half):]),
	}
}

// knownProblem checks that a problem has a code that the description knows with
// that status, and says of the operation or of all.
func knownProblem(t testing.TB, route *routers.Route, a *answer) {
	t.Helper()
	if a.header.Get("Content-Type") != "application/problem+json" {
		return
	}
	codes, _ := route.Spec.Extensions["x-problems"].(map[string]any)
	known, _ := codes[a.str("code")].(map[string]any)
	require.NotNil(t, known, a.text())
	require.Contains(t, known["status"], float64(a.status), a.text())
	require.Equal(t, "/problems/"+a.str("code"), a.str("type"))
	require.True(t, namesCode(route, a.str("code")), "the description does not say that %s can be answered with %s", route.Operation.OperationID, a.text())
}

// namesCode reports whether the description says that an operation may be
// answered with a problem of this code.
func namesCode(route *routers.Route, code string) bool {
	own, _ := route.Operation.Extensions["x-codes"].([]any)
	all, _ := route.Spec.Extensions["x-codes"].([]any)
	return slices.Contains(own, any(code)) || slices.Contains(all, any(code))
}

// undescribed are the names of parameters that were sent, and taken, without the
// description having them, nor the route taking any such name.
func undescribed(route *routers.Route, query url.Values) (names []string) {
	for name := range query {
		if route.Operation.Parameters.GetByInAndName("query", name) == nil && !handlers.TakesRest(route.Operation.OperationID, name) {
			names = append(names, name)
		}
	}
	return names
}

// excluded reports whether a body is no JSON: what pages and files look like is
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

var (
	openParts = regexp.MustCompile(`\\\{\w+\\\}`)
	patterns  sync.Map // *regexp.Regexp by path: to compile them takes longer than most requests
)

// pattern matches the addresses of a path of the description.
func pattern(path string) *regexp.Regexp {
	if known, ok := patterns.Load(path); ok {
		return known.(*regexp.Regexp)
	}
	made, _ := patterns.LoadOrStore(path, regexp.MustCompile("^"+openParts.ReplaceAllString(regexp.QuoteMeta(path), "[^/]+")+"$"))
	return made.(*regexp.Regexp)
}

// again gives a request its body back and returns it without the space around.
func again(t testing.TB, req *http.Request) []byte {
	t.Helper()
	if req.GetBody == nil {
		return nil
	}
	body, err := req.GetBody()
	require.NoError(t, err)
	data, err := io.ReadAll(body)
	require.NoError(t, err)
	req.Body = io.NopCloser(bytes.NewReader(data))
	return bytes.TrimSpace(data)
}

// unreadable reports whether the validator cannot read a form: it knows neither
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

// The examples keep to their schemas and have no member that these do not name.
func TestExamplesHaveNoMemberWithoutADescription(t *testing.T) {
	t.Parallel()
	doc, err := spec()
	require.NoError(t, err)
	checked := 0
	check := func(example any, where ...string) {
		if example == nil {
			return
		}
		schema, err := answers.at(append(where, "schema")...)
		require.NoError(t, err)
		assert.NoError(t, schema.Validate(example), "%v", where)
		checked++
	}
	for path, item := range doc.Paths.Map() {
		for method, o := range item.Operations() {
			here := []string{"paths", path, strings.ToLower(method)}
			if o.RequestBody != nil {
				for kind, m := range o.RequestBody.Value.Content {
					check(m.Example, append(slices.Clone(here), "requestBody", "content", kind)...)
				}
			}
			for status, r := range o.Responses.Map() {
				for kind, m := range r.Value.Content {
					if r.Ref == "" {
						check(m.Example, append(slices.Clone(here), "responses", status, "content", kind)...)
					}
				}
			}
		}
	}
	assert.Greater(t, checked, 100)
}
