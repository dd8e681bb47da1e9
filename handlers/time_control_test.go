package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/handlers"
)

// clocked is a site whose clock can be set forward.
func clocked(t *testing.T, path string, change ...func(*handlers.Config)) (*site, func(time.Duration)) {
	t.Helper()
	var off atomic.Int64
	now := func() time.Time { return time.Now().Add(time.Duration(off.Load())) }
	s := openWith(t, path, func(s tabletest.Store) tabletest.Store { return s }, table.Config{Now: now}, func(c *handlers.Config) {
		c.Now = now
		for _, one := range change {
			one(c)
		}
	})
	return s, func(d time.Duration) { off.Add(int64(d)) }
}

// paced is a running table of two at a pace.
func paced(pace any, first, second *client) string {
	first.t.Helper()
	path := first.create(map[string]any{"edition": "us-classic", "players": 2, "pace": pace})
	require.Equal(first.t, http.StatusCreated, second.post(path+"/seats", map[string]any{}).status)
	require.Equal(first.t, http.StatusOK, first.post(path+"/start", nil).status)
	return path
}

func TestThePaceOfANewTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	for name, c := range map[string]struct {
		pace any
		kind string
		each float64
	}{
		"nothing said": {nil, "live", 60},
		"open":         {"open", "open", 0},
		"live":         {"live", "live", 60},
		"live, quick":  {map[string]any{"kind": "live", "each": 10}, "live", 10},
		"evening":      {"evening", "evening", 300},
		"weeks":        {"correspondence", "correspondence", 86400},
		"in detail": {map[string]any{
			"kind": "correspondence", "each": 28800, "bank": 3600, "notice": 0, "vacation": 5, "zone": "Europe/Berlin",
			"quiet_from": "22:00", "quiet_to": "07:00", "days_off": []string{"sat", "sun"},
		}, "correspondence", 28800},
	} {
		t.Run(name, func(t *testing.T) {
			a := ada.post("/games", map[string]any{"edition": "us-classic", "pace": c.pace})
			require.Equal(t, http.StatusCreated, a.status, a.text())
			assert.Equal(t, c.kind, a.str("table", "pace"))
			p := ada.get("/games/" + a.str("game") + "/pace")
			require.Equal(t, http.StatusOK, p.status, p.text())
			assert.Equal(t, c.kind, p.str("pace", "kind"))
			assert.Equal(t, c.each, p.at("pace", "each"))
			if name == "in detail" {
				assert.Equal(t, []any{"22:00", "07:00", "Europe/Berlin"}, []any{p.at("pace", "quiet_from"), p.at("pace", "quiet_to"), p.at("pace", "zone")})
				assert.Equal(t, []any{"sat", "sun"}, p.at("pace", "days_off"))
			}
		})
	}
}

func TestPacesThatCannotBe(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	before := len(ada.get("/games").at("games").([]any))
	for name, c := range map[string]struct {
		pace   any
		status int
		code   string
	}{
		"no such kind":     {map[string]any{"kind": "warp"}, 422, "bad_pace"},
		"no such word":     {"warp", 422, "bad_setup"},
		"no kind":          {map[string]any{"each": 60}, 400, "missing"},
		"too short":        {map[string]any{"kind": "live", "each": 1}, 422, "bad_pace"},
		"too long":         {map[string]any{"kind": "live", "each": 99999999}, 422, "bad_pace"},
		"a negative bank":  {map[string]any{"kind": "live", "bank": -1}, 422, "bad_pace"},
		"no such zone":     {map[string]any{"kind": "live", "zone": "Mars/Olympus"}, 422, "bad_pace"},
		"the zone of here": {map[string]any{"kind": "live", "zone": "Local"}, 422, "bad_pace"},
		"a file as a zone": {map[string]any{"kind": "live", "zone": "../../etc/passwd"}, 422, "bad_pace"},
		"no hour left":     {map[string]any{"kind": "live", "quiet_from": "08:00", "quiet_to": "07:59"}, 422, "bad_pace"},
		"no time of day":   {map[string]any{"kind": "live", "quiet_from": "25:00", "quiet_to": "07:00"}, 422, "bad_pace"},
		"half of a night":  {map[string]any{"kind": "live", "quiet_from": "22:00"}, 422, "bad_pace"},
		"no such day":      {map[string]any{"kind": "live", "days_off": []string{"caturday"}}, 422, "bad_pace"},
		"no day left":      {map[string]any{"kind": "live", "days_off": []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}}, 422, "bad_pace"},
		"too many off":     {map[string]any{"kind": "correspondence", "vacation": 61}, 422, "bad_pace"},
		"a typing error":   {map[string]any{"kind": "live", "eech": 60}, 400, "foreign"},
		"words for a time": {map[string]any{"kind": "live", "each": "long"}, 400, "mistyped"},
		"a number":         {7, 400, "mistyped"},
		"a list":           {[]int{1}, 400, "mistyped"},
	} {
		t.Run(name, func(t *testing.T) {
			wantProblem(t, ada.post("/games", map[string]any{"edition": "us-classic", "pace": c.pace}), c.status, c.code)
		})
	}
	assert.Len(t, ada.get("/games").at("games"), before, "no table was opened")
	a := ada.post("/games", map[string]any{"edition": "us-classic", "pace": map[string]any{"kind": "live", "zone": "Mars"}}, "Accept-Language", "de")
	assert.Contains(t, a.str("detail"), "Europe/Berlin")
	assert.Equal(t, "pace.zone", a.str("field"))
}

