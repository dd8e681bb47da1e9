package game_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

// amounts are sums that the core counts with everywhere, not switches.
var amounts = map[string]bool{
	"Unit": true, "AuctionMin": true,
}

// Every switch of a rulebook is read in exactly one function of the core, the
// owner of that concept, so that its effect is found in one place.
func TestEverySwitchHasOneReader(t *testing.T) {
	readers := map[string]map[string]bool{}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(fn, func(n ast.Node) bool {
				if sel, ok := n.(*ast.SelectorExpr); ok && ofRuleset(sel.X) {
					if readers[sel.Sel.Name] == nil {
						readers[sel.Sel.Name] = map[string]bool{}
					}
					readers[sel.Sel.Name][fn.Name.Name] = true
				}
				return true
			})
		}
	}
	rules := reflect.TypeFor[game.Rules]()
	for field := range rules.Fields() {
		name := field.Name
		if amounts[name] {
			continue
		}
		var in []string
		for fn := range readers[name] {
			in = append(in, fn)
		}
		sort.Strings(in)
		assert.Lenf(t, in, 1, "%s is read in %v", name, in)
	}
}

// ofRuleset reports whether an expression is a name of the core's ruleset:
// r, t.R, o.r and their Rules.
func ofRuleset(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name == "r"
	case *ast.SelectorExpr:
		return x.Sel.Name == "R" || x.Sel.Name == "r" || x.Sel.Name == "Rules"
	}
	return false
}

// No code depends on which rulebook or edition it is: nothing is compared with the
// name of one. The packages that load them know the names; flags may default to them.
func TestNoRulebookIsAskedByName(t *testing.T) {
	names := map[string]bool{}
	for _, id := range append(setup.Rulebooks(), edition.IDs()...) {
		names[`"`+id+`"`] = true
	}
	checked := 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		if file.Name.Name == "setup" || file.Name.Name == "edition" {
			return nil
		}
		checked++
		ast.Inspect(file, func(n ast.Node) bool {
			var asked []ast.Expr
			switch n := n.(type) {
			case *ast.BinaryExpr:
				asked = []ast.Expr{n.X, n.Y}
			case *ast.CaseClause:
				asked = n.List
			case *ast.IndexExpr:
				asked = []ast.Expr{n.Index}
			}
			for _, x := range asked {
				if lit, ok := x.(*ast.BasicLit); ok {
					assert.Falsef(t, names[lit.Value], "%s asks for %s by name", path, lit.Value)
				}
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
	assert.Greater(t, checked, 100)
}
