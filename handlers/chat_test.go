package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// payloads are texts that would do harm if a page took them for markup.
var payloads = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</textarea><svg onload=alert(1)>`, `' onfocus=alert(1) autofocus='`,
	`javascript:alert(1)`, `{{.What}} ${7*7} <!--`, `&lt;b&gt;`,
}

// harmless checks that a page shows a text as text.
func harmless(t testing.TB, a *answer, where, text string) {
	t.Helper()
	doc := a.page()
	assert.Zero(t, doc.Find("script:not([src]), [onerror], [onload], [onfocus], img").Length(), text)
	shown := doc.Find(where).Map(func(_ int, s *goquery.Selection) string { return s.Text() })
	assert.Contains(t, shown, text)
}

// signedIn is a browser of a player who is a program too.
func signedIn(s *site, p *client) *client {
	s.t.Helper()
	link := p.post("/me/link", nil)
	require.Equal(s.t, http.StatusCreated, link.status, link.text())
	b := s.browser()
	require.Equal(s.t, http.StatusSeeOther, b.post(link.str("path"), url.Values{}).status)
	return b
}

func messages(a *answer) []map[string]any {
	list, _ := a.at("messages").([]any)
	var out []map[string]any
	for _, one := range list {
		m, _ := one.(map[string]any)
		out = append(out, m)
	}
	return out
}

func TestTheChatHasThreeFaces(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	empty := ada.get(game + "/chat")
	require.Equal(t, http.StatusOK, empty.status)
	assert.Equal(t, "no-store", empty.header.Get("Cache-Control"))
	assert.Empty(t, messages(empty))
	said := ada.post(game+"/chat", map[string]any{"text": " Good \n evening "})
	require.Equal(t, http.StatusCreated, said.status, said.text())
	assert.Equal(t, "Good evening", said.str("text"))
	got := ben.get(game + "/chat?after=" + itoa(empty.num("cursor")))
	require.Len(t, messages(got), 1)
	assert.Equal(t, false, messages(got)[0]["mine"])
	assert.Empty(t, messages(ben.get(game+"/chat?after="+itoa(got.num("cursor")))))

	b := signedIn(s, ben)
	answer := b.post(game+"/chat", url.Values{"text": {"Hello"}})
	require.Equal(t, http.StatusSeeOther, answer.status, answer.text())
	assert.Equal(t, game+"/chat#f-say", answer.header.Get("Location"))
	assert.Equal(t, game+"#chat", b.post(game+"/chat?brief=1", url.Values{"text": {"Hello again"}}).header.Get("Location"))
	page := b.get(game + "/chat").page()
	assert.Equal(t, []string{"Good evening", "Hello", "Hello again"}, page.Find(".says .words").Map(func(_ int, x *goquery.Selection) string { return x.Text() }))
	assert.Equal(t, 3, b.get(game).page().Find("#chat .says li").Length(), "the page of the table has it too")
	fragment := b.post(game+"/chat?brief=1", url.Values{"text": {"in place"}}, "HX-Request", "true")
	require.Equal(t, http.StatusOK, fragment.status)
	assert.Zero(t, fragment.page().Find("header").Length())
	assert.Equal(t, "in place", fragment.page().Find("#chat .words").Last().Text())
	assert.Equal(t, http.StatusOK, ada.send(http.MethodHead, game+"/chat", nil).status)

	var read []string
	for next, pages := game+"/chat?after=0&limit=2", 0; next != "" && pages < 4; pages++ {
		part := ada.get(next)
		for _, m := range messages(part) {
			read = append(read, m["text"].(string))
		}
		next, _ = part.at("next").(string)
		if next != "" {
			next += "&limit=2"
		}
	}
	assert.Equal(t, []string{"Good evening", "Hello", "Hello again", "in place"}, read, "everything from the beginning on")
	assert.NotContains(t, b.get(game+"/chat?limit=4").text(), "brief=1", "a page of four lines is a page")

	wantProblem(t, eve.get(game+"/chat"), http.StatusForbidden, "no_seat")
	wantProblem(t, s.program().get(game+"/chat"), http.StatusForbidden, "no_seat")
	wantProblem(t, eve.post(game+"/chat", map[string]any{"text": "x"}), http.StatusForbidden, "no_seat")
	wantProblem(t, s.program().post(game+"/chat", map[string]any{"text": "x"}), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, ada.get("/games/0000000000/chat"), http.StatusNotFound, "unknown_game")
	wantProblem(t, ada.get(game+"/chat?after=soon"), http.StatusBadRequest, "mistyped")
	wantProblem(t, ada.get(game+"/chat?limit=100000"), http.StatusBadRequest, "mistyped")
	wantProblem(t, ada.post(game+"/chat", `{"text":"x","bot":"trader"}`), http.StatusBadRequest, "foreign")
	assert.Zero(t, s.browser().get(game).page().Find("#chat").Length(), "whoever watches sees nothing of it")

	for _, body := range []string{`{"chat":false,"watchers":true,"bots":"rare"}`, `{"watchers":true}`} {
		wantProblem(t, ben.post(game+"/chat/rules", body), http.StatusForbidden, "not_host")
	}
	rules := ada.post(game+"/chat/rules", `{"watchers":true}`)
	require.Equal(t, http.StatusOK, rules.status, rules.text())
	assert.Equal(t, map[string]any{"chat": true, "watchers": true, "bots": "quiet"}, rules.json())
	wantProblem(t, ada.post(game+"/chat/rules", `{"bots":"shouting"}`), http.StatusUnprocessableEntity, "bad_setup")
	assert.Len(t, messages(s.program().get(game+"/chat")), 4)
	wantProblem(t, eve.post(game+"/chat", map[string]any{"text": "x"}), http.StatusForbidden, "no_seat")
	host := signedIn(s, ada)
	assert.Equal(t, 1, host.get(game+"/chat").page().Find("#f-rules").Length())
	require.Equal(t, http.StatusSeeOther, host.post(game+"/chat/rules", url.Values{"bots": {"rare"}}).status)
	assert.Equal(t, map[string]any{"chat": false, "watchers": false, "bots": "rare"}, ada.get(game+"/chat").at("rules"))
	wantProblem(t, ben.post(game+"/chat", map[string]any{"text": "x"}), http.StatusConflict, "chat_off")
	assert.Zero(t, b.get(game+"/chat").page().Find("#f-say").Length())
}

func TestAChatPingIsNoMove(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	before := ada.get(game)
	st := ben.listen(game + "/events?after=" + itoa(before.num("seq")))
	watcher := s.program().listen(game + "/events?after=" + itoa(before.num("seq")))
	cursor := ada.post(game+"/chat", map[string]any{"text": "hello"}).num("cursor")
	got := st.next()
	assert.Equal(t, message{"", "chat", itoa(cursor)}, got)
	watcher.quiet(50 * time.Millisecond)
	assert.Equal(t, before.num("seq"), ada.get(game).num("seq"))
	late := ben.listen(game + "/events?after=" + itoa(before.num("seq")) + "&chat=1")
	assert.Equal(t, message{"", "chat", itoa(cursor)}, late.next(), "a page that shows less is told")
	first := toMove(game, ada, ben)
	require.Equal(t, http.StatusOK, first.post(game+"/moves", map[string]any{"move": "roll"}).status)
	assert.Equal(t, "game", st.next().event)
}

// A page that was open before the owner lets those who watch read along hears the chat
// from then on, and no longer when they may not any more.
func TestAnOpenPageOfAWatcherHearsTheChatWhileItMay(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	watcher := s.program().listen(game + "/events?after=" + itoa(ada.get(game).num("seq")))
	say := func(text string) string {
		return itoa(ada.post(game+"/chat", map[string]any{"text": text}).num("cursor"))
	}
	say("among ourselves")
	watcher.quiet(50 * time.Millisecond)
	require.Equal(t, http.StatusOK, ada.post(game+"/chat/rules", map[string]any{"chat": true, "watchers": true}).status)
	assert.Equal(t, "table", watcher.next().event)
	assert.Equal(t, "chat", watcher.next().event, "there is something to read now")
	cursor := say("hello everybody")
	assert.Equal(t, message{"", "chat", cursor}, watcher.next())
	require.Equal(t, http.StatusOK, ada.post(game+"/chat/rules", map[string]any{"chat": true, "watchers": false}).status)
	assert.Equal(t, "table", watcher.next().event)
	say("among ourselves again")
	watcher.quiet(50 * time.Millisecond)
}

func TestWordsAreOnlyWords(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	a, b := signedIn(s, ada), signedIn(s, ben)
	for i, text := range payloads {
		who := []*client{ada, ben}[i%2]
		said := who.post(game+"/chat", map[string]any{"text": text})
		require.Equal(t, http.StatusCreated, said.status, said.text())
		assert.Equal(t, text, said.str("text"))
		for _, page := range []*answer{b.get(game + "/chat"), a.get(game), a.get(game+"/chat", "HX-Request", "true")} {
			harmless(t, page, ".words", text)
		}
		refused := b.post(game+"/chat", url.Values{"text": {text + "\u202e"}})
		require.Equal(t, http.StatusUnprocessableEntity, refused.status)
		assert.Zero(t, refused.page().Find("script:not([src]), [onerror], [onload], [onfocus], img").Length())
		assert.Equal(t, text+"\u202e", refused.page().Find("#in-say").AttrOr("value", ""), "what was typed is still there")

		require.Equal(t, http.StatusSeeOther, a.post(game+"/notes", url.Values{"text": {text}}).status)
		harmless(t, a.get(game+"/notes"), "#in-note", text)
		harmless(t, a.get("/me/notes"), ".words", text)
	}
	for text, why := range map[string]string{"": "empty", strings.Repeat("ä", 501): "long", "a\u0000b": "nul", "a\u202eb": "turned"} {
		wantProblem(t, ada.post(game+"/chat", map[string]any{"text": text}), http.StatusUnprocessableEntity, "bad_text")
		assert.NotEmpty(t, why)
	}
}

// An address in a message is a link that says nothing of the table to where it leads.
func TestAddressesInTheChatAreLinks(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	said := "Here: https://meet.example.org/friday?a=1&b=2, ok?"
	require.Equal(t, said, ada.post(game+"/chat", map[string]any{"text": said}).str("text"))
	for _, path := range []string{game, game + "/chat"} {
		words := signedIn(s, ada).get(path).page().Find(".words")
		assert.Equal(t, said, words.Text())
		link := words.Find("a")
		assert.Equal(t, "https://meet.example.org/friday?a=1&b=2", link.AttrOr("href", ""))
		assert.Equal(t, "nofollow noopener noreferrer", link.AttrOr("rel", ""))
		assert.Equal(t, "_blank", link.AttrOr("target", ""))
	}
}

func TestWhoeverTalksTooMuchWaits(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	var a *answer
	for range 20 {
		if a = ada.post(game+"/chat", map[string]any{"text": "x"}); a.status != http.StatusCreated {
			break
		}
	}
	wantProblem(t, a, http.StatusTooManyRequests, "too_many")
	assert.Regexp(t, `^[1-5]$`, a.header.Get("Retry-After"))
	b := signedIn(s, ada)
	refused := b.post(game+"/chat", url.Values{"text": {"keep me"}})
	assert.Equal(t, http.StatusTooManyRequests, refused.status)
	assert.Equal(t, "keep me", refused.page().Find("#in-say").AttrOr("value", ""))
}

func TestMessagesAreRemovedMutedAndReported(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 3})
	for _, c := range []*client{ben, eve} {
		require.Equal(t, http.StatusCreated, c.post(game+"/seats", map[string]any{}).status)
	}
	require.Equal(t, http.StatusCreated, ben.post(game+"/chat", map[string]any{"text": "rude words"}).status)
	require.Equal(t, http.StatusCreated, ben.post(game+"/chat", map[string]any{"text": "more of them"}).status)
	wantProblem(t, eve.send(http.MethodDelete, game+"/chat/1", nil), http.StatusForbidden, "not_yours")
	wantProblem(t, ben.post(game+"/chat/1/mute", nil), http.StatusForbidden, "not_yours")
	wantProblem(t, ada.post(game+"/chat/9/report", nil), http.StatusNotFound, "unknown_message")
	wantProblem(t, ada.send(http.MethodDelete, game+"/chat/x", nil), http.StatusNotFound, "unknown_message")
	for _, c := range []struct{ path, field, text, says string }{
		{"/chat/1/report", "why", strings.Repeat("x", 501), "at most 500 characters"},
		{"/chat", "text", strings.Repeat("x", 501), "at most 500 characters"},
		{"/chat", "text", " ", "is empty"},
		{"/chat", "text", "a\u202eb", "cannot read"},
		{"/notes", "text", strings.Repeat("x", 4001), "at most 4000 characters"},
	} {
		a := ada.post(game+c.path, map[string]any{c.field: c.text})
		wantProblem(t, a, http.StatusUnprocessableEntity, "bad_text")
		assert.Contains(t, a.str("detail"), c.says, c.path)
	}

	e := signedIn(s, eve)
	page := e.get(game + "/chat").page()
	report, _ := page.Find("#msg1 form[action$='/report']").Attr("action")
	require.Equal(t, game+"/chat/1/report", report)
	answer := e.post(report, url.Values{"why": {"insults"}})
	require.Equal(t, http.StatusSeeOther, answer.status)
	assert.Contains(t, e.get(answer.header.Get("Location")).page().Find("#status").Text(), "Reported")
	reports, err := s.talk.OpenReports(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 1, reports)
	mute, _ := page.Find("#msg1 form[action$='/mute']").Attr("action")
	require.Equal(t, http.StatusSeeOther, e.post(mute, url.Values{}).status)
	list := messages(eve.get(game + "/chat"))
	assert.Equal(t, []any{nil, true}, []any{list[1]["text"], list[1]["muted"]})
	assert.NotContains(t, e.get(game).text()+e.get(game+"/chat").text(), "rude words")
	assert.Contains(t, string(ada.get(game+"/chat").body), "rude words", "nobody else misses anything")
	assert.Contains(t, e.get("/me/mutes").text(), "Ben")
	mutes, _ := eve.get("/me/mutes").at("mutes").([]any)
	require.Len(t, mutes, 1)
	one, _ := mutes[0].(map[string]any)
	id, _ := one["mute"].(string)
	wantProblem(t, ada.send(http.MethodDelete, "/me/mutes/"+id, nil), http.StatusNotFound, "unknown_mute")
	require.Equal(t, http.StatusSeeOther, e.post("/me/mutes/"+id+"/end", url.Values{}).status)
	assert.Contains(t, e.get(game+"/chat").text(), "rude words")

	require.Equal(t, http.StatusNoContent, ben.send(http.MethodDelete, game+"/chat/1", nil).status)
	host := signedIn(s, ada)
	require.Equal(t, http.StatusSeeOther, host.post(game+"/chat/2/remove", url.Values{}).status)
	list = messages(ada.get(game + "/chat"))
	assert.Equal(t, []any{nil, "author", nil, "owner"}, []any{list[0]["text"], list[0]["removed"], list[1]["text"], list[1]["removed"]})
	assert.NotContains(t, host.get(game+"/chat").text(), "rude words")
}

func TestNotesBelongToOnePerson(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	none := ada.get(game + "/notes")
	require.Equal(t, http.StatusOK, none.status)
	assert.Nil(t, none.at("at"))
	kept := ada.send(http.MethodPut, game+"/notes", map[string]any{"text": "secret plan", "seen": none.str("seen")})
	require.Equal(t, http.StatusOK, kept.status, kept.text())
	wantProblem(t, ada.send(http.MethodPut, game+"/notes", map[string]any{"text": "late", "seen": none.str("seen")}), http.StatusConflict, "note_changed")
	wantProblem(t, ada.send(http.MethodPut, game+"/notes", map[string]any{"text": strings.Repeat("x", 4001)}), http.StatusUnprocessableEntity, "bad_text")
	wantProblem(t, s.program().get(game+"/notes"), http.StatusUnauthorized, "unauthorized")
	assert.Equal(t, http.StatusSeeOther, s.browser().get(game+"/notes").status)

	a, b := signedIn(s, ada), signedIn(s, ben)
	form := a.get(game + "/notes").page()
	assert.Equal(t, "secret plan", form.Find("#in-note").Text())
	seen := form.Find("[name=seen]").AttrOr("value", "")
	require.Equal(t, http.StatusSeeOther, a.post(game+"/notes", url.Values{"text": {"line 1\r\nline 2"}, "seen": {seen}}).status)
	late := a.post(game+"/notes", url.Values{"text": {"from another window"}, "seen": {seen}})
	assert.Equal(t, http.StatusConflict, late.status)
	assert.Equal(t, "from another window", late.page().Find("#in-typed").Text(), "nothing typed is lost")
	assert.Equal(t, "line 1\nline 2", ada.get(game+"/notes").str("text"))
	for _, path := range []string{game, game + "/notes", game + "/chat", game + "/events", game + "/export", "/me", "/me/notes"} {
		for _, c := range []*client{ben, b} {
			assert.NotContains(t, c.get(path).text(), "line 1", path)
		}
	}
	notes, _ := ada.get("/me/notes").at("notes").([]any)
	assert.Len(t, notes, 1)
	require.Equal(t, http.StatusOK, ada.send(http.MethodPut, game+"/notes", map[string]any{"text": ""}).status)
	notes, _ = ada.get("/me/notes").at("notes").([]any)
	assert.Empty(t, notes)
}

// TestATextOfAnEndedSessionIsNotLost: a message or a note is sent after the browser has been
// signed out. It comes back to be copied, and from there one signs in and goes on.
func TestATextOfAnEndedSessionIsNotLost(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	for _, path := range []string{game + "/chat", game + "/notes"} {
		a := s.browser().post(path, url.Values{"text": {"Ich <tausche> das Wasserwerk."}}, "Accept", "text/html", "Accept-Language", "de")
		assert.Equal(t, http.StatusUnauthorized, a.status, path)
		doc := a.page()
		assert.Equal(t, "Ich <tausche> das Wasserwerk.", doc.Find("textarea[readonly]").Text(), path)
		assert.Contains(t, doc.Find("#act").Text(), "nicht gesendet")
		assert.Equal(t, "/players?next="+url.QueryEscape(path), doc.Find("#act a.go").AttrOr("href", ""))
		a = s.browser().post(path, url.Values{"text": {" "}}, "Accept", "text/html")
		assert.Equal(t, http.StatusSeeOther, a.status, "nothing was written")
	}
	open := s.browser().post(game+"/chat", url.Values{"text": {"Hallo"}}, "Accept", "text/html", "HX-Request", "true")
	assert.Equal(t, http.StatusUnauthorized, open.status)
	assert.Empty(t, open.header.Get("HX-Redirect"), "an open page keeps the text in its field")
	assert.Contains(t, open.text(), "#status")
}
