package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// withoutPauses has computer players move as fast as they can: for tests that
// play on to the end of a game, or far into it, at the speed of a machine.
var withoutPauses = []string{"--bot-pause", "0", "--claim-grace", "0"}

// withoutStreamLimits lets one person and one table have any number of live
// streams: for tests that are a crowd by themselves.
var withoutStreamLimits = []string{"--streams", "0", "--streams-per-player", "0", "--streams-per-table", "0"}

// behaviour matches a setting of the server, flag or variable, that people would
// notice and that tests would like to be rid of.
var behaviour = regexp.MustCompile(`^(--|BANKHALTER_)(?i:bot.pause|claim.grace|idle|requests|rate|burst|moves|streams.*|connections)(=|$)`)

// TestSettingsAreNamedWhereTheyAreChanged holds the tests to the program as it ships:
// only this file and tests spell such settings, never a helper, and a test that starts a
// server with other settings gives the reason beside the call.
func TestSettingsAreNamedWhereTheyAreChanged(t *testing.T) {
	t.Parallel()
	var files []string
	for _, pattern := range []string{"*_test.go", "rig/*.go"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		files = append(files, found...)
	}
	changed := 0
	for _, name := range files {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		require.NoError(t, err)
		said := map[int]bool{}
		for _, group := range file.Comments {
			for _, c := range group.List {
				said[set.Position(c.Pos()).Line] = true
			}
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			test := ok && f.Recv == nil && len(f.Name.Name) > 4 && f.Name.Name[:4] == "Test"
			if ok && f.Name.Name == "serve" {
				continue // it hands on the settings that its callers name
			}
			ast.Inspect(d, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					if n.Kind == token.STRING && behaviour.MatchString(n.Value[1:len(n.Value)-1]) {
						assert.True(t, test || name == "settings_test.go", "%s: a helper sets %s, which a person would leave alone", set.Position(n.Pos()), n.Value)
					}
				case *ast.CallExpr:
					if changes(n) {
						changed++
						at := set.Position(n.Pos())
						assert.True(t, said[at.Line], "%s: say beside the call what the setting is changed for", at)
					}
				}
				return true
			})
		}
	}
	assert.Positive(t, changed)
}

// changes reports whether a call starts a server with settings of its own.
func changes(call *ast.CallExpr) bool {
	name, _ := call.Fun.(*ast.Ident)
	return name != nil && (name.Name == "serve" && len(call.Args) > 1 || name.Name == "serveOn" && len(call.Args) > 2)
}
