package reference

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// The words of the description and the recorded examples, a file for each
// chapter. common.toml has the parts that operations share, schemas.toml the meaning
// of schemas and their members, problems.toml the explanations of codes.
//
//go:embed words/*.toml examples/*.json
var written embed.FS

// chapters are the parts of the page about the API, in their order.
var chapters = []string{"begin", "table", "talk", "play", "pace", "after", "account", "people", "notices", "more", "operator"}

// operationWords is the part of a file about an operation.
type operationWords struct {
	ID, Tag, Summary, Description string
	DE                            wording
	Curl, Needs                   string
	Parameters                    []any             // of the path and the head: names of shared ones, or whole ones
	Query                         map[string]string // what parameters mean
	Answers                       map[string]string // by status
}

// codeDoc is the explanation of the code of a problem.
type codeDoc struct {
	Status []int    `json:"status"`
	Rules  []string `json:"rules,omitempty"` // that may decide so, if it comes from the rules of the game
}

// Document is the description of the API.
type Document struct {
	JSON     []byte
	Tag      string // its validator
	Gzip     []byte // the JSON compressed: it is a megabyte
	Problems map[string]codeDoc
	Moves    map[string]json.RawMessage // an example of each, by name
	Chapters []Chapter
}

// Chapter is a part of the page, with the operations in their order.
type Chapter struct {
	ID         string
	Operations []operationDoc
}

// operationDoc is the part of the page about an operation.
type operationDoc struct {
	operationWords
	method, path string
}

// wording describes an operation.
type wording struct {
	Summary     string `json:"summary"`
	Description string `json:"description,omitempty"`
}

// in is the wording in a language.
func (o *operationDoc) in(lang string) wording {
	if lang == text.German {
		return o.DE
	}
	return wording{o.Summary, o.Description}
}

// maker puts the description together.
type maker struct {
	components *describe.Components
	shapes     describe.Operations
	operators  map[string]bool // the operations of the operator of the server
	query      queryWords
	examples   map[string]json.RawMessage
	doc        *Document
	errs       []error
}

// NewDocument puts the description together: addresses and scopes from the
// routes, shapes from the types that the areas name, words and examples from
// the files. It fails if one of them names something that another does not know.
func NewDocument(routes []web.Route, areas ...describe.Area) (*Document, error) {
	m := maker{shapes: describe.Operations{}, operators: map[string]bool{}, examples: map[string]json.RawMessage{}, doc: &Document{Moves: map[string]json.RawMessage{}}}
	var schemas []describe.Named
	for _, a := range append([]describe.Area{gameArea()}, areas...) {
		schemas = append(schemas, a.Schemas...)
		maps.Copy(m.shapes, a.Operations)
		for id := range a.Operations {
			m.operators[id] = a.Operator
		}
	}
	var err error
	if m.components, err = describe.NewComponents(schemas); err != nil {
		return nil, err
	}
	head := map[string]any{}
	m.read("common", &head)
	m.pageParameters(head)
	m.doc.Problems = problemCodes()
	m.readExamples("moves", m.doc.Moves)
	paths := map[string]map[string]any{}
	listed := m.chapters()
	m.queryWords(routes, listed)
	for _, r := range routes {
		if r.Operation == "" {
			continue
		}
		words, ok := listed[r.Operation]
		if !ok {
			m.fault("no words for the operation %s", r.Operation)
			continue
		}
		path := openPath(r.Path)
		words.method, words.path = r.Method, path
		if paths[path] == nil {
			paths[path] = map[string]any{}
		}
		paths[path][strings.ToLower(r.Method)] = m.operation(r, &words.operationWords)
		delete(m.shapes, r.Operation)
		delete(listed, r.Operation)
	}
	m.leftOver("words without a route", slices.Collect(maps.Keys(listed)))
	m.leftOver("shapes without a route", slices.Collect(maps.Keys(m.shapes)))
	m.leftOver("examples of no answer", slices.Collect(maps.Keys(m.examples)))
	m.describeSchemas()
	head["paths"] = paths
	head["components"].(map[string]any)["schemas"] = m.components.Schemas
	head["x-problems"], head["x-moves"] = m.problems(), m.doc.Moves
	head["x-chapters"] = m.chapterList()
	head["x-codes"] = strings.Fields(ofAll)
	if m.doc.JSON, err = json.Marshal(head); err != nil {
		m.errs = append(m.errs, err)
	}
	m.doc.Tag, m.doc.Gzip = web.ContentTag("o", m.doc.JSON), static.Squeeze(m.doc.JSON)
	return m.doc, errors.Join(m.errs...)
}

