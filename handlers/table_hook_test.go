package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// said are the bodies that came to a path.
func (r *receiver) said(path string) (list []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.bodies {
		if r.paths[i] == path {
			list = append(list, string(r.bodies[i]))
		}
	}
	return list
}

// What a group is told is what a stranger reads at the table, in the form of each
// service; nothing that somebody wrote mentions more than the one who is up.
func TestATableTellsItsGroupWhoIsUp(t *testing.T) {
	t.Parallel()
	const title = "@everyone <!channel> @here"
	for form, c := range map[string]struct{ name, call, field string }{
		"discord":    {"801234567890123456", "<@801234567890123456> ", "content"},
		"slack":      {"U012AB3CD", "<@U012AB3CD> ", "text"},
		"mattermost": {"ada.l", "@ada.l ", "text"},
		"matrix":     {"@ada:example.org", "@ada:example.org ", "text"},
		"standard":   {"Ada L.", "Ada L. ", ""},
	} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			p := openPostal(t)
			ada, ben, eve := p.player("Ada"), p.player("Ben"), p.player("Eve")
			game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence", "title": title})
			require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
			a := ada.post(game+"/hook", map[string]any{"address": p.hooks.URL + "/group/secret", "form": form, "lang": "en", "zone": "Europe/Berlin"})
			require.Equal(t, http.StatusOK, a.status, a.text())
			for _, who := range []*client{ada, ben} {
				a := who.post(game+"/hook/name", map[string]any{"name": c.name})
				require.Equal(t, http.StatusOK, a.status, a.text())
			}
			require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
			p.pass(10 * time.Minute)
			all := p.hooks.said("/group/secret")
			require.Len(t, all, 1)
			var body map[string]any
			require.NoError(t, json.Unmarshal([]byte(all[0]), &body))
			text, _ := body[c.field].(string)
			if form == "standard" {
				assert.Equal(t, "game.table", body["type"])
				one := body["data"].(map[string]any)["tables"].([]any)[0].(map[string]any)
				text = c.call + body["data"].(map[string]any)["text"].(string)
				up := one["up"].([]any)[0].(map[string]any)
				assert.Equal(t, c.name, up["mention"])
				assert.NotNil(t, up["until"])
				assert.Nil(t, one["moves"], "nobody's moves")
				assert.EqualValues(t, -1, one["seat"])
			} else {
				assert.NotContains(t, text, "@everyone")
				assert.NotContains(t, text, "<!channel>")
				assert.NotContains(t, text, " @here")
			}
			assert.True(t, strings.HasPrefix(text, c.call), text)
			assert.Contains(t, text, " is up until ")
			assert.NotRegexp(t, `(?i)\byour?\b`, text, "in the third person")
			watched := eve.html().get(game).page().Find("#act").Text()
			who := "Ada"
			if toMove(game, ada, ben) == ben {
				who = "Ben"
			}
			require.Contains(t, watched, who+" is about to roll.")
			assert.Contains(t, text, who+" is about to roll.")
			if form == "discord" {
				assert.Equal(t, map[string]any{"parse": []any{}, "users": []any{c.name}}, body["allowed_mentions"])
			}
		})
	}
}

// While another person plays for an absent player, it is that person who is up.
func TestATableTellsItsGroupWhoPlaysForAnAbsentPlayer(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben, eve := p.player("Ada"), p.player("Ben"), p.player("Eve")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/hook", map[string]any{"address": p.hooks.URL + "/group", "lang": "en"}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	toldByMail(t, p, ben, "ben@example.org")
	require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, game+"/seats/1", nil).status)
	require.Equal(t, http.StatusOK, eve.post(game+"/seats/1/stand-in", nil).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/pace/votes", map[string]any{"what": "stand_in", "about": 1, "vote": "yes"}).status)
	for ada.get(game).at("waiting_for").([]any)[0] == 0.0 {
		require.True(t, playOn(t, game, ada))
	}
	p.pass(10 * time.Minute)
	all := p.hooks.said("/group")
	require.NotEmpty(t, all)
	var body map[string]any
	require.NoError(t, json.Unmarshal([]byte(all[len(all)-1]), &body))
	assert.Contains(t, body["data"].(map[string]any)["text"], ": Eve (for Ben) is up until ")
	up := body["data"].(map[string]any)["tables"].([]any)[0].(map[string]any)["up"].([]any)[0].(map[string]any)
	assert.Equal(t, [2]any{"Ben", "Eve"}, [2]any{up["name"], up["stand_in"]})

	mails := p.smtp.All()
	last := mails[len(mails)-1]
	assert.Equal(t, "ben@example.org", last.To)
	assert.Equal(t, "Table with Ada: Eve plays on for you", last.Header.Get("Subject"))
	assert.Contains(t, last.Body, "Take your seat again to play on yourself.")
}

