package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drafted is the form of the editor on a page, as a browser would send it.
func drafted(t *testing.T, a *answer) url.Values {
	t.Helper()
	form := url.Values{}
	unquote := strings.NewReplacer("&#34;", `"`, "&#39;", "'", "&lt;", "<", "&gt;", ">", "&amp;", "&")
	for _, m := range regexp.MustCompile(`<input (?:type="hidden" |id="at-[^"]*" )name="([^"]+)"[^>]* value="([^"]*)"|<input type="hidden" name="([^"]+)" value="([^"]*)"`).FindAllStringSubmatch(a.text(), -1) {
		form.Set(m[1]+m[3], unquote.Replace(m[2]+m[4]))
	}
	require.NotEmpty(t, form.Get("edition"), a.text())
	return form
}

func TestABoardIsEditedInFields(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.browser()
	form := drafted(t, ada.get("/editions/us-classic/edit"))
	assert.Equal(t, "us-classic", form.Get("base"))
	assert.Equal(t, "us-classic-copy", form.Get("at.id"))
	assert.Equal(t, "60", form.Get("at.spaces[1].price"))

	form.Set("at.title", "Our village")
	form.Set("at.spaces[1].name", "Mill Lane")
	form.Set("at.spaces[1].price", "many")
	form.Set("at.look.accent", "red")
	form.Set("at.groups[0].house_cost", "60")
	form.Set("do", "preview")
	a := ada.post("/editions/draft", form)
	require.Equal(t, http.StatusOK, a.status, a.text())
	for _, kept := range []string{`value="many"`, `value="Mill Lane"`, `value="red"`, `value="Our village"`} {
		assert.Contains(t, a.text(), kept, "nothing typed is lost")
	}
	assert.Contains(t, a.text(), `aria-describedby="at-spaces-1-price-why"`, "the fault stands at its field")
	assert.Contains(t, a.text(), `href="#at-look-accent"`)
	assert.Contains(t, a.text(), `class="draft-board ed-`, "the rest is shown")
	sheet := regexp.MustCompile(`href="(/editions/draft/look.css[^"]*)"`).FindStringSubmatch(a.text())
	require.NotNil(t, sheet)
	colours := ada.send(http.MethodGet, strings.ReplaceAll(sheet[1], "&amp;", "&"), nil)
	assert.Equal(t, http.StatusOK, colours.status)
	assert.Contains(t, colours.text(), ".g-dark_purple{", "the colours of other printings as well")

	form.Set("do", "save")
	a = ada.post("/editions/draft", form)
	assert.Equal(t, http.StatusUnprocessableEntity, a.status)
	assert.Contains(t, a.text(), `value="many"`)

	form = drafted(t, a)
	form.Set("at.spaces[1].price", "80")
	form.Set("at.look.accent", "#aa2200")
	form.Set("do", "save")
	a = ada.post("/editions/draft", form)
	assert.Equal(t, http.StatusUnprocessableEntity, a.status, "it needs a name")
	assert.Contains(t, a.page().Find(".problem").Text(), "Please choose a name")
	assert.NotContains(t, a.page().Find(".problem").Text(), "token", "which people do not have")
	assert.Contains(t, a.text(), `value="Mill Lane"`)
	form.Set("name", "Ada")
	a = ada.post("/editions/draft", form)
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	first := a.header.Get("Location")
	doc := s.program().get(first).json()
	spaces := doc["spaces"].([]any)
	for i, price := range map[int]float64{1: 80, 3: 60} {
		space := spaces[i].(map[string]any)
		assert.Equal(t, price, space["price"], i)
		assert.Equal(t, 60.0, space["house_cost"], "each street of the group")
	}

	form = drafted(t, ada.get(first+"/edit"))
	form.Set("at.title", "Our town")
	form.Set("do", "save")
	a = ada.post("/editions/draft", form)
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	list := ada.get("/editions").text()
	assert.Contains(t, list, "Our town")
	assert.NotContains(t, list, "Our village", "the board was renamed")
}

// A copy has the one name that it is given, whatever the language of the reader.
func TestACopyIsListedUnderItsOwnName(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.browser()
	form := drafted(t, ada.get("/editions/german-classic/edit", "Accept-Language", "de"))
	assert.Equal(t, "Deutsche Standardausgabe (Kopie)", form.Get("at.title"))
	form.Set("at.title", "Mein Brett")
	form.Set("do", "save")
	form.Set("name", "Ada")
	require.Equal(t, http.StatusSeeOther, ada.post("/editions/draft", form).status)
	for _, lang := range []string{"de", "en"} {
		list := ada.get("/editions", "Accept-Language", lang).text()
		assert.Contains(t, list, "Mein Brett", lang)
		assert.NotContains(t, list, "(copy)", lang)
	}
}

// Faults are told in the language of the page, in the editor and beside the document.
func TestFaultsOfABoardAreToldInGerman(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.browser()
	form := drafted(t, ada.get("/editions/us-classic/edit"))
	form.Set("at.spaces[1].price", "many")
	form.Set("at.spaces[3].mortgage", "")
	a := ada.post("/editions/draft", form, "Accept-Language", "de", "HX-Request", "true")
	require.Equal(t, http.StatusOK, a.status)
	assert.Contains(t, a.text(), "Hier muss eine Zahl stehen, nur Ziffern.")
	assert.Contains(t, a.text(), "Das fehlt; bitte ausfüllen.")
	assert.NotContains(t, a.text(), "must be")
	assert.Contains(t, a.text(), `id="pv"`, "the board")
	assert.NotContains(t, a.text(), `id="f-draft"`, "and nothing else")

	text := form.Get("edition")
	broken := strings.Replace(text, `"mortgage": 30`, `"mortgage": 3000000`, 1)
	require.NotEqual(t, text, broken)
	a = ada.post("/editions", url.Values{"edition": {broken}, "name": {"Ada"}}, "Accept-Language", "de")
	require.Equal(t, http.StatusUnprocessableEntity, a.status)
	assert.Contains(t, a.text(), "spaces[1].mortgage: 3000000 geht nicht; erlaubt ist 1 bis 1000000.")
	var doc map[string]any
	require.NoError(t, json.Unmarshal([]byte(broken), &doc))
	a = s.player("Ben").post("/editions", doc)
	require.Equal(t, http.StatusUnprocessableEntity, a.status)
	assert.Contains(t, a.text(), "spaces[1].mortgage: is 3000000; must be 1 to 1000000", "programs are told the same as ever")
}

