package handlers_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// press sends the form of a page that a button belongs to, as a browser does,
// with some fields filled in.
func (c *client) press(page *goquery.Document, button string, fields ...string) *answer {
	c.t.Helper()
	b := page.Find(button)
	require.Equal(c.t, 1, b.Length(), button)
	form := b.Closest("form")
	values := url.Values{}
	form.Find("input, textarea, select").Each(func(_ int, x *goquery.Selection) {
		name, named := x.Attr("name")
		if kind := x.AttrOr("type", ""); !named || (kind == "checkbox" || kind == "radio") && x.AttrOr("checked", "no") == "no" {
			return
		}
		value := x.AttrOr("value", "")
		if goquery.NodeName(x) == "textarea" {
			value = x.Text()
		}
		values.Add(name, value)
	})
	for i := 0; i < len(fields); i += 2 {
		values.Set(fields[i], fields[i+1])
	}
	a := c.post(form.AttrOr("action", ""), values)
	require.Equal(c.t, http.StatusSeeOther, a.status, a.text())
	next := c.get(a.header.Get("Location"))
	require.Equal(c.t, http.StatusOK, next.status)
	return next
}

// An operator does all their work with a browser without script: from a report
// to the ban, to the table, and to the audit log.
func TestTheOperatorWorksWithABrowser(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada, rude := s.player("Ada"), s.player("Rude")
	game := running(ada, rude)
	stays := rude.post(game+"/chat", map[string]any{"text": "GOODWORD"})
	goes := rude.post(game+"/chat", map[string]any{"text": "BADWORD"})
	for _, m := range []*answer{stays, goes} {
		require.Equal(t, http.StatusCreated, m.status, m.text())
		a := ada.post(game+"/chat/"+itoa(m.num("message"))+"/report", map[string]any{"why": "rude <i>words</i>"})
		require.Less(t, a.status, 300, a.text())
	}
	b := operatorIn(s)
	overview := b.get("/admin").page()
	assert.Contains(t, overview.Find("dl.facts").Text(), "2")

	// Reports: one has nothing in it, the other's message goes.
	card := func(page *goquery.Document, word string) *goquery.Selection {
		return page.Find("li.card").FilterFunction(func(_ int, x *goquery.Selection) bool { return strings.Contains(x.Text(), word) })
	}
	reports := b.get("/admin/reports").page()
	require.Equal(t, 2, reports.Find("li.card").Length())
	assert.Contains(t, card(reports, "BADWORD").Text(), "rude <i>words</i>")
	assert.Equal(t, game, card(reports, "BADWORD").Find(`a[href^="/games/"]`).First().AttrOr("href", "")[:len(game)], "the table is a press away")
	bad, _ := card(reports, "BADWORD").Find("button").Attr("id")
	after := b.press(reports, "#"+bad, "remove", "true", "note", "insult")
	assert.Equal(t, 1, after.page().Find("li.card").Length())
	good, _ := card(after.page(), "GOODWORD").Find("button").Attr("id")
	assert.Equal(t, 0, b.press(after.page(), "#"+good).page().Find("li.card").Length())
	said := ada.get(game + "/chat").text()
	assert.Contains(t, said, "GOODWORD")
	assert.NotContains(t, said, "BADWORD")
	settled := b.get("/admin/reports?settled=true").page()
	assert.Equal(t, 2, settled.Find("li.card").Length())
	assert.Contains(t, settled.Text(), "insult")

	// From the player to their ban, and back.
	people := b.get("/admin/people?q=rude").page()
	require.Equal(t, 1, people.Find("li.card").Length())
	to, _ := people.Find(`a[href^="/admin/bans?player="]`).Attr("href")
	form := b.get(to).page()
	assert.Equal(t, rude.get("/me").str("id"), form.Find("input[name=player]").AttrOr("value", ""))
	bans := b.press(form, "#m-ban", "reason", "insults", "days", "2")
	wantProblem(t, rude.post(game+"/chat", map[string]any{"text": "more"}), http.StatusForbidden, "banned")
	assert.Contains(t, bans.page().Find("li.card").Text(), "Rude")
	lift, _ := bans.page().Find("li.card button").Attr("id")
	b.press(bans.page(), "#"+lift)
	assert.Less(t, rude.post(game+"/chat", map[string]any{"text": "sorry"}).status, 300)
	address := b.press(form, "#m-ban", "player", "", "address", "192.0.2.7", "reason", "spam")
	assert.Contains(t, address.page().Find("li.card h3").Text(), "192.0.2.7")
	assert.NotContains(t, address.page().Find("li.card h3").Text(), "/32", "as people write it")

	// A table is closed with its reason.
	tables := b.get("/admin/tables?q=" + strings.TrimPrefix(game, "/games/")).page()
	id := strings.TrimPrefix(game, "/games/")
	b.press(tables, "#close-"+id, "reason", "nobody is there")
	assert.Equal(t, "finished", ada.get(game).str("status"))
	assert.Equal(t, 0, b.get("/admin/tables?q="+id).page().Find("#close-"+id).Length(), "what is over is not closed again")
	assert.Contains(t, b.get("/admin/stuck").page().Text(), "There is nothing here.")

	// The announcement stands, tells its end, and goes.
	b.press(b.get("/admin").page(), "#m-say", "text_en", "Maintenance at ten", "text_de", "Wartung um zehn", "days", "1")
	assert.Contains(t, s.browser().get("/").text(), "Maintenance at ten")
	page := b.get("/admin").page()
	assert.Contains(t, page.Find("#f-say .note").Text(), "It is shown until")
	assert.Equal(t, "Wartung um zehn", page.Find("textarea[name=text_de]").Text())
	b.press(page, "#m-say", "text_en", "", "text_de", "")
	assert.NotContains(t, s.browser().get("/").text(), "Maintenance")

	// Everything stands in the book, in words.
	book := b.get("/admin/acts").page().Text()
	for _, did := range []string{"signed in", "message deleted", "report settled", "banned", "ban lifted", "table closed", "announcement", "Maintenance at ten / Wartung um zehn", "insults", "nobody is there", "insult"} {
		assert.Contains(t, book, did)
	}
	assert.Contains(t, book, "ban lifted "+rude.get("/me").str("id"), "the ban itself is gone")
	b.press(b.get("/admin").page(), "#m-admin-out")
	assert.Equal(t, http.StatusSeeOther, b.get("/admin/acts").status)
}

