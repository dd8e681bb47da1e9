package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hotSeat is a table of Ada and Ben, and perhaps others, at one browser, which has begun.
func hotSeat(t *testing.T, s *site, others ...string) (device *client, path string) {
	t.Helper()
	device = s.browser()
	a := device.post("/games", url.Values{
		"name": {"Ada"}, "edition": {"us-classic"}, "rulebook": {"us"}, "players": {itoa(1 + len(others))}, "here": {strings.Join(others, ", ")},
	})
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	path = a.header.Get("Location")
	require.Equal(t, http.StatusSeeOther, device.post(path+"/start", url.Values{}).status)
	return device, path
}

// Nobody's time runs where nobody is kept waiting: everybody who plays does so at one
// device, and no other pace was picked.
func TestNoClockRunsAtOneDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	const said = "No clock runs if nobody plays on another device."
	live := url.Values{"pace": {"live"}, "here": {"Cleo"}}                                     // as the long form has it unless something is changed
	scripted := url.Values{"pace": {"live"}, "pace_zone": {"Europe/Berlin"}, "here": {"Cleo"}} // and as a browser with scripts has it
	longer := url.Values{"pace": {"live"}, "pace_each": {"2"}, "pace_each_unit": {"minutes"}, "here": {"Cleo"}}
	for _, c := range []struct {
		name, pace string
		assumed    bool
		order      any
		joins      func(path string, device *client) *answer
	}{
		{"the long form", "open", true, live, nil},
		{"the long form with scripts", "open", true, scripted, nil},
		{"the short form", "open", true, url.Values{}, func(path string, d *client) *answer {
			return d.post(path+"/seats", url.Values{"name": {"Cleo"}, "here": {"true"}})
		}},
		{"alone with a computer", "open", true, url.Values{}, func(path string, d *client) *answer { return d.post(path+"/seats", url.Values{"level": {"easy"}}) }},
		{"as JSON", "open", true, map[string]any{"here": []string{"Cleo"}}, nil},
		{"with one at another device", "live", true, live, func(path string, _ *client) *answer { return ben.post(path+"/seats", map[string]any{}) }},
		{"picked as JSON", "live", false, map[string]any{"here": []string{"Cleo"}, "pace": "live"}, nil},
		{"longer than it usually is", "live", false, longer, nil},
		{"another pace", "evening", false, url.Values{"pace": {"evening"}, "here": {"Cleo"}}, nil},
	} {
		device := ada
		switch order := c.order.(type) {
		case url.Values:
			device = s.browser()
			order["name"], order["edition"], order["players"] = []string{"Ada"}, []string{"us-classic"}, []string{"3"}
		case map[string]any:
			order["edition"], order["players"] = "us-classic", 3
		}
		a := device.post("/games", c.order)
		require.Less(t, a.status, http.StatusBadRequest, "%s: %s", c.name, a.text())
		path := a.header.Get("Location")
		if c.joins != nil {
			a := c.joins(path, device)
			require.Less(t, a.status, http.StatusBadRequest, "%s: %s", c.name, a.text())
		}
		assert.Equal(t, c.assumed, strings.Contains(device.shown(path).Find("#table").Text(), said), c.name)
		require.Less(t, device.post(path+"/start", nil).status, http.StatusBadRequest, c.name)
		state := device.state(path)
		assert.Equal(t, c.pace, state.at("table", "pace"), c.name)
		assert.Equal(t, c.pace == "open", state.at("table", "clock") == nil, c.name)
	}
}

// state is the table as the device has it.
func (c *client) state(path string) *answer {
	c.t.Helper()
	a := c.get(path, "Accept", "application/json")
	require.Equal(c.t, http.StatusOK, a.status, a.text())
	return a
}

// asked is the seat for which the table waits.
func (c *client) asked(path string) int {
	c.t.Helper()
	list := c.state(path).at("waiting_for").([]any)
	require.NotEmpty(c.t, list)
	return int(list[0].(float64))
}