func TestThePaceByForms(t *testing.T) {
	t.Parallel()
	s := open(t)
	program, ben := s.player("Ada"), s.player("Ben")
	ada := s.readerAs(program).open("/games/new")
	assert.Equal(t, 4, ada.doc.Find("input[name=pace]").Length())
	_, open := ada.doc.Find("details.pace-more").Attr("open")
	assert.False(t, open, "details are folded away")
	ada.press("#m-open", "pace", "correspondence", "pace_each", "3", "pace_each_unit", "seconds")
	assert.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Contains(t, ada.doc.Find("#problem").Text(), "10 seconds")
	assert.Equal(t, "3", ada.doc.Find("#in-pace_each").AttrOr("value", ""), "what was typed is still there")
	_, open = ada.doc.Find("details.pace-more").Attr("open")
	assert.True(t, open, "and to be seen")
	ada.press("#m-open", "pace_each", "8", "pace_each_unit", "hours", "players", "2", "pace_zone", "Europe/Berlin", "pace_quiet_from", "22:00", "pace_quiet_to", "07:00")
	game := ada.path
	assert.Equal(t, 28800, program.get(game+"/pace").num("pace", "each"))
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, program.post(game+"/start", nil).status)

	ada.open(game)
	assert.True(t, ada.has(`a[href="`+game+`/pace"]`), "the table leads there")
	asked := toMove(game, program, ben)
	page := s.readerAs(asked).open(game)
	assert.Equal(t, 1, page.doc.Find("#my-time time[datetime]").Length(), "until when")
	assert.Regexp(t, `^\s*You have time until .+ CES?T, .+ left\s+After that: `, page.doc.Find("#my-time").Text())
	assert.Regexp(t, `(Ada|Ben) has until \w.+ CES?T to answer\. After that the table answers\.`, page.open(game+"/pace").doc.Find("#next").Text())
	assert.Regexp(t, `Has to decide by .+ CES?T, .+ left\s`, page.doc.Find(".clocks").Text())
	page.open(game)
	assert.Contains(t, page.doc.Find("#my-time").Text(), "The dice are rolled.")
	assert.Contains(t, page.doc.Find("#my-time time").Text(), "CE", "the zone of the table is named")

	ada.open(game+"/pace").press("#m-pause", "days", "2", "hours", "0")
	assert.Equal(t, game+"/pace#vt-pause-0", ada.path, "at the vote")
	assert.True(t, ada.has("#vt-pause-0"))
	assert.False(t, ada.has("#f-pause"), "it is being voted on")
	assert.True(t, ada.has("#f-pace"), "which can still be proposed")
	again := ada.post(game+"/pace", url.Values{"what": {"pause"}, "hours": {"5"}}, "Accept", "text/html")
	assert.Equal(t, http.StatusConflict, again.status)
	assert.Equal(t, 1, again.page().Find("#problem").Length(), "and says so without the form")
	b := s.readerAs(ben).open(game + "/pace")
	b.press("#m-vt-pause-0-yes")
	assert.True(t, b.has("#f-resume"), "the table pauses")
	paused := s.readerAs(asked).open(game)
	assert.Zero(t, paused.doc.Find("button[value=roll]").Length(), "nobody can move")
	assert.Contains(t, paused.doc.Find("#act").Text(), "Until ")
	assert.Empty(t, asked.get(game).at("moves"), "what is listed is accepted")
	wantProblem(t, asked.post(game+"/moves", map[string]any{"move": "roll"}), http.StatusConflict, "paused")
	assert.True(t, b.open(game).has("#act .more a"), "a way to end it")
	b.open(game + "/pace").press("#m-resume")
	assert.False(t, b.has("#f-resume"), "it is being voted on")
	assert.False(t, b.open(game).has("#act .more a"), "so there is no way to propose it")
	s.readerAs(program).open(game + "/pace").press("#m-vt-resume-0-no")
	assert.True(t, b.open(game+"/pace").has("#f-resume"), "one of two is not more than half")
	assert.Contains(t, b.doc.Find(".verdicts").Text(), "Rejected")

	day := time.Now().AddDate(0, 0, 3).Format(time.DateOnly)
	ada.open(game+"/pace").press("#m-leave", "from", day, "to", "")
	assert.Equal(t, 1, ada.doc.Find(".off form").Length())
	twice := *ada
	ada.press(".off button")
	assert.Zero(t, ada.doc.Find(".off form").Length())
	twice.press(".off button")
	assert.Equal(t, http.StatusOK, twice.last.status, "pressed twice")
	ada.open(game+"/pace").press("#m-leave", "from", "2020-01-01", "to", "")
	assert.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.NotEmpty(t, ada.doc.Find("#problem").Text())
	assert.Equal(t, "2020-01-01", ada.doc.Find("#in-from").AttrOr("value", ""), "what was typed is still there")
	ada.press("#m-leave", "to", day)
	assert.Equal(t, day, ada.doc.Find("#in-to").AttrOr("value", ""))
	assert.Empty(t, ada.open(game+"/pace").doc.Find("#in-from").AttrOr("value", ""), "and gone with the refusal")
	soon := s.readerAs(ben).open(paced("live", program, ben) + "/pace").doc
	assert.Regexp(t, `Has to decide:\s+\d.+ left\s`, soon.Find(".clocks").Text(), "how long there is says all")
}

