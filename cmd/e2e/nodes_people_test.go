package e2e

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestSlowDrillTwoBrowsersPlayOn lets two people play by pressing, each in a browser at a server
// of their own, while both servers and PostgreSQL are killed in turn: nobody does
// anything about it, nothing that they have seen is lost, and the pages heal by themselves.
func TestSlowDrillTwoBrowsersPlayOn(t *testing.T) {
	n := &nodes{t: t, cluster: freshCluster(t)}
	var err error
	n.address, err = n.cluster.Database(t.Context())
	require.NoError(t, err)
	for range 2 {
		n.servers = append(n.servers, shippedOn(t, n.address))
	}
	ada, ben, id := friendsAt(t, n.servers[0], n.servers[1])
	makeMoves(t, 2, ada, ben)
	away := func(i int) func() error {
		return func() error {
			if err := n.servers[i].Kill(); err != nil {
				return err
			}
			time.Sleep(time.Second) // the page is seen without its server
			again, err := n.servers[i].Again()
			if err == nil {
				t.Cleanup(func() { _ = again.Kill() })
				n.servers[i] = again
			}
			return err
		}
	}
	harms := []func() error{away(0), away(1), func() error {
		n.cluster.Kill()
		time.Sleep(time.Second)
		return n.cluster.Start(t.Context())
	}}
	rounds := len(harms)
	if *drills > usualDrills {
		rounds *= 3
	}
	for round := range rounds {
		seen, err := rig.Eval[int](ada.Session, seqShown)
		require.NoError(t, err)
		over := make(chan error, 1)
		go func() { over <- harms[round%len(harms)]() }()
		makeMoves(t, 2, ada, ben) // pressed on while something is dead, and made when it is back
		require.NoError(t, <-over)
		awaitSameState(t, ada, ben)
		shown, err := rig.Eval[int](ben.Session, seqShown)
		require.NoError(t, err)
		assert.Greater(t, shown, seen, "round %d: what one has seen the other one sees", round)
	}
	shown, err := rig.Eval[int](ada.Session, seqShown)
	require.NoError(t, err)
	for i, s := range n.servers {
		c := rig.NewClient(s.URL)
		state, err := c.State(t.Context(), id)
		require.NoError(t, err)
		assert.EqualValues(t, shown, state.Seq, "server %d", i)
		assertSound(t, c, id, id)
	}
	t.Logf("%d rounds, %d events seen, none lost", rounds, shown)
}

// oneAddress leads requests to one of several servers, as to says.
func oneAddress(t *testing.T, to func(*http.Request) *url.URL) (l net.Listener, serve func()) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	lead := &httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to(r.In))
		r.Out.Host = r.In.Host
	}}
	s := httptest.NewUnstartedServer(lead)
	require.NoError(t, s.Listener.Close())
	s.Listener = l
	t.Cleanup(s.Close)
	return l, s.Start
}

