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

	"github.com/bankhalter/bankhalter/game/edition"
)

// What is picked on the page for a new table is what the table has.
func TestTheBoardThatIsPickedIsTheBoardOfTheTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	for edition, book := range map[string]string{"mega": "mega", "us-classic": "us", "sonic": "sonic"} {
		ada.open("/games/new?edition=german-classic").press("#m-open", "edition", edition)
		require.Equal(t, http.StatusOK, ada.last.status, edition)
		game := s.program().get(ada.path)
		assert.Equal(t, edition, game.str("edition"))
		assert.Equal(t, book, game.str("rulebook"), "the board's own")
	}
	ada.open("/games/new?edition=german-classic").press("#m-open", "rulebook", "us")
	assert.Equal(t, "us", s.program().get(ada.path).str("rulebook"), "unless another one is picked")
}

// A form that cannot do with another board comes back with the settings of that board.
func TestTheFormFollowsTheBoard(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada")).open("/games/new?edition=us-classic")
	ada.press("#m-open", "edition", "mark-classic", "title", "Abends")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Contains(t, ada.doc.Find("#problem").Text(), "These are now the settings")
	assert.Contains(t, ada.doc.Find("#op-h").Text(), "marks")
	assert.Equal(t, "Abends", ada.doc.Find("#in-title").AttrOr("value", ""))
	assert.Equal(t, "90", ada.doc.Find("[name='option.end_time']").AttrOr("value", ""))
	ada.press("#m-open", "option.end_time", "60")
	require.Equal(t, http.StatusOK, ada.last.status)
	assert.Equal(t, "mark-classic", s.program().get(ada.path).str("edition"))

	asked := s.browser().post("/games", url.Values{"change": {"1"}, "drawn": {"us-classic us"}, "edition": {"mega"}, "rulebook": {"us"}, "level.2": {"hard"}, "character.2": {"builder"}})
	require.Equal(t, http.StatusOK, asked.status, "no table is opened, and nobody needs a name")
	page := asked.page()
	assert.Contains(t, page.Find("#status").Text(), "These are now the settings")
	assert.Equal(t, "mega", page.Find("[name=rulebook][checked]").AttrOr("value", ""))
	assert.Equal(t, "hard", page.Find("[name='level.2'] [selected]").AttrOr("value", ""))
	assert.Equal(t, "builder", page.Find("[name='character.2'] [selected]").AttrOr("value", ""))
	assert.Zero(t, page.Find("#problem").Length())
}

// The settings of a board of one's own are those of its own rulebook.
func TestTheFormKnowsBoardsOfOnesOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	board := s.program().get("/editions/mega")
	made := ada.send(http.MethodPost, "/editions", board.json())
	require.Equal(t, http.StatusCreated, made.status, made.text())
	page := s.readerAs(ada).open("/games/new?edition=" + made.str("hash")).doc
	assert.Equal(t, made.str("hash")+" mega", page.Find("[name=drawn]").AttrOr("value", ""))
}

// A refusal stands at the top, where it is read first, and names what is wrong as the form does.
func TestARefusedTableSaysWhereItIsWrong(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	ada.lang = "de"
	ada.open("/games/new").press("#m-open", "players", "2", "level.1", "easy", "level.2", "hard", "level.3", "hard")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	problem := ada.doc.Find("#problem")
	assert.Contains(t, problem.Text(), "Computer dabei")
	assert.NotContains(t, problem.Text(), "bots")
	assert.Contains(t, ada.doc.Find("#status").Text(), "Computer dabei")
	_, focus := problem.Attr("autofocus")
	assert.True(t, focus, "the keyboard begins there")
	assert.Zero(t, problem.Closest("form").Length(), "above the form")
	assert.Equal(t, "true", ada.doc.Find("[name='level.1']").AttrOr("aria-invalid", ""))
	assert.Zero(t, ada.doc.Find("[name=players][aria-invalid]").Length())
}

// A rulebook that wants a closing hour proposes one: all may stay as it is.
func TestAnUntouchedFormOpensATable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	ada.open("/games/new?edition=mark-classic&rulebook=mark").press("#m-open")
	require.Equal(t, http.StatusOK, ada.last.status, ada.doc.Find("#problem").Text())
	assert.EqualValues(t, 90, s.program().get(ada.path).at("options", "end_time"))
}