func (m *maker) fault(format string, args ...any) {
	m.errs = append(m.errs, fmt.Errorf("description: "+format, args...))
}

func (m *maker) leftOver(what string, names []string) {
	if slices.Sort(names); len(names) > 0 {
		m.fault("%s: %s", what, strings.Join(names, ", "))
	}
}

func (m *maker) read(name string, into any) {
	if err := readWords(name, into); err != nil {
		m.fault("%s.toml: %w", name, err)
	}
}

func readWords(name string, into any) error {
	data, err := written.ReadFile("words/" + name + ".toml")
	if err == nil {
		_, err = toml.Decode(string(data), into)
	}
	return err
}

// problemCodes explains each code; a test reads it.
var problemCodes = sync.OnceValue(func() map[string]codeDoc {
	all := map[string]codeDoc{}
	if err := readWords("problems", &all); err != nil {
		panic("reference: problems.toml: " + err.Error())
	}
	return all
})

func (m *maker) readExamples(name string, into map[string]json.RawMessage) {
	data, err := written.ReadFile("examples/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(data, &into)
	}
	if err != nil {
		m.fault("%s.json: %w", name, err)
	}
}

// chapters reads the words and examples of all operations, in their order.
func (m *maker) chapters() map[string]*operationDoc {
	all := map[string]*operationDoc{}
	for _, name := range chapters {
		var file struct{ Operation []operationWords }
		m.read(name, &file)
		m.readExamples(name, m.examples)
		c := Chapter{ID: name, Operations: make([]operationDoc, len(file.Operation))}
		for i, o := range file.Operation {
			if all[o.ID] != nil {
				m.fault("%s is described twice", o.ID)
			}
			c.Operations[i].operationWords = o
			all[o.ID] = &c.Operations[i]
		}
		m.doc.Chapters = append(m.doc.Chapters, c)
	}
	return all
}

func (m *maker) chapterList() (list []map[string]any) {
	for _, c := range m.doc.Chapters {
		ids := make([]string, len(c.Operations))
		for i := range c.Operations {
			ids[i] = c.Operations[i].ID
		}
		list = append(list, map[string]any{"id": c.ID, "operations": ids})
	}
	return list
}

// openPath is the path of a route as OpenAPI writes it.
func openPath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if name, ok := strings.CutPrefix(part, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}

func ref(kind, name string) map[string]any {
	return map[string]any{"$ref": "#/components/" + kind + "/" + name}
}

// operation is one operation of the description.
func (m *maker) operation(r web.Route, w *operationWords) map[string]any {
	shape, ok := m.shapes[w.ID]
	if !ok {
		m.fault("no shapes of the operation %s", w.ID)
	}
	o := map[string]any{
		"operationId": w.ID, "tags": []string{w.Tag}, "summary": w.Summary, "x-de": w.DE, "x-curl": w.Curl, "responses": m.responses(&shape, w),
		"x-codes": m.codes(r, &shape, w),
	}
	if w.Description != "" {
		o["description"] = w.Description
	}
	if w.Needs != "" {
		o["x-needs"] = w.Needs
	}
	if list := m.parameters(r, &shape, w); len(list) > 0 {
		o["parameters"] = list
	}
	if body := m.body(&shape, w.ID); body != nil {
		o["requestBody"] = body
	}
	if s := m.security(r); s != nil {
		o["security"] = s
	}
	return o
}

