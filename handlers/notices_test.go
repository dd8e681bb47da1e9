package handlers_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/sqlite"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/live"
	"github.com/bankhalter/bankhalter/handlers/notify"
	"github.com/bankhalter/bankhalter/handlers/sender"
	"github.com/bankhalter/bankhalter/handlers/sender/sendertest"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/notifypage"
	"github.com/bankhalter/bankhalter/views/page"
)

// postal is a whole server with notifications, a mail server and a receiver of
// web hooks, and a clock that only tests set.
type postal struct {
	*site
	office  *notifications.Service
	readers *live.Readers
	smtp    *sendertest.SMTP
	hooks   *receiver
	clock   *ticker
}

type ticker struct {
	mu sync.Mutex
	at time.Time
}

func (c *ticker) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *ticker) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// receiver takes web hooks and messages to browsers.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	paths  []string
	bodies [][]byte
	heads  []http.Header
	status int
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{status: http.StatusOK}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.paths, r.bodies, r.heads = append(r.paths, req.URL.Path), append(r.bodies, body), append(r.heads, req.Header)
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// last is what came last, to a path or, without one, to any.
func (r *receiver) last(to ...string) ([]byte, http.Header) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := len(r.bodies) - 1; i >= 0; i-- {
		if len(to) == 0 || r.paths[i] == to[0] {
			return r.bodies[i], r.heads[i]
		}
	}
	return nil, nil
}

func openPostal(t *testing.T) *postal {
	t.Helper()
	return openGuarded(t, sender.NewGuard(true))
}

// openGuarded is openPostal with a guard over the web addresses that people give.
func openGuarded(t *testing.T, guard *sender.Guard) *postal {
	t.Helper()
	p := &postal{smtp: sendertest.NewSMTP(t), hooks: newReceiver(t), clock: &ticker{at: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}}
	store, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "post.db"), sqlite.Options{Sync: sqlite.Normal})
	require.NoError(t, err)
	readers := live.NewReaders(p.clock.now)
	p.readers = readers
	mail, err := sender.NewMail(sender.MailConfig{
		Host: p.smtp.Host, Port: p.smtp.Port, From: "Bankhalter <table@play.example.org>", TLS: sender.Plain, Domain: "play.example.org", Now: p.clock.now,
	})
	require.NoError(t, err)
	push, err := sender.NewPush(guard, sendertest.Key(t).Bytes(), "https://play.example.org", nil)
	require.NoError(t, err)
	p.office = notifications.New(store, notifications.Config{
		Now: p.clock.now, Site: "https://play.example.org", Writer: notifypage.Writer{}, Teller: notify.Teller{}, Looking: readers.Looking,
		Senders: map[notice.Way]notifications.Sender{notice.Mail: mail, notice.Hook: sender.NewHook(guard, "bankhalter/test"), notice.Push: push},
		Paths: notifications.Paths{
			Game: page.GamePath, Decision: page.DecisionPath, Votes: page.OpenVotesPath, Games: page.MePath(), Preferences: page.NoticesPath(), Unsub: page.UnsubPath, Confirm: page.ConfirmMailPath,
		},
	})
	tables, talk := tabletest.NewWithTalk(store, table.Config{Now: p.clock.now, Heeds: p.office.Heeds, Tells: p.office.Tells, Rematched: p.office.Rematched})
	require.NoError(t, p.office.Open(t.Context(), tables))
	players := account.NewPlayers(store, account.PlayersConfig{Now: p.clock.now})
	s, err := handlers.New(handlers.Config{
		Limits: web.DefaultLimits(), Version: "test", Notifications: p.office, PushKey: push.PublicKey(), Readers: readers, Now: p.clock.now, Heartbeat: 10 * time.Millisecond,
	}, handlers.Services{Tables: tables, Talk: talk, Boards: library.New(store, nil), Players: players, Sessions: store.Sessions(false, nil)})
	require.NoError(t, err)
	hs := httptest.NewUnstartedServer(nil)
	hs.Config = handlers.NewHTTPServer(s)
	hs.Listener = live.Listener(hs.Listener)
	hs.Start()
	p.site = &site{t: t, url: hs.URL, server: s, http: hs, tables: tables}
	t.Cleanup(func() {
		s.CloseStreams()
		hs.Close()
		tables.Close()
		players.Close()
		require.NoError(t, store.Close())
	})
	return p
}

// pass lets time go by and the service work.
func (p *postal) pass(d time.Duration) {
	p.t.Helper()
	for ; d > 0; d -= time.Minute {
		p.clock.pass(time.Minute)
		require.NoError(p.t, p.office.Step(p.t.Context()))
	}
}

// path is what a link in a mail leads to on the server of the test.
func path(t *testing.T, link string) string {
	t.Helper()
	require.True(t, strings.HasPrefix(link, "https://play.example.org/"), link)
	return strings.TrimPrefix(link, "https://play.example.org")
}

func linkIn(t *testing.T, body, start string) string {
	t.Helper()
	at := strings.Index(body, "https://play.example.org"+start)
	require.GreaterOrEqual(t, at, 0, "%s in %s", start, body)
	return strings.Fields(body[at:])[0]
}

func playerOf(c *client) account.PlayerID {
	c.t.Helper()
	return account.PlayerID(c.get("/me").str("id"))
}

