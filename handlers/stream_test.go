package handlers_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// message is one message of a stream.
type message struct{ id, event, data string }

// stream is an open stream.
type stream struct {
	t      testing.TB
	header http.Header
	in     chan message // closed at the end of the stream
	cancel context.CancelFunc
}

// listen opens a stream; the answer must be one.
func (c *client) listen(path string, headers ...string) *stream {
	c.t.Helper()
	s, a := c.tryListen(path, headers...)
	require.NotNil(c.t, s, "no stream but %v", a)
	return s
}

func (c *client) tryListen(path string, headers ...string) (*stream, *answer) {
	c.t.Helper()
	ctx, cancel := context.WithCancel(c.t.Context())
	c.t.Cleanup(cancel)
	req := c.request(ctx, http.MethodGet, path, nil, append([]string{"Accept", "text/event-stream"}, headers...)...)
	patient := http.Client{Jar: c.http.Jar, Transport: &http.Transport{}}
	res, err := patient.Do(req) //nolint:bodyclose // closed by the reader below
	require.NoError(c.t, err)
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close()
		return nil, &answer{t: c.t, status: res.StatusCode, header: res.Header}
	}
	require.Equal(c.t, "text/event-stream", res.Header.Get("Content-Type"))
	s := &stream{t: c.t, header: res.Header, in: make(chan message, 1000), cancel: cancel}
	go func() {
		defer res.Body.Close()
		defer close(s.in)
		read(bufio.NewScanner(res.Body), s.in)
	}()
	return s, nil
}

func read(lines *bufio.Scanner, out chan<- message) {
	var m message
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			m.id = value
		case "event":
			m.event = value
		case "data":
			m.data += value
		case "":
			if m != (message{}) {
				out <- m
			}
			m = message{}
		}
	}
}

// next is the next message that is no heartbeat.
func (s *stream) next() message {
	s.t.Helper()
	for {
		select {
		case m, ok := <-s.in:
			require.True(s.t, ok, "the stream has ended")
			if m.event != "hb" {
				return m
			}
		case <-time.After(10 * time.Second):
			require.Fail(s.t, "no message")
		}
	}
}

// quiet checks that nothing but heartbeats comes for a while.
func (s *stream) quiet(d time.Duration) {
	s.t.Helper()
	for deadline := time.After(d); ; {
		select {
		case m := <-s.in:
			require.Equal(s.t, "hb", m.event, "%v", m)
		case <-deadline:
			return
		}
	}
}

// ended waits for the end of the stream.
func (s *stream) ended(within time.Duration) bool {
	deadline := time.After(within)
	for {
		select {
		case _, ok := <-s.in:
			if !ok {
				return true
			}
		case <-deadline:
			return false
		}
	}
}

// Streams that a session or a token has opened end with it, at once and not with a heartbeat,
// and others go on.
func TestStreamsEndWithWhatOpenedThem(t *testing.T) {
	t.Parallel()
	type people struct {
		ada, browser, other, robot, eve *client
		game, token                     string
	}
	for name, c := range map[string]struct {
		end  func(p people) *answer
		ends func(p people) []*client
	}{
		"signed out": {
			func(p people) *answer { return p.browser.post("/me/sign-out", nil) },
			func(p people) []*client { return []*client{p.browser} },
		},
		"signed in as another player": {
			func(p people) *answer { return p.browser.post(p.eve.post("/me/link", nil).str("path"), url.Values{}) },
			func(p people) []*client { return []*client{p.browser} },
		},
		"ended from elsewhere": {
			func(p people) *answer { return p.other.post("/me/account/sessions/revoke", nil) },
			func(p people) []*client { return []*client{p.browser} },
		},
		"a token that is revoked": {
			func(p people) *answer { return p.ada.send(http.MethodDelete, "/me/tokens/"+p.token, nil) },
			func(p people) []*client { return []*client{p.robot} },
		},
		"ended by the operator": {
			func(p people) *answer {
				return chief(p.ada.site).post("/admin/people/"+p.ada.get("/me").str("id")+"/sign-out", map[string]any{})
			},
			func(p people) []*client { return []*client{p.ada, p.browser, p.other, p.robot} },
		},
		"a player who is deleted": {
			func(p people) *answer {
				return p.ada.post("/me/account/delete", map[string]any{"name": "Ada", "tables": map[string]any{strings.TrimPrefix(p.game, "/games/"): "played"}})
			},
			func(p people) []*client { return []*client{p.ada, p.browser, p.other, p.robot} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, withOperator, func(c *handlers.Config) { c.Heartbeat = time.Hour })
			p := people{ada: s.player("Ada"), eve: s.player("Eve")}
			p.game = running(p.ada, p.eve)
			p.browser, p.other = signedIn(s, p.ada), signedIn(s, p.ada)
			robot, token := p.ada.narrow("read")
			p.robot, p.token = robot, token.str("id")
			open := map[*client][]*stream{}
			for _, one := range []*client{p.ada, p.browser, p.other, p.robot, p.eve, s.program()} {
				open[one] = []*stream{one.listen(p.game + "/events"), one.listen(p.game + "/events?data=1")}
			}
			for _, one := range []*client{p.ada, p.browser, p.other, p.robot, p.eve} {
				open[one] = append(open[one], one.listen("/me/events"))
			}
			require.Less(t, c.end(p).status, 400)
			for _, one := range c.ends(p) {
				for i, st := range open[one] {
					assert.True(t, st.ended(10*time.Second), i)
				}
				delete(open, one)
			}
			for _, stay := range open {
				for _, st := range stay {
					assert.False(t, st.ended(10*time.Millisecond))
				}
			}
		})
	}
}