// Why a form about the pace was refused stands in that form, where the keyboard begins, and
// what was typed is kept.
func TestARefusalAboutThePaceStandsInItsForm(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := paced("correspondence", ada, ben)
	for form, c := range map[string]struct{ typed, wrong []string }{
		"pause": {[]string{"days", "61", "hours", "5"}, []string{"days"}},
		"leave": {[]string{"from", time.Now().AddDate(0, 0, 2).Format(time.DateOnly), "to", "2020-01-01"}, []string{"to"}},
		"pace":  {[]string{"pace", "live", "pace_each", "3", "pace_each_unit", "seconds", "pace_zone", "Europe/Berlin"}, nil},
	} {
		page := s.readerAs(ada).open(game+"/pace").press("#m-"+form, c.typed...)
		require.Equal(t, http.StatusUnprocessableEntity, page.last.status, form)
		problem := page.doc.Find("#problem[autofocus]")
		require.Equal(t, 1, problem.Length(), form)
		assert.Equal(t, "f-"+form, problem.Closest("form").AttrOr("id", ""))
		var wrong []string
		page.doc.Find("[aria-invalid]").Each(func(_ int, field *goquery.Selection) { wrong = append(wrong, field.AttrOr("name", "")) })
		assert.Equal(t, c.wrong, wrong, form)
		kept := formValues(page.doc.Find("#f-" + form))
		for i := 0; i < len(c.typed); i += 2 {
			assert.Equal(t, c.typed[i+1], kept.Get(c.typed[i]), form)
		}
	}
	page := s.readerAs(ada)
	page.show(game+"/pace", page.post(game+"/pace", url.Values{"what": {"absent"}, "about": {"1"}}))
	require.Equal(t, "act", page.doc.Find("#problem[autofocus]").Closest("section").AttrOr("id", ""), "above all of them, if it has no fields")
}

// Days off are given back from tomorrow on: the last day, or the only one, is offered to nobody.
func TestTheDayThatRunsIsNotGivenBack(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	game := paced("correspondence", ada, ben)
	today := p.clock.now()
	day := func(n int) string { return today.AddDate(0, 0, n).Format(time.DateOnly) }
	page := p.readerAs(ada).open(game+"/pace").press("#m-leave", "from", day(0), "to", day(3))
	back := "#m-lv-0-" + day(0)
	require.True(t, page.has(back))
	page.press(back)
	assert.False(t, page.has(back), "nothing is left of it but today")
	page.press("#m-leave", "from", day(2))
	assert.True(t, page.has("#m-lv-0-"+day(2)), "one that lies ahead is given back whole")
}