func TestAMailIsConfirmedSentThreadedAndEndedAtOneClick(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	mailed := toldByMail(t, p, ben, "ben@example.org")
	also := toldByMail(t, p, ada, "ada@example.org")
	_ = also
	game := running(ada, ben)
	p.pass(2 * time.Minute)
	all := p.smtp.All()
	asked := slices.IndexFunc(all, func(m sendertest.Mail) bool { return strings.HasSuffix(m.Subject, " – your turn: roll") })
	require.GreaterOrEqual(t, asked, 0)
	m := all[asked]
	first := m
	assert.Contains(t, []string{"ada@example.org", "ben@example.org"}, m.To)
	h := m.Header
	assert.Regexp(t, `^<msg_[0-9a-f]{30}@play\.example\.org>$`, h.Get("Message-ID"))
	assert.Equal(t, "<game-"+strings.TrimPrefix(game, "/games/")+"@play.example.org>", h.Get("In-Reply-To"))
	assert.Equal(t, h.Get("In-Reply-To"), h.Get("References"))
	assert.Equal(t, "auto-generated", h.Get("Auto-Submitted"))
	assert.Equal(t, "List-Unsubscribe=One-Click", h.Get("List-Unsubscribe-Post"))
	assert.Empty(t, h.Get("User-Agent")+h.Get("X-Mailer"))
	assert.Contains(t, h.Get("From"), "table@play.example.org")
	assert.Equal(t, "text/plain; charset=UTF-8", h.Get("Content-Type"))
	assert.Contains(t, m.Body, "https://play.example.org"+game+"#act-h")
	other := "Ben"
	if m.To == "ben@example.org" {
		other = "Ada"
	}
	assert.Equal(t, "Table with "+other+" – your turn: roll", m.Subject)
	assert.Equal(t, m.Subject, strings.TrimSpace(strings.Split(m.Body, "\n")[0]), "the first line says it too")
	assert.NotContains(t, m.Body, "token", "no secret that signs anybody in")

	off := path(t, strings.Trim(h.Get("List-Unsubscribe"), "<>"))
	require.Contains(t, m.Body, off)
	stranger := p.browser()
	page := stranger.get(off)
	require.Equal(t, http.StatusOK, page.status, page.text())
	require.Equal(t, 1, page.page().Find(`#m-unsub`).Length(), "a button and nothing done")
	owner, channel := ben, mailed
	if m.To == "ada@example.org" {
		owner, channel = ada, also
	}
	require.Equal(t, "on", stateOf(owner, channel))
	a := p.program().post(off, url.Values{"List-Unsubscribe": {"One-Click"}})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, "off", stateOf(owner, channel))
	require.Equal(t, http.StatusOK, p.program().post(off, nil).status, "twice does no harm")
	n := len(p.smtp.All())
	p.pass(time.Hour)
	for _, m := range p.smtp.All()[n:] {
		assert.NotEqual(t, first.To, m.To)
	}
	wantProblem(t, p.program().post("/notices/off/nobody.xyz", nil), http.StatusNotFound, "unknown_channel")
}

func stateOf(c *client, channel string) string {
	c.t.Helper()
	for _, one := range c.get("/me/notices").at("channels").([]any) {
		if m := one.(map[string]any); m["id"] == channel {
			return m["state"].(string)
		}
	}
	return "gone"
}

// toldByMail adds an address and confirms it by the link in the mail.
func toldByMail(t *testing.T, p *postal, c *client, address string) string {
	t.Helper()
	a := c.post("/me/notices/channels", map[string]any{"kind": "mail", "address": address})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	require.Equal(t, "unconfirmed", a.str("state"))
	m := p.smtp.Last()
	require.Equal(t, address, m.To)
	assert.Empty(t, m.Header.Get("List-Unsubscribe"))
	link := path(t, linkIn(t, m.Body, "/notices/confirm/"))
	page := p.browser().get(link)
	require.Equal(t, http.StatusOK, page.status)
	require.Equal(t, 1, page.page().Find("#m-confirm").Length())
	require.Equal(t, "unconfirmed", stateOf(c, a.str("id")), "looking changes nothing")
	require.Equal(t, "on", p.program().post(link, nil).str("state"))
	return a.str("id")
}

// The first channel brings the language and the time zone of its page: the preferences
// need not be saved for times that the player can read. Later ones change neither, and a
// zone that the server does not know keeps no channel away.
func TestTheFirstChannelBringsTheTimeZone(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	adds := func(c *client, kind, zone string) {
		a := c.html().post("/me/notices/channels", url.Values{"kind": {kind}, "address": {"ada@example.org"}, "zone": {zone}})
		require.Less(t, a.status, 400, a.text())
	}
	for name, x := range map[string]struct{ kind, zone, want string }{
		"mail":            {"mail", "Europe/Berlin", "Europe/Berlin"},
		"feed":            {"feed", "Europe/Berlin", "Europe/Berlin"},
		"without scripts": {"mail", "", ""},
		"unknown":         {"mail", "Etc/Unknown", ""},
	} {
		ada := p.player("Ada")
		fields := ada.html().get("/me/notices").page().Find("form input[type=hidden][name=zone][data-zone]").Length()
		assert.Equal(t, 3, fields, "mail, feed and web hook")
		adds(ada, x.kind, x.zone)
		assert.Equal(t, x.want, ada.get("/me/notices").at("wishes", "zone"), name)
		adds(ada, "feed", "America/New_York")
		assert.Equal(t, x.want, ada.get("/me/notices").at("wishes", "zone"), name)
	}
}