// What the operator typed into a form that was refused stays in it.
func TestTheOperatorsRefusedFormsKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	b := operatorIn(s)
	for name, x := range map[string]struct {
		path   string
		form   url.Values
		status int
		says   string
	}{
		"an address that is none":        {"/admin/bans", url.Values{"address": {"somewhere"}, "reason": {"spam"}, "days": {"3"}}, http.StatusBadRequest, "an address such as"},
		"a player who is not there":      {"/admin/bans", url.Values{"player": {"nobody"}, "reason": {"spam"}}, http.StatusUnprocessableEntity, "“nobody”"},
		"days that are no number":        {"/admin/bans", url.Values{"address": {"192.0.2.7"}, "reason": {"spam"}, "days": {"soon"}}, http.StatusBadRequest, "“For how many days"},
		"an announcement that is long":   {"/admin/announcement", url.Values{"text_en": {strings.Repeat("x", 501)}, "text_de": {"kurz"}, "days": {"2"}}, http.StatusBadRequest, "“Announcement on every page”"},
		"an announcement without an end": {"/admin/announcement", url.Values{"text_en": {"soon"}, "days": {"0"}}, http.StatusBadRequest, "from 1 to 3650"},
	} {
		t.Run(name, func(t *testing.T) {
			a := b.post(x.path, x.form)
			require.Equal(t, x.status, a.status)
			page := a.page()
			assert.Equal(t, 1, page.Find("#f-ban, #f-say").Length(), "the page of the form")
			assert.Contains(t, page.Find("#problem").Text(), x.says)
			for field := range x.form {
				input := page.Find("[name=" + field + "]")
				assert.Equal(t, x.form.Get(field), input.AttrOr("value", input.Text()), field)
			}
		})
	}
}