// A stream ends soon after its address was banned.
func TestAStreamEndsWithTheBanOfItsAddress(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator, func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	game := running(s.player("Ada"), s.player("Ben"))
	all := []*stream{s.program().listen(game + "/events"), s.player("Eve").listen("/me/events")}
	require.Equal(t, http.StatusCreated, chief(s).post("/admin/bans", map[string]any{"address": "127.0.0.1", "reason": "spam"}).status)
	for _, st := range all {
		assert.True(t, st.ended(10*time.Second))
	}
}

// A session that ends by itself ends its streams with the next heartbeat.
func TestAStreamEndsWithASessionThatExpires(t *testing.T) {
	t.Parallel()
	s, forward := clocked(t, filepath.Join(t.TempDir(), "test.db"), func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	st := signedIn(s, s.player("Ada")).listen("/me/events")
	require.False(t, st.ended(50*time.Millisecond))
	forward(181 * 24 * time.Hour)
	assert.True(t, st.ended(10*time.Second))
}

// A page that is always open keeps nobody's session from being extended.
func TestAStreamDoesNotKeepASessionFromBeingExtended(t *testing.T) {
	t.Parallel()
	clock := &ticker{at: time.Now()}
	s := open(t, func(c *handlers.Config) { c.Now, c.Heartbeat = clock.now, 10*time.Millisecond })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	browser := signedIn(s, ada)
	st := browser.listen(game + "/events")
	require.False(t, st.ended(50*time.Millisecond))
	clock.pass(25 * time.Hour)
	require.False(t, st.ended(100*time.Millisecond), "it has looked the session up")
	assert.NotEmpty(t, browser.get(game).header.Get("Set-Cookie"))
	assert.Empty(t, browser.get(game).header.Get("Set-Cookie"), "once a day")
}

func TestAStreamPingsWithTheSeq(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seq := ada.get(game).num("seq")
	st := ada.listen(game + "/events?after=" + itoa(seq))
	assert.Equal(t, "no-store", st.header.Get("Cache-Control"))
	assert.Equal(t, "no", st.header.Get("X-Accel-Buffering"))
	assert.Empty(t, st.header.Get("Content-Encoding"))
	a := toMove(game, ada, ben).post(game+"/moves", roll())
	require.Equal(t, http.StatusOK, a.status)
	now := itoa(a.num("state", "seq"))
	assert.Equal(t, message{now, "game", now}, st.next())
	st.quiet(50 * time.Millisecond)
}

func TestAStreamOfTheEventsThemselves(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seq := ada.get(game).num("seq")
	st := ada.listen(game+"/events?data=1&after=1", "Last-Event-ID", "2")
	assert.Equal(t, "no-store", st.header.Get("Cache-Control"))
	assert.Empty(t, st.header.Get("Content-Encoding"))
	next := 3
	read := func(to int) {
		for ; next <= to; next++ {
			m := st.next()
			assert.Equal(t, "log", m.event)
			assert.Equal(t, itoa(next), m.id)
			assert.JSONEq(t, string(ada.get(game+"/events?limit=1&after="+itoa(next-1)).body), "["+m.data+"]")
		}
	}
	read(seq)
	st.quiet(30 * time.Millisecond)
	a := toMove(game, ada, ben).post(game+"/moves", roll())
	require.Equal(t, http.StatusOK, a.status)
	read(a.num("state", "seq"))
	wantProblem(t, ada.get(game+"/events?data=1", "Accept", "text/event-stream", "Last-Event-ID", "9999"), http.StatusConflict, "older")

	for _, c := range []*client{ada, ben} {
		c.post(game+"/moves", map[string]any{"move": "resign"})
	}
	require.Eventually(t, func() bool { return ada.get(game).str("status") == "finished" }, waitLong, waitShort)
	last := ada.get(game).num("seq")
	read(last)
	require.True(t, st.ended(waitLong), "the stream ends with the game")
	assert.Equal(t, http.StatusNoContent, ada.get(game+"/events?data=1", "Accept", "text/event-stream", "Last-Event-ID", itoa(last)).status,
		"a browser is told not to connect again")
}

func TestAStreamIsNeverCompressed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	st := ada.listen(game+"/events", "Accept-Encoding", "gzip")
	assert.Empty(t, st.header.Get("Content-Encoding"))
	assert.Equal(t, "game", st.next().event)
}

