package game_test

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
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Outside the core and the package that makes the rules no code reads a field of
// game.Rules: it calls a method of Ruleset that answers the caller's question, or
// setup's Value on a page that lists the rules.
func TestRulesAreAskedNotRead(t *testing.T) {
	const core, maker = "github.com/bankhalter/bankhalter/game", "github.com/bankhalter/bankhalter/game/setup"
	m := listModule(t)
	rules, err := m.imports.Import(core)
	require.NoError(t, err)
	fields := map[types.Object]bool{}
	all := rules.Scope().Lookup("Rules").Type().Underlying().(*types.Struct)
	for field := range all.Fields() {
		fields[field] = true
	}

	read := func(path string) (places []string) {
		for id, used := range m.uses(t, path) {
			if fields[used] {
				places = append(places, m.files.Position(id.Pos()).String()+": "+id.Name)
			}
		}
		return places
	}
	assert.NotEmpty(t, read(maker), "setup fills the fields in: the search finds nothing")
	checked := 0
	for path, p := range m.packages {
		if path == core || path == maker || !slices.Contains(p.Deps, core) {
			continue
		}
		checked++
		assert.Empty(t, read(path), "ask a question: a method of game.Ruleset")
	}
	assert.Greater(t, checked, 20)
}

// module is the packages of this module with the types of all that they import.
type module struct {
	packages map[string]listed
	files    *token.FileSet
	imports  types.Importer
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Deps           []string
	Module                  *struct{ Main bool }
}

func listModule(t *testing.T) module {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Deps,Module",
		"github.com/bankhalter/bankhalter/...").Output()
	require.NoError(t, err)
	m := module{packages: map[string]listed{}, files: token.NewFileSet()}
	exports := map[string]string{}
	list := json.NewDecoder(bytes.NewReader(out))
	for {
		var p listed
		if err := list.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else {
			require.NoError(t, err)
		}
		exports[p.ImportPath] = p.Export
		if p.Module != nil && p.Module.Main {
			m.packages[p.ImportPath] = p
		}
	}
	m.imports = importer.ForCompiler(m.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	return m
}

// uses checks the types of a package and resolves each of its names.
func (m *module) uses(t *testing.T, path string) map[*ast.Ident]types.Object {
	t.Helper()
	p := m.packages[path]
	files := make([]*ast.File, 0, len(p.GoFiles))
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(m.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, file)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: m.imports}
	_, err := conf.Check(path, m.files, files, &info)
	require.NoError(t, err)
	return info.Uses
}