func TestVotesAsJSON(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := paced("correspondence", ada, ben)
	pace := game + "/pace"

	wantProblem(t, eve.post(pace, map[string]any{"what": "pause", "days": 3}), http.StatusForbidden, "no_seat")
	wantProblem(t, s.program().post(pace, map[string]any{"what": "pause", "days": 3}), http.StatusUnauthorized, "unauthorized")
	wantProblem(t, ada.post(pace, map[string]any{"what": "pause"}), http.StatusBadRequest, "missing")
	wantProblem(t, ada.post(pace, map[string]any{"what": "pause", "days": 61}), http.StatusUnprocessableEntity, "bad_pause")
	wantProblem(t, ada.post(pace, map[string]any{"what": "pause", "until": "2020-01-01T00:00:00Z"}), http.StatusUnprocessableEntity, "bad_pause")
	party := ada.post(pace, map[string]any{"what": "party"})
	wantProblem(t, party, http.StatusUnprocessableEntity, "unknown_vote")
	assert.Equal(t, "“what” takes one of: pace, pause, resume, absent, give, nudge, think, keep.", party.str("detail"))
	far := time.Now().AddDate(2, 0, 0).Format(time.DateOnly)
	for field, days := range map[string][]url.Values{
		"from": {{"from": {"2020-01-01"}}, {"from": {far}}},
		"to":   {{"from": {time.Now().AddDate(0, 0, 2).Format(time.DateOnly)}, "to": {far}}, {"from": {far}, "to": {"2020-01-01"}}},
	} {
		for _, days := range days {
			a := ada.post(pace+"/leave", days)
			wantProblem(t, a, http.StatusUnprocessableEntity, "bad_leave")
			assert.Equal(t, field, a.str("field"), days)
		}
	}
	wantProblem(t, ada.post(pace, map[string]any{"what": "resume"}), http.StatusConflict, "not_paused")
	wantProblem(t, ada.post(pace, map[string]any{"what": "absent", "about": 1}), http.StatusConflict, "too_soon")
	wantProblem(t, ada.post(pace, map[string]any{"what": "pace", "pace": map[string]any{"kind": "live", "each": 2}}), http.StatusUnprocessableEntity, "bad_pace")
	wantProblem(t, ada.post(pace, map[string]any{"whatt": "pause"}), http.StatusBadRequest, "foreign")
	for name, c := range map[string]struct {
		length map[string]any
		field  string
	}{
		"no days":           {map[string]any{"days": 0}, "days"},
		"no days, no hours": {map[string]any{"days": 0, "hours": 0}, "days"},
		"no hours":          {map[string]any{"hours": 0}, "hours"},
		"a day too many":    {map[string]any{"days": 61}, "days"},
		"an hour too many":  {map[string]any{"days": 60, "hours": 1}, "hours"},
		"only hours":        {map[string]any{"hours": 1441}, "hours"},
		"a year and more":   {map[string]any{"days": 400}, "days"},
	} {
		form := url.Values{"what": {"pause"}}
		for key, n := range c.length {
			form.Set(key, itoa(n.(int)))
		}
		c.length["what"] = "pause"
		for _, body := range []any{c.length, form} {
			a := ada.post(pace, body)
			wantProblem(t, a, http.StatusUnprocessableEntity, "bad_pause")
			assert.Equal(t, c.field, a.str("field"), "%s: %v", name, body)
		}
	}
	wantProblem(t, ada.post(pace+"/votes", map[string]any{"what": "pace", "vote": "yes"}), http.StatusNotFound, "unknown_vote")
	wantProblem(t, ada.post(pace+"/votes", map[string]any{"what": "pace", "vote": "maybe"}), http.StatusUnprocessableEntity, "bad_vote")
	for _, body := range []any{map[string]any{"what": "dinner", "vote": "yes"}, url.Values{"what": {"dinner"}, "vote": {"yes"}}} {
		a := ada.post(pace+"/votes", body)
		wantProblem(t, a, http.StatusUnprocessableEntity, "unknown_vote")
		assert.Equal(t, "what", a.str("field"))
		assert.Contains(t, a.str("detail"), "pace, pause, resume, absent, stand_in")
	}
	wantProblem(t, ada.get("/games/nosuchgame/pace"), http.StatusNotFound, "unknown_game")
	assert.Empty(t, ada.get(pace).at("votes"), "nothing has changed")

	longest := ada.post(paced("correspondence", ada, ben)+"/pace", map[string]any{"what": "pause", "days": 60})
	require.Equal(t, http.StatusOK, longest.status, longest.text())
	assert.Regexp(t, `T\d\d:\d\d:\d\d(\.\d{1,3})?Z$`, longest.at("votes").([]any)[0].(map[string]any)["until"], "to the millisecond")

	a := ada.post(pace, map[string]any{"what": "pace", "pace": "evening"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	vote := a.at("votes").([]any)[0].(map[string]any)
	assert.Equal(t, map[string]any{"0": "yes"}, vote["votes"])
	assert.Equal(t, []any{1.0}, vote["missing"])
	wantProblem(t, ben.post(pace, map[string]any{"what": "pace", "pace": "live"}), http.StatusConflict, "voting")
	assert.Empty(t, eve.get(pace).at("votes").([]any)[0].(map[string]any)["choices"], "those who look on have no vote")
	assert.Equal(t, 1, ben.get(game).num("table", "times", "votes"))
	a = ben.post(pace+"/votes", map[string]any{"what": "pace", "vote": "yes"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, "evening", a.str("pace", "kind"))
	assert.Equal(t, "yes", a.at("decided").([]any)[0].(map[string]any)["result"])
	assert.Equal(t, "evening", ada.get(game).str("table", "pace"))

	// An open table can be given clocks, and clocks be taken away.
	open := running(ada, ben)
	require.Equal(t, http.StatusOK, ada.post(open+"/pace", map[string]any{"what": "pace", "pace": "live"}).status)
	a = ben.post(open+"/pace/votes", map[string]any{"what": "pace", "vote": "yes"})
	assert.Equal(t, "live", a.str("pace", "kind"))
	assert.NotNil(t, a.at("next"))
	assert.NotEmpty(t, ada.get(open).at("table", "times", "waiting"))
}

// TestOthersGiveTime: by a program and by the form on the page about the pace, three
// times; nobody gives it to themselves, to nobody, or without a seat.
func TestOthersGiveTime(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := paced("live", ada, ben)
	pace := game + "/pace"
	mover, other := ada, ben
	if ada.get(game).num("turn", "player") == 1 {
		mover, other = ben, ada
	}
	seat := mover.get(game).num("turn", "player")
	mine := func() map[string]any { return mover.get(pace).at("seats").([]any)[seat].(map[string]any) }
	until := func() time.Time {
		at, err := time.Parse(time.RFC3339, mine()["deadline"].(string))
		require.NoError(t, err)
		return at
	}
	each, before := time.Duration(mover.get(pace).num("pace", "each"))*time.Second, until()

	gift := map[string]any{"what": "give", "about": seat}
	wantProblem(t, eve.post(pace, gift), http.StatusForbidden, "no_seat")
	wantProblem(t, mover.post(pace, gift), http.StatusConflict, "no_gift")
	wantProblem(t, other.post(pace, map[string]any{"what": "give", "about": 1 - seat}), http.StatusConflict, "no_gift")
	wantProblem(t, other.post(pace, map[string]any{"what": "give", "about": 7}), http.StatusConflict, "no_gift")
	wantProblem(t, other.post(pace, map[string]any{"what": "give"}), http.StatusBadRequest, "missing")
	assert.Equal(t, before, until(), "nothing has changed")

	a := other.post(pace, gift)
	require.Equal(t, http.StatusOK, a.status, a.text())
	assert.Equal(t, before.Add(each), until())
	assert.EqualValues(t, each.Seconds(), mine()["given"])

	browser := s.readerAs(other).open(pace)
	button := "#m-give-" + strconv.Itoa(seat)
	assert.Contains(t, browser.doc.Find(button).Text(), "more time")
	assert.Contains(t, browser.doc.Find("#cl-"+strconv.Itoa(seat)).Text(), "Others gave")
	assert.False(t, s.readerAs(mover).open(pace).has(button), "not to oneself")
	browser.press(button)
	assert.Equal(t, before.Add(2*each), until())
	require.Equal(t, http.StatusOK, other.post(pace, gift).status)
	wantProblem(t, other.post(pace, gift), http.StatusConflict, "no_gift")
	assert.Equal(t, before.Add(3*each), until())
}

// TestTimeRunsForWhoHasSeenIt: a deadline moves when its person looks, and for
// nobody else; when it is over the table answers, and the log says so.
func TestTimeRunsForWhoHasSeenIt(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s, forward := clocked(t, path)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := paced(map[string]any{"kind": "correspondence", "each": 36000, "bank": 0, "notice": 36000}, ada, ben)
	eve := s.player("Eve")
	first := func() map[string]any {
		return eve.get(game).at("table", "times", "waiting").([]any)[0].(map[string]any)
	}
	seat := int(first()["seat"].(float64))
	asked, other := ada, ben
	if seat == 1 {
		asked, other = ben, ada
	}
	late := first()
	assert.Nil(t, late["told"])
	assert.Equal(t, map[string]any{"move": "roll"}, late["default"])
	assert.Equal(t, http.StatusOK, asked.send(http.MethodHead, game, nil).status)
	asked.get(game, "Sec-Purpose", "prefetch")
	other.get(game)
	asked.get(game + "?seen=0")
	s.readerAs(asked).get(game+"?seen=0", "HX-Request", "true")
	assert.Equal(t, late["deadline"], first()["deadline"], "nobody who is asked has seen it")
	assert.Nil(t, first()["told"], "a hidden tab is looked at by nobody")
	forward(time.Hour)
	asked.get(game)
	soon := first()
	require.NotNil(t, soon["told"])
	gone := parseTime(t, late["deadline"]).Sub(parseTime(t, soon["deadline"]))
	assert.InDelta(t, 9*time.Hour, gone, float64(time.Minute), "from now on his ten hours run")
	assert.Equal(t, http.StatusNotModified, eve.get(game+"/pace", "If-None-Match", "*").status)

	forward(10*time.Hour + time.Minute)
	require.Equal(t, http.StatusOK, other.post(game+"/pace", map[string]any{"what": "keep"}).status)
	log := other.get(game + "/events").text()
	assert.Contains(t, log, `"by":"clock"`)
	doc := other.get(game + "/pace")
	assert.EqualValues(t, 1, doc.at("seats").([]any)[seat].(map[string]any)["missed"])
	page := s.readerAs(other).open(game)
	assert.Contains(t, page.doc.Find("#times").Text(), "has missed a decision")
	own := s.readerAs(asked).open(game)
	assert.Contains(t, own.doc.Find("#times").Text(), "Your time has run out once")
}

func parseTime(t *testing.T, v any) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, v.(string))
	require.NoError(t, err)
	return at
}

func TestStandingInOverHTTP(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben, eve := s.player("Ada"), s.player("Ben"), s.player("Eve")
	game := paced("evening", ada, ben)
	seat := func(n int) string { return game + "/seats/" + strconv.Itoa(n) }
	wantProblem(t, eve.post(seat(1)+"/stand-in", nil), http.StatusConflict, "taken")
	wantProblem(t, eve.post(seat(5)+"/stand-in", nil), http.StatusNotFound, "not_found")
	wantProblem(t, s.program().post(seat(1)+"/stand-in", nil), http.StatusUnauthorized, "unauthorized")
	require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, seat(1), nil).status)

	// Somebody whom nobody knows yet offers it on the page.
	stranger := s.browser()
	link := stranger.get(game).page().Find("#times a[href^='" + game + "/pace#cl-']")
	assert.Equal(t, "Play for Ben", link.Text())
	a := stranger.post(seat(1)+"/stand-in", url.Values{"name": {"Kim"}})
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	page := s.readerAs(ada).open(game + "/pace")
	require.True(t, page.has("#vt-stand_in-1"))
	assert.Contains(t, page.doc.Find("#vt-stand_in-1").Text(), "Kim")
	page.press("#m-vt-stand_in-1-yes")
	a = ada.get(game)
	assert.Equal(t, "Kim", a.at("table", "seats").([]any)[1].(map[string]any)["stand_in"])
	assert.Contains(t, s.readerAs(ada).open(game).doc.Find("#players").Text(), "Kim plays meanwhile")
	mine := stranger.get(game).page()
	assert.NotZero(t, mine.Find("#deeds").Length(), "she plays")
	const told = "Kim plays for Ben until Ben is back."
	const kims = "You play for Ben until Ben is back."
	assert.Equal(t, kims, mine.Find("#status").Text(), "and is not told that they are back")
	kim := &reader{client: stranger}
	for _, who := range []struct {
		*reader
		told string
	}{{s.readerAs(ada), told}, {s.readerAs(ben), "Kim plays for you until you are back."}, {kim, kims}} {
		assert.Contains(t, who.open(game).doc.Find("#tape").Text(), who.told)
		log := who.open(game + "/events").doc.Text()
		assert.Contains(t, log, who.told)
		assert.NotContains(t, log, "back in the game", who.told)
	}

	own := s.readerAs(ben).open(game)
	assert.True(t, own.has("#m-return"), "he may come back")
	assert.Contains(t, own.doc.Find("#act").Text(), "Kim plays for you")
	assert.NotContains(t, own.doc.Find("#act").Text(), "computer")
	assert.Empty(t, ben.get(game).at("moves"), "but not play beside her")
	data := ben.get("/me/account/export")
	require.Equal(t, http.StatusOK, data.status, data.text())
	assert.Equal(t, game, "/games/"+data.at("tables").([]any)[0].(map[string]any)["game"].(string), "what is known about him is his all the same")
	own.press("#m-return")
	assert.NotContains(t, ada.get(game).text(), "stand_in")
	for who, back := range map[*reader]string{
		s.readerAs(ada): "Ben is back; Kim no longer plays for them. (", own: "You are back; Kim no longer plays for you. (",
	} {
		assert.Contains(t, who.open(game).doc.Find("#times a[href$='#done-h']").Text(), back)
		assert.Contains(t, who.open(game+"/pace").doc.Find(".verdicts li").First().Text(), back)
	}
	own.open(game)
	assert.Contains(t, s.readerAs(ada).open(game+"/events").doc.Text(), "Ben is back in the game.")
	assert.False(t, own.has("#m-return"))
}