// A report is settled as a whole or not at all.
func TestAReportWithANoteThatIsRefusedLeavesTheMessage(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	ada, rude := s.player("Ada"), s.player("Rude")
	game := running(ada, rude)
	said := rude.post(game+"/chat", map[string]any{"text": "BADWORD"})
	require.Less(t, ada.post(game+"/chat/"+itoa(said.num("message"))+"/report", nil).status, 300)
	boss := chief(s)
	report := "/admin/reports/" + boss.get("/admin/reports").at("reports").([]any)[0].(map[string]any)["id"].(string)
	acts := len(boss.get("/admin/acts").at("acts").([]any))
	long := strings.Repeat("x", 501)
	a := boss.post(report, map[string]any{"note": long, "remove": true})
	wantProblem(t, a, http.StatusBadRequest, "mistyped")
	assert.Equal(t, "note", a.str("field"))
	assert.Contains(t, a.str("detail"), "at most 500 characters")
	assert.Contains(t, ada.get(game+"/chat").text(), "BADWORD")
	assert.Equal(t, 1, boss.get("/admin").num("open_reports"))
	assert.Len(t, boss.get("/admin/acts").at("acts"), acts, "nothing was done")

	b := operatorIn(s)
	form := b.post(report, url.Values{"note": {long}, "remove": {"true"}})
	require.Equal(t, http.StatusBadRequest, form.status)
	page := form.page()
	assert.Contains(t, page.Find("#problem").Text(), "“Reason, for the audit log” should be")
	assert.Equal(t, long, page.Find("input[name=note]").AttrOr("value", ""))
	assert.Equal(t, 1, page.Find("input[name=remove][checked]").Length())
	b.press(page, "li.card button", "note", "insult")
	assert.NotContains(t, ada.get(game+"/chat").text(), "BADWORD")
}

// The reason of an act is one line of characters that can be seen, on every store.
func TestTheOperatorsReasonsAreCleanText(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator)
	boss := chief(s)
	id := strings.TrimPrefix(s.player("Ada").create(map[string]any{"edition": "us-classic", "players": 3}), "/games/")
	require.Equal(t, http.StatusNoContent, boss.post("/admin/tables/"+id+"/close", map[string]any{"reason": " too\x00 \u202equiet\n"}).status)
	act := boss.get("/admin/acts").at("acts").([]any)[0].(map[string]any)
	assert.Equal(t, "too quiet", act["note"])
}

