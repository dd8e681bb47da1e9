package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// twoServers are two servers on one database.
func twoServers(t *testing.T) (a, b string) {
	t.Helper()
	o := onPostgres(t)
	o.adminPassword.value = "twelve characters"
	a, stopA := startServer(t, o)
	b, stopB := startServer(t, o)
	t.Cleanup(func() {
		assert.NoError(t, stopA())
		assert.NoError(t, stopB())
	})
	return a, b
}

// Two people play at two servers: whatever one of them was told the other sees at
// once, whichever server is asked.
func TestTwoServersOneTable(t *testing.T) {
	a, b := twoServers(t)
	status, made := ask(t, "POST", a+"/games", "", `{"name":"Ada","edition":"us-classic","players":2}`)
	require.Equal(t, http.StatusCreated, status, made)
	game, ada := made["game"].(string), made["token"].(string)
	status, joined := ask(t, "POST", b+"/games/"+game+"/seats", "", `{"name":"Ben"}`)
	require.Equal(t, http.StatusCreated, status, joined)
	ben := joined["token"].(string)
	status, body := ask(t, "POST", a+"/games/"+game+"/start", ada, "")
	require.Equal(t, http.StatusOK, status, body)
	servers, people := []string{a, b}, []string{ada, ben}
	moved := 0
	for i := 0; moved < 60; i++ {
		require.Less(t, i, 400)
		here, there := servers[i%2], servers[(i+1)%2]
		_, state := ask(t, "GET", here+"/games/"+game, "", "")
		seq := state["seq"].(float64)
		waiting := state["waiting_for"].([]any)
		if len(waiting) == 0 { // somebody has resigned
			break
		}
		who := people[int(waiting[0].(float64))]
		_, listed := ask(t, "GET", here+"/games/"+game, who, "")
		move := simplest(listed)
		status, played := ask(t, "POST", there+"/games/"+game+"/moves", who, move)
		require.Equal(t, http.StatusOK, status, "%s at the other server: %v", move, played)
		if moved++; strings.Contains(move, "resign") {
			break
		}
		_, state = ask(t, "GET", here+"/games/"+game, "", "")
		require.Greater(t, state["seq"].(float64), seq, "what one server has answered the other one shows")
	}
	for _, server := range servers {
		assert.Eventually(t, func() bool {
			_, metrics := fetch(t, server+"/metrics", "")
			return strings.Contains(metrics, "bankhalter_nodes 2\n")
		}, time.Minute, 50*time.Millisecond, "each knows of the other")
	}
}

// simplest is a move of the list that goes on with the game, or ends it where none needs no more words.
func simplest(listed map[string]any) string {
	have := map[string]bool{}
	for _, m := range listed["moves"].([]any) {
		have[m.(map[string]any)["move"].(string)] = true
	}
	for _, name := range []string{"roll", "buy", "end_turn", "pay_debt", "pass", "decline", "keep"} {
		if have[name] {
			return fmt.Sprintf(`{"move":%q}`, name)
		}
	}
	return `{"move":"resign"}`
}

// A stream at one server hears of a move at the other.
func TestPingsReachTheOtherServer(t *testing.T) {
	a, b := twoServers(t)
	_, made := ask(t, "POST", a+"/games", "", `{"name":"Ada","edition":"us-classic","players":2}`)
	game, ada := made["game"].(string), made["token"].(string)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b+"/games/"+game+"/events", nil)
	require.NoError(t, err)
	req.Header.Set("Accept", "text/event-stream")
	stream, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	pings := make(chan time.Time, 100)
	go func() {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data:") {
				pings <- time.Now()
			}
		}
	}()
	time.Sleep(300 * time.Millisecond) // what is there already has been said
	for len(pings) > 0 {
		<-pings
	}
	began := time.Now()
	status, _ := ask(t, "POST", a+"/games/"+game+"/seats", "", `{"name":"Ben"}`)
	require.Equal(t, http.StatusCreated, status)
	select {
	case at := <-pings:
		t.Log("heard after", at.Sub(began))
		assert.Less(t, at.Sub(began), 5*time.Second, "not by the net of every ten seconds")
	case <-ctx.Done():
		require.Fail(t, "nothing was heard")
	}
	status, _ = ask(t, "POST", b+"/games/"+game+"/start", ada, "")
	assert.Equal(t, http.StatusOK, status)
}