// Every board opens and starts with its own rulebook as it is: by JSON that
// names the board alone, by a form that does, and by the form of the page.
func TestEveryBoardOpensAndStartsByItself(t *testing.T) {
	t.Parallel()
	s := open(t)
	for _, id := range edition.IDs() {
		for name, opened := range map[string]func(*client) string{
			"JSON": func(c *client) string {
				return c.post("/games", `{"edition":"`+id+`"}`).header.Get("Location")
			},
			"JSON with its rulebook": func(c *client) string {
				return c.post("/games", `{"edition":"`+id+`","rulebook":"`+c.get("/editions/"+id).str("rulebook")+`","options":{}}`).header.Get("Location")
			},
			"bare form": func(c *client) string {
				return c.post("/games", url.Values{"edition": {id}}).header.Get("Location")
			},
			"page": func(c *client) string {
				return s.readerAs(c).open("/games/new?edition=" + id).press("#m-open").path
			},
		} {
			t.Run(id+" by "+name, func(t *testing.T) {
				ada := s.player("Ada")
				game := opened(ada)
				require.Regexp(t, `^/games/[a-z0-9]{10}$`, game)
				state := ada.get(game)
				assert.Equal(t, id, state.str("edition"))
				want := map[string]any{}
				if id == "mark-classic" {
					want["end_time"] = 90.0
				}
				assert.Equal(t, want, state.at("options"), "the same however it was opened")
				least := 2
				if id == "mark-classic" {
					least = 3
				}
				for range least - 1 {
					require.Equal(t, http.StatusCreated, s.player("Ben").post(game+"/seats", map[string]any{}).status)
				}
				started := ada.post(game+"/start", nil)
				require.Equal(t, http.StatusOK, started.status, started.text())
				assert.Equal(t, "playing", ada.get(game).str("status"))
			})
		}
	}
}

// TestAGameOverWeeksIsNotOverAfterAnEvening: where the rulebook wants a playing time and
// nobody says one, it is long enough for the pace, and told with its day.
func TestAGameOverWeeksIsNotOverAfterAnEvening(t *testing.T) {
	t.Parallel()
	const month = 30 * 24 * 60
	began := time.Date(2027, 3, 15, 9, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		pace, typed string
		want        float64
	}{
		"at the table":             {"evening", "90", 90},
		"over weeks":               {"correspondence", "90", month},
		"over weeks, as they said": {"correspondence", "2880", 2880},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openAt(t, began)
			ada := s.player("Ada")
			page := s.readerAs(ada).open("/games/new?edition=mark-classic")
			assert.Contains(t, page.doc.Find("label[for='o-end_time']").Text(), "With “Over weeks”, 90 minutes become 30 days.")
			page.press("#m-open", "option.end_time", c.typed, "pace", c.pace, "players", "3")
			require.Equal(t, http.StatusOK, page.last.status, page.last.text())
			game := page.path
			assert.InDelta(t, c.want, ada.get(game).num("options", "end_time"), 0)
			if c.want == month {
				assert.Contains(t, page.doc.Text(), "43200 (30 days)")
			}
			for _, name := range []string{"Ben", "Cem"} {
				require.Equal(t, http.StatusCreated, s.player(name).post(game+"/seats", nil).status)
			}
			require.Equal(t, http.StatusOK, ada.post(game+"/start", nil).status)
			said := map[float64]string{90: "Ends at 10:30 UTC", month: "End: Apr 14 09:00 UTC", 2880: "End: Mar 17 09:00 UTC"}[c.want]
			assert.Contains(t, strings.Join(strings.Fields(s.readerAs(ada).open(game).doc.Find("#players .note").Text()), " "), said)
		})
	}
	ada := open(t).player("Ada")
	game := ada.create(map[string]any{"edition": "mark-classic", "pace": "correspondence"})
	assert.InDelta(t, month, ada.get(game).num("options", "end_time"), 0, "for programs as well")
	game = ada.create(map[string]any{"edition": "mark-classic", "pace": "correspondence", "options": map[string]any{"end_time": 90}})
	assert.InDelta(t, 90, ada.get(game).num("options", "end_time"), 0, "who says 90 minutes get them")
}

