package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// reader is a browser without scripts: it follows links, fills in forms,
// presses buttons and goes where a 303 sends it.
type reader struct {
	*client
	path string
	doc  *goquery.Document
	last *answer
}

func (s *site) reader() *reader { return &reader{client: s.browser()} }

// open loads a page.
func (r *reader) open(path string) *reader {
	r.t.Helper()
	r.show(path, r.get(path))
	require.Equal(r.t, http.StatusOK, r.last.status, "%s: %s", path, r.last.text())
	return r
}

func (r *reader) show(path string, a *answer) {
	r.t.Helper()
	for n := 0; a.status == http.StatusSeeOther; n++ {
		require.Less(r.t, n, 5, "sent in circles")
		path = a.header.Get("Location")
		a = r.get(path)
	}
	r.path, r.last, r.doc = path, a, a.page()
}

// press presses a button, after filling in fields, and shows what comes of it.
func (r *reader) press(button string, fields ...string) *reader {
	r.t.Helper()
	b := r.doc.Find(button).First()
	require.Equal(r.t, 1, b.Length(), "no %s on %s", button, r.path)
	_, disabled := b.Attr("disabled")
	require.False(r.t, disabled, "%s is disabled", button)
	form := b.Closest("form")
	values := formValues(form)
	if name, ok := b.Attr("name"); ok {
		values.Set(name, b.AttrOr("value", ""))
	}
	for i := 0; i+1 < len(fields); i += 2 {
		require.Positive(r.t, form.Find("[name='"+fields[i]+"']").Length(), "no field %s", fields[i])
		values.Set(fields[i], fields[i+1])
	}
	action := b.AttrOr("formaction", form.AttrOr("action", ""))
	require.NotEmpty(r.t, action)
	if b.AttrOr("formmethod", "") == "get" {
		return r.open(action + "?" + values.Encode())
	}
	require.Equal(r.t, "post", strings.ToLower(form.AttrOr("method", "get")))
	r.show(action, r.post(action, values))
	return r
}

// formValues are the fields of a form as a browser would send them.
func formValues(form *goquery.Selection) url.Values {
	values := url.Values{}
	form.Find("input[name], select[name], textarea[name]").Each(func(_ int, f *goquery.Selection) {
		name, kind := f.AttrOr("name", ""), f.AttrOr("type", "text")
		_, checked := f.Attr("checked")
		switch {
		case kind == "submit" || kind == "button" || (kind == "checkbox" || kind == "radio") && !checked:
		case goquery.NodeName(f) == "textarea":
			values.Add(name, f.Text())
		case goquery.NodeName(f) == "select":
			option := f.Find("option[selected]")
			if option.Length() == 0 {
				option = f.Find("option")
			}
			values.Add(name, option.First().AttrOr("value", option.First().Text()))
		default:
			values.Add(name, f.AttrOr("value", ""))
		}
	})
	return values
}

func (r *reader) has(selector string) bool { return r.doc.Find(selector).Length() > 0 }

// Two people play with forms alone: from the lobby into the game.
func TestPlayingWithFormsAlone(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.reader().open("/").press("#m-open", "name", "Ada", "edition", "us-classic", "title", "Abends")
	require.True(t, strings.HasPrefix(ada.path, "/games/"), ada.path)
	require.Equal(t, http.StatusOK, ada.last.status)
	game := ada.path
	assert.Contains(t, ada.doc.Text(), "Abends")

	ben := s.reader().open("/")
	require.True(t, ben.has(`a[href="`+game+`"]`), "the lobby lists the table")
	ben.open(game).press("#m-join", "name", "Ben")
	assert.Equal(t, game, ben.path)
	assert.Contains(t, ben.doc.Text(), "Ben")

	ada.open(game).press("#m-start")
	assert.Equal(t, game, ada.path)
	ben.open(game)
	for n := 0; n < 60; n++ {
		mover := ada
		if !ada.open(game).has("#act button[name=move]") || ada.has("#m-end_turn") && ben.open(game).has("#m-roll") {
			mover = ben.open(game)
		}
		button := firstButton(mover)
		if button == "" {
			mover = ben.open(game)
			button = firstButton(mover)
		}
		require.NotEmpty(t, button, "nobody can go on: %s", ada.doc.Find("#act").Text())
		mover.press(button)
		require.Equal(t, http.StatusOK, mover.last.status, "%s: %s", button, mover.doc.Find("#act").Text())
		require.Equal(t, game, mover.path, "a plain form ends on the table")
	}
	assert.Greater(t, ada.get(game, "Accept", "*/*").num("turn", "number"), 5)
}

