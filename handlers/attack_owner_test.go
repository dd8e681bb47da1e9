package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// free are the changes that anyone may make, because they make something of
// their own or concern no one else. Everything else is refused to strangers.
var free = map[string]string{
	"POST /players":        "a name is enough",
	"POST /games":          "a table of his own",
	"POST /editions":       "a board of his own",
	"POST /editions/draft": "a draft that nobody keeps",
	"POST /me/link":        "his own link",
	"POST /me/sign-out":    "his own session",
	"POST /me/tokens":      "a token of his own",

	"POST /games/:id/notes":            "a note of his own",
	"PUT /games/:id/notes":             "a note of his own",
	"DELETE /me/link":                  "his own link",
	"POST /me/link/revoke":             "his own link",
	"DELETE /me/account/sessions":      "his own sessions",
	"POST /me/account/sessions/revoke": "his own sessions",
	"POST /me/account/merge/decline":   "his own session",
}

// No stranger changes anything at a table or of a player, whatever route they
// take and whatever ids they know.
func TestStrangersChangeNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.belongings()
	for who, c := range map[string]*client{"guest": w.guest, "another player": w.eve} {
		for _, x := range w.targets(true) {
			if free[x.String()] != "" {
				continue
			}
			for _, body := range []any{nil, map[string]any{}, map[string]any{"move": "roll", "player": 0}, url.Values{"move": {"roll"}, "player": {"0"}}} {
				a := c.try(x.method, x.path, body)
				if ok := a.status >= 400 && a.status < 500; !ok {
					t.Errorf("%s %v answered %d to a %s: %s", x, body, a.status, who, clip(a.text()))
				}
			}
			a := c.try(x.method, x.path, url.Values{}, "Accept", "text/html")
			gone := a.header.Get("Location")
			ownMutes := x.String() == "DELETE /me/mutes/:mute" && gone == "/me/mutes" // they have muted nobody
			if a.status == http.StatusSeeOther && (strings.HasPrefix(gone, "/players?") || strings.HasPrefix(gone, "/login?") || ownMutes) || a.status >= 400 && a.status < 500 {
				continue
			}
			t.Errorf("%s answered %d %s to the page of a %s", x, a.status, gone, who)
		}
		w.unharmed(t, before, who)
	}
}

// Who sits at the table does not act for another seat.
func TestNobodyActsForAnotherSeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.belongings()
	seat := mustInt(w.ids[":seat"])
	for _, x := range w.targets(true) {
		if !strings.Contains(x.route, ":seat") && !strings.Contains(x.route, ":order") && !strings.HasSuffix(x.route, "/moves") {
			continue
		}
		for _, body := range []any{nil, map[string]any{"move": "roll", "player": seat}, url.Values{"move": {"roll"}, "player": {itoa(seat)}}, map[string]any{"move": "resign", "player": seat}} {
			a := w.ben.try(x.method, x.path, body)
			assert.GreaterOrEqual(t, a.status, 400, "%s %v: %s", x, body, clip(a.text()))
			assert.Less(t, a.status, 500, "%s %v", x, body)
		}
	}
	w.unharmed(t, before, "the other seat")
}

// Nobody reads what is another's, on no page and in no document.
func TestNobodyReadsWhatIsAnothers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for who, c := range map[string]*client{"guest": w.guest, "another player": w.eve, "the other seat": w.ben} {
		for _, x := range w.targets(false) {
			if strings.HasPrefix(x.route, "/in/") || strings.HasPrefix(x.route, "/static/") {
				continue
			}
			for _, accept := range []string{"*/*", "text/html", "application/x-ndjson"} {
				a := c.try(x.method, x.path, nil, "Accept", accept)
				assert.Less(t, a.status, 500, "%s", x)
				for what, secret := range w.secrets {
					if what == "word at the table" && c == w.ben {
						continue // it was said to them
					}
					if tells(a.text(), secret) {
						t.Errorf("%s tells %s the %s: %s", x, who, what, clip(a.text()[max(0, strings.Index(a.text(), secret)-100):]))
					}
				}
			}
		}
	}
	// And the owner finds it, so that the search above means something.
	assert.True(t, tells(w.ada.get(w.game+"/orders").text(), w.secrets["standing bid as JSON"]))
	for _, path := range []string{"/", "/games"} {
		assert.NotContains(t, w.eve.get(path).text(), strings.TrimPrefix(w.game, "/games/"), "a private table is in no list")
	}
}

// tells finds a secret in a text. A number is none in the middle of a hash, a
// time or a fraction, where it stands by chance now and then.
func tells(text, secret string) bool {
	if _, err := strconv.Atoi(secret); err != nil {
		return strings.Contains(text, secret)
	}
	return regexp.MustCompile(`(^|[^\w.+/-])` + secret + `($|[^\w.+/-])`).MatchString(text)
}

// Looking changes nothing: no GET does anything that counts.
func TestLookingChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.belongings()
	for _, x := range w.targets(false) {
		for _, accept := range []string{"*/*", "text/html"} {
			for _, query := range []string{"", "?move=roll&player=0", "?name=x&confirm=1&delete=1"} {
				w.ada.try(x.method, x.path+query, nil, "Accept", accept)
			}
		}
	}
	w.unharmed(t, before, "looking")
}

// Privileged members in a request are refused and change nothing.
func TestPrivilegedMembersAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.belongings()
	for _, x := range w.targets(true) {
		for _, extra := range []map[string]any{
			{"admin": true}, {"is_admin": true, "role": "admin"}, {"owner": "x", "id": "x"}, {"player_id": "x", "scope": "all", "scopes": []string{"all"}, "once": false},
			{"__proto__": map[string]any{"admin": true}}, {"created_at": "2000-01-01T00:00:00Z", "seq": 0, "rev": 0, "seed": "00"},
		} {
			a := w.eve.try(x.method, x.path, extra)
			if a.status < 400 || a.status >= 500 {
				if why := bodiless[x.String()]; why == "" {
					t.Errorf("%s took %v and answered %d: %s", x, extra, a.status, clip(a.text()))
				}
			}
		}
	}
	w.unharmed(t, before, "privileged members")

	a := w.guest.try(http.MethodPost, "/players", url.Values{"name": {"Mallory"}, "id": {"x"}, "admin": {"1"}, "token": {w.ada.token}})
	assert.NotEqual(t, "x", a.str("id"))
	assert.NotEqual(t, w.ada.token, a.str("token"))
}

// bodiless routes read nothing from their body, or keep nothing of it.
var bodiless = map[string]string{
	"POST /editions/draft": "tells the faults of anything",

	"POST /me/link":     "takes nothing",
	"POST /me/sign-out": "takes nothing",

	"DELETE /me/link":                  "takes nothing",
	"POST /me/link/revoke":             "takes nothing",
	"DELETE /me/account/sessions":      "takes nothing",
	"POST /me/account/sessions/revoke": "takes nothing",
	"POST /me/account/merge/decline":   "takes nothing",
}