// A vote on a stand-in who is no player any more comes to nothing, and the table goes on.
func TestAStandInWhoIsDeletedOrMergedHoldsNoTableUp(t *testing.T) {
	t.Parallel()
	s := open(t)
	for name, end := range map[string]func(kim *client) *answer{
		"deleted": func(kim *client) *answer { return kim.post("/me/account/delete", map[string]any{"name": "Kim"}) },
		"merged": func(kim *client) *answer {
			return s.signedUp("Kim", "kim").post("/me/account/merge", map[string]any{"guest_token": kim.token})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ada, ben, kim := s.player("Ada"), s.player("Ben"), s.player("Kim")
			game := paced("evening", ada, ben)
			require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, game+"/seats/1", nil).status)
			require.Equal(t, http.StatusOK, kim.post(game+"/seats/1/stand-in", nil).status)
			ended := end(kim)
			require.Equal(t, http.StatusOK, ended.status, ended.text())
			a := ada.post(game+"/pace/votes", map[string]any{"what": "stand_in", "about": 1, "vote": "yes"})
			require.Equal(t, http.StatusOK, a.status, a.text())
			assert.Empty(t, ada.get(game+"/pace").at("votes"))
			assert.Equal(t, "dropped", ada.get(game + "/pace").at("decided").([]any)[0].(map[string]any)["result"])
			assert.Equal(t, http.StatusOK, ben.post(game+"/seats/1/return", nil).status)
		})
	}
}