func TestNothingGoesToAnAddressThatIsNotConfirmed(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	for _, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusCreated, c.post("/me/notices/channels", map[string]any{"kind": "mail", "address": "victim@example.org"}).status)
	}
	running(ada, ben)
	p.pass(3 * time.Hour)
	assert.Len(t, p.smtp.All(), 2, "only the mails that ask")
	for range 2 {
		require.Equal(t, http.StatusCreated, ada.post("/me/notices/channels", map[string]any{"kind": "mail", "address": "victim@example.org"}).status)
	}
	wantProblem(t, ada.post("/me/notices/channels", map[string]any{"kind": "mail", "address": "victim@example.org"}), http.StatusTooManyRequests, "too_many")
	id := ada.get("/me/notices").at("channels").([]any)[0].(map[string]any)["id"].(string)
	wantProblem(t, ada.post("/me/notices/channels/"+id, map[string]any{"on": true}), http.StatusUnprocessableEntity, "bad_notice")
	wantProblem(t, ada.post("/me/notices/channels/"+id+"/test", nil), http.StatusUnprocessableEntity, "bad_notice")
	wantProblem(t, ben.post("/me/notices/channels/"+id, map[string]any{"on": false}), http.StatusNotFound, "unknown_channel")
	p.clock.pass(25 * time.Hour)
	old := path(t, linkIn(t, p.smtp.Last().Body, "/notices/confirm/"))
	wantProblem(t, p.program().post(old, nil), http.StatusNotFound, "unknown_channel")
}

func TestAHookIsSignedTestedAndRetried(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	var ids, secrets []string
	for i, c := range []*client{ada, ben} {
		a := c.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL + "/" + itoa(i), "form": "standard", "label": "Office"})
		require.Equal(t, http.StatusCreated, a.status, a.text())
		ids, secrets = append(ids, a.str("id")), append(secrets, a.str("secret"))
	}
	require.Equal(t, http.StatusOK, ada.post("/me/notices/channels/"+ids[0]+"/test", nil).status)
	body, head := p.hooks.last()
	assert.Contains(t, string(body), `"type":"test"`)
	assert.Equal(t, sender.Sign(secrets[0], head.Get("Webhook-Id"), head.Get("Webhook-Timestamp"), body), head.Get("Webhook-Signature"))

	p.hooks.answer(http.StatusInternalServerError)
	wantProblem(t, ada.post("/me/notices/channels/"+ids[0]+"/test", nil), http.StatusUnprocessableEntity, "undelivered")
	note := ada.html().post("/me/notices/channels/"+ids[0]+"/test", url.Values{}).page().Find("#problem").Text()
	assert.Contains(t, note, "Office: ", "the page says which channel it was")
	game := running(ada, ben)
	p.pass(10 * time.Minute)
	waits := toMove(game, ada, ben)
	i := 0
	if waits == ben {
		i = 1
	}
	one := waits.get("/me/notices").at("channels").([]any)[0].(map[string]any)
	assert.Equal(t, "server: HTTP 500", one["error"])
	assert.NotNil(t, one["retry_at"])
	assert.Contains(t, waits.html().get("/me/notices").page().Find("#way-"+ids[i]).Text(), "HTTP 500", "its owner sees it")
	p.hooks.answer(http.StatusNoContent)
	p.pass(30 * time.Minute)
	body, head = p.hooks.last("/" + itoa(i))
	assert.Equal(t, sender.Sign(secrets[i], head.Get("Webhook-Id"), head.Get("Webhook-Timestamp"), body), head.Get("Webhook-Signature"))
	var told struct {
		Type string
		Data struct {
			URL    string
			Tables []struct {
				Game, URL, Phase, Ask string
				Seq                   uint32
				Seat                  int
				Seats                 []string
				Moves                 []struct{ Move string }
			}
		}
	}
	require.NoError(t, json.Unmarshal(body, &told))
	assert.Equal(t, "game.asked", told.Type)
	assert.Equal(t, "https://play.example.org"+game+"#act-h", told.Data.URL)
	require.Len(t, told.Data.Tables, 1)
	state, sent := waits.get(game), told.Data.Tables[0]
	assert.InDelta(t, state.at("seq"), sent.Seq, 0)
	assert.Equal(t, state.at("phase"), sent.Phase)
	assert.InDelta(t, state.at("seat"), sent.Seat, 0)
	assert.Equal(t, []string{"Ada", "Ben"}, sent.Seats)
	require.Len(t, sent.Moves, len(state.at("moves").([]any)))
	assert.Equal(t, state.at("moves").([]any)[0].(map[string]any)["move"], sent.Moves[0].Move)
	assert.Nil(t, waits.get("/me/notices").at("channels").([]any)[0].(map[string]any)["error"])
}

// html is the same person in a browser.
func (c *client) html() *client {
	b := *c
	b.accept = "text/html"
	return &b
}

