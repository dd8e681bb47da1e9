package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestAVoteIsMailedWithItsSubjectAndItsEnd: alone, and in one mail with a decision, whose time
// is not mistaken for that of the vote.
func TestAVoteIsMailedWithItsSubjectAndItsEnd(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		looks         bool // has seen the decision before
		subject, then string
	}{
		"alone":             {true, ": the table is voting", ""},
		"beside a decision": {false, " – your turn: roll", "after that: The dice are rolled."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPostal(t)
			ada, ben := p.player("Ada"), p.player("Ben")
			for _, c := range []*client{ada, ben} {
				toldByMail(t, p, c, c.get("/me").str("name")+"@example.org")
			}
			game := paced("correspondence", ada, ben)
			up, other := toMove(game, ada, ben), ada
			if up == ada {
				other = ben
			}
			by, to := other.get("/me").str("name"), up.get("/me").str("name")
			if x.looks {
				require.Equal(t, http.StatusOK, up.get(game+"?seen=true").status)
				p.pass(5 * time.Minute)
			}
			before := len(p.smtp.All())
			until := p.clock.now().Add(72 * time.Hour)
			a := other.post(game+"/pace", map[string]any{"what": "pause", "until": until.Format(time.RFC3339)})
			require.Equal(t, http.StatusOK, a.status, a.text())
			ends := p.clock.now().Add(48 * time.Hour)
			p.pass(5 * time.Minute)
			var got []string
			for _, m := range p.smtp.All()[before:] {
				if m.To != to+"@example.org" {
					continue
				}
				got = append(got, m.Subject)
				assert.Contains(t, m.Body, by+" proposes a pause until "+until.Format("Monday, Jan 2, 15:04")+" UTC. The vote ends on "+ends.Format("Monday, Jan 2, 15:04")+" UTC.")
				if x.then == "" {
					assert.NotContains(t, m.Body, "after that")
				}
				assert.Equal(t, x.then == "", strings.Contains(m.Body, game+"/pace#vote-h\r\n"), "the way to the vote")
				assert.Contains(t, m.Body, x.then)
			}
			assert.Equal(t, []string{"Table with " + by + x.subject}, got)
		})
	}
}
