package reference

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/handlers/describe"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// queryWords are what parameters of queries mean, by the struct that declares
// them: several operations may read the same.
type queryWords struct {
	pages []string // the parameters of all pages
	of    map[declared]string
}

// declared is a parameter of a struct.
type declared struct {
	in   reflect.Type
	name string
}

// queryWords gathers the words of all operations.
func (m *maker) queryWords(routes []web.Route, listed map[string]*operationDoc) {
	m.query.of = map[declared]string{}
	for _, r := range routes {
		o := listed[r.Operation]
		if o == nil {
			continue
		}
		left := maps.Clone(o.Query)
		for _, p := range m.asked(r.Query) {
			said := left[p.Name]
			if said == "" {
				continue
			}
			if before := m.query.of[declared{p.In, p.Name}]; before != "" && before != said {
				m.fault("%s: other words for the same parameter %s", o.ID, p.Name)
			}
			m.query.of[declared{p.In, p.Name}] = said
			delete(left, p.Name)
		}
		m.leftOver(o.ID+": words for what is not read of the query", slices.Collect(maps.Keys(left)))
	}
}

// pageParameters makes components of those that every page has, with the words in
// the head of the document.
func (m *maker) pageParameters(head map[string]any) {
	words, _ := head["query"].(map[string]any)
	delete(head, "query")
	all := head["components"].(map[string]any)["parameters"].(map[string]any)
	for _, p := range m.asked(reflect.TypeFor[web.PageQuery]()) {
		said, _ := words[p.Name].(string)
		all[p.Name] = m.parameter("pages", &p, said)
		m.query.pages = append(m.query.pages, p.Name)
	}
}

// asked are the parameters that a struct declares.
func (m *maker) asked(t reflect.Type) []describe.Parameter {
	if t == nil {
		return nil
	}
	list, err := m.components.Query(t)
	if err != nil {
		m.errs = append(m.errs, err)
	}
	return list
}

// parameter is one parameter of a query.
func (m *maker) parameter(of string, p *describe.Parameter, said string) map[string]any {
	if said == "" {
		m.fault("%s: no words for the parameter %s", of, p.Name)
	}
	one := map[string]any{"name": p.Name, "in": "query", "description": said, "schema": p.Schema}
	if p.Required {
		one["required"] = true
	}
	if p.Empty {
		one["allowEmptyValue"] = true
	}
	return one
}

// refuses reports whether an operation refuses something in its query or its head.
func (m *maker) refuses(r web.Route, w *operationWords) bool {
	return len(w.Parameters) > strings.Count(r.Path, ":") || slices.ContainsFunc(m.asked(r.Query), func(p describe.Parameter) bool { return p.Strict })
}

// parameters are those of an operation: of the path and the head as its words
// name them, of the query as its route declares them.
func (m *maker) parameters(r web.Route, shape *describe.Operation, w *operationWords) []any {
	list := make([]any, 0, len(w.Parameters))
	for _, p := range w.Parameters {
		if name, shared := p.(string); shared {
			p = ref("parameters", name)
		} else if x, _ := p.(map[string]any); x["in"] == "query" {
			m.fault("%s: the query comes from the code, not %v", w.ID, x["name"])
		}
		list = append(list, p)
	}
	for _, p := range m.asked(r.Query) {
		if slices.Contains(m.query.pages, p.Name) {
			list = append(list, ref("parameters", p.Name))
			continue
		}
		list = append(list, m.parameter(w.ID, &p, m.query.of[declared{p.In, p.Name}]))
	}
	if r.Method == http.MethodGet && shape.ShowsPage() {
		for _, name := range m.query.pages {
			list = append(list, ref("parameters", name))
		}
	}
	return list
}
