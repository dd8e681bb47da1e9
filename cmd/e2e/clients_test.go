package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

const (
	goTools  = "../../.tools/go.mod" // pins oapi-codegen
	apiTools = "../../.tools/api"    // pins openapi-typescript and Redocly; installed by `make api-tools`
)

// apiTool is a program of apiTools. Where they are not installed the test is
// left out, but not on a continuous integration machine.
func apiTool(t *testing.T, name string) string {
	t.Helper()
	need(t, "node")
	path, err := filepath.Abs(filepath.Join(apiTools, "node_modules", ".bin", name))
	require.NoError(t, err)
	if _, err := os.Stat(path); err != nil {
		leaveOut(t, "%s is not installed (make api-tools)", name)
	}
	return path
}

// runIn runs a program in a folder and returns what it wrote.
func runIn(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := tryIn(t.Context(), dir, name, args...)
	require.NoError(t, err)
	return out
}

func tryIn(ctx context.Context, dir, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s\n%.4000s", filepath.Base(name), err, said.String(), out)
	}
	return string(out), err
}

// describedBy is a file with the description that a server publishes.
func describedBy(t *testing.T, s *rig.Server) string {
	t.Helper()
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/openapi.json", nil)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status)
	file := filepath.Join(t.TempDir(), "openapi.json")
	require.NoError(t, os.WriteFile(file, a.Body, 0o600))
	return file
}

// clientCopy is a folder with the sources of a client, to which code is generated.
func clientCopy(t *testing.T, language string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "clients", language))))
	return dir
}

// playedToTheEnd claims that a client has played a whole game: what it wrote is
// what the server says of the table.
func playedToTheEnd(t *testing.T, s *rig.Server, wrote string) {
	t.Helper()
	var game string
	var seq, winner int
	_, err := fmt.Sscan(wrote, &game, &seq, &winner)
	require.NoError(t, err, wrote)
	var state struct {
		Status    string
		Seq       int
		Standings []struct{ Seat, Rank int }
	}
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/games/"+game, nil)
	require.NoError(t, err)
	require.NoError(t, a.Into(&state))
	assert.Equal(t, "finished", state.Status)
	assert.Equal(t, state.Seq, seq)
	require.Len(t, state.Standings, 2)
	assert.Equal(t, state.Standings[0].Seat, winner)
	assert.Greater(t, seq, 100, "a game, not a few moves")
}

// TestSlowGeneratedGoClientPlaysAGame compiles what oapi-codegen makes of the
// description with a program that plays, and lets it play.
func TestSlowGeneratedGoClientPlaysAGame(t *testing.T) {
	t.Parallel()
	s := serve(t)
	dir := clientCopy(t, "go")
	generator := filepath.Join(t.TempDir(), "oapi-codegen")
	if _, err := tryIn(t.Context(), ".", "go", "build", "-modfile="+goTools, "-o", generator, "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen"); err != nil {
		leaveOut(t, "oapi-codegen cannot be built: %v", err)
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "api"), 0o700))
	runIn(t, dir, generator, "-config", "oapi-codegen.yaml", "-o", filepath.Join("api", "api.go"), describedBy(t, s))
	runIn(t, dir, "go", "build", "-ldflags=-w", "-o", "client", ".") // with the flags of every other build here, or Go's own library is compiled once more
	playedToTheEnd(t, s, runIn(t, dir, filepath.Join(dir, "client"), s.URL))
}

// TestSlowGeneratedTypeScriptClientPlaysAGame compiles a program that plays against
// the types that openapi-typescript makes of the description, and lets it play.
func TestSlowGeneratedTypeScriptClientPlaysAGame(t *testing.T) {
	t.Parallel()
	generator, compiler := apiTool(t, "openapi-typescript"), apiTool(t, "tsc")
	s := serve(t)
	dir := clientCopy(t, "ts")
	modules, err := filepath.Abs(filepath.Join(apiTools, "node_modules"))
	require.NoError(t, err)
	require.NoError(t, os.Symlink(modules, filepath.Join(dir, "node_modules")))
	runIn(t, dir, generator, describedBy(t, s), "-o", "api.ts")
	runIn(t, dir, compiler, "--project", ".")
	playedToTheEnd(t, s, runIn(t, dir, need(t, "node"), filepath.Join("out", "main.mjs"), s.URL))
}

// The clients play with the types as they were generated: neither asserts that a
// value is of another type, nor gives up knowing the type of one.
func TestTheClientsCastNothing(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("testdata", "clients", "go", "main.go"), nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr, *ast.InterfaceType:
			t.Errorf("main.go has a %T", n)
		case *ast.Ident:
			assert.NotContains(t, []string{"any", "json", "unsafe", "reflect"}, n.Name)
		}
		return true
	})
	source, err := os.ReadFile(filepath.Join("testdata", "clients", "ts", "main.mts"))
	require.NoError(t, err)
	casts := regexp.MustCompile(`\bas\b( const)?|\bany\b|@ts-|[\w)\]]!`)
	for i, line := range strings.Split(string(source), "\n") {
		code, _, _ := strings.Cut(line, "// ")
		for _, cast := range casts.FindAllString(code, -1) {
			assert.Equal(t, "as const", cast, "main.mts, line %d", i+1)
		}
	}
}

// TestRedoclyFindsNothing has the description read by Redocly, whose warnings
// count as faults.
func TestRedoclyFindsNothing(t *testing.T) {
	t.Parallel()
	linter := apiTool(t, "redocly")
	out, err := tryIn(t.Context(), ".", linter, "lint", "--config", filepath.Join(apiTools, "redocly.yaml"), "--format", "json", "--max-problems", "1000", describedBy(t, serve(t)))
	var found struct {
		Totals   struct{ Errors, Warnings int }
		Problems []struct {
			RuleID   string `json:"ruleId"`
			Message  string
			Location []struct{ Pointer string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(out), &found), "%v", err)
	for _, p := range found.Problems {
		t.Errorf("%s: %s %+v", p.RuleID, p.Message, p.Location)
	}
	require.NoError(t, err)
}