func TestTheHookOfATableIsItsOwners(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben, eve := p.player("Ada"), p.player("Ben"), p.player("Eve")
	game := paced("correspondence", ada, ben)
	hook := game + "/hook"
	secret := p.hooks.URL + "/secret-" + strings.Repeat("x", 8)
	wantProblem(t, ben.post(hook, map[string]any{"address": secret}), http.StatusForbidden, "not_host")
	wantProblem(t, eve.get(hook), http.StatusForbidden, "not_host")
	wantProblem(t, ada.send(http.MethodDelete, hook, nil), http.StatusNotFound, "unknown_channel")
	assert.Nil(t, ada.get(hook).at("hook"))
	for body, field := range map[string]string{
		`{}`: "address", `{"address":"nonsense"}`: "address", `{"address":"https://example.org/","form":"irc"}`: "form", `{"address":"https://example.org/","zone":"Mars"}`: "zone",
		`{"address":"https://example.org/","lang":"xx"}`: "lang", `{"address":"https://example.org/","quiet_to":24}`: "quiet_to", `{"address":"https://example.org/","quiet_from":-1}`: "quiet_from",
	} {
		a := ada.post(hook, json.RawMessage(body))
		wantProblem(t, a, http.StatusUnprocessableEntity, "bad_notice")
		assert.Equal(t, field, a.str("field"), body)
		assert.NotContains(t, a.str("detail"), "That value", "it says what is possible: %s", body)
	}
	wantProblem(t, ada.get("/games/none/hook"), http.StatusNotFound, "unknown_game")
	require.Equal(t, http.StatusOK, ada.post(hook, map[string]any{"address": secret}).status)
	wantProblem(t, ben.post(hook+"/name", map[string]any{"name": "@everyone"}), http.StatusUnprocessableEntity, "bad_notice")
	require.Equal(t, http.StatusOK, ben.post(hook+"/name", map[string]any{"name": "ben"}).status)

	for who, c := range map[string]*client{"ada": ada, "ben": ben} {
		page := c.html().get(hook)
		require.Equal(t, http.StatusOK, page.status)
		all := page.text() + c.get(hook).text()
		assert.NotContains(t, all, "secret-x", who)
		assert.Equal(t, who == "ada", page.page().Find("#f-hook").Length() == 1, who)
		assert.Equal(t, who == "ada", strings.Contains(all, "whsec_"), who)
		assert.Equal(t, 1, page.page().Find("#f-name").Length(), who)
		assert.NotContains(t, c.get("/me/notices").text(), "secret-x", "it is none of their own")
	}
	page := ada.html().post(hook, url.Values{"address": {""}, "zone": {"Mars"}, "form": {"slack"}})
	require.Equal(t, http.StatusUnprocessableEntity, page.status)
	assert.Equal(t, "Mars", page.page().Find("#hook-zone").AttrOr("value", ""), "what was typed stays")
	assert.NotEmpty(t, page.page().Find("#problem").Text())

	ada.moves(game, map[string]any{"move": "resign"})
	wantProblem(t, ada.post(hook, map[string]any{"on": false}), http.StatusForbidden, "not_host")
	a := ben.get(hook)
	assert.Equal(t, true, a.at("owner"))
	assert.NotContains(t, a.text()+ben.html().get(hook).text(), "secret-x", "the new owner reads no address")
	assert.NotContains(t, a.text()+ben.html().get(hook).text(), "whsec_")
	require.Equal(t, http.StatusOK, ben.post(hook, map[string]any{"lang": "de"}).status)
	require.Equal(t, http.StatusOK, ben.post(hook+"/test", nil).status, "and has it in hand")
	trial := p.hooks.said(strings.TrimPrefix(secret, p.hooks.URL))
	require.Len(t, trial, 1)
	assert.Contains(t, trial[0], game, "the group is led to the table")
	assert.NotContains(t, trial[0], "/me/notices", "which belongs to each of them")
	assert.Nil(t, ben.post(hook+"/remove", nil).at("hook"))
}

