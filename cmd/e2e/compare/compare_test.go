package main

import (
	"flag"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

var whole = flag.Bool("whole", false, "read everything with every format, language and viewer")

// never are operations that the conversation cannot have succeed: they need
// mail, a passkey, a secret of another answer, a second session, a clock, a board
// of the player's own, a setting of the server, a table that has not begun, or a game
// that people have played to its end.
var never = []string{
	"passkey", "/login/recover", "/me/account/mail", "/notices/confirm", "/notices/off", "/test", "/merge", "/sessions/{session}",
	"/password/remove", "/stand-in", "/start", "/static/{file}", "/pace/leave",
	"/rematch", "/hurry", "/picture.", "/mistakes", "/reasons", "/editions/draft", "/editions/{id}/remove", "delete /editions", "/people/{person}", "/me/page", "/seats/{seat}/token", "/seats/{seat}/link", "/device",
}

// TestSlowComparisonOfTheProgramWithItself drives two processes of one build: whatever they
// differ in is chance, which the comparison must see through.
func TestSlowComparisonOfTheProgramWithItself(t *testing.T) {
	dir := t.TempDir()
	binary, err := rig.Build(t.Context(), dir)
	require.NoError(t, err)
	r, err := drive(t.Context(), dir, binary, binary, !*whole)
	require.NoError(t, err)
	var said strings.Builder
	assert.Zero(t, r.print(&said, 20), "%s", &said)
	for name, statuses := range r.answered {
		fine := slices.ContainsFunc(slices.Collect(maps.Keys(statuses)), func(status int) bool { return status < http.StatusBadRequest })
		if !fine && !slices.ContainsFunc(never, func(part string) bool { return strings.Contains(name, part) }) {
			assert.Fail(t, "only refused", "%s %v", name, statuses)
		}
	}
	assert.Greater(t, len(r.answered), 120)
}

func TestNamesMatchWhatIsDrawnAndNothingElse(t *testing.T) {
	n := newNames()
	for name, c := range map[string]struct {
		a, b string
		same bool
	}{
		"equal":                {"Ada pays 200", "Ada pays 200", true},
		"an id":                {"/games/k7q2m9abcd", "/games/x1y2z3wvut", true},
		"another sum":          {"Ada pays 200", "Ada pays 201", false},
		"an hour later":        {"for 39 hours", "for 40 hours", true},
		"hours later":          {"for 39 hours", "for 41 hours", false},
		"another word":         {"Ada pays rent", "Ada pays fine", false},
		"a time":               {`"at": "2026-01-01T10:00:00Z"`, `"at": "2026-01-01T10:00:01.5Z"`, true},
		"more":                 {"a b", "a b c", false},
		"something":            {"", "a", false},
		"nothing":              {"a", "", false},
		"one id for another's": {"/games/k7q2m9abcd", "/games/zzzzzzzzz9", false},
	} {
		if name == "one id for another's" {
			_, _ = n.same("/games/k7q2m9abcd", "/games/x1y2z3wvut")
		}
		_, same := n.same(c.a, c.b)
		assert.Equal(t, c.same, same, name)
	}
}