// takes presses "I am ...".
func (c *client) takes(path string, seat int) *goquery.Document {
	c.t.Helper()
	a := c.post(path+"/device", url.Values{"player": {itoa(seat)}})
	require.Equal(c.t, http.StatusSeeOther, a.status, a.text())
	return c.shown(path)
}

// turnTo plays until the seat has a decision of its own, the device being passed on.
func (c *client) turnTo(path string, seat int) *goquery.Document {
	c.t.Helper()
	for range 100 {
		now := c.asked(path)
		doc := c.takes(path, now)
		if now == seat {
			return doc
		}
		c.plays(path, now)
	}
	c.t.Fatal("it never is their turn")
	return nil
}

// plays makes the plainest move of a seat.
func (c *client) plays(path string, seat int) {
	c.t.Helper()
	for _, m := range c.get(path+"?player="+itoa(seat), "Accept", "application/json").at("moves").([]any) {
		one := m.(map[string]any)
		form := url.Values{"move": {one["move"].(string)}, "player": {itoa(seat)}}
		switch one["move"] {
		case "roll", "buy", "end_turn", "pay_debt", "decline", "pass", "pay_fine", "declare_bankruptcy":
		case "choose_tax":
			form.Set("option", "flat")
		default:
			continue
		}
		a := c.post(path+"/moves", form)
		require.Less(c.t, a.status, 400, a.text())
		return
	}
	c.t.Fatalf("seat %d has no plain move", seat)
}

func TestADeviceIsPassedOn(t *testing.T) {
	t.Parallel()
	s := open(t)
	device, path := hotSeat(t, s, "Ben")
	state := device.state(path)
	assert.Equal(t, []any{0.0, 1.0}, state.at("table", "device"))
	assert.Equal(t, 0, state.num("seat"))
	assert.NotContains(t, s.program().get(path).at("table"), "device", "nobody else's")

	device.turnTo(path, 1)
	doc := device.shown(path)
	assert.Equal(t, "Ben has the device", doc.Find("#dv-h").Text())
	assert.Equal(t, 1, device.state(path).num("seat"), "a reload changes nothing")
	assert.NotEmpty(t, doc.Find("#act form[action$='/moves'] input[name=player][value='1']").Nodes, "a form says whose it is")
	require.Equal(t, http.StatusSeeOther, device.post(path+"/notes", url.Values{"text": {"Ben wants orange"}, "seen": {"0"}}).status)
	assert.Contains(t, device.get(path+"/notes", "Accept", html).text(), "Ben wants orange")

	for range 100 { // until the turn is over
		if device.asked(path) == 0 {
			break
		}
		device.plays(path, 1)
	}
	hand := device.get(path, "Accept", html)
	require.Equal(t, http.StatusOK, hand.status)
	assert.Equal(t, "no-store", hand.header.Get("Cache-Control"), "going back shows nothing")
	doc = hand.page()
	assert.Equal(t, "Pass the device to Ada", doc.Find("#act-h").Text())
	assert.Equal(t, "I am Ada", doc.Find("#m-take-0").Text())
	assert.Zero(t, doc.Find("form[action$='/moves']").Length(), "nobody's moves")
	assert.Zero(t, doc.Find("#chat, #deeds form, #trade").Length(), "nor anything of one of them")
	assert.Equal(t, path, device.get(path+"/notes", "Accept", html).header.Get("Location"), "what Ben noted is not shown to Ada")
	german := device.get(path, "Accept", html, "Accept-Language", "de").page()
	assert.Equal(t, "Gib das Gerät an Ada weiter", german.Find("#act-h").Text())
	assert.Equal(t, "Ich bin Ada", german.Find("#m-take-0").Text())

	doc = device.takes(path, 0)
	assert.NotZero(t, doc.Find("#act form[action$='/moves']").Length())
	assert.NotContains(t, device.get(path+"/notes", "Accept", html).text(), "orange")
	device.post(path+"/chat", url.Values{"text": {"hello"}})
	require.Equal(t, http.StatusSeeOther, device.post(path+"/device", url.Values{"player": {""}}).status)
	doc = device.shown(path)
	assert.Equal(t, "Pass the device to Ada", doc.Find("#act-h").Text(), "she has put it down")
	device.takes(path, 1)
	doc = device.shown(path)
	assert.Equal(t, "Ben has the device", doc.Find("#dv-h").Text(), "who takes it may look at the own things while the other is up")
	device.post(path+"/chat", url.Values{"text": {"hi"}})
	var said []string
	for _, m := range device.get(path+"/chat", "Accept", "application/json").at("messages").([]any) {
		said = append(said, m.(map[string]any)["name"].(string)+": "+m.(map[string]any)["text"].(string))
	}
	assert.Equal(t, []string{"Ada: hello", "Ben: hi"}, said)
}