func TestATableThatClosesSaysSo(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "test.db")
	s, forward := clocked(t, path)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := runningAt("open", ada, ben)
	assert.NotContains(t, ada.get(game).text(), `"times"`, "busy tables without clocks are not weighed down")
	assert.Equal(t, "close", ada.get(game+"/pace").str("next", "what"))
	forward(40 * 24 * time.Hour)
	a := ada.get(game)
	assert.InDelta(t, 20*24*time.Hour, parseTime(t, a.at("table", "times", "closes_at")).Sub(time.Now().Add(40*24*time.Hour)), float64(time.Hour))
	page := s.readerAs(ada).open(game)
	assert.Contains(t, page.doc.Find("#times").Text(), "the table stays open until")
	other := ada
	if ada.get(game).num("seat") == ada.get(game).num("turn", "player") {
		other = ben
	}
	call := s.readerAs(other).open(game + "/pace")
	call.press(`[id^="m-call-"]`)
	assert.True(t, call.has(`[id^="vt-absent-"]`), "the other has not moved for more than a day")
	call.press(`[id$="-substitute"] button`)
	assert.Equal(t, "substitute", other.get(game + "/pace").at("decided").([]any)[0].(map[string]any)["result"])
	assert.Equal(t, true, other.get(game + "/pace").at("seats").([]any)[1-other.get(game).num("seat")].(map[string]any)["away"])
}