// An hour that was taken out of the form is not put back behind one's back.
func TestAnHourThatIsTakenOutIsMissed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada")).open("/games/new?edition=mark-classic")
	ada.press("#m-open", "option.end_time", "")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Contains(t, ada.doc.Find("#problem").Text(), "Set “Playing time")
	assert.Equal(t, "true", ada.doc.Find("[name='option.end_time']").AttrOr("aria-invalid", ""))
}

// A game to a time of day ends at that time in the reader's zone, however long its players
// gather before they start.
func TestAGameIsPlayedToATimeOfDay(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	evening := time.Date(2026, 11, 24, 19, 0, 30, 0, berlin) // once a year 2:30 comes twice
	s := openAt(t, evening)
	soon := evening.Add(3 * time.Hour).Truncate(time.Minute)
	for option, typed := range map[string]string{"end_time": soon.Format("15:04"), "house.time_limit": soon.Format("15.04") + " Uhr"} {
		ada := s.player("Ada")
		page := s.readerAs(ada).open("/games/new?edition=mark-classic")
		if option != "end_time" {
			page.open("/games/new?edition=sonic")
		}
		assert.Contains(t, page.doc.Find("label[for='o-"+option+"']").Text(), "time of day such as 22:30")
		page.press("#m-open", "option."+option, typed, "pace_zone", "Europe/Berlin", "players", "3", "level.1", "easy", "level.2", "easy")
		require.Equal(t, http.StatusOK, page.last.status, option)
		game := ada.get(page.path)
		assert.InDelta(t, 180, game.num("options", option), 2, "programs read minutes")
		assert.Equal(t, soon.UTC().Format(time.RFC3339), game.str("table", "ends_at"), "from the waiting room on")
		assert.Contains(t, page.doc.Find("section[aria-labelledby='set-h']").Text(), soon.Format("15:04")+" CE", "people the time")
		assert.NotContains(t, page.doc.Find("section[aria-labelledby='set-h']").Text(), "minutes")
		card := page.get("/").page().Find(`.tlist li:has(a[href="` + page.path + `"])`).Text()
		assert.Contains(t, card, soon.Format("15:04")+" CE")
		assert.NotContains(t, card, " min")
		games, _ := ada.get("/games").at("games").([]any)
		assert.Equal(t, soon.UTC().Format(time.RFC3339), games[0].(map[string]any)["ends_at"])
		require.Equal(t, http.StatusOK, ada.post(page.path+"/start", nil).status)
		assert.Equal(t, soon.UTC().Format(time.RFC3339), ada.get(page.path).str("table", "ends_at"))
	}
}

// What is neither minutes nor a time of day is refused in the words of the form, and kept.
func TestATimeThatIsNoneIsRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada"))
	for _, typed := range []string{"25:00", "22:60", "late", "0"} {
		ada.open("/games/new?edition=mark-classic").press("#m-open", "option.end_time", typed)
		require.Equal(t, http.StatusUnprocessableEntity, ada.last.status, typed)
		assert.Contains(t, ada.doc.Find("#problem").Text(), "or a time of day such as 22:30")
		field := ada.doc.Find("[name='option.end_time'][aria-invalid]")
		assert.Equal(t, typed, field.AttrOr("value", ""))
	}
	ada.press("#m-open", "option.end_time", "22:30", "pace_zone", "Mars/Olympus")
	require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
	assert.Equal(t, "22:30", ada.doc.Find("[name='option.end_time']").AttrOr("value", ""))
	wantProblem(t, s.player("Ben").post("/games", `{"edition":"mark-classic","options":{"end_time":"22:30"}}`), http.StatusUnprocessableEntity, "config")
}