// Each fault names the space and leads to its field, and the refusal takes the focus
// with the list of them.
func TestFaultsOfABoardSayWhere(t *testing.T) {
	t.Parallel()
	s := open(t)
	for lang, want := range map[string][]string{
		"de": {"Feld 3, Bezeichnung", "Feld 3, Preis", "Feld 39 (Boardwalk), Preis", "Farbe 2, Bezeichnung"},
		"en": {"Space 3, Name", "Space 3, Price", "Space 39 (Boardwalk), Price", "Colour 2, Name"},
	} {
		ada := s.browser()
		form := drafted(t, ada.get("/editions/us-classic/edit", "Accept-Language", lang))
		for place, typed := range map[string]string{"spaces[3].name": "", "spaces[3].price": "abc", "spaces[39].price": "-5", "groups[1].name": ""} {
			require.True(t, form.Has("at."+place), place)
			form.Set("at."+place, typed)
		}
		form.Set("do", "save")
		form.Set("name", "Ada")
		a := ada.post("/editions/draft", form, "Accept-Language", lang)
		require.Equal(t, http.StatusUnprocessableEntity, a.status)
		doc := a.page()
		told := map[string]string{}
		for _, link := range doc.Find("#pv-faults a").EachIter() {
			told[link.Text()] = link.AttrOr("href", "")
		}
		for _, name := range want {
			require.Contains(t, told, name)
			assert.Equal(t, "true", doc.Find(told[name]).AttrOr("aria-invalid", ""), name)
		}
		assert.Contains(t, doc.Find("#status").Text(), itoa(len(told)))
		problem := doc.Find("#problem")
		_, focus := problem.Attr("autofocus")
		assert.True(t, focus)
		assert.Equal(t, "pv-faults", problem.AttrOr("aria-describedby", ""))
	}
}

// The text and the fields lead to the same document.
func TestADraftIsTextAsWell(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada := s.browser()
	form := drafted(t, ada.get("/editions/us-classic/edit"))
	form.Set("at.spaces[1].price", "many")
	form.Set("do", "text")
	a := ada.post("/editions/draft", form)
	require.Equal(t, http.StatusOK, a.status)
	assert.Contains(t, a.text(), `&#34;price&#34;: &#34;many&#34;`)
	text := drafted(t, ada.get("/editions/us-classic/edit")).Get("edition")
	a = ada.post("/editions/draft", url.Values{"edition": {strings.Replace(text, `"price": 60`, `"price": 75`, 1)}, "do": {"read"}})
	require.Equal(t, http.StatusOK, a.status)
	assert.Equal(t, "75", drafted(t, a).Get("at.spaces[1].price"))
	a = ada.post("/editions/draft", url.Values{"edition": {"{not JSON"}, "do": {"read"}})
	assert.Equal(t, http.StatusUnprocessableEntity, a.status)
	assert.Contains(t, a.text(), "{not JSON", "what was typed stays")
}

func TestTheLookOfADraftIsOnlyALook(t *testing.T) {
	t.Parallel()
	c := open(t).browser()
	for _, query := range []string{"", "?class=0123456789&accent=red%3B}body{", "?class=x}", "?class=0123456789&group=A&colour=", "?class=0123456789&group=a", "?class=0123456789&face=none"} {
		for _, path := range []string{"/editions/draft/look.css", "/editions/draft/scene.svg"} {
			assert.Equal(t, http.StatusNotFound, c.send(http.MethodGet, path+query, nil).status, query)
		}
	}
	assert.Equal(t, http.StatusOK, c.send(http.MethodGet, "/editions/draft/scene.svg?class=0123456789&accent=%23aa2200", nil).status)
}

// The editor is kept for all who are to see the same: the owner of a board and
// somebody else are not.
func TestTheEditorThatIsKeptIsTheViewersOwn(t *testing.T) {
	t.Parallel()
	s := open(t)
	ada, ben := s.browser(), s.browser()
	form := drafted(t, ada.get("/editions/us-classic/edit"))
	form.Set("at.title", "Our village")
	form.Set("name", "Ada")
	form.Set("do", "save")
	a := ada.post("/editions/draft", form)
	require.Equal(t, http.StatusSeeOther, a.status, a.text())
	board := a.header.Get("Location") + "/edit"
	for range 2 { // the second time from what is kept
		theirs, hers := ben.get(board), ada.get(board)
		assert.Equal(t, "Our village", drafted(t, hers).Get("at.title"))
		assert.Contains(t, hers.text(), `name="as" value="copy"`)
		assert.Equal(t, "Our village (copy)", drafted(t, theirs).Get("at.title"))
		assert.NotContains(t, theirs.text(), `name="as" value="copy"`)
		assert.Contains(t, theirs.text(), `id="in-name"`, "a stranger is asked for a name")
		assert.NotContains(t, hers.text(), `id="in-name"`)
		german := ben.get(board, "Accept-Language", "de")
		assert.Contains(t, german.text(), `lang="de"`)
	}
}