func TestABrowserIsToldEncryptedAndForgottenWhenItIsGone(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	browser := sendertest.NewBrowser(t)
	sub := map[string]any{"endpoint": p.hooks.URL + "/push/1", "expirationTime": nil, "keys": map[string]any{"p256dh": browser.P256dh(), "auth": browser.Auth()}}
	for _, c := range []*client{ada, ben} { // one browser of two people
		a := c.post("/me/notices/channels", map[string]any{"kind": "push", "subscription": sub})
		require.Equal(t, http.StatusCreated, a.status, a.text())
	}
	game := running(ada, ben)
	p.pass(2 * time.Minute)
	body, head := p.hooks.last()
	require.NotNil(t, body)
	assert.Equal(t, "aes128gcm", head.Get("Content-Encoding"))
	assert.Equal(t, strings.TrimPrefix(game, "/games/"), head.Get("Topic"))
	assert.True(t, strings.HasPrefix(head.Get("Authorization"), "vapid t="), head.Get("Authorization"))
	var m struct{ Title, Body, URL, Tag, Lang string }
	require.NoError(t, json.Unmarshal(browser.Decrypt(t, body), &m))
	what := m.Title[len("Table with Ada"):]
	leads, ok := map[string]string{" – your turn: roll": "#act-h", ": the game has begun": ""}[what] // the one or the other player's
	assert.True(t, ok, m.Title)
	assert.Equal(t, "https://play.example.org"+game+leads, m.URL)
	assert.Equal(t, "en", m.Lang)

	p.hooks.answer(http.StatusGone)
	waits := toMove(game, ada, ben)
	id := waits.get("/me/notices").at("channels").([]any)[0].(map[string]any)["id"].(string)
	wantProblem(t, waits.post("/me/notices/channels/"+id+"/test", nil), http.StatusUnprocessableEntity, "undelivered")
	assert.Equal(t, "dead", stateOf(waits, id))
}

func TestSettingsInAllThreeFaces(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada := p.player("Ada")
	a := ada.post("/me/notices", map[string]any{"zone": "Europe/Berlin", "hour": 7, "remind_minutes": 60, "always": true})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, map[string]any{"lang": "en", "zone": "Europe/Berlin", "hour": 7.0, "remind_minutes": 60.0, "always": true}, a.at("wishes"))
	for field, x := range map[string]struct {
		value any
		says  string
	}{
		"zone": {"Mars/Olympus", "no such time zone"}, "hour": {24, "from 0 to 23"}, "remind_minutes": {-1, "10080 minutes"}, "lang": {"xx", "“lang” takes one of: de, en."},
	} {
		bad := ada.post("/me/notices", map[string]any{field: x.value})
		wantProblem(t, bad, http.StatusUnprocessableEntity, "bad_notice")
		assert.Equal(t, field, bad.str("field"))
		assert.Contains(t, bad.str("detail"), x.says)
	}
	feed := ada.post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, feed.status, feed.text())
	for says, bad := range map[string]*answer{
		"“kind” takes one of: mail, push, hook, feed.":                       ada.post("/me/notices/channels", map[string]any{"kind": "nope"}),
		"“form” takes one of: standard, slack, mattermost, discord, matrix.": ada.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL, "form": "nope"}),
		"“when” takes one of: once, hourly, daily.":                          ada.post("/me/notices/channels/"+feed.str("channel", "id"), map[string]any{"when": "never"}),
	} {
		wantProblem(t, bad, http.StatusUnprocessableEntity, "bad_notice")
		assert.Equal(t, says, bad.str("detail"))
	}
	wantProblem(t, ada.post("/me/notices", map[string]any{"zoon": "UTC"}), http.StatusBadRequest, "foreign")
	assert.Equal(t, a.at("wishes"), ada.get("/me/notices").at("wishes"), "nothing was changed by them")

	b := ada.html()
	res := b.post("/me/notices", url.Values{"lang": {"de"}, "zone": {"UTC"}, "hour": {"9"}, "remind_minutes": {"0"}})
	require.Equal(t, http.StatusSeeOther, res.status, res.text())
	page := b.get(res.header.Get("Location"))
	require.Equal(t, http.StatusOK, page.status)
	assert.Equal(t, "9", page.page().Find("#w-hour").AttrOr("value", ""))
	assert.Contains(t, page.page().Find("#status").Text(), "Saved.")
	bad := b.post("/me/notices", url.Values{"zone": {"Nowhere"}, "hour": {"9"}})
	require.Equal(t, http.StatusUnprocessableEntity, bad.status)
	assert.Contains(t, bad.page().Find("#problem").Text(), "There is no such time zone")
	fragment := b.get("/me/notices", "HX-Request", "true")
	require.Equal(t, http.StatusOK, fragment.status)

	for name, body := range map[string]map[string]any{
		"no address":    {"kind": "mail", "address": "nobody"},
		"two addresses": {"kind": "mail", "address": "a@example.org, b@example.org"},
		"a header":      {"kind": "mail", "address": "a@example.org\r\nBcc: b@example.org"},
		"no web":        {"kind": "hook", "address": "ftp://example.org/"},
		"a password":    {"kind": "hook", "address": "https://me:secret@example.org/"},
		"no form":       {"kind": "hook", "address": "https://example.org/", "form": "telex"},
		"no keys":       {"kind": "push", "subscription": map[string]any{"endpoint": "https://example.org/x", "keys": map[string]any{"p256dh": "AAAA", "auth": "AAAA"}}},
		"no kind":       {"kind": "pigeon"},
	} {
		t.Run(name, func(t *testing.T) {
			wantProblem(t, ada.post("/me/notices/channels", body), http.StatusUnprocessableEntity, "bad_notice")
		})
	}
	wantProblem(t, p.program().get("/me/notices"), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, http.StatusSeeOther, p.browser().get("/me/notices").status)
}

func TestRefusedFormsOfNoticesKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada := p.player("Ada")
	require.Equal(t, http.StatusOK, ada.post("/me/notices", map[string]any{"zone": "Europe/Berlin", "hour": 8, "remind_minutes": 60}).status)
	b := ada.html()
	wishes := url.Values{"lang": {"de"}, "zone": {"Mars/Olympus"}, "hour": {"17"}, "remind_minutes": {"45"}, "always": {"true"}}
	bad := b.post("/me/notices", wishes)
	require.Equal(t, http.StatusUnprocessableEntity, bad.status)
	form := bad.page().Find("#f-wishes")
	for field, x := range map[string]string{
		"lang": "#w-lang option[selected]", "zone": "#w-zone", "hour": "#w-hour", "remind_minutes": "#w-remind option[selected]", "always": "#w-always[checked]",
	} {
		assert.Equal(t, wishes.Get(field), form.Find(x).AttrOr("value", ""), field)
	}
	wishes.Set("hour", "noon")
	bad = b.post("/me/notices", wishes)
	require.Equal(t, http.StatusBadRequest, bad.status)
	assert.Equal(t, "noon", bad.page().Find("#w-hour").AttrOr("value", ""), "not a page of an error alone")
	assert.Equal(t, "Europe/Berlin", ada.get("/me/notices").str("wishes", "zone"), "nothing was changed")

	bad = b.post("/me/notices/channels", url.Values{"kind": {"hook"}, "address": {"ftp://example.org/x"}, "form": {"slack"}, "label": {"Our group"}})
	require.Equal(t, http.StatusUnprocessableEntity, bad.status)
	form = bad.page().Find("#f-hook")
	assert.Equal(t, "ftp://example.org/x", form.Find("#hook-address").AttrOr("value", ""))
	assert.Equal(t, "slack", form.Find("#hook-form option[selected]").AttrOr("value", ""))
	assert.Equal(t, "Our group", form.Find("#hook-label").AttrOr("value", ""))
	assert.Empty(t, bad.page().Find("#mail-address").AttrOr("value", ""), "the other form stays empty")
	assert.Equal(t, "8", bad.page().Find("#w-hour").AttrOr("value", ""))
	bad = b.post("/me/notices/channels", url.Values{"kind": {"mail"}, "address": {"nobody"}})
	require.Equal(t, http.StatusUnprocessableEntity, bad.status)
	assert.Equal(t, "nobody", bad.page().Find("#mail-address").AttrOr("value", ""))
}

func TestAMutedTableIsSilent(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	for _, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusCreated, c.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL}).status)
	}
	game := running(ada, ben)
	id := strings.TrimPrefix(game, "/games/")
	for _, c := range []*client{ada, ben} {
		a := c.post("/me/notices/mute", map[string]any{"game": id, "muted": true})
		require.Equal(t, http.StatusOK, a.status, a.text())
		assert.Equal(t, true, a.at("tables").([]any)[0].(map[string]any)["muted"])
	}
	list := ada.get("/me/notices", "Accept", "text/html").page().Find(`main a[href="` + game + `"]`)
	assert.Contains(t, list.Text(), "Ada’s table", "a table without a title is called as everywhere else")
	p.pass(time.Hour)
	body, _ := p.hooks.last()
	assert.Nil(t, body)
	for field, body := range map[string]map[string]any{"game": {"muted": false}, "muted": {"game": id}} {
		unsaid := ada.post("/me/notices/mute", body)
		wantProblem(t, unsaid, http.StatusBadRequest, "missing")
		assert.Equal(t, field, unsaid.str("field"))
	}
	assert.Equal(t, http.StatusBadRequest, ada.post("/me/notices/mute", url.Values{"game": {id}}).status)
	assert.Equal(t, true, ada.get("/me/notices").at("tables").([]any)[0].(map[string]any)["muted"], "what was not said changes nothing")
	gone := ada.post("/me/notices/mute", map[string]any{"game": "nosuchgame", "muted": true})
	wantProblem(t, gone, http.StatusUnprocessableEntity, "unknown_game")
	assert.Equal(t, "game", gone.str("field"))
	assert.Contains(t, gone.str("detail"), "“game” names no table")
}