// Nothing that was reported or done drops off the end of its list.
func TestTheOperatorReachesOldReportsAndActs(t *testing.T) {
	t.Parallel()
	var store tabletest.Store
	path := filepath.Join(t.TempDir(), "test.db")
	s := openBehind(t, path, func(inner tabletest.Store) tabletest.Store { store = inner; return inner }, withOperator)
	db, ok := store.(talk.Store)
	require.True(t, ok)
	at := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	const reports, acts = 105, 205
	for i := range reports {
		r := talk.Report{ID: fmt.Sprintf("r%03d", i), At: at.Add(time.Duration(i) * time.Minute), Game: "k7q2m9xw4a", Message: uint64(i + 1), Name: "Ben", Text: "rude"}
		require.NoError(t, db.AddReport(t.Context(), r))
	}
	for i := range acts {
		require.NoError(t, s.operators.Write(t.Context(), operator.Act{At: at, What: "ban", On: fmt.Sprint(i), From: "192.0.2.7"}))
	}
	boss := chief(s)
	assert.Equal(t, reports, boss.get("/admin").num("open_reports"))
	open := boss.get("/admin/reports")
	assert.Equal(t, "r000", open.at("reports").([]any)[0].(map[string]any)["id"], "who has waited longest comes first")
	rest := boss.get(open.str("next"))
	assert.Len(t, rest.at("reports"), reports-100)
	assert.Nil(t, rest.at("next"))
	for i := range reports {
		require.NoError(t, db.SettleReport(t.Context(), fmt.Sprintf("r%03d", i), at.Add(24*time.Hour), ""))
	}
	assert.Zero(t, boss.get("/admin").num("open_reports"))
	settled := boss.get("/admin/reports?settled=true")
	assert.Equal(t, "r104", settled.at("reports").([]any)[0].(map[string]any)["id"], "the latest first")
	assert.Len(t, boss.get(settled.str("next")).at("reports"), reports-100)
	book := boss.get("/admin/acts")
	assert.Len(t, book.at("acts"), 200)
	assert.Len(t, boss.get(book.str("next")).at("acts"), acts-200)

	b := operatorIn(s) // who writes an act themselves
	for path, part := range map[string]struct {
		lines string
		last  int
	}{
		"/admin/reports?settled=true": {"li.card", reports - 100}, "/admin/acts": {".admin-list li", acts + 1 - 200},
	} {
		next, _ := b.get(path).page().Find("#l-next").Attr("href")
		page := b.get(next).page()
		assert.Equal(t, part.last, page.Find(part.lines).Length(), path)
		assert.Equal(t, 1, page.Find("#l-before").Length(), path)
	}
}

// A long list has an end, and ways through it; an empty one says so.
func TestTheOperatorsListsAreReadPartByPart(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator, func(c *handlers.Config) { c.Limits = web.Limits{} })
	b := operatorIn(s)
	for _, path := range []string{"/admin/tables", "/admin/people", "/admin/reports", "/admin/bans"} {
		page := b.get(path).page()
		assert.Equal(t, 0, page.Find("#l-next, #l-before").Length(), path)
		if path != "/admin/bans" {
			assert.Contains(t, page.Text(), "There is nothing here.", path)
		}
	}
	ada := s.player("Ada")
	for range 230 {
		ada.create(map[string]any{"edition": "us-classic", "players": 2, "title": "Long"})
	}
	seen := map[string]bool{}
	at, pages := "/admin/tables?q=Long", 0
	for at != "" {
		page := b.get(at).page()
		page.Find("li.card").Each(func(_ int, x *goquery.Selection) { seen[x.AttrOr("id", "")] = true })
		assert.Equal(t, pages > 0, page.Find("#l-before").Length() == 1)
		at = page.Find("#l-next").AttrOr("href", "")
		pages++
	}
	assert.Len(t, seen, 230)
	assert.Equal(t, 3, pages)
	boss := chief(s)
	first := boss.get("/admin/tables?q=Long")
	assert.Len(t, first.at("tables"), 100)
	assert.Len(t, boss.get(first.str("next")).at("tables"), 100)
	assert.Nil(t, boss.get("/admin/tables?q=Long&skip=200").at("next"))
	assert.Nil(t, boss.get("/admin/people").at("next"))
	for _, bad := range []string{"-1", "x", "99999999999999999999"} {
		wantProblem(t, boss.get("/admin/tables?skip="+bad), http.StatusBadRequest, "mistyped")
	}
}

// noTries is a store that servers share, and cannot count.
type noTries struct {
	operator.Store
	account.Tries
}

func (noTries) Try(context.Context, string, int, time.Duration) (time.Duration, error) {
	return 0, storage.ErrBusy
}

// A password that was not compared is not a wrong one.
func TestAnAttemptThatCannotBeCountedIsNoWrongPassword(t *testing.T) {
	t.Parallel()
	s := open(t, withOperator, func(c *handlers.Config) { c.Operator.Store = noTries{Store: c.Operator.Store} })
	for _, guess := range []string{password, "a wrong guess"} {
		wantProblem(t, s.program().post("/admin/login", map[string]any{"password": guess}), http.StatusServiceUnavailable, "busy")
	}
}
