package handlers

import (
	"maps"
	"net/http"
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
		if r.Method != http.MethodGet && !strings.HasPrefix(r.Path, "/players") && !strings.HasPrefix(r.Path, "/in/") && !strings.HasPrefix(r.Path, "/notices/") {
			assert.NotZero(t, scopes()[r.Method+" "+r.Path], "%s %s changes something", r.Method, r.Path)
		}
	}
	assert.ElementsMatch(t, routes, slices.Collect(maps.Keys(scopes())))
}