func TestFeedsAreSecretAndRevocable(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := running(ada, ben)
	waits := toMove(game, ada, ben)
	a := waits.post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	local := func(link string) string { return strings.TrimPrefix(link, p.url) }
	feed := p.program().get(local(a.str("atom")))
	require.Equal(t, http.StatusOK, feed.status, feed.text())
	assert.Contains(t, feed.header.Get("Content-Type"), "application/atom+xml")
	assert.Contains(t, feed.text(), game)
	assert.Contains(t, feed.text(), "<entry>")
	assert.Equal(t, http.StatusNotModified, p.program().get(local(a.str("atom")), "If-None-Match", feed.header.Get("ETag")).status)
	ics := p.program().get(local(a.str("calendar")))
	require.Equal(t, http.StatusOK, ics.status)
	assert.True(t, strings.HasPrefix(ics.text(), "BEGIN:VCALENDAR\r\n"))
	for line := range strings.SplitSeq(ics.text(), "\r\n") {
		assert.LessOrEqual(t, len(line), 75)
	}
	page := waits.html().post("/me/notices/channels", url.Values{"kind": {"feed"}})
	require.Equal(t, http.StatusCreated, page.status)
	for _, id := range []string{"feed-atom", "feed-ics"} {
		address := page.page().Find("#" + id).Text()
		assert.NotEmpty(t, address)
		assert.Equal(t, address, page.page().Find("#"+id+"-copy").AttrOr("data-copy", ""))
	}
	assert.Equal(t, "hidden", page.page().Find("#m-push").AttrOr("type", ""), "the script's, and shown by no text browser")
	way := page.page().Find(".ways .card").First()
	assert.Equal(t, "Feed and calendar", way.Find("h3").Text())
	assert.Regexp(t, `^On\. Made: [A-Z][a-z]+day, [A-Z][a-z]+ \d+, \d\d:\d\d UTC\.$`, way.Find("h3 + p").Text())
	assert.Contains(t, way.Find(".btn[id^=test-]").Text(), "Show a test entry", "nothing is sent")
	assert.Zero(t, way.Find("h3 + .note").Length(), "it is not said twice what it is")
	page = waits.html().post("/me/notices/channels", url.Values{"kind": {"hook"}, "address": {p.hooks.URL}, "form": {"discord"}, "label": {"Office"}})
	require.Equal(t, http.StatusSeeOther, page.status, page.text())
	assert.Contains(t, waits.html().get("/me/notices").page().Find(".ways .card h3:contains(Office) + .note").Text(), "Discord")
	channel := a.at("channel").(map[string]any)["id"].(string)
	require.Equal(t, http.StatusOK, waits.send(http.MethodDelete, "/me/notices/channels/"+channel, nil).status)
	wantProblem(t, p.program().get(local(a.str("atom"))), http.StatusNotFound, "unknown_channel")
}

func TestWhoeverReadsTheStreamIsNotToldWhileHeIsThere(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	for i, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusCreated, c.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL + "/" + itoa(i)}).status)
	}
	game := runningAt("open", ada, ben)
	waits, his := toMove(game, ada, ben), "/0"
	if waits == ben {
		his = "/1"
	}
	p.clock.pass(time.Second) // written after the decision came up
	req := waits.request(t.Context(), http.MethodGet, game+"/events", nil, "Accept", "text/event-stream")
	res, err := (&http.Client{}).Do(req) //nolint:bodyclose // in the middle of the test
	require.NoError(t, err)
	go func() { _, _ = io.Copy(io.Discard, res.Body) }()
	asked := p.clock.now()
	for range 5 {
		p.clock.pass(time.Minute)
		require.Eventually(t, func() bool {
			return p.readers.Looking(string(playerOf(waits)), strings.TrimPrefix(game, "/games/"), asked)
		}, waitLong, waitShort)
		require.NoError(t, p.office.Step(t.Context()))
		body, _ := p.hooks.last(his)
		require.Nil(t, body, "he is there")
	}
	require.NoError(t, res.Body.Close())
	require.Eventually(t, func() bool {
		p.clock.pass(time.Minute)
		require.NoError(t, p.office.Step(t.Context()))
		body, _ := p.hooks.last(his)
		return body != nil
	}, waitLong, waitShort, "he has gone and has not moved")
}

func TestWithoutNotificationsThePageSaysSo(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	wantProblem(t, ada.get("/me/notices"), http.StatusConflict, "notices_off")
	worker := s.program().get("/worker.js")
	require.Equal(t, http.StatusOK, worker.status)
	assert.Equal(t, "text/javascript; charset=utf-8", worker.header.Get("Content-Type"))
}

// Another language is another script, so that browsers fetch it by themselves.
func TestTheWorkerBringsAPageInTheLanguageOfItsReader(t *testing.T) {
	t.Parallel()
	p := open(t).program()
	tags := map[string]bool{}
	for lang, title := range map[string]string{"de": "Keine Verbindung", "en": "No connection"} {
		a := p.get("/worker.js", "Accept", "*/*", "Accept-Language", lang)
		require.Equal(t, http.StatusOK, a.status)
		assert.Equal(t, "no-cache", a.header.Get("Cache-Control"))
		first, _, _ := strings.Cut(a.text(), "\n")
		var offline struct {
			Page, Policy string
			Files        []string
		}
		require.NoError(t, json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(first, "const offline = "), ";")), &offline))
		doc, err := goquery.NewDocumentFromReader(strings.NewReader(offline.Page))
		require.NoError(t, err)
		assert.Equal(t, title, doc.Find("h1").Text())
		assert.Equal(t, lang, doc.Find("html").AttrOr("lang", ""))
		assert.Equal(t, p.get("/", "Accept", "text/html").header.Get("Content-Security-Policy"), offline.Policy, "no more is allowed than on other pages")
		var named []string
		doc.Find("link[href], script[src]").Each(func(_ int, file *goquery.Selection) {
			path, query, _ := strings.Cut(file.AttrOr("href", file.AttrOr("src", "")), "?")
			assert.Equal(t, "offline", query, "%s is left to the server", path)
			assert.Equal(t, http.StatusOK, p.get(path).status)
			named = append(named, path)
		})
		assert.ElementsMatch(t, offline.Files, named, "what the page names is kept, and nothing else")
		assert.Equal(t, http.StatusOK, p.get(doc.Find("script").AttrOr("data-probe", "")).status)
		tag := a.header.Get("Etag")
		tags[tag] = true
		assert.Equal(t, http.StatusNotModified, p.get("/worker.js", "Accept", "*/*", "Accept-Language", lang, "If-None-Match", tag).status)
	}
	assert.Len(t, tags, 2)
}