func TestTheHookOfATableLeadsToNoInnerAddress(t *testing.T) {
	t.Parallel()
	p, _ := openChecked(t)
	ada := p.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	for _, address := range []string{"https://127.0.0.1/", "https://inside.example.org/", "https://169.254.169.254/latest", "https://[::1]/", "http://hooks.example.org/"} {
		a := ada.post(game+"/hook", map[string]any{"address": address})
		wantProblem(t, a, http.StatusUnprocessableEntity, "bad_notice")
		assert.Equal(t, "address", a.str("field"), address)
	}
	assert.Nil(t, ada.get(game+"/hook").at("hook"))
	require.Equal(t, http.StatusOK, ada.post(game+"/hook", map[string]any{"address": "https://hooks.example.org/1"}).status)
}

func TestTheOwnerOfATableIsToldThatItsHookFails(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/hook", map[string]any{"address": p.hooks.URL + "/group", "form": "slack"}).status)
	p.hooks.answer(http.StatusInternalServerError)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	p.pass(10 * time.Minute)
	assert.Contains(t, ada.html().get(game+"/hook").page().Find("#hook .problem").Text(), "HTTP 500")
	assert.Equal(t, "server: HTTP 500", ada.get(game+"/hook").at("hook", "error"))
	assert.NotContains(t, ben.html().get(game+"/hook").text(), "HTTP 500")
	wantProblem(t, ada.post(game+"/hook/test", nil), http.StatusUnprocessableEntity, "undelivered")
	p.hooks.answer(http.StatusGone)
	p.pass(time.Hour)
	assert.Equal(t, "dead", ada.get(game+"/hook").at("hook", "state"))
	p.hooks.answer(http.StatusOK)
	require.Equal(t, http.StatusOK, ada.post(game+"/hook", map[string]any{"on": true}).status)
	assert.Equal(t, "on", ada.get(game+"/hook").at("hook", "state"))
	assert.Nil(t, ada.get(game+"/hook").at("hook", "failed_at"))
}

func TestTheDataOfAPlayerHaveTheHooksOfTables(t *testing.T) {
	t.Parallel()
	q := openEquipped(t, "https://play.example.org")
	ada := q.player("Ada")
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2})
	require.Equal(t, http.StatusOK, ada.post(game+"/hook", map[string]any{"address": q.hooks.URL + "/group", "form": "mattermost"}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/hook/name", map[string]any{"name": "ada.l"}).status)
	data := ada.get("/me/account/export")
	require.Equal(t, http.StatusOK, data.status)
	id := strings.TrimPrefix(game, "/games/")
	hook := data.at("notices", "hooks").([]any)[0].(map[string]any)
	assert.Equal(t, id, hook["game"])
	assert.Equal(t, q.hooks.URL+"/group", hook["address"])
	assert.Equal(t, []any{map[string]any{"game": id, "name": "ada.l"}}, data.at("notices", "mentions"))
	assert.Empty(t, data.at("notices", "channels"), "it is none of their own channels")
}

// A message that gathers the news of a minute says since when the decision waits that it is about.
func TestAHookSaysSinceWhenTheDecisionWaits(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	for i, c := range []*client{ada, ben} {
		require.Equal(t, http.StatusCreated, c.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL + "/" + itoa(i)}).status)
		require.Equal(t, http.StatusOK, c.post("/me/notices", map[string]any{"always": true}).status)
	}
	game := ada.create(map[string]any{"edition": "us-classic", "players": 2, "pace": "correspondence"})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/hook", map[string]any{"address": p.hooks.URL + "/group", "lang": "en"}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	p.clock.pass(30 * time.Second)
	require.Equal(t, http.StatusOK, toMove(game, ada, ben).post(game+"/moves", map[string]any{"move": "roll"}).status)
	want := p.clock.now()
	p.pass(10 * time.Minute)
	for _, to := range []string{"/group", "/0", "/1"} {
		for _, body := range p.hooks.said(to) {
			var said struct {
				Data struct {
					Tables []struct {
						Since time.Time
						Kinds []string
					}
				}
			}
			require.NoError(t, json.Unmarshal([]byte(body), &said))
			for _, x := range said.Data.Tables {
				if to == "/group" || slices.Contains(x.Kinds, "asked") { // the other player hears of the start alone
					assert.Equal(t, want, x.Since, "%s %s", to, x.Kinds)
				}
			}
		}
	}
	require.NotEmpty(t, p.hooks.said("/group"))
}