// What was typed and picked in the short form for a table is there in the one with every choice.
func TestTheShortFormGoesOnInTheLongOne(t *testing.T) {
	t.Parallel()
	s := open(t)
	kept := func(r *reader) {
		t.Helper()
		require.Equal(t, http.StatusOK, r.last.status)
		assert.Equal(t, "Ada", r.doc.Find("#f-open [name=name]").AttrOr("value", ""))
		assert.Equal(t, "Abends", r.doc.Find("#f-open [name=title]").AttrOr("value", ""))
		assert.Equal(t, "mega", r.doc.Find("#f-open [name=edition][checked]").AttrOr("value", ""))
		assert.Equal(t, "mega", r.doc.Find("#f-open [name=rulebook][checked]").AttrOr("value", ""), "the board's own")
		assert.False(t, r.has("#problem"))
	}
	typed := []string{"name", "Ada", "edition", "mega", "title", "Abends"}
	kept(s.reader().open("/").press("#m-more", typed...))

	old := s.reader().open("/") // knows no formaction
	old.doc.Find("#m-more").RemoveAttr("formaction").RemoveAttr("formmethod")
	kept(old.press("#m-more", typed...))
	assert.Empty(t, old.get("/me", "Accept", "*/*").at("games"), "nothing was opened")
}

// firstButton is the first of some harmless buttons that a page offers.
func firstButton(r *reader) string {
	found := map[string]string{}
	r.doc.Find("#act form button[id]").Not("[disabled]").Each(func(_ int, b *goquery.Selection) {
		move := b.AttrOr("value", "")
		if b.AttrOr("name", "") != "move" {
			move = b.Closest("form").Find("input[name=move]").AttrOr("value", "")
		}
		if id := b.AttrOr("id", ""); found[move] == "" && id != "" {
			found[move] = "[id='" + id + "']"
		}
	})
	for _, move := range []string{
		"pay_debt", "roll", "buy", "choose_tax", "choose_card", "end_turn", "pass", "decline", "done", "stay", "pay_fine", "mortgage", "declare_bankruptcy",
	} {
		if found[move] != "" {
			return found[move]
		}
	}
	return ""
}

// A double click, a reload or an old tab: the second form is told that it was
// played already, and shows the table.
func TestAStaleFormShowsTheTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	r := s.reader().open("/").press("#m-open", "name", "Ada", "edition", "us-classic")
	game := r.path
	ben := s.player("Ben")
	require.Equal(t, http.StatusCreated, ben.post(game+"/seats", nil).status)
	r.open(game).press("#m-start")
	if !r.has("#m-roll") {
		require.Equal(t, http.StatusOK, ben.send(http.MethodDelete, game+"/seats/1", nil).status, "a computer plays on for Ben")
		require.Eventually(t, func() bool {
			r.post(game+"/moves", map[string]any{"move": "pass"}) // if what Ben came to is auctioned
			return r.open(game).has("#m-roll")
		}, waitLong, waitShort)
	}
	form := formValues(r.doc.Find("#m-roll").Closest("form"))
	form.Set("move", "roll")
	require.NotEmpty(t, form.Get("seq"))
	require.Equal(t, http.StatusSeeOther, r.post(game+"/moves", form).status)
	after := r.get(game, "Accept", "*/*").num("seq")

	page := r.post(game+"/moves", form)
	assert.Equal(t, http.StatusConflict, page.status)
	assert.Equal(t, 1, page.page().Find("#table[data-seq]").Length(), "the table, not an error page")
	assert.Contains(t, page.page().Find("body").Text(), "lready", "it says why")
	assert.Equal(t, 1, page.page().Find("h1").Length())

	fragment := r.post(game+"/moves", form, "HX-Request", "true", "Accept", "text/html")
	assert.Equal(t, http.StatusConflict, fragment.status)
	assert.Equal(t, 1, fragment.page().Find("#table[data-seq]").Length())
	assert.NotContains(t, fragment.text(), "<head>")
	assert.Equal(t, after, r.get(game, "Accept", "*/*").num("seq"), "nothing more has happened")
}

// A refused form shows the table, says what is wrong and names the rule.
func TestARefusedFormShowsTheTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	for name, form := range map[string]url.Values{
		"rules":   {"move": {"buy"}},
		"unknown": {"move": {"cheat"}},
		"amount":  {"move": {"bid"}, "amount": {"many"}},
	} {
		page := mover.post(game+"/moves", form, "Accept", "text/html")
		assert.GreaterOrEqual(t, page.status, 400, name)
		assert.Less(t, page.status, 500, name)
		assert.Equal(t, 1, page.page().Find("#table[data-seq]").Length(), name)
	}
	eve := s.player("Eve").post(game+"/moves", url.Values{"move": {"roll"}}, "Accept", "text/html")
	assert.Equal(t, http.StatusForbidden, eve.status)
	assert.Equal(t, 1, eve.page().Find("#table[data-seq]").Length())
}

// The script htmx gets the new table in answer to a move.
func TestHtmxGetsTheTable(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.player("Ada"), s.player("Ben")
	game := running(ada, ben)
	mover := toMove(game, ada, ben)
	a := mover.post(game+"/moves", url.Values{"move": {"roll"}}, "Accept", "text/html", "HX-Request", "true")
	require.Equal(t, http.StatusOK, a.status)
	assert.Equal(t, itoa(mover.get(game).num("seq")), a.page().Find("#table").AttrOr("data-seq", ""))
	assert.NotContains(t, a.text(), "<head>")
}