// TestDrillAPasskeyAnswersAnotherServer makes a passkey and signs in by it behind one address
// that leads the question to one server and the answer to the other one.
func TestDrillAPasskeyAnswersAnotherServer(t *testing.T) {
	t.Parallel()
	cluster := freshCluster(t)
	address, err := cluster.Database(t.Context())
	require.NoError(t, err)
	var servers []*url.URL
	var asking atomic.Int32 // which server asks
	var asked, answered [2]atomic.Int32
	front, serve := oneAddress(t, func(r *http.Request) *url.URL {
		at := asking.Load()
		begins := strings.HasSuffix(r.URL.Path, "/begin")
		if !begins {
			at = 1 - at
		}
		if r.Method == http.MethodPost && strings.Contains(r.URL.Path, "passkey") {
			if begins {
				asked[at].Add(1)
			} else {
				answered[at].Add(1)
			}
		}
		return servers[at]
	})
	_, port, err := net.SplitHostPort(front.Addr().String())
	require.NoError(t, err)
	home := "http://localhost:" + port
	for range 2 {
		s := serveOn(t, address, "--public-url", home) // both are reached by one address
		at, err := url.Parse(s.URL)
		require.NoError(t, err)
		servers = append(servers, at)
	}
	serve()
	ada := newSession(t, browser(t), rig.Emulation{})
	addAuthenticator(t, ada)
	require.NoError(t, ada.SignIn(home, "Ada"))
	require.NoError(t, ada.Open(home+"/me/account"))
	require.NoError(t, ada.Await("!document.querySelector('#f-passkey').hidden"))
	require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-passkey"))))
	require.NoError(t, ada.Await("document.querySelector('[id^=passkey-]')"), "the page lists it")
	for server := range int32(2) {
		asking.Store(server)
		require.NoError(t, ada.Open(home+"/me/account"))
		holds(t, ada, `(document.getElementById("m-out").click(), true)`, "signed out")
		require.NoError(t, ada.Await("location.pathname === '/'"))
		require.NoError(t, ada.Open(home+"/login?next=%2Frules"))
		require.NoError(t, ada.Await("!document.querySelector('#f-passkey').hidden"))
		require.NoError(t, ada.Do(chromedp.Click(chromedp.CSS("#m-passkey"))))
		require.NoError(t, ada.Await("location.pathname === '/rules'"), "signed in: server %d has asked", server)
	}
	for server := range 2 {
		assert.Positive(t, asked[server].Load(), "server %d asked", server)
		assert.Positive(t, answered[server].Load(), "server %d was answered", server)
	}
	assert.Empty(t, ada.Problems())
}

// TestSlowDrillATableTellsItsGroupOnce has the hook of a table tell of each change with one
// message, though two servers look at the outbox, and by the other one when one is gone.
func TestSlowDrillATableTellsItsGroupOnce(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var said []string
	group := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		said = append(said, string(body))
	}))
	t.Cleanup(group.Close)
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(said)
	}
	cluster := freshCluster(t)
	address, err := cluster.Database(t.Context())
	require.NoError(t, err)
	n := &nodes{t: t, cluster: cluster, address: address}
	for range 2 {
		n.servers = append(n.servers, serveOn(t, address, "--public-url", "http://localhost:8080", "--private-targets")) // messages go to the test itself
	}
	ada, ben := player(t, n.servers[0], "Ada"), player(t, n.servers[1], "Ben")
	id, err := ada.Create(t.Context(), map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.NoError(t, err)
	require.NoError(t, ben.Join(t.Context(), id))
	a, err := ada.Do(t.Context(), http.MethodPost, "/games/"+id+"/hook", map[string]any{"address": group.URL, "form": "discord", "lang": "en", "zone": "UTC"})
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, a.Status, "%s", a.Body)
	require.NoError(t, ada.Begin(t.Context(), id))
	const told, beyond = 4 * time.Minute, 40 * time.Second // a minute without news, and some looks at the outbox
	for change := range 3 {
		require.Eventually(t, func() bool { return count() > change }, told, 100*time.Millisecond, "change %d is told", change)
		time.Sleep(beyond)
		require.Equal(t, change+1, count(), "change %d is told once: %v", change, said)
		if change == 1 {
			require.NoError(t, n.servers[0].Kill()) // whichever it was that told so far
			ada.Base = n.servers[1].URL
		}
		if change < 2 {
			passOn(t, id, ada, ben)
		}
	}
}

// passOn makes moves until somebody else is up.
func passOn(t *testing.T, id string, people ...*rig.Client) {
	t.Helper()
	up := func() (who int, s rig.State) {
		for i, c := range people {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			s, err := c.State(ctx, id)
			cancel()
			require.NoError(t, err)
			if len(s.Moves) > 0 && (s.May("roll") || s.May("end_turn") || s.May("buy") || s.May("pass")) {
				return i, s
			}
		}
		return -1, s
	}
	first, _ := up()
	for range 40 {
		who, s := up()
		if who != first && who >= 0 && s.May("roll") {
			return
		}
		for _, name := range []string{"roll", "buy", "pass", "end_turn", "pay_debt"} {
			if s.May(name) {
				_, err := people[who].Play(t.Context(), id, rig.Move{"move": name})
				require.NoError(t, err)
				break
			}
		}
	}
	require.Fail(t, "nobody else is up")
}
