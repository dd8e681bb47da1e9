package handlers

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/handlers/auth"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/views/query"
)

// TakesRest reports whether a route reads parameters of any such name.
func TakesRest(operation, name string) bool {
	for _, r := range addresses() {
		if r.Operation != operation || r.Query == nil {
			continue
		}
		for _, f := range query.Fields(r.Query) {
			if f.Rest() && strings.HasPrefix(name, strings.TrimSuffix(f.Name, "*")) {
				return true
			}
		}
	}
	return false
}

func TestQueriesAreReadAsTheyAreDeclared(t *testing.T) {
	m := checkTypes(t)
	for place, what := range m.reads {
		assert.Fail(t, "a query is read without being declared", "%s: %s; declare it in the struct of the route (web.Ask)", place, what)
	}
	checked := 0
	for _, r := range addresses() {
		if r.Query == nil {
			continue
		}
		whole := TakesRest(r.Operation, "anything")
		for _, f := range query.Fields(r.Query) {
			key := f.In.PkgPath() + "." + f.In.Name() + "." + f.Struct.Name
			place, known := m.fields[key]
			require.True(t, known, "%s of %s %s is not found", key, r.Method, r.Path)
			checked++
			assert.True(t, m.used[place] || whole, "%s %s declares %s and never reads it (%s)", r.Method, r.Path, f.Name, key)
		}
	}
	assert.Greater(t, checked, 60)
	assert.True(t, m.reader, "the kit itself reads queries: the search finds nothing")
}

func TestBoundsOfQueriesAreThoseOfTheGame(t *testing.T) {
	bounds := map[string]int64{"seat": game.MaxSeats - 1, "space": game.MaxSpaces - 1, "days": auth.MaxTokenDays, "list": cards.Most, "events": MaxEvents}
	for place, is := range map[string]string{
		"game trade": "seat", "game deed": "space", "events player": "seat", "books player": "seat",
		"operatorTables idle": "days", "games limit": "list", "events limit": "events",
	} {
		operation, name, _ := strings.Cut(place, " ")
		found := false
		for _, r := range addresses() {
			if r.Operation != operation {
				continue
			}
			for _, f := range query.Fields(r.Query) {
				if f.Name != name {
					continue
				}
				found = true
				limit := strconv.FormatInt(bounds[is], 10)
				assert.Regexp(t, `max=`+limit+`\b`, f.Struct.Tag, "%s: the largest %s is %s", place, is, limit)
			}
		}
		assert.True(t, found, place)
	}
}

// checked is what the packages that answer requests do with queries.
type checked struct {
	reads  map[string]string // where one is read without being declared
	reader bool              // the kit reads one
	fields map[string]string // where a field is declared, by package, struct and name
	used   map[string]bool   // by where they are declared
}

// checkTypes checks the types of all packages under handlers and views.
func checkTypes(t *testing.T) checked {
	t.Helper()
	const module = "github.com/bankhalter/bankhalter/"
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", module+"handlers/...").Output()
	require.NoError(t, err)
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	var packages []listed
	exports, files := map[string]string{}, token.NewFileSet()
	for list := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, module+"handlers") || strings.HasPrefix(p.ImportPath, module+"views/tablepage") {
			packages = append(packages, p)
		}
	}
	conf := types.Config{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	at := func(o types.Object) string {
		where := files.Position(o.Pos())
		return o.Pkg().Path() + " " + filepath.Base(where.Filename) + ":" + strconv.Itoa(where.Line) + " " + o.Name()
	}
	m := checked{map[string]string{}, false, map[string]string{}, map[string]bool{}}
	for _, p := range packages {
		var sources []*ast.File
		keys := map[*ast.Ident]bool{} // fields that are set only
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			sources = append(sources, file)
			ast.Inspect(file, func(n ast.Node) bool {
				if pair, ok := n.(*ast.KeyValueExpr); ok {
					if key, ok := pair.Key.(*ast.Ident); ok {
						keys[key] = true
					}
				}
				return true
			})
		}
		info := types.Info{Uses: map[*ast.Ident]types.Object{}}
		pkg, err := conf.Check(p.ImportPath, files, sources, &info)
		require.NoError(t, err)
		for _, name := range pkg.Scope().Names() {
			s, ok := pkg.Scope().Lookup(name).Type().Underlying().(*types.Struct)
			for i := 0; ok && i < s.NumFields(); i++ {
				m.fields[p.ImportPath+"."+name+"."+s.Field(i).Name()] = at(s.Field(i))
			}
		}
		kit := p.ImportPath == module+"handlers/web"
		for id, o := range info.Uses {
			if o.Pkg() == nil {
				continue
			}
			if v, ok := o.(*types.Var); ok && v.IsField() && !keys[id] {
				m.used[at(o)] = true
			}
			if readsQuery(o) && kit {
				m.reader = true
			} else if readsQuery(o) {
				m.reads[files.Position(id.Pos()).String()] = o.Name()
			}
		}
	}
	return m
}

// readsQuery reports whether a function gives parameters of a query away.
func readsQuery(o types.Object) bool {
	f, ok := o.(*types.Func)
	if !ok {
		return false
	}
	switch f.Pkg().Path() + "." + f.Name() {
	case "net/url.Query", "net/http.FormValue", "net/http.ParseForm",
		"github.com/labstack/echo/v4.QueryParam", "github.com/labstack/echo/v4.QueryParams", "github.com/labstack/echo/v4.QueryString",
		"github.com/labstack/echo/v4.FormValue", "github.com/labstack/echo/v4.FormParams", "github.com/labstack/echo/v4.Bind":
		return true
	}
	return false
}