// A proposal that is refused keeps what was filled in.
func TestARefusedProposalKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := paced(map[string]any{"kind": "correspondence"}, ada, ben)
	r := s.readerAs(ada)
	a := r.post(game+"/pace", url.Values{"what": {"pace"}, "pace": {"evening"}, "pace_zone": {"Europe/Berln"}, "pace_each": {"90"}, "pace_each_unit": {"minutes"}}, "Accept", "text/html")
	require.Equal(t, http.StatusUnprocessableEntity, a.status, a.text())
	form := a.page().Find("#f-pace")
	assert.Equal(t, "Europe/Berln", form.Find("[name=pace_zone]").AttrOr("value", ""))
	assert.Equal(t, "90", form.Find("[name=pace_each]").AttrOr("value", ""))
	assert.Equal(t, "minutes", form.Find("[name=pace_each_unit] [selected]").AttrOr("value", ""))
	assert.Equal(t, 1, form.Find("#pace-evening[checked]").Length())
	a = r.post(game+"/pace", url.Values{"what": {"pause"}, "days": {"60"}, "hours": {"23"}}, "Accept", "text/html")
	require.Equal(t, http.StatusUnprocessableEntity, a.status, a.text())
	assert.Equal(t, "23", a.page().Find("#in-hours").AttrOr("value", ""))
}