// The ids of a feed have the host without its port, in every form that a host has.
func TestAFeedNamesItsHost(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": map[string]any{"kind": "correspondence"}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	a := toMove(game, ada, ben).post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	for host, name := range map[string]string{
		"play.example.org": "play.example.org", "localhost:8080": "localhost", "192.0.2.7:8080": "192.0.2.7",
		"[::1]:8080": "::1", "[2001:db8::7]": "2001:db8::7",
	} {
		read := func(what string) string {
			c := p.program()
			req := c.request(t.Context(), http.MethodGet, strings.TrimPrefix(a.str(what), p.url), nil)
			req.Host = host
			res, err := c.http.Do(req)
			require.NoError(t, err)
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			return strings.ReplaceAll(string(body), "\r\n ", "")
		}
		assert.Contains(t, read("atom"), "<id>tag:"+name+",2026:", host)
		assert.Contains(t, read("calendar"), "\r\nUID:"+strings.TrimPrefix(game, "/games/")+"@"+name+"\r\n", host)
	}
}

// Feed and calendar speak of times as their owner's clock shows them.
func TestAFeedIsInTheZoneOfItsOwner(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": map[string]any{"kind": "correspondence", "zone": "America/New_York"}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	waits := toMove(game, ada, ben)
	a := waits.post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	read := func(what string) string { return p.program().get(strings.TrimPrefix(a.str(what), p.url)).text() }
	require.Contains(t, read("atom"), "<entry>")
	assert.Contains(t, read("atom"), "T09:00:00Z</updated>", "nobody has said where")
	assert.Contains(t, read("calendar"), "X-WR-TIMEZONE:UTC\r\n")
	before := strings.ReplaceAll(read("calendar"), "\r\n ", "")
	require.Contains(t, before, "UTC")
	require.Equal(t, http.StatusOK, waits.post("/me/notices", map[string]any{"zone": "Asia/Kolkata"}).status)
	assert.Contains(t, read("atom"), "T14:30:00+05:30</updated>", "it is nine in London")
	assert.Contains(t, read("atom"), " IST", "the deadline, too")
	after := strings.ReplaceAll(read("calendar"), "\r\n ", "")
	assert.Contains(t, after, "X-WR-TIMEZONE:Asia/Kolkata\r\n")
	assert.Contains(t, after, " IST")
	starts := func(text string) string { _, rest, _ := strings.Cut(text, "DTSTART:"); return rest[:16] }
	assert.Equal(t, starts(before), starts(after), "the same moment")
	assert.Contains(t, after, " – your turn: roll\r\n")
	assert.Contains(t, after, "after that: The dice are rolled.", "what the table does at the deadline")
	_, alarm, ok := strings.Cut(after, "BEGIN:VALARM\r\nACTION:DISPLAY\r\n")
	require.True(t, ok)
	_, alarm, _ = strings.Cut(alarm, "TRIGGER;VALUE=DATE-TIME:")
	rings, err := time.Parse("20060102T150405Z", alarm[:16])
	require.NoError(t, err)
	begins, err := time.Parse("20060102T150405Z", starts(after))
	require.NoError(t, err)
	assert.Equal(t, 3*time.Hour, begins.Add(15*time.Minute).Sub(rings), "as long before the deadline as the usual reminder")
}

// A feed lists the tables at which its owner waits for the game to begin, each as one
// entry, and one that is empty says since when it has been there.
func TestAFeedListsTablesThatHaveNotBegun(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	made := p.clock.now().UTC().Format(time.RFC3339)
	feed := func(c *client) func() string {
		a := c.post("/me/notices/channels", map[string]any{"kind": "feed"})
		require.Equal(t, http.StatusCreated, a.status, a.text())
		return func() string { return p.program().get(strings.TrimPrefix(a.str("atom"), p.url)).text() }
	}
	adas, bens := feed(ada), feed(ben)
	p.clock.pass(time.Hour)
	assert.Contains(t, adas(), "<updated>"+made+"</updated>")
	assert.Equal(t, adas(), adas())
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3, "title": "Friday"})
	id := ",2026:" + strings.TrimPrefix(game, "/games/") + "/lobby</id>"
	assert.Contains(t, adas(), "<title>Friday: the game has not begun yet</title>")
	assert.Contains(t, adas(), id)
	assert.Contains(t, adas(), `href="`+p.url+game+`"`)
	assert.NotContains(t, bens(), "<entry>")
	p.clock.pass(time.Hour)
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	now := p.clock.now().UTC().Format(time.RFC3339)
	for _, text := range []string{adas(), bens()} {
		assert.Contains(t, text, id, "the same entry, changed")
		assert.Equal(t, 2, strings.Count(text, "<updated>"+now+"</updated>"))
	}
	require.Equal(t, http.StatusCreated, p.player("Cleo").post(game+"/seats", map[string]any{}).status)
	assert.Contains(t, adas(), "<title>Friday: all seats are taken, you can start the game</title>")
	assert.Contains(t, bens(), "<title>Friday: the game has not begun yet</title>", "another player starts it")
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	assert.NotContains(t, adas()+bens(), "has not begun")
	assert.NotContains(t, adas()+bens(), "all seats are taken")
}