// TestAPageOfThePlayerBeforeIsRefused posts the forms of a page that was opened before the
// device was passed on: nothing of it is said, noted or ordered by the one who has it now.
func TestAPageOfThePlayerBeforeIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	device, path := hotSeat(t, s, "Ben")
	device.turnTo(path, 1)
	chat, _ := device.get(path+"/chat", "Accept", html).page().Find("#f-say").Attr("action")
	brief, _ := device.shown(path).Find("#f-say").Attr("hx-post")
	note, _ := device.get(path+"/notes", "Accept", html).page().Find("#f-note").Attr("action")
	order, _ := device.get(path+"/orders", "Accept", html).page().Find("form[action*='/orders']").Attr("action")
	forms := map[string]url.Values{chat: {"text": {"Ben says this"}}, brief: {"text": {"Ben says this"}}, note: {"text": {"Ben notes this"}, "seen": {"0"}}, order: {"kind": {"bid"}, "limit": {"50"}, "days": {"3"}}}
	require.Len(t, forms, 4)
	for action := range forms {
		require.Contains(t, action, "player=1", "a form says whose it is")
	}

	found := device.get(path+"/pace", "Accept", html).page().Find("main form[method=post]")
	require.NotZero(t, found.Length())
	found.Each(func(_ int, f *goquery.Selection) {
		action := f.AttrOr("action", "")
		require.Contains(t, action, "player=1", "a form says whose it is")
		forms[action] = url.Values{"what": {"pause"}, "days": {"1"}}
	})

	device.turnTo(path, 0)
	for action, form := range forms {
		a := device.post(action, form, "Accept-Language", "de")
		assert.Equal(t, http.StatusConflict, a.status, action)
		assert.Contains(t, a.text(), "Das Gerät ist weitergegeben", action)
	}
	assert.Empty(t, device.get(path+"/chat", "Accept", "application/json").at("messages"))
	assert.Empty(t, device.get(path+"/notes", "Accept", "application/json").str("text"))
	assert.Empty(t, device.get(path+"/orders", "Accept", "application/json").at("orders"))
	device.takes(path, 1)
	require.Equal(t, http.StatusSeeOther, device.post(chat, forms[chat]).status, "it holds again when they have the device")
	said := device.get(path+"/chat", "Accept", "application/json").at("messages").([]any)
	require.Len(t, said, 1)
	assert.Equal(t, "Ben", said[0].(map[string]any)["name"])
}

