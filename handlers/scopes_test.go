package handlers

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every route has its scope, and nothing else has one.
func TestEveryRouteHasAScope(t *testing.T) {
	s, err := New(Config{}, nil, nil)
	require.NoError(t, err)
	var routes []string
	for _, r := range s.echo.Routes() {
		routes = append(routes, r.Method+" "+r.Path)
		if r.Method != http.MethodGet && !strings.HasPrefix(r.Path, "/players") && !strings.HasPrefix(r.Path, "/admin") && !strings.HasPrefix(r.Path, "/in/") && !strings.HasPrefix(r.Path, "/notices/") {
			assert.NotZero(t, scopes()[r.Method+" "+r.Path], "%s %s changes something", r.Method, r.Path)
		}
	}
	assert.ElementsMatch(t, routes, slices.Collect(maps.Keys(scopes())))
}

// The description names with each operation the scope that a token needs.
func TestTheDescriptionNamesTheScopes(t *testing.T) {
	parameter := regexp.MustCompile(`:(\w+)`)
	paths := description(t).Paths
	for route, scope := range scopes() {
		method, path, _ := strings.Cut(route, " ")
		var o struct {
			Security []map[string][]string `json:"security"`
		}
		path = parameter.ReplaceAllString(path, "{$1}")
		require.NoError(t, json.Unmarshal(paths[path][strings.ToLower(method)], &o), route)
		var named []string
		for _, way := range o.Security {
			named = append(named, way["bearer"]...)
		}
		if scope == public {
			assert.Empty(t, named, route)
			continue
		}
		assert.Equal(t, scope.Names(), named, "%s: security has to be [{bearer: %q}, {session: []}, {}]", route, scope.Names())
	}
}
