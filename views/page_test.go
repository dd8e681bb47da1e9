package views_test

import (
	"bytes"
	"compress/gzip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

var (
	inline    = regexp.MustCompile(`(?i)\sstyle=|\son[a-z]+=|javascript:|<style`)
	holes     = regexp.MustCompile(`\{\{|%!|<nil>|&lt;nil&gt;|" (if|else)[ >]`)
	textKey   = regexp.MustCompile(`>\s*[a-z]+(\.[a-z_0-9]+)+\s*<`)
	leftovers = regexp.MustCompile(`(?i)\b(todo|lorem|undefined)\b`)
)

func TestEveryPageIsWholesome(t *testing.T) {
	for _, s := range stories(t) {
		for _, lang := range []string{"de", "en"} {
			t.Run(s.name+"/"+lang, func(t *testing.T) {
				html := render(t, s.page(pageOf(lang)))
				assert.False(t, inline.MatchString(html), "inline script or style: %s", inline.FindString(html))
				assert.False(t, holes.MatchString(html), holes.FindString(html))
				assert.False(t, textKey.MatchString(html), "a bare key: %s", textKey.FindString(html))
				assert.False(t, leftovers.MatchString(html), leftovers.FindString(html))
				doc := parse(t, html)
				assert.Equal(t, lang, doc.Find("html").AttrOr("lang", ""))
				assert.Equal(t, 1, doc.Find("h1").Length())
				assert.Equal(t, 1, doc.Find("main").Length())
				assert.Zero(t, doc.Find("[autofocus]").Not("#problem").Length(), "nothing but a refusal takes the focus")
				assert.NotEmpty(t, doc.Find("title").First().Text())
				checkStatus(t, doc)
				checkIDs(t, doc)
				checkControls(t, doc)
				checkLinks(t, doc)
				checkTables(t, doc)
				checkOutline(t, doc)
				assert.LessOrEqual(t, doc.Find(".go").Length(), 1, "one main button a page")
			})
		}
	}
}

// checkStatus requires one status line, outside the morphed part, with a sentence in it.
func checkStatus(t *testing.T, doc *goquery.Document) {
	t.Helper()
	status := doc.Find(`p#status[role="status"]`)
	assert.Equal(t, 1, status.Length())
	assert.NotEmpty(t, strings.TrimSpace(status.Text()))
	assert.Zero(t, doc.Find("#table #status").Length())
	assert.Zero(t, doc.Find(`[aria-live="assertive"], [role="alert"]`).Length())
}

func checkIDs(t *testing.T, doc *goquery.Document) {
	t.Helper()
	ids := map[string]bool{}
	doc.Find("[id]").Each(func(_ int, s *goquery.Selection) {
		id := s.AttrOr("id", "")
		assert.False(t, ids[id], "two elements with id %s", id)
		ids[id] = true
	})
	doc.Find("label[for]").Each(func(_ int, s *goquery.Selection) {
		assert.True(t, ids[s.AttrOr("for", "")], "label for nothing: %s", s.AttrOr("for", ""))
	})
	doc.Find("[aria-labelledby]").Each(func(_ int, s *goquery.Selection) {
		assert.True(t, ids[s.AttrOr("aria-labelledby", "")], "labelled by nothing: %s", s.AttrOr("aria-labelledby", ""))
	})
	doc.Find("use").Each(func(_ int, s *goquery.Selection) {
		assert.True(t, ids[strings.TrimPrefix(s.AttrOr("href", ""), "#")], "no symbol %s", s.AttrOr("href", ""))
	})
	doc.Find(`a[href^="#"]`).Each(func(_ int, s *goquery.Selection) {
		assert.True(t, ids[s.AttrOr("href", "")[1:]], "link to nowhere: %s", s.AttrOr("href", ""))
	})
}

// checkControls requires a name on every control and an id to morph it by.
func checkControls(t *testing.T, doc *goquery.Document) {
	t.Helper()
	doc.Find("button, select, textarea, input:not([type=hidden])").Each(func(_ int, s *goquery.Selection) {
		html, err := goquery.OuterHtml(s)
		require.NoError(t, err)
		id, ok := s.Attr("id")
		assert.True(t, ok, "no id: %s", html)
		if goquery.NodeName(s) == "button" {
			assert.NotEmpty(t, strings.TrimSpace(s.Text()), html)
			return
		}
		_, labelled := s.Attr("aria-labelledby")
		assert.True(t, labelled || doc.Find(`label[for="`+id+`"]`).Length() == 1, "no label: %s", html)
	})
	doc.Find("form").Each(func(_ int, s *goquery.Selection) {
		assert.NotEmpty(t, s.AttrOr("action", ""))
		assert.Contains(t, []string{"post", "get"}, s.AttrOr("method", ""))
		assert.Zero(t, s.Find("form").Length(), "a form inside a form")
	})
}

// checkOutline requires headings that skip no level, sections with names, and the
// board as a list that is numbered like its spaces.
func checkOutline(t *testing.T, doc *goquery.Document) {
	t.Helper()
	last := 1
	doc.Find("h1, h2, h3, h4").Each(func(_ int, h *goquery.Selection) {
		level := int(goquery.NodeName(h)[1] - '0')
		assert.LessOrEqual(t, level, last+1, "a level is skipped before %q", h.Text())
		assert.NotEmpty(t, strings.TrimSpace(h.Text()), "an empty heading")
		last = level
	})
	doc.Find("main section").Each(func(_ int, s *goquery.Selection) {
		_, named := s.Attr("aria-labelledby")
		_, labelled := s.Attr("aria-label")
		assert.True(t, named || labelled, "a section without a name: %s", s.AttrOr("class", ""))
	})
	doc.Find("ol.ring").Each(func(_ int, ring *goquery.Selection) {
		assert.Equal(t, "0", ring.AttrOr("start", ""))
		assert.GreaterOrEqual(t, ring.Children().Length(), 40)
		ring.Children().Each(func(i int, sp *goquery.Selection) {
			assert.Equal(t, "s"+strconv.Itoa(i), sp.AttrOr("id", ""), "the spaces stand in their order")
			assert.NotEmpty(t, strings.TrimSpace(sp.Text()))
		})
	})
}

// checkTables requires words in every header cell.
func checkTables(t *testing.T, doc *goquery.Document) {
	t.Helper()
	doc.Find("th").Each(func(_ int, s *goquery.Selection) {
		assert.NotEmpty(t, strings.TrimSpace(s.Text()), "a header cell without words")
	})
}

// checkLinks allows only addresses of ours, and the source.
func checkLinks(t *testing.T, doc *goquery.Document) {
	t.Helper()
	doc.Find("a[href]").Each(func(_ int, s *goquery.Selection) {
		href := s.AttrOr("href", "")
		if s.AttrOr("id", "") == "invite" {
			return // the table's own address, in full
		}
		ours := strings.HasPrefix(href, "/") || strings.HasPrefix(href, "#") || strings.HasPrefix(href, "https://github.com/bankhalter/")
		assert.True(t, ours, "foreign link %s", href)
		assert.NotEmpty(t, strings.TrimSpace(s.Text()), "link without words: %s", href)
	})
	doc.Find("[src], link[href]").Each(func(_ int, s *goquery.Selection) {
		for _, name := range []string{"src", "href"} {
			if v, ok := s.Attr(name); ok {
				look := strings.HasPrefix(v, page.EditionsPath()+"/") && strings.HasSuffix(v, "/look.css")
				assert.True(t, look || strings.HasPrefix(v, static.Prefix), "loads %s", v)
			}
		}
	})
}

func TestDecisionComesFirstInTheDocument(t *testing.T) {
	m := newMatch(t, loadSetup(t, "german-classic", "", nil), 4, 1)
	require.True(t, m.until(func(s *game.State) bool {
		_, can := game.Has(m.options(s.Turn.Seat), game.Buy)
		return can && s.Phase() == game.PhaseBuy
	}, 500))
	d := m.data(m.s.Turn.Seat)
	html := render(t, d.Page(pageOf("de")))
	buy, board, players, log := strings.Index(html, `value="buy"`), strings.Index(html, `class="ring`), strings.Index(html, `id="players"`), strings.Index(html, `id="log"`)
	require.Positive(t, buy)
	assert.Less(t, buy, board)
	assert.Less(t, board, players)
	assert.Less(t, players, log)
	doc := parse(t, html)
	go1 := doc.Find("button.go")
	assert.Equal(t, "buy", go1.AttrOr("value", ""))
	assert.Contains(t, go1.Text(), d.Setup.Money("de", d.Setup.Rules.Spaces[d.State.Turn.Space].Price), "the price stands on the button")
	assert.Contains(t, go1.Text(), "Du behältst")
}

func TestRefusalStandsBesideItsFormAndInTheStatusLine(t *testing.T) {
	d, ok := position(t, "german-classic", 4, game.PhaseBuy)
	require.True(t, ok)
	for move, place := range map[string]string{"buy": "#act", "build": "#deeds", "mortgage": "#deeds", "propose_trade": "#trade", "claim_rent": "#act"} {
		d.Problem = &page.Problem{Code: "funds", Rule: "R-BUY-1", Text: "Dein Geld reicht nicht.", Move: move}
		doc := parse(t, render(t, d.Page(pageOf("de"))))
		assert.Equal(t, 1, doc.Find(".problem").Length(), move)
		assert.Contains(t, doc.Find(place+" .problem").Text(), "Dein Geld reicht nicht.", move)
		assert.Contains(t, doc.Find(place+" .problem").Text(), "R-BUY-1", move)
		assert.Equal(t, "Dein Geld reicht nicht.", doc.Find("#status").Text())
	}
}

func TestFragmentIsTheTableWithStatusAndTitle(t *testing.T) {
	d, ok := position(t, "german-classic", 4, game.PhaseRoll)
	require.True(t, ok)
	d.Query.Deed = 5
	html := render(t, d.Fragment(pageOf("de")))
	assert.True(t, strings.HasPrefix(html, "<title>"), "the title comes along")
	assert.NotContains(t, html, "<html")
	assert.Contains(t, html, `<hx-partial hx-target="#status" hx-swap="textContent">`)
	doc := parse(t, html)
	table := doc.Find("#table")
	assert.Equal(t, "/games/k7q2m9/events", table.AttrOr("data-events", ""))
	assert.Equal(t, "/games/k7q2m9?deed=5", table.AttrOr("hx-get", ""), "the card stays open")
	assert.Equal(t, "game", table.AttrOr("hx-trigger", ""))
}

// A page that was opened in the waiting room is never loaded anew, so the ways
// from its header come along with the table.
func TestFragmentBringsTheWaysOfThePage(t *testing.T) {
	ways := func(doc *goquery.Selection) (list []string) {
		for _, a := range doc.Find("a").EachIter() {
			list = append(list, a.AttrOr("href", "")+" "+a.Text()+" "+a.AttrOr("aria-current", "-"))
		}
		return list
	}
	for _, phase := range []game.Phase{game.PhaseRoll, game.PhaseAuction} {
		d, ok := position(t, "german-classic", 4, phase)
		require.True(t, ok)
		whole := ways(parse(t, render(t, d.Page(pageOf("de")))).Find("#ways"))
		assert.Greater(t, len(whole), 6)
		part := parse(t, render(t, d.Fragment(pageOf("de")))).Find(`hx-partial[hx-target="#ways"][hx-swap="innerMorph"]`)
		assert.Equal(t, whole, ways(part), phase)
	}
}

// A guest in the waiting room has nothing to start: they read that they are in, and who starts.
func TestGuestsInTheRoomReadWhoStarts(t *testing.T) {
	st := loadSetup(t, "german-classic", "", nil)
	s := game.NewState(st.Rules, 3, 0, false)
	d := tablepage.TableData{
		ID: "k7q2m9", Name: "Freitagsrunde", Setup: st, State: &s, Viewer: 1, Now: noon,
		Seats: []tablepage.Seat{{Name: "Ada", Player: "p1", Host: true}, {Name: "Ben", Player: "p2"}, {}},
		Query: tablepage.TableQuery{Deed: -1, Trade: -1},
	}
	for lang, want := range map[string][2]string{"de": {"Du bist dabei", "Sind alle da, startet Ada das Spiel."}, "en": {"You are in", "Ada starts the game when everybody is here."}} {
		doc := parse(t, render(t, d.Page(pageOf(lang))))
		assert.Equal(t, want[0], doc.Find("#act-h").Text())
		assert.Contains(t, doc.Find("main").Text(), want[1])
	}
}

// For a player who was away the computer plays as for one who left: they read what it does, not
// that they left.
func TestWhoseSeatIsPlayedReadsByWhom(t *testing.T) {
	d, ok := position(t, "german-classic", 3, game.PhaseRoll)
	require.True(t, ok)
	d.Viewer, d.CanReturn = 0, true
	for lang, want := range map[string]string{"de": "Ein Computer spielt für dich", "en": "A computer plays for you"} {
		doc := parse(t, render(t, d.Page(pageOf(lang))))
		assert.Equal(t, want, doc.Find("#act-h").Text())
		assert.Equal(t, 1, doc.Find("#m-return").Length())
	}
}

// Where the viewer stands is said as the log says it: a German place with its article in the
// dative, and a visit to the jail without its two names.
func TestWhereAPlayerStandsIsSaidInASentence(t *testing.T) {
	for _, c := range []struct {
		board, lang string
		space       game.Space
		roll, hub   string
	}{
		{"german-classic", "de", 23, "Du stehst auf der Museumstraße.", "Du stehst auf der Museumstraße"},
		{"german-classic", "de", 24, "Du stehst auf dem Opernplatz.", "Du stehst auf dem Opernplatz"},
		{"german-classic", "de", 7, "Du stehst auf einem Ereignisfeld.", "Du stehst auf einem Ereignisfeld"},
		{"german-classic", "de", 4, "Du stehst auf der Einkommensteuer.", "Du stehst auf der Einkommensteuer"},
		{"german-classic", "de", 0, "Du stehst auf Los.", "Du stehst auf Los"},
		{"german-classic", "de", 10, "Du bist im Gefängnis nur zu Besuch.", "Nur zu Besuch im Gefängnis"},
		{"us-classic", "en", 10, "You are just visiting jail.", "Just visiting jail"},
		{"us-classic", "en", 39, "You are on Boardwalk.", "You are on Boardwalk"},
	} {
		t.Run(c.hub, func(t *testing.T) {
			for phase, want := range map[game.Phase]string{game.PhaseRoll: c.roll, game.PhaseHub: c.hub} {
				d, ok := position(t, c.board, 3, phase)
				require.True(t, ok)
				s := *d.State
				me := s.Turn.Seat
				s.Players[me].Space, s.Turn.Throw = c.space, 1
				d.State, d.Viewer = &s, me
				d.Options = game.Options(d.Setup.Rules, d.State, me, nil)
				doc := parse(t, render(t, d.Page(pageOf(c.lang))))
				said := doc.Find("#act-h").Text()
				if phase == game.PhaseRoll {
					said = strings.TrimSpace(doc.Find("#act .what").First().Text())
				}
				assert.Equal(t, want, said)
			}
		})
	}
}

// A German place has its article in a question, a bid and a tip, as it has in the log.
func TestADecisionNamesItsPlaceWithTheArticle(t *testing.T) {
	auction, ok := position(t, "german-classic", 3, game.PhaseAuction)
	require.True(t, ok)
	for bid, want := range map[game.Money]string{0: "Wer bietet auf den Opernplatz?", 90: " bietet 90\u00a0€ für den Opernplatz"} {
		d, s := auction, *auction.State
		s.Auction.Item = game.Item{Kind: game.ItemDeed, Space: 24}
		s.Auction.Bid, s.Auction.Bidder = bid, (d.Viewer+1)%3
		d.State = &s
		assert.Contains(t, parse(t, render(t, d.Page(pageOf("de")))).Find("#act-h").Text(), want)
	}

	buy, ok := position(t, "german-classic", 3, game.PhaseBuy)
	require.True(t, ok)
	s := *buy.State
	s.Turn.Space, s.Players[s.Turn.Seat].Space = 24, 24
	buy.State, buy.Learner = &s, new(tablepage.Lessons)
	assert.Contains(t, parse(t, render(t, buy.Page(pageOf("de")))).Find("#act").Text(), "Wer später auf dem Opernplatz landet")
}

// A decision to buy says once what becomes of the group, and once that all may bid.
func TestADecisionToBuySaysNothingTwice(t *testing.T) {
	d, ok := position(t, "german-classic", 3, game.PhaseBuy)
	require.True(t, ok)
	s := *d.State
	s.Turn.Space, s.Players[s.Turn.Seat].Space = 24, 24
	d.State = &s
	for learner, bids := range map[*tablepage.Lessons]string{nil: "Dann dürfen alle bieten", new(tablepage.Lessons): "Kaufst du nicht, dürfen alle darauf bieten"} {
		d.Learner = learner
		act := parse(t, render(t, d.Page(pageOf("de")))).Find("#act .choice").Text()
		assert.Contains(t, act, bids)
		assert.Equal(t, 1, strings.Count(act, "dürfen alle"), act)
		assert.Equal(t, 1, strings.Count(act, "Rot"), act)
	}
}

// TestRentsComeBeforeTheThrow: all of them, as the throw may let them lapse.
func TestRentsComeBeforeTheThrow(t *testing.T) {
	for _, h := range handmadeMatches(t) {
		if h.name != "claims" {
			continue
		}
		m := h.m.in(game.PhaseRoll)
		m.s.Turn.Seat, m.s.Turn.Acted = 1, false
		var moves []string
		parse(t, render(t, m.data(1).Page(pageOf("en")))).Find("#act [name=move]").Each(func(_ int, b *goquery.Selection) { moves = append(moves, b.AttrOr("value", "")) })
		assert.Equal(t, []string{"claim_rent", "claim_rent", "roll"}, slices.DeleteFunc(moves, func(m string) bool { return m == "waive_claim" }))
		return
	}
	t.Fatal("no position with claims")
}

func TestErrorFragmentTouchesOnlyTheStatusLine(t *testing.T) {
	html := render(t, page.ErrorData{Status: 500}.Fragment(pageOf("de")))
	assert.True(t, strings.HasPrefix(html, "<hx-partial"), html)
	assert.Contains(t, html, "Dein Spiel ist gespeichert")
}

func TestOpenClaimsShowToTheirOwnerAlone(t *testing.T) {
	for _, h := range handmadeMatches(t) {
		if h.name != "claims" && h.name != "final" {
			continue
		}
		e := game.Event{Kind: game.ClaimOpened, Seat: 1, Other: 0, Space: 11, Amount: 10, N: 4, Left: 1}
		for seat, sees := range map[game.Seat]bool{0: false, 1: true, 2: false, game.Nobody: false} {
			d := h.m.data(seat)
			d.Log = append(d.Log, tablepage.Entry{Seq: 3, Event: e})
			html := render(t, d.Page(pageOf("en")))
			assert.Equal(t, sees, strings.Contains(html, "can claim"), "%s: seat %d", h.name, seat)
			assert.Equal(t, sees, strings.Contains(html, "claim_rent"), "%s: seat %d", h.name, seat)
			if h.name == "final" && !sees {
				assert.NotContains(t, parse(t, html).Find("#act").Text(), "Ben", "who still has rent to claim stays hidden")
			}
		}
	}
}

func TestNamesAreEscaped(t *testing.T) {
	d, ok := position(t, "german-classic", 4, game.PhaseRoll)
	require.True(t, ok)
	d.Seats[0].Name = `<script>alert(1)</script>"'&`
	d.Name = `"><img src=x>`
	html := render(t, d.Page(pageOf("de")))
	assert.NotContains(t, html, "<script>alert")
	assert.NotContains(t, html, "<img")
}

func TestFirstViewStaysSmall(t *testing.T) {
	hub, ok := position(t, "mega", 6, game.PhaseHub)
	require.True(t, ok)
	part := zipped(t, render(t, hub.Fragment(pageOf("de"))))
	t.Logf("fragment: %d", part)
	assert.Less(t, part, 12_000, "what every move costs")

	for name, view := range map[string]struct {
		tablepage.TableData
		most int
	}{
		"mega":                {hub, 60_000},
		"late german-classic": {richest(t, "german-classic", 4), 62_000},
		"late us-classic":     {richest(t, "us-classic", 4), 62_000},
	} {
		d := view.TableData
		html := render(t, d.Page(pageOf("de")))
		sum := zipped(t, html) + zipped(t, palette.Sheet(d.Setup.Edition, page.ScenePath(d.Setup.Edition.Look.Emblem), ""))
		parse(t, html).Find("link[href^='/static/'], script[src]").Each(func(_ int, s *goquery.Selection) {
			f, ok := static.Lookup(strings.TrimPrefix(s.AttrOr("href", s.AttrOr("src", "")), static.Prefix))
			require.True(t, ok)
			t.Logf("%s: %s: %d", name, f.Name, len(f.Gzip))
			sum += len(f.Gzip)
		})
		t.Logf("%s: page: %d, all: %d", name, zipped(t, html), sum)
		assert.Less(t, sum, view.most, "the first view of a running table: %s", name)
	}
}

// richest is the position of a whole game whose page is the longest: late, with most
// deeds and buildings in one hand, a long log and an offer.
func richest(t *testing.T, ed string, seats int) (longest tablepage.TableData) {
	t.Helper()
	m := newMatch(t, loadSetup(t, ed, "", nil), seats, 1)
	most := 0
	m.until(func(s *game.State) bool {
		if s.Phase() != game.PhaseHub || s.Alive().Len() < 2 {
			return false
		}
		mover := s.Waiting().First()
		other := s.Alive().Without(mover).First()
		now := *m
		now.log = slices.Clone(m.log)
		offer := game.Move(game.ProposeTrade, other)
		offer.To, offer.Give.Cash = mover, 1
		own, ok := game.Has(now.options(mover), game.ProposeTrade)
		if !ok || own.Spaces == 0 {
			return false
		}
		offer.Want.Deeds = game.SetOf(own.Spaces.First())
		if !now.try(offer).OK() {
			return false
		}
		d := now.data(mover)
		if long := len(render(t, d.Page(pageOf("de")))); long > most {
			most, longest = long, d
		}
		return false
	}, 20_000)
	require.NotZero(t, most)
	return longest
}

func zipped(t *testing.T, s string) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(s))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Len()
}

func TestTheSignOfEveryPlayerStandsAtTheirPiece(t *testing.T) {
	d, ok := position(t, "german-classic", 4, game.PhaseRoll)
	require.True(t, ok)
	for _, c := range []struct {
		why   string
		names []string
		signs []string
	}{
		{"the one who came first has the first letter", []string{"Ada", "Bea", "Ben", "Cem"}, []string{"A", "B", "E", "C"}},
		{"each computer has its letter", []string{"Gast", "Bot A", "Bot B", "Bot C"}, []string{"G", "A", "B", "C"}},
		{"no digit that would read as houses", []string{"Ada", "Aga", "Ala", "A"}, []string{"A", "G", "L", "Z"}},
	} {
		for i, name := range c.names {
			d.Seats[i].Name = name
		}
		var signs []string
		parse(t, render(t, d.Page(pageOf("de")))).Find(".players > li").Each(func(_ int, li *goquery.Selection) {
			signs = append(signs, li.Find(".own").AttrOr("data-sign", ""))
		})
		assert.Equal(t, c.signs, signs, c.why)
	}
}
