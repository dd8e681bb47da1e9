package handlers

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers/web"
)

// What changes something needs a scope, but for what has to do without a player:
// names, links, unsubscribing, and the operator's pages.
func TestWhatChangesSomethingNeedsAScope(t *testing.T) {
	t.Parallel()
	for _, r := range allRoutes(t) {
		free := slices.ContainsFunc([]string{"/players", "/admin", "/in/", "/notices/"}, func(prefix string) bool { return strings.HasPrefix(r.Path, prefix) })
		if r.Method != http.MethodGet && !free {
			assert.NotEqual(t, web.Public, r.Scope, "%s %s", r.Method, r.Path)
		}
	}
}

// allRoutes is the list of routes of a server without anything behind it.
func allRoutes(t *testing.T) []web.Route {
	t.Helper()
	s, err := New(Config{}, Services{})
	require.NoError(t, err)
	return s.routes()
}

// The description names with each operation the scope that a token needs.
func TestTheDescriptionNamesTheScopes(t *testing.T) {
	t.Parallel()
	parameter := regexp.MustCompile(`:(\w+)`)
	paths := description(t).Paths
	for _, r := range allRoutes(t) {
		route, scope := r.Method+" "+r.Path, r.Scope
		var o struct {
			Security []map[string][]string `json:"security"`
		}
		path := parameter.ReplaceAllString(r.Path, "{$1}")
		require.NoError(t, json.Unmarshal(paths[path][strings.ToLower(r.Method)], &o), route)
		var named []string
		for _, way := range o.Security {
			named = append(named, way["bearer"]...)
		}
		if scope == web.Public {
			assert.Empty(t, named, route)
			continue
		}
		assert.Equal(t, scope.Names(), named, "%s: security has to be [{bearer: %q}, {session: []}, {}]", route, scope.Names())
	}
}
