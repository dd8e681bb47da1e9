package handlers_test

import (
	"cmp"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// dearest is the time that an answer to a stranger may take, so that nobody can
// fill a processor by asking.
const dearest = 3 * time.Millisecond

// wholeLog are the answers that are made of a whole log. How many of them are made
// at once is limited, for one asker and for all.
var wholeLog = []string{"/games/:id/export", "/games/:id/events", "/games/:id/proof", "/games/:id/books", "/games/:id/books.csv"}

// BenchmarkRoutes lists what the answers to a stranger cost, the dearest first, and
// fails if one of them is too dear.
func BenchmarkRoutes(b *testing.B) {
	s := open(b, func(c *handlers.Config) {
		c.Limits, c.MetricsApart, c.People, c.Proxies = web.Limits{}, true, withPages, loopback(b)
	})
	ada, ben := s.player("Ada"), s.player("Ben")
	for range 60 {
		duel(b, s, ada, ben, apart, nil)
	}
	ada.pageOf(map[string]any{"open": "everyone", "rated": true})
	require.Less(b, ben.post(ada.create(map[string]any{"edition": "us-classic", "players": 3})+"/seats", nil).status, 300) // the lobby tells how Ada keeps their time
	fill := []string{"us-classic", "us", ada.id()}                                                                         // in place of what an address leaves open
	for _, path := range []string{running(ada, ben), endedTable(b, ada)} {
		for range 30 {
			s.move(ada, path, "roll")
			s.move(ben, path, "roll")
		}
		fill = append(fill, strings.TrimPrefix(path, page.GamePath("")))
	}
	type cost struct {
		request     string
		took, limit time.Duration
	}
	var costs []cost
	for _, r := range s.server.Routes() {
		if r.Method != http.MethodGet || strings.Count(r.Path, ":") > 1 {
			continue
		}
		limit := dearest
		if slices.Contains(wholeLog, r.Path) {
			limit *= 10
		}
		before, after, open := strings.Cut(r.Path, ":")
		_, after, _ = strings.Cut(after, "/")
		for _, with := range fill {
			path := r.Path
			if open {
				path = strings.TrimSuffix(before+with+"/"+after, "/")
			}
			for _, accept := range []string{"text/html", "application/json"} {
				if took, ok := quickest(b, s.url+path, accept); ok {
					costs = append(costs, cost{path + " " + accept, took, limit})
				}
			}
			if !open {
				break
			}
		}
	}
	require.Greater(b, len(costs), 60)
	slices.SortFunc(costs, func(x, y cost) int { return cmp.Compare(y.took, x.took) })
	for _, x := range costs {
		b.Logf("%8d us  %s", x.took.Microseconds(), x.request)
		if x.took > x.limit {
			b.Errorf("%s takes %s", x.request, x.took)
		}
	}
	b.ReportMetric(float64(costs[0].took.Microseconds()), "us/dearest")
}

// quickest is the time of the quickest of several answers to a stranger; not ok if
// there is none for them.
func quickest(b *testing.B, url, accept string) (least time.Duration, ok bool) {
	b.Helper()
	for i := range 12 {
		r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
		require.NoError(b, err)
		r.Header.Set("Accept", accept)
		began := time.Now()
		answer, err := http.DefaultClient.Do(r)
		require.NoError(b, err)
		_, err = io.Copy(io.Discard, answer.Body)
		require.NoError(b, err)
		require.NoError(b, answer.Body.Close())
		if took := time.Since(began); i > 0 && (least == 0 || took < least) { // the first one may fill a cache
			least = took
		}
		if answer.StatusCode != http.StatusOK {
			return 0, false
		}
	}
	return least, true
}

// endedTable is a game that three computers have played to its end.
func endedTable(b *testing.B, ada *client) string {
	b.Helper()
	over := ada.create(map[string]any{"edition": "us-classic", "players": 3, "bots": []string{"default", "trader", "builder"}, "bot_pause": 0})
	require.Equal(b, http.StatusOK, ada.post(over+"/start", nil).status)
	require.Eventually(b, func() bool { return ada.get(over).str("status") == "finished" }, 6*waitLong, waitShort)
	return over
}