// When nothing comes but the closing of the table, that is said once.
func TestTheClosingOfATableIsSaidOnce(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	game := placed(t, ada, hill)
	next := s.readerAs(ada).open(game + "/pace").doc.Find("#next")
	assert.Equal(t, 1, strings.Count(next.Text(), "the table stays open until"), next.Text())
	assert.Equal(t, 1, next.Find("time").Length())
}

// Another time control leaves the end that was agreed on where it is; those who vote read so.
func TestAVoteOnThePaceSaysThatTheEndStays(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := ada.create(map[string]any{"edition": "mark-classic", "players": 3, "pace": "live", "bots": []string{"trader"}})
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", map[string]any{}).status)
	require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
	ends := ada.get(game).at("table", "ends_at")
	require.NotNil(t, ends)
	end, err := time.Parse(time.RFC3339, ends.(string))
	require.NoError(t, err)
	said := func(place string) {
		t.Helper()
		note := s.readerAs(ben).open(game + "/pace").doc.Find(place + " p.note:contains('still ends')")
		assert.Equal(t, 1, note.Length(), place)
		at, err := time.Parse(time.RFC3339, note.Find("time").AttrOr("datetime", ""))
		require.NoError(t, err)
		assert.Equal(t, end.Truncate(time.Second), at.UTC(), place)
	}
	said("#f-pace")
	a := ada.post(game+"/pace", map[string]any{"what": "pace", "pace": "correspondence"})
	require.Equal(t, http.StatusOK, a.status, a.text())
	said("article.vote")
	require.Equal(t, http.StatusOK, ben.post(game+"/pace/votes", map[string]any{"what": "pace", "vote": "yes"}).status)
	require.Equal(t, "correspondence", ada.get(game).str("table", "clock", "kind"))
	assert.Equal(t, ends, ada.get(game).at("table", "ends_at"))
	without := paced("live", ada, ben)
	assert.Zero(t, s.readerAs(ada).open(without+"/pace").doc.Find("#f-pace p:contains('still ends')").Length())
}

// What comes next is a sentence of its own in both languages.
func TestWhatComesNextIsASentence(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := paced("correspondence", ada, ben)
	who := toMove(game, ada, ben).get("/me").str("name")
	for lang, says := range map[string]string{
		"en": `^%s has until \S.*:\d\d UTC to answer\. After that the table answers\.$`,
		"de": `^%s hat Zeit bis \S.*:\d\d UTC\. Danach antwortet der Tisch\.$`,
	} {
		next := ada.get(game+"/pace", "Accept", "text/html", "Accept-Language", lang).page().Find("#next > p").First().Text()
		assert.Regexp(t, fmt.Sprintf(says, who), strings.Join(strings.Fields(next), " "))
	}
	closes := ada.get(game+"/pace", "Accept", "text/html", "Accept-Language", "de").page().Find("#next > p.note").Text()
	assert.Regexp(t, `^Wenn nichts mehr geschieht, bleibt der Tisch offen bis \S.*:\d\d UTC\. Danach schließt er`, strings.Join(strings.Fields(closes), " "))
}

// No player reads that they have "0 seconds in reserve".
func TestAReserveOfNothingIsPutIntoWords(t *testing.T) {
	t.Parallel()
	p := openPostal(t)
	ada, ben := p.player("Ada"), p.player("Ben")
	clocks := func(game string) string { return p.readerAs(ada).open(game + "/pace").doc.Find(".clocks").Text() }
	without := paced(map[string]any{"kind": "correspondence", "each": 3600, "bank": 0, "notice": 60}, ada, ben)
	assert.NotContains(t, clocks(without), "reserve")
	with := paced(map[string]any{"kind": "correspondence", "each": 3600, "bank": 600, "notice": 60}, ada, ben)
	assert.Contains(t, clocks(with), "10 minutes in reserve.")
	p.clock.pass(2 * time.Hour)
	toMove(with, ada, ben).post(with+"/moves", map[string]any{"move": "roll"}) // what comes first is that the time ran out
	assert.Contains(t, clocks(with), "The reserve is used up.")
}