// TestADeviceIsToldOfAllWhoSitAtIt sends the notices of a player at another one's device to
// the one whose device it is, and none about what a move at that device has brought.
func TestADeviceIsToldOfAllWhoSitAtIt(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, eve := p.player("Ada"), p.player("Eve")
	a := ada.post("/me/notices/channels", map[string]any{"kind": "hook", "address": p.hooks.URL + "/ada", "form": "standard", "label": "Home"})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	feed := ada.post("/me/notices/channels", map[string]any{"kind": "feed"})
	require.Equal(t, http.StatusCreated, feed.status)
	game := ada.create(map[string]any{"edition": "us-classic", "rulebook": "us", "players": 3})
	require.Less(t, eve.post(game+"/seats", nil).status, 300)
	require.Equal(t, 2, ada.post(game+"/seats", map[string]any{"name": "Ben", "here": true}).num("seat"))
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	moved := -1
	for range 200 { // until Ben is asked something by what Eve has done
		now := ada.asked(game)
		if now == 2 && moved == 1 {
			break
		}
		who := ada
		if now == 1 {
			who = eve
		}
		who.plays(game, now)
		moved = now
	}
	require.Equal(t, 2, ada.asked(game))
	p.pass(2 * time.Hour)
	told, words := 0, "Ben has to decide on your device|an deinem Gerät ist Ben dran"
	p.hooks.mu.Lock()
	for i, body := range p.hooks.bodies {
		if p.hooks.paths[i] == "/ada" && regexp.MustCompile(words).Match(body) {
			told++
			assert.Contains(t, string(body), `"seat":2`)
			assert.NotContains(t, string(body), `"moves":[{`, "what Ben may do is for the table to show him")
		}
	}
	p.hooks.mu.Unlock()
	assert.Equal(t, 1, told)
	atom := p.program().get(strings.TrimPrefix(feed.str("atom"), p.url))
	assert.Regexp(t, words, atom.text())
}

// TestAnOfferAtOneDevice proposes a trade to the player who sits at the same device.
func TestAnOfferAtOneDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	device, path := hotSeat(t, s, "Ben")
	device.turnTo(path, 0)
	deed := -1
	for range 200 { // until she has something to sell
		for _, d := range device.state(path).at("deeds").([]any) {
			if one := d.(map[string]any); one["owner"] == 0.0 {
				deed = int(one["space"].(float64))
			}
		}
		if deed >= 0 && device.asked(path) == 0 {
			break
		}
		device.plays(path, device.asked(path))
	}
	require.GreaterOrEqual(t, deed, 0)
	device.takes(path, 0)
	offer := url.Values{"move": {"propose_trade"}, "player": {"0"}, "to": {"1"}, "give_deeds": {itoa(deed)}, "want_cash": {"10"}}
	require.Equal(t, http.StatusSeeOther, device.post(path+"/moves", offer).status)
	doc := device.shown(path)
	assert.NotZero(t, doc.Find("#act form[action$='/moves']").Length(), "she is up herself and keeps it")
	require.Equal(t, http.StatusSeeOther, device.post(path+"/device", url.Values{}).status)
	doc = device.shown(path)
	assert.Equal(t, "Who has the device?", doc.Find("#act-h").Text(), "both have something to answer")
	assert.Zero(t, doc.Find(".arrival").Length(), "the offer is Ben's to see")
	doc = device.takes(path, 1)
	accept := doc.Find("form:has(button[value=accept_trade])")
	require.Equal(t, 1, accept.Length())
	form := url.Values{"move": {"accept_trade"}}
	accept.Find("input").Each(func(_ int, i *goquery.Selection) { form.Set(i.AttrOr("name", ""), i.AttrOr("value", "")) })
	assert.Equal(t, "1", form.Get("player"))
	require.Equal(t, http.StatusSeeOther, device.post(path+"/moves", form).status)
	assert.Equal(t, "Pass the device to Ada", device.shown(path).Find("#act-h").Text())
}