// security is the scope required for an operation; nil for the document's default.
func (m *maker) security(r web.Route) []map[string][]string {
	switch {
	case m.operators[r.Operation]:
		return []map[string][]string{{"operator": {}}, {"operatorSession": {}}}
	case r.Scope != web.Public:
		return []map[string][]string{{"bearer": r.Scope.Names()}, {"session": {}}, {}}
	case r.Anonymous:
		return []map[string][]string{}
	}
	return nil
}

// The codes of problems that operations have in common; each kind adds its own.
const (
	ofAll      = "bad_encoding bad_request busy closing damaged disk_full file_damaged file_gone gone internal locked method read_only storage too_large too_many two_ends"
	ofCallers  = "banned scope token_in_query unauthorized"
	ofOperator = "not_found unauthorized"
	ofChanges  = "cross_origin"
	ofBodies   = "duplicate foreign malformed media_type missing mistyped"
	ofQueries  = "mistyped"
	ofKeys     = "bad_key key_lost key_reused key_running"
	ofTables   = "sealed unknown_game"
	ofLogs     = "many_logs"
	ofIfMatch  = "precondition"
)

// codes are those of the problems with which an operation may be answered, but
// for those of all: what comes with its kind, and its own.
func (m *maker) codes(r web.Route, shape *describe.Operation, w *operationWords) []string {
	list := append([]string{}, shape.Problems...)
	if m.refuses(r, w) {
		list = append(list, ofQueries)
	}
	m.namesStatus(w.ID, shape.Refusals, list)
	add := func(condition bool, codes string) {
		if condition {
			list = append(list, strings.Fields(codes)...)
		}
	}
	add(m.operators[r.Operation], ofOperator)
	add(!m.operators[r.Operation] && !r.Anonymous, ofCallers)
	add(r.Method != http.MethodGet, ofChanges)
	add(shape.JSON != nil || shape.Form != nil, ofBodies)
	add(r.Once, ofKeys)
	add(strings.HasPrefix(r.Path, page.GamePath(":id")), ofTables)
	add(shape.WholeLog, ofLogs)
	add(slices.Contains(w.Parameters, any("ifMatch")), ofIfMatch)
	for code := range m.doc.Problems {
		_, ofGame := wire.CodeKind(code)
		add(shape.Rules && ofGame, code)
	}
	for _, code := range list {
		if _, known := m.doc.Problems[code]; !known {
			m.fault("%s: no problem has the code %s", w.ID, code)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// namesStatus checks that the refusals of an operation have a status of each code
// that is its own, if it is one of those with a name: clients are generated from them.
func (m *maker) namesStatus(id string, named []int, codes []string) {
	for _, code := range codes {
		status := m.doc.Problems[code].Status
		if !slices.ContainsFunc(status, func(s int) bool { return refusals[s] == "" || slices.Contains(named, s) }) {
			m.fault("%s is refused with the code %s, but with none of its statuses %v", id, code, status)
		}
	}
}

func (m *maker) body(shape *describe.Operation, id string) map[string]any {
	content := map[string]any{}
	if shape.JSON != nil {
		content["application/json"] = m.media(shape.JSON, id+" request")
	}
	if shape.Form != nil {
		form := map[string]any{"schema": m.components.Of(shape.Form)}
		if content["application/x-www-form-urlencoded"] = form; shape.Multipart {
			content["multipart/form-data"] = form
		}
	}
	if len(content) == 0 {
		return nil
	}
	return map[string]any{"required": shape.Needed, "content": content}
}

// media is JSON with its example, if there is one.
func (m *maker) media(v any, example string) map[string]any {
	one := map[string]any{"schema": m.components.Of(v)}
	if x, ok := m.examples[example]; ok {
		one["example"] = x
		delete(m.examples, example)
	}
	return one
}

// refusals are the names of refusals by their status.
var refusals = map[int]string{
	400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 409: "Conflict", 412: "PreconditionFailed", 413: "TooLarge",
	415: "MediaType", 422: "Unprocessable", 429: "TooMany", 503: "Unavailable",
}

// headers are the names of headers among the components.
var headers = map[string]string{"ETag": "ETag", "Location": "Location", "Link": "Link", "Idempotency-Replayed": "Replayed"}

func (m *maker) responses(shape *describe.Operation, w *operationWords) map[string]any {
	all := map[string]any{"default": ref("responses", "Problem")}
	for _, status := range shape.Refusals {
		all[strconv.Itoa(status)] = ref("responses", refusals[status])
	}
	if shape.WholeLog {
		all["503"] = ref("responses", "ManyLogs")
	}
	told := maps.Clone(w.Answers)
	for _, a := range shape.Answers {
		status := strconv.Itoa(a.Status)
		if a.Status == 303 {
			all[status] = ref("responses", "SeeOther")
			continue
		}
		one := map[string]any{"description": told[status]}
		if told[status] == "" {
			m.fault("%s: no words for the answer %s", w.ID, status)
		}
		delete(told, status)
		content := map[string]any{}
		if a.JSON != nil {
			content["application/json"] = m.media(a.JSON, w.ID+" "+status)
		}
		for _, kind := range a.Kinds {
			content[kind] = map[string]any{"schema": describe.Parse("string")}
		}
		if len(content) > 0 {
			one["content"] = content
		}
		if len(a.Headers) > 0 {
			list := map[string]any{}
			for _, name := range a.Headers {
				if list[name] = ref("headers", headers[name]); name == "Location" && slices.Contains(a.Kinds, "text/html") {
					list[name] = map[string]any{"description": "Address of what was made; not with a page.", "schema": describe.Parse("string")}
				}
			}
			one["headers"] = list
		}
		all[status] = one
	}
	m.leftOver(w.ID+": words for no answer", slices.Collect(maps.Keys(told)))
	return all
}

// unions are the schemas whose words go for their variants, too.
var unions = []string{"Event", "MoveOption", "Move"}

// describeSchemas adds the meaning of schemas and their members.
func (m *maker) describeSchemas() {
	words := map[string]map[string]string{}
	m.read("schemas", &words)
	shared := map[string]map[string]string{} // the words of its union, by the name of a variant
	for _, union := range unions {
		forms, _ := m.components.Schemas[union]["oneOf"].([]describe.Schema)
		for _, form := range forms {
			shared[strings.TrimPrefix(form["$ref"].(string), "#/components/schemas/")] = words[union]
		}
	}
	for name, s := range m.components.Schemas {
		properties, _ := s["properties"].(describe.Schema)
		for member, p := range properties {
			if said := cmp.Or(words[name][member], shared[name][member]); said != "" {
				p.(describe.Schema)["description"] = said
			}
		}
		for member, said := range words[name] {
			if member == "_" {
				s["description"] = said
			} else if properties[member] == nil && !slices.Contains(unions, name) {
				m.fault("words for %s.%s, which is not there", name, member)
			}
		}
	}
	maps.DeleteFunc(words, func(name string, _ map[string]string) bool { return m.components.Schemas[name] != nil })
	m.leftOver("words for no schema", slices.Collect(maps.Keys(words)))
}

// problems is the description of each code.
func (m *maker) problems() map[string]any {
	all := map[string]any{}
	for code, known := range m.doc.Problems {
		one := map[string]any{"status": known.Status}
		if known.Rules != nil {
			one["rules"] = known.Rules
		}
		if kind, ofGame := wire.CodeKind(code); ofGame {
			one["title"], _ = web.ProblemTexts(text.English, code, http.StatusUnprocessableEntity)
			one["description"] = text.Refusal(text.English, nil, &game.Command{}, game.Refusal{Code: kind})
		} else {
			said, ok := web.ProblemText(text.English, code)
			if !ok {
				m.fault("no text for the problem %s", code)
			}
			one["title"], one["description"] = said.Title, said.Detail
		}
		all[code] = one
	}
	return all
}