// The test of a feed is an entry that its owner sees in the reader, for a day.
func TestAFeedIsTestedByAnEntry(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada := p.player("Ada")
	a := ada.post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	read := func(what string) string {
		t.Helper()
		b := p.program().get(strings.TrimPrefix(a.str(what), p.url))
		require.Equal(t, http.StatusOK, b.status)
		return b.text()
	}
	assert.NotContains(t, read("atom"), "<entry>")
	id := a.at("channel").(map[string]any)["id"].(string)
	browser := signedIn(p.site, ada)
	require.Equal(t, 1, browser.get("/me/notices").page().Find("#test-"+id).Length())
	done := browser.post("/me/notices/channels/"+id+"/test", url.Values{})
	require.Equal(t, http.StatusSeeOther, done.status, done.text())
	assert.Contains(t, browser.get(done.header.Get("Location")).text(), "show a test entry for a day")
	assert.Contains(t, read("atom"), "<title>Test message from Bankhalter</title>")
	assert.Contains(t, read("calendar"), "SUMMARY:Test message from Bankhalter\r\n")
	assert.Empty(t, p.smtp.All(), "nothing is sent")
	p.clock.pass(notice.TrialLife)
	assert.NotContains(t, read("atom"), "<entry>")
	assert.NotContains(t, read("calendar"), "VEVENT")
	assert.Contains(t, read("calendar"), "BEGIN:VTIMEZONE\r\nTZID:UTC\r\n", "a calendar without any component is invalid")
	require.Equal(t, http.StatusOK, ada.post("/me/notices/channels/"+id+"/test", nil).status, "again, by a program")
	assert.Contains(t, read("atom"), "<entry>")
}

// A program that says that it shows what it reads has looked, and so has one
// that is on the stream: nobody is told by mail of what they have seen.
func TestWhoReadsByJSONHasLooked(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		look   func(c *client, game string)
		mailed bool
	}{
		"the plain state":     {func(c *client, game string) { require.Equal(c.t, 200, c.get(game).status) }, true},
		"the state with seen": {func(c *client, game string) { require.Equal(c.t, 200, c.get(game+"?seen=true").status) }, false},
		"the state on the stream": {func(c *client, game string) {
			ctx, cancel := context.WithCancel(c.t.Context())
			defer cancel()
			res, err := c.http.Do(c.request(ctx, http.MethodGet, game+"/events", nil, "Accept", "text/event-stream"))
			require.NoError(c.t, err)
			defer res.Body.Close()
			require.Equal(c.t, 200, c.get(game).status)
		}, false},
		"the events as lines": {func(c *client, game string) {
			last := c.get(game).num("seq")
			ctx, cancel := context.WithCancel(c.t.Context())
			defer cancel()
			res, err := c.http.Do(c.request(ctx, http.MethodGet, game+"/events?follow=1", nil, "Accept", "application/jsonl"))
			require.NoError(c.t, err)
			defer res.Body.Close()
			in := bufio.NewScanner(res.Body)
			for in.Scan() && !strings.Contains(in.Text(), `"seq":`+itoa(last)+`,`) {
			}
			for in.Scan() && in.Text() != "" {
			}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := openPostal(t)
			ada, ben := p.player("Ada"), p.player("Ben")
			for i, c := range []*client{ada, ben} {
				toldByMail(t, p, c, []string{"ada", "ben"}[i]+"@example.org")
			}
			game := running(ada, ben)
			waits := toMove(game, ada, ben)
			x.look(waits, game)
			sent := len(p.smtp.All())
			p.pass(2 * time.Minute)
			var to []string
			for _, m := range p.smtp.All()[sent:] {
				to = append(to, m.To)
			}
			address := map[*client]string{ada: "ada@example.org", ben: "ben@example.org"}[waits]
			if x.mailed {
				assert.Contains(t, to, address)
			} else {
				assert.NotContains(t, to, address)
			}
		})
	}
}

// What was read by a program does not come back as news on the page.
func TestThePageTellsNothingThatAProgramHasShown(t *testing.T) {
	t.Parallel()
	for query, missed := range map[string]int{"": 1, "?seen=true": 0} {
		p := openPostal(t)
		ada, ben := p.player("Ada"), p.player("Ben")
		game := runningAt("open", ada, ben)
		mover, other := toMove(game, ada, ben), ada
		if mover == ada {
			other = ben
		}
		page := signedIn(p.site, other)
		require.Equal(t, http.StatusOK, page.get(game).status)
		p.clock.pass(time.Hour)
		require.Equal(t, http.StatusOK, mover.post(game+"/moves", map[string]any{"move": "roll"}).status)
		require.Equal(t, http.StatusOK, other.get(game+query).status)
		require.Equal(t, http.StatusOK, page.get(game+"?seen=0", "HX-Request", "true").status, "a hidden tab shows nothing to anybody")
		p.clock.pass(time.Hour)
		assert.Equal(t, missed, page.get(game).page().Find("#missed").Length(), "read with %q", query)
	}
}