// TestBidsAtOneDevice bids in an auction in which all who bid sit at one device.
func TestBidsAtOneDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	device, path := hotSeat(t, s, "Ben", "Cleo")
	for range 200 {
		seat := device.asked(path)
		state := device.get(path+"?player="+itoa(seat), "Accept", "application/json")
		if state.str("phase") == "buy" {
			device.takes(path, seat)
			require.Equal(t, http.StatusSeeOther, device.post(path+"/moves", url.Values{"move": {"decline"}, "player": {itoa(seat)}}).status)
			break
		}
		device.plays(path, seat)
	}
	require.Equal(t, "auction", device.state(path).str("phase"))
	doc := device.shown(path)
	assert.Equal(t, "Who bids?", doc.Find("#act-h").Text())
	assert.Equal(t, 3, doc.Find(".hands > li").Length())
	bid := doc.Find("#f-m-bid-1-0")
	require.Equal(t, 1, bid.Length())
	form := url.Values{"move": {"bid"}}
	bid.Find("input").Each(func(_ int, i *goquery.Selection) { form.Set(i.AttrOr("name", ""), i.AttrOr("value", "")) })
	require.Equal(t, http.StatusSeeOther, device.post(path+"/moves", form).status)
	assert.Equal(t, 1.0, device.state(path).at("auction").(map[string]any)["bidder"])
	doc = device.shown(path)
	assert.Equal(t, 2, doc.Find(".hands > li").Length(), "who leads has nothing to say")
	assert.Zero(t, doc.Find("#device, #deeds form").Length(), "it lies in the middle")
	doc = device.takes(path, 2)
	assert.Equal(t, "Cleo has the device", doc.Find("#dv-h").Text(), "she looks something up")
	for _, seat := range []string{"0", "2"} {
		require.Equal(t, http.StatusSeeOther, device.post(path+"/moves", url.Values{"move": {"pass"}, "player": {seat}}).status)
	}
	doc = device.shown(path)
	assert.NotEmpty(t, doc.Find("#m-take-"+itoa(device.asked(path))).Nodes, "nobody has it in hand afterwards: it was passed round")
}

func TestASeatLeavesTheDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	device, path := hotSeat(t, s, "Ben", "Cleo")
	wantProblem(t, s.player("Eve").post(path+"/seats/1/link", nil), http.StatusConflict, "no_device")
	a := device.post(path+"/seats/0/link", nil, "Accept", "application/json")
	wantProblem(t, a, http.StatusForbidden, "no_seat")
	a = device.post(path+"/seats/1/link", url.Values{})
	require.Equal(t, http.StatusOK, a.status, a.text())
	first := a.page().Find("#seat-link").Text()
	a = device.post(path+"/seats/1/link", nil, "Accept", "application/json")
	require.Equal(t, http.StatusCreated, a.status, a.text())
	link, err := url.Parse(a.str("link"))
	require.NoError(t, err)
	assert.NotEqual(t, link.String(), first)
	phone := s.browser()
	require.Equal(t, http.StatusSeeOther, phone.post(link.Path, url.Values{}).status)
	assert.Equal(t, 1, phone.state(path).num("seat"))
	assert.Equal(t, []any{0.0, 2.0}, device.state(path).at("table", "device"), "the others still share it")
	assert.NotContains(t, phone.state(path).at("table"), "device")
	wantProblem(t, device.post(path+"/moves", map[string]any{"move": "roll", "player": 1}, "Accept", "application/json"), http.StatusForbidden, "no_seat")
	assert.GreaterOrEqual(t, s.browser().post(link.Path, url.Values{}).status, 400, "it works once")
}

func TestAGameThatBeginsAtOnceSeatsNobodyAtTheDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	position := map[string]any{"edition": "us-classic", "players": []map[string]any{{"name": "P"}, {"name": "Q"}}}
	sandbox := ada.create(map[string]any{"scenario": position})
	tables := func() int { return len(ada.get("/me").at("games").([]any)) }
	before := tables()
	for name, more := range map[string]map[string]any{
		"quick": {"quick": true}, "scenario": {"scenario": position}, "copy of a sandbox": {"sandbox_of": strings.TrimPrefix(sandbox, "/games/")},
	} {
		more["here"] = []string{"Ben"}
		a := ada.post("/games", more)
		wantProblem(t, a, http.StatusUnprocessableEntity, "bad_setup")
		assert.Equal(t, "here", a.str("field"), name)
		assert.Contains(t, a.str("detail"), "begins at once", name)
	}
	form := s.browser().post("/games", url.Values{"name": {"Cem"}, "edition": {"us-classic"}, "quick": {"1"}, "here": {"Ben"}})
	assert.Equal(t, http.StatusUnprocessableEntity, form.status)
	assert.Equal(t, before, tables(), "nothing is left of a refused request")
}