// Computer players go on, each game's at one of the servers, and at the other
// when that one is gone.
func TestComputersGoOnWhenAServerGoes(t *testing.T) {
	o := onPostgres(t)
	o.botPause = 100 * time.Millisecond
	a, stopA := startServer(t, o)
	b, stopB := startServer(t, o)
	defer func() { assert.NoError(t, stopB()) }()
	var games []string
	for range 6 { // at either server's, whatever their names
		_, made := ask(t, "POST", a+"/games", "", `{"name":"Ada","edition":"us-classic","bots":["default","default"]}`)
		game, _ := made["game"].(string)
		require.NotEmpty(t, game, made)
		status, body := ask(t, "POST", a+"/games/"+game+"/start", made["token"].(string), "")
		require.Equal(t, http.StatusOK, status, body)
		status, body = ask(t, "POST", b+"/games/"+game+"/moves", made["token"].(string), `{"move":"resign"}`)
		require.Equal(t, http.StatusOK, status, body)
		games = append(games, game)
	}
	goOn := func(server string) {
		t.Helper()
		for _, game := range games {
			_, state := ask(t, "GET", server+"/games/"+game, "", "")
			seq := state["seq"].(float64)
			require.Eventually(t, func() bool {
				_, state := ask(t, "GET", server+"/games/"+game, "", "")
				return state["seq"].(float64) > seq || state["status"] == "finished"
			}, 15*time.Second, 50*time.Millisecond, game)
		}
	}
	goOn(b)
	require.NoError(t, stopA())
	goOn(b)
}

// within is how soon what one server was told holds at the others.
const within = compareEvery / 2 // earlier than by the comparison that is made anyway

// What the operator and players decide at one server holds at the other: at once
// what is looked up with each request, soon the rest.
func TestWhatIsDecidedHoldsEverywhere(t *testing.T) {
	a, b := twoServers(t)
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	visit := func(method, address string, form url.Values) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
		require.NoError(t, err)
		req.Header.Set("Accept", "text/html")
		req.Header.Set("Accept-Language", "en")
		if method == http.MethodPost {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		res, err := browser.Do(req)
		require.NoError(t, err)
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		return res.StatusCode, string(text)
	}

	status, _ := visit("POST", a+"/players", url.Values{"name": {"Ada"}})
	require.Equal(t, http.StatusSeeOther, status)
	for _, server := range []string{a, b} { // both remember the cookie now
		status, _ = visit("GET", server+"/me/notices", nil)
		require.Equal(t, http.StatusOK, status, "the cookie of one server opens the other")
	}
	address, err := url.Parse(a)
	require.NoError(t, err)
	kept := jar.Cookies(address)
	status, _ = visit("POST", b+"/me/sign-out", nil)
	require.Equal(t, http.StatusSeeOther, status)
	assert.Eventually(t, func() bool {
		jar.SetCookies(address, kept)
		status, _ := visit("GET", a+"/me/notices", nil)
		return status != http.StatusOK
	}, within, 10*time.Millisecond, "signed out at the other server")

	status, _ = visit("POST", a+"/admin/login", url.Values{"password": {"twelve characters"}})
	require.Equal(t, http.StatusSeeOther, status)
	status, _ = visit("GET", b+"/admin/acts", nil)
	assert.Equal(t, http.StatusOK, status, "the operator is signed in everywhere")
	status, _ = visit("POST", b+"/admin/logout", nil)
	require.Equal(t, http.StatusSeeOther, status)
	status, _ = visit("GET", a+"/admin/acts", nil)
	assert.Equal(t, http.StatusSeeOther, status, "and out")

	status, made := ask(t, "POST", a+"/players", "", `{"name":"Eve"}`)
	require.Equal(t, http.StatusCreated, status)
	eve := made["token"].(string)
	status, made = ask(t, "POST", a+"/me/tokens", eve, `{"name":"program","scopes":["read"]}`)
	require.Equal(t, http.StatusCreated, status, made)
	program, id := made["token"].(string), made["id"].(string)
	for _, server := range []string{a, b} { // both remember the tokens now
		for _, token := range []string{eve, program} {
			status, _ = ask(t, "GET", server+"/me", token, "")
			require.Equal(t, http.StatusOK, status)
		}
	}
	status, _ = ask(t, "POST", b+"/me/account/name", eve, `{"name":"Evelyn"}`)
	require.Less(t, status, 300)
	assert.Eventually(t, func() bool {
		_, me := ask(t, "GET", a+"/me", eve, "")
		return me["name"] == "Evelyn"
	}, within, 10*time.Millisecond, "renamed at the other server")
	status, _ = ask(t, "DELETE", b+"/me/tokens/"+id, eve, "")
	require.Less(t, status, 300)
	assert.Eventually(t, func() bool {
		status, _ := ask(t, "GET", a+"/me", program, "")
		return status == http.StatusUnauthorized
	}, within, 10*time.Millisecond, "revoked at the other server")

	status, body := ask(t, "POST", a+"/admin/announcement", "twelve characters", `{"texts":{"en":"Closed on Sunday"}}`)
	require.Less(t, status, 300, body)
	assert.Eventually(t, func() bool {
		_, page := visit("GET", b+"/", nil)
		return strings.Contains(page, "Closed on Sunday")
	}, within, 10*time.Millisecond)

	_, me := ask(t, "GET", b+"/me", eve, "")
	status, body = ask(t, "POST", a+"/admin/bans", "twelve characters", fmt.Sprintf(`{"player":%q,"reason":"spam"}`, me["id"]))
	require.Equal(t, http.StatusCreated, status, body)
	assert.Eventually(t, func() bool {
		status, _ := ask(t, "POST", b+"/games", eve, `{"edition":"us-classic"}`)
		return status == http.StatusForbidden
	}, within, 10*time.Millisecond)

	for i := range 10 {
		status, _ = ask(t, "GET", []string{a, b}[i%2]+"/admin/acts", "not the password", "")
		require.Equal(t, http.StatusUnauthorized, status, i)
	}
	for _, server := range []string{a, b} {
		status, _ = ask(t, "GET", server+"/admin/acts", "not the password", "")
		assert.Equal(t, http.StatusTooManyRequests, status, "ten wrong passwords, wherever they were tried")
	}
}