// A returning client names the last event it has seen and gets the ones it missed,
// at once and once.
func TestAStreamResumes(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seq := ada.get(game).num("seq")
	now := itoa(seq)
	for name, headers := range map[string][]string{"first time": nil, "Last-Event-ID": {"Last-Event-ID", itoa(seq - 1)}} {
		st := ada.listen(game+"/events", headers...)
		assert.Equal(t, message{now, "game", now}, st.next(), name)
		st.quiet(30 * time.Millisecond)
		st.cancel()
	}
	behind := ada.listen(game + "/events?after=" + itoa(seq-1))
	assert.Equal(t, message{now, "game", now}, behind.next())
	both := ada.listen(game+"/events?after=1", "Last-Event-ID", now)
	both.quiet(50 * time.Millisecond)

	for _, bad := range []string{"-1", "x", "99999999999999", "1.5"} {
		wantProblem(t, ada.get(game+"/events?after="+bad), http.StatusBadRequest, "mistyped")
		_, a := ada.tryListen(game+"/events", "Last-Event-ID", bad)
		require.NotNil(t, a, bad)
		assert.Equal(t, http.StatusBadRequest, a.status, bad)
		named := ada.get(game+"/events", "Accept", "text/event-stream", "Last-Event-ID", bad).str("field")
		assert.Equal(t, "Last-Event-ID", named, "what is wrong is named as it was sent")
	}
}

// After a restore from a backup clients may have seen events that are no more.
func TestAStreamTellsThatTheFutureIsGone(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seq := ada.get(game).num("seq")
	st := ada.listen(game + "/events?after=" + itoa(seq+100))
	older := st.next()
	assert.Equal(t, "older", older.event)
	assert.Equal(t, itoa(seq), older.data)
	assert.Equal(t, itoa(seq), older.id, "from here it goes on after the next cut")
	assert.Equal(t, "table", st.next().event, "and who does not know that name looks again")
	require.Equal(t, http.StatusOK, toMove(game, ada, ben).post(game+"/moves", roll()).status)
	assert.Equal(t, "game", st.next().event)
}

// In the waiting room there are no events; who comes and goes is told all the same.
func TestAStreamTellsWhoSitsDown(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	st := ada.listen(game + "/events?after=0")
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	m := st.next()
	assert.Equal(t, "table", m.event)
	assert.Empty(t, m.id, "it must not move the position in the log")
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	started := st.next()
	assert.Equal(t, "game", started.event)
	assert.Equal(t, itoa(ada.get(game).num("seq")), started.id)
}

// Somebody may sit down between the loading of the page and the stream.
func TestAStreamTellsWhatHappenedBeforeItWasOpened(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	rev := ada.get(game, "Accept", "text/html").page().Find("[data-rev]").AttrOr("data-rev", "")
	require.NotEmpty(t, rev)
	ada.listen(game + "/events?after=0&rev=" + rev).quiet(50 * time.Millisecond)
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	assert.Equal(t, "table", ada.listen(game+"/events?after=0&rev="+rev).next().event)
}

func TestAStreamBeats(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Heartbeat = 10 * time.Millisecond })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	st := ada.listen(game + "/events?after=" + itoa(ada.get(game).num("seq")))
	for range 3 {
		m := <-st.in
		assert.Equal(t, "hb", m.event)
		assert.Empty(t, m.id)
	}
}

func TestStreamsAreLimited(t *testing.T) {
	t.Parallel()
	s := open(t, func(c *handlers.Config) { c.Limits.Streams, c.Limits.PerPlayer = 5, 3 })
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	var mine []*stream
	for range 3 {
		mine = append(mine, ada.listen(game+"/events"))
	}
	_, a := ada.tryListen(game + "/events")
	require.NotNil(t, a, "three are enough for one player")
	assert.Equal(t, http.StatusTooManyRequests, a.status)
	wait, err := strconv.Atoi(a.header.Get("Retry-After"))
	require.NoError(t, err)
	assert.Positive(t, wait)
	ben.listen(game + "/events")
	s.program().listen(game + "/events")
	_, a = s.program().tryListen(game + "/events")
	require.NotNil(t, a, "five are enough for one address")
	assert.Equal(t, http.StatusTooManyRequests, a.status)
	assert.Equal(t, http.StatusOK, ada.get(game).status, "the rest goes on")
	mine[0].cancel()
	require.Eventually(t, func() bool {
		st, _ := ada.tryListen(game + "/events")
		return st != nil
	}, waitLong, waitShort, "a closed stream makes room")
}

func TestAStreamOfNoTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	_, a := s.program().tryListen("/games/none/events")
	require.NotNil(t, a)
	assert.Equal(t, http.StatusNotFound, a.status)
}

// A shutdown ends open streams at once instead of waiting for them.
func TestShutdownEndsStreams(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	st := ada.listen(game + "/events")
	st.next()
	ctx, cancel := context.WithTimeout(t.Context(), waitLong)
	defer cancel()
	require.NoError(t, s.http.Config.Shutdown(ctx), "it waits for streams that go on")
	assert.True(t, st.ended(waitLong))
}

// Once it is closing, a server is not ready and opens no streams.
func TestAClosingServerSaysSo(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	assert.Equal(t, http.StatusOK, ada.get("/readyz").status)
	s.server.CloseStreams()
	wantProblem(t, ada.get("/readyz"), http.StatusServiceUnavailable, "closing")
	_, a := ada.tryListen(game + "/events")
	require.NotNil(t, a)
	assert.Equal(t, http.StatusServiceUnavailable, a.status)
	assert.NotEmpty(t, a.header.Get("Retry-After"))
	assert.Equal(t, http.StatusOK, ada.get("/healthz").status)
}

// The same database under a new server: cookies, tokens and streams go on.
func TestEverythingSurvivesARestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir() + "/restart.db"
	var token, game, cookie string
	var seq int
	t.Run("before", func(t *testing.T) {
		s := openOn(t, dir)
		ada, ben := s.player("Ada"), s.player("Ben")
		token, game = ada.token, running(ada, ben)
		seq = ada.get(game).num("seq")
		cookie = s.browser().post("/players", map[string]any{"name": "Web"}).header.Get("Set-Cookie")
	})
	s := openOn(t, dir)
	ada := s.program()
	ada.token = token
	assert.Equal(t, seq, ada.get(game).num("seq"))
	assert.Equal(t, "Ada", ada.get("/me").str("name"))
	name, _, _ := strings.Cut(cookie, ";")
	assert.Equal(t, "Web", s.program().get("/me", "Cookie", name).str("name"))
	st := ada.listen(game + "/events?after=" + itoa(seq-1))
	assert.Equal(t, itoa(seq), st.next().id)
}

// With ?sections=1 a ping names the sections that may have changed since the one
// before it, and every section that did is among them.
func TestPingsNameSections(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	seq := ada.get(game).num("seq")
	shown := ada.get(game, "Accept", "text/html").page()
	pings := ada.listen(game + "/events?sections=1&after=" + strconv.Itoa(seq))
	named, spared := 0, 0
	for move := 0; move < 12 && playOn(t, game, ada, ben); move++ {
		now := ada.get(game).num("seq")
		var data struct {
			Seq      int
			Sections []string
		}
		for data.Seq < now {
			ping := pings.next()
			require.Equal(t, "game", ping.event)
			require.NoError(t, json.Unmarshal([]byte(ping.data), &data))
			require.Equal(t, ping.id, strconv.Itoa(data.Seq))
		}
		fresh := ada.get(game, "Accept", "text/html").page()
		if data.Sections != nil {
			named++
			assert.Contains(t, data.Sections, "act")
			for _, name := range []string{"board", "players"} {
				before, after := digestOf(shown, name), digestOf(fresh, name)
				if before != after {
					assert.Contains(t, data.Sections, name, "move %d", move)
				} else {
					spared++
					assert.NotContains(t, data.Sections, name, "move %d", move)
				}
			}
		}
		shown = fresh
	}
	assert.Positive(t, named)
	assert.Positive(t, spared)
	plain := ada.listen(game + "/events?after=" + strconv.Itoa(seq))
	assert.Equal(t, strconv.Itoa(ada.get(game).num("seq")), plain.next().data)
}

// digestOf is the digest of a section that a page carries.
func digestOf(doc *goquery.Document, name string) string {
	for pair := range strings.SplitSeq(haveOf(doc), ",") {
		if have, digest, _ := strings.Cut(pair, "="); have == name {
			return digest
		}
	}
	return ""
}