func TestATableIsTakenBackIfItHasNotEnoughSeatsForTheDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	names := strings.Split("Ben Cleo Dora Emil Fay Gus Hal Ivy", " ") // with Ada one more than the rulebook allows
	wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic", "rulebook": "us", "here": names}), http.StatusConflict, "full")
	assert.Empty(t, ada.get("/me").at("games"))
	assert.Empty(t, s.program().get("/games").at("games"))
}

func TestProgramsAtOneDevice(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, eve := s.player("Ada"), s.player("Eve")
	path := ada.create(map[string]any{"edition": "us-classic", "rulebook": "us", "players": 3, "here": []string{"Ben"}})
	a := ada.post(path+"/seats", map[string]any{"name": "Cleo", "here": true})
	require.Equal(t, http.StatusCreated, a.status, a.text())
	assert.Equal(t, 2, a.num("seat"))
	assert.Equal(t, []any{0.0, 1.0, 2.0}, a.at("state", "table", "device"))
	wantProblem(t, ada.post(path+"/seats", map[string]any{"name": "Dora", "here": true}), http.StatusConflict, "full")
	wantProblem(t, eve.post(path+"/seats", map[string]any{"name": "Dora", "here": true}), http.StatusForbidden, "no_seat")
	wantProblem(t, s.program().post(path+"/seats", map[string]any{"name": "Dora", "here": true}), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic", "players": 2, "here": []string{"Ben", "Cleo"}}), http.StatusUnprocessableEntity, "bad_setup")
	wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic", "players": 2, "here": []string{"Admin"}}), http.StatusUnprocessableEntity, "bad_setup")
	require.Equal(t, http.StatusOK, ada.send(http.MethodPut, path+"/seats/1/token", map[string]any{"token": "star"}).status, "the owner of the device chooses for all")
	wantProblem(t, eve.send(http.MethodPut, path+"/seats/1/token", map[string]any{"token": "cup"}), http.StatusForbidden, "no_seat")
	require.Equal(t, http.StatusOK, ada.send(http.MethodDelete, path+"/seats/2", nil).status)
	require.Less(t, eve.post(path+"/seats", nil).status, 300)
	require.Equal(t, http.StatusOK, ada.post(path+"/start", nil).status)

	for range 20 {
		seat := ada.asked(path)
		who := ada
		if seat == 2 {
			who = eve
		}
		state := who.get(path + "?player=" + itoa(seat))
		require.Equal(t, seat, state.num("seat"))
		who.plays(path, seat)
	}
	wantProblem(t, eve.get(path+"?player=1"), http.StatusForbidden, "no_seat")
	wantProblem(t, eve.post(path+"/moves", map[string]any{"move": "roll", "player": 1}), http.StatusForbidden, "no_seat")
	wantProblem(t, eve.post(path+"/device", map[string]any{"player": 1}), http.StatusConflict, "no_device")

	seat := ada.asked(path)
	who, seq := ada, ada.get(path).num("seq")
	if seat == 2 {
		who = eve
	}
	for named, want := range map[string]struct {
		status int
		code   string
	}{"5": {403, "no_seat"}, itoa(2 - seat/2*2): {403, "no_seat"}, "x": {400, "mistyped"}, "99": {400, "mistyped"}} {
		wantProblem(t, who.post(path+"/moves?player="+named, map[string]any{"move": "roll"}), want.status, want.code)
	}
	assert.Equal(t, seq, ada.get(path).num("seq"), "nobody else moved instead")

	wantProblem(t, ada.post(path+"/device", map[string]any{"player": 2}), http.StatusForbidden, "no_seat")
	assert.Equal(t, 1, ada.post(path+"/device", map[string]any{"player": 1}).num("state", "seat"))
	assert.Equal(t, true, ada.get("/me").at("games").([]any)[0].(map[string]any)["my_turn"] == true || ada.asked(path) == 2, "it is the turn of somebody at this device")
}