// The same request with a key reaches two servers at the same time, again and
// again: it is done once, and the other answer is the same or says to wait.
func TestAKeyAtTwoServersIsOneRequest(t *testing.T) {
	a, b := twoServers(t)
	_, made := ask(t, "POST", a+"/players", "", `{"name":"Ada"}`)
	token := made["token"].(string)
	post := func(server string, i int) (int, map[string]any) {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server+"/games", strings.NewReader(`{"edition":"us-classic"}`))
		if !assert.NoError(t, err) {
			return 0, nil
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Idempotency-Key", fmt.Sprint("request-", i))
		res, err := http.DefaultClient.Do(req)
		if !assert.NoError(t, err) {
			return 0, nil
		}
		defer res.Body.Close()
		var said map[string]any
		_ = json.NewDecoder(res.Body).Decode(&said) // an answer that cannot be read fails below
		return res.StatusCode, said
	}
	const requests = 30
	var waits atomic.Int32
	for i := range requests {
		var answers [2]string
		var group sync.WaitGroup
		for n, server := range []string{a, b} {
			group.Go(func() {
				status, said := post(server, i)
				for status == http.StatusConflict && said["code"] == "key_running" {
					waits.Add(1)
					time.Sleep(5 * time.Millisecond)
					status, said = post(server, i)
				}
				assert.Equal(t, http.StatusCreated, status, said)
				answers[n], _ = said["game"].(string)
			})
		}
		group.Wait()
		require.NotEmpty(t, answers[0])
		require.Equal(t, answers[0], answers[1])
	}
	_, me := ask(t, "GET", a+"/me", token, "")
	assert.Len(t, me["games"], requests)
	assert.Positive(t, waits.Load(), "they met")
}

// A server that stops breaks off what it reads for the sake of the others, and warns of
// nothing.
func TestAServerThatStopsIsNotOutOfStep(t *testing.T) {
	o := onPostgres(t)
	d, err := o.open(t.Context(), opening{})
	require.NoError(t, err)
	defer func() { assert.NoError(t, d.Close()) }()
	var log bytes.Buffer
	n := neighbours{log: slog.New(slog.NewTextHandler(&log, nil))}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = d.Bans(stopped)
	require.Error(t, err)
	n.note("read bans", err)
	assert.Empty(t, log.String())
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	_, err = d.Bans(late)
	n.note("read bans", err)
	assert.Contains(t, log.String(), "not in step")
}

// Servers that people reach under another address are another operator's, who has
// named the wrong database.
func TestServersOfAnotherAddressAreNotLetIn(t *testing.T) {
	o := onPostgres(t)
	o.publicURL = "https://play.example.org"
	_, stop := startServer(t, o)
	defer func() { assert.NoError(t, stop()) }()
	o.publicURL = "https://staging.example.org"
	plan, err := o.plan(&bytes.Buffer{})
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	require.ErrorContains(t, plan.run(ctx, func() {}, &bytes.Buffer{}), "is used by servers with --public-url https://play.example.org, and this one has https://staging.example.org")
	o.publicURL = "https://play.example.org"
	_, stopToo := startServer(t, o)
	assert.NoError(t, stopToo())
}

// Who has a table open at one server is there for the readers of the other one, and
// away there, too, when they have closed it.
func TestWhoIsHereIsKnownAtTheOtherServer(t *testing.T) {
	a, b := twoServers(t)
	_, made := ask(t, "POST", a+"/games", "", `{"name":"Ada","edition":"us-classic","players":2}`)
	game, ada := made["game"].(string), made["token"].(string)
	presence := func() string {
		_, state := ask(t, "GET", b+"/games/"+game, "", "")
		all, _ := state["table"].(map[string]any)["presence"].([]any)
		if len(all) != 1 {
			return ""
		}
		return all[0].(map[string]any)["presence"].(string)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a+"/games/"+game+"/events", nil)
	require.NoError(t, err)
	req.Header.Set("Accept", "text/event-stream")
	req.Header.Set("Authorization", "Bearer "+ada)
	stream, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer stream.Body.Close()
	require.Eventually(t, func() bool { return presence() == "here" }, 10*time.Second, 50*time.Millisecond)
	cancel()
	require.Eventually(t, func() bool { return presence() == "away" }, 30*time.Second, 100*time.Millisecond)
}