// Programs read what their fields are called, people what the page says, and
// both what would be allowed.
func TestRefusedSettingsSayWhatIsAllowed(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.player("Ada")
	page := signedIn(s, ada)
	for _, x := range []struct {
		body, field, says string
		form              url.Values
		label             string
	}{
		{`{"edition":"german-classic","options":{"deal2":true}}`, "options.deal2", "“options.deal2” comes with “options.end_time” in this rulebook: set “options.end_time” too",
			url.Values{"edition": {"german-classic"}, "option.deal2": {"true"}}, "option.deal2"},
		{`{"edition":"german-classic","options":{"end_time":60}}`, "options.end_time", "set “options.deal2” too",
			url.Values{"edition": {"german-classic"}, "option.end_time": {"60"}}, "option.end_time"},
		{`{"edition":"us-classic","rulebook":"mega"}`, "rulebook", "mark, sonic, standard, us, duel", url.Values{"edition": {"us-classic"}, "rulebook": {"mega"}}, ""},
		{`{"edition":"german-classic","players":9}`, "players", "“players” can be 2 to 8", url.Values{"edition": {"german-classic"}, "players": {"9"}}, "players"},
		{`{"edition":"german-classic","players":4,"banker_only":true}`, "banker_only", "“banker_only” needs 6 to", url.Values{"edition": {"german-classic"}, "players": {"4"}, "banker_only": {"true"}}, ""},
		{`{"edition":"sonic","banker_only":true}`, "banker_only", "Leave “banker_only” out", url.Values{"edition": {"sonic"}, "banker_only": {"true"}}, ""},
	} {
		a := ada.post("/games", x.body)
		require.Equal(t, http.StatusUnprocessableEntity, a.status, x.body)
		assert.Equal(t, x.field, a.str("field"), x.body)
		assert.Contains(t, a.str("detail"), x.says, x.body)
		refused := page.post("/games", x.form)
		require.Equal(t, http.StatusUnprocessableEntity, refused.status, x.body)
		doc := refused.page()
		assert.NotRegexp(t, `options\.|banker_only|players”`, doc.Find("#problem").Text(), "people read no keys")
		if x.label != "" {
			assert.Equal(t, 1, doc.Find(`[name="`+x.label+`"][aria-invalid]`).Length(), x.body)
		}
		for _, c := range []*client{ada, page} {
			c.lang = "de"
		}
		german := ada.post("/games", x.body)
		assert.NotEqual(t, a.str("detail"), german.str("detail"))
		assert.NotEmpty(t, page.post("/games", x.form).page().Find("#problem").Text())
		for _, c := range []*client{ada, page} {
			c.lang = "en"
		}
	}
	assert.Empty(t, ada.get("/me").at("games"), "nothing was opened")
}

// The pause of the computers is chosen by name; a refused form keeps the choice.
func TestThePauseOfTheComputersIsChosen(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.readerAs(s.player("Ada")).open("/games/new?edition=us-classic")
	assert.Equal(t, "as usual", ada.doc.Find("#in-pause option[selected]").Text())
	var offered []string
	ada.doc.Find("#in-pause option").Each(func(_ int, o *goquery.Selection) { offered = append(offered, o.AttrOr("value", "none")) })
	assert.Equal(t, []string{"", "300", "3000", "0"}, offered)
	for _, pause := range offered {
		ada.open("/games/new?edition=us-classic").press("#m-open", "bot_pause", pause, "level.1", "easy", "players", "9")
		require.Equal(t, http.StatusUnprocessableEntity, ada.last.status)
		assert.Equal(t, pause, ada.doc.Find("#in-pause option[selected]").AttrOr("value", "none"))
		ada.press("#m-open", "players", "2")
		require.Equal(t, http.StatusOK, ada.last.status, ada.doc.Find("#problem").Text())
	}
}

// The two choices of the first card have a heading of their own, and what an empty field
// of a correspondence game stands for is said at its pace.
func TestTheFormForATableSaysWhatItChooses(t *testing.T) {
	t.Parallel()
	s := open(t)
	for lang, want := range map[string][]string{
		"de": {"Brett und Regelheft", "Brett", "spätestens nach 24 Stunden", "14 freie Tage"},
		"en": {"Board and rulebook", "Board", "after 24 hours at the latest", "14 days off"},
	} {
		doc := s.browser().get("/games/new", "Accept-Language", lang).page()
		assert.Equal(t, want[0], doc.Find("#ch-h").Text())
		assert.Equal(t, want[1], doc.Find("#pick legend").First().Text())
		note := doc.Find("label[for=pace-correspondence] small").Text()
		assert.Contains(t, note, want[2])
		assert.Contains(t, note, want[3])
	}
}
