package web_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/klauspost/compress/zstd"
	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// thing is a model with a page whose fragment is the main part of it.
type thing struct {
	Name string `json:"name"`
	Note string `json:"-"`
}

func (x thing) Page(p page.Page) templ.Component {
	return templ.Raw("<!doctype html><html lang=" + p.Lang + "><nav>menu</nav><main>" + x.Name + x.Note + "</main></html>")
}

// pieced is a model with a fragment of its own.
type pieced struct{ thing }

func (x pieced) Fragment(p page.Page) templ.Component { return templ.Raw("<b>" + p.Lang + "</b>") }

// worded is a model whose JSON has words in it.
type worded struct{ thing }

func (x worded) JSON(lang string) any { return map[string]string{"name": x.Name, "lang": lang} }

// torn is a model whose page cannot be drawn to its end.
type torn struct{ thing }

func (torn) Page(page.Page) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		_, _ = io.WriteString(w, "<!doctype html><main>half")
		return errors.New("no more toner")
	})
}

// request is what a test sends; its format is "json", "page" or "fragment".
type request struct{ method, format, lang, match, coding string }

// answerTo sends a request to a server with one route and returns its answer.
func answerTo(t *testing.T, ask request, handle echo.HandlerFunc) *httptest.ResponseRecorder {
	t.Helper()
	kit := web.NewKit(web.KitConfig{
		Now: time.Now, Logger: slog.New(slog.DiscardHandler), Metrics: uncounted{},
		Identify: func(echo.Context) (account.Player, error) { return account.Player{}, nil },
	})
	e := echo.New()
	e.Any("/thing", handle)
	method := ask.method
	if method == "" {
		method = http.MethodGet
	}
	r := httptest.NewRequest(method, "/thing", nil)
	r.Header.Set("Accept", "application/json")
	if ask.format != "json" {
		r.Header.Set("Accept", "text/html")
	}
	if ask.format == "fragment" {
		r.Header.Set("HX-Request", "true")
	}
	if ask.lang != "" {
		r.Header.Set("Accept-Language", ask.lang)
	}
	if ask.coding != "" {
		r.Header.Set("Accept-Encoding", ask.coding)
	}
	if ask.match != "" {
		r.Header.Set("If-None-Match", ask.match)
	}
	w := httptest.NewRecorder()
	kit.Handler(e, kit.SetLanguage).ServeHTTP(w, r)
	return w
}

// uncounted counts nothing.
type uncounted struct{}

func (uncounted) Request(string, string, int, time.Duration, bool) {}
func (uncounted) Move(string)                                      {}
func (uncounted) Security(string)                                  {}

func responding(m web.Model) echo.HandlerFunc {
	return func(c echo.Context) error { return web.Respond(c, m) }
}

func TestAModelIsAnsweredInTheFormatAskedFor(t *testing.T) {
	cases := []struct {
		name, format, kind, body string
		model                    web.Model
	}{
		{"JSON", "json", "application/json", `{"name":"Ada"}` + "\n", thing{Name: "Ada"}},
		{"page", "page", "text/html; charset=utf-8", "<!doctype html><html lang=en><nav>menu</nav><main>Ada</main></html>", thing{Name: "Ada"}},
		{"main part", "fragment", "text/html; charset=utf-8", "<main>Ada</main>", thing{Name: "Ada"}},
		{"fragment", "fragment", "text/html; charset=utf-8", "<b>en</b>", pieced{thing{Name: "Ada"}}},
		{"page beside a fragment", "page", "text/html; charset=utf-8", "<!doctype html><html lang=en><nav>menu</nav><main>Ada</main></html>", pieced{thing{Name: "Ada"}}},
		{"signs of HTML in JSON", "json", "application/json", `{"name":"<A&B>"}` + "\n", thing{Name: "<A&B>"}},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			w := answerTo(t, request{format: tc.format, lang: "en"}, responding(tc.model))
			assert.Equal(t, http.StatusOK, w.Code)
			assert.Equal(t, tc.kind, w.Header().Get("Content-Type"))
			assert.Equal(t, tc.body, w.Body.String())
			assert.Equal(t, web.VaryBy, w.Header().Get("Vary"))
			assert.Equal(t, "private, no-cache", w.Header().Get("Cache-Control"))
		})
	}
}

func TestLongPagesAreCompressedFurther(t *testing.T) {
	short, page, table := strings.Repeat("Ada", 100), strings.Repeat("Ada", 1000), strings.Repeat("Ada", 20_000)
	for _, c := range []struct{ name, takes, text, coding string }{
		{"a short one", "gzip, deflate, br, zstd", short, ""},
		{"of some length", "gzip, deflate, br, zstd", page, "gzip"},
		{"of a whole table", "gzip, deflate, br, zstd", table, "zstd"},
		{"zstd alone", "zstd", table, "zstd"},
		{"zstd alone, of some length", "zstd", page, ""},
		{"zstd refused", "gzip, zstd;q=0", table, "gzip"},
		{"gzip refused", "gzip;q=0, zstd;q=0.5", table, "zstd"},
		{"neither", "br", table, ""},
		{"nothing said", "", table, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := answerTo(t, request{format: "page", lang: "en", coding: c.takes}, responding(thing{Name: c.text}))
			require.Equal(t, c.coding, w.Header().Get("Content-Encoding"))
			var r io.Reader = w.Body
			var err error
			switch c.coding {
			case "gzip":
				r, err = gzip.NewReader(w.Body)
			case "zstd":
				r, err = zstd.NewReader(w.Body, zstd.WithDecoderConcurrency(1))
			}
			require.NoError(t, err)
			body, err := io.ReadAll(r)
			require.NoError(t, err)
			assert.Equal(t, "<!doctype html><html lang=en><nav>menu</nav><main>"+c.text+"</main></html>", string(body))
		})
	}
}

func TestEachFormatHasAValidatorOfItsOwn(t *testing.T) {
	tags := map[string]bool{}
	for _, format := range []string{"json", "page", "fragment"} {
		first := answerTo(t, request{format: format, lang: "en"}, responding(pieced{thing{Name: "Ada"}}))
		tag := first.Header().Get("ETag")
		require.NotEmpty(t, tag, format)
		tags[tag] = true
		again := answerTo(t, request{format: format, lang: "en", match: tag}, responding(pieced{thing{Name: "Ada"}}))
		assert.Equal(t, http.StatusNotModified, again.Code, format)
		assert.Empty(t, again.Body.String(), format)
		changed := answerTo(t, request{format: format, lang: "de", match: tag}, responding(pieced{thing{Name: "Ben"}}))
		assert.Equal(t, http.StatusOK, changed.Code, format)
	}
	assert.Len(t, tags, 3)
}

func TestAModelSpeaksTheLanguageAskedFor(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		w := answerTo(t, request{format: "json", lang: lang}, responding(worded{thing{Name: "Ada"}}))
		assert.JSONEq(t, `{"name":"Ada","lang":"`+lang+`"}`, w.Body.String())
		assert.Empty(t, w.Header().Get("Content-Language"), "most of JSON is in no language")

		w = answerTo(t, request{format: "page", lang: lang}, responding(worded{thing{Name: "Ada"}}))
		assert.Contains(t, w.Body.String(), "<html lang="+lang+">")
		assert.Equal(t, lang, w.Header().Get("Content-Language"))
	}
	assert.Contains(t, answerTo(t, request{format: "json"}, responding(worded{})).Body.String(), `"en"`, "a program that names none")
	assert.Contains(t, answerTo(t, request{format: "page"}, responding(worded{})).Body.String(), "lang=de", "a browser that names none")
}

func TestHEADHasTheHeadersOfGETAndNoBody(t *testing.T) {
	for _, format := range []string{"json", "page", "fragment"} {
		get := answerTo(t, request{format: format}, responding(thing{Name: "Ada"}))
		head := answerTo(t, request{method: http.MethodHead, format: format}, responding(thing{Name: "Ada"}))
		assert.Equal(t, get.Code, head.Code, format)
		assert.Equal(t, get.Header(), head.Header(), format)
		assert.NotEmpty(t, head.Header().Get("Content-Length"), format)
		assert.Empty(t, head.Body.String(), format)
	}
}

func TestAPageThatFailsIsNotSentByHalves(t *testing.T) {
	w := answerTo(t, request{format: "page"}, responding(torn{}))
	assert.Equal(t, http.StatusInternalServerError, w.Code)
	assert.NotContains(t, w.Body.String(), "half")
	assert.NotContains(t, w.Body.String(), "toner", "the cause is for the log")
	assert.Equal(t, http.StatusOK, answerTo(t, request{format: "json"}, responding(torn{})).Code, "programs do not need the page")
}

func TestChooseReadsOnlyWhatIsAskedFor(t *testing.T) {
	read := ""
	handle := func(c echo.Context) error {
		return web.Choose(c,
			func() (any, error) { read += "data "; return thing{Name: "data"}, nil },
			func() (web.Model, error) { read += "page "; return pieced{thing{Name: "page"}}, nil })
	}
	assert.Equal(t, `{"name":"data"}`+"\n", answerTo(t, request{format: "json"}, handle).Body.String())
	assert.Contains(t, answerTo(t, request{format: "page"}, handle).Body.String(), "<main>page</main>")
	assert.Equal(t, "<b>en</b>", answerTo(t, request{format: "fragment", lang: "en"}, handle).Body.String())
	assert.Equal(t, "data page page ", read)

	failing := func(c echo.Context) error {
		return web.Choose(c,
			func() (any, error) { return nil, web.Fail("no_guest") },
			func() (web.Model, error) { return nil, web.Fail("not_found") })
	}
	assert.Equal(t, http.StatusConflict, answerTo(t, request{format: "json"}, failing).Code)
	assert.Equal(t, http.StatusNotFound, answerTo(t, request{format: "page"}, failing).Code)
}

func TestWhatWasDoneIsAnswered(t *testing.T) {
	before := 0
	whole := web.Change{
		To: "/there", Before: func() { before++ }, Status: http.StatusCreated, Location: "/made",
		JSON:     func() (any, error) { return thing{Name: "made"}, nil },
		Fragment: func() (web.Model, error) { return pieced{}, nil },
	}
	cases := []struct {
		name, format string
		done         web.Change
		status       int
		header       map[string]string
		body         string
		before       int
	}{
		{"program", "json", whole, http.StatusCreated, map[string]string{"Location": "/made", "ETag": ""}, `{"name":"made"}` + "\n", 0},
		{"program that is sent nothing", "json", web.Change{To: "/there", Status: http.StatusCreated}, http.StatusNoContent, nil, "", 0},
		{"program without a status", "json", web.Change{JSON: whole.JSON}, http.StatusOK, map[string]string{"Location": ""}, `{"name":"made"}` + "\n", 0},
		{"browser", "page", whole, http.StatusSeeOther, map[string]string{"Location": "/there", "Cache-Control": "no-store"}, "", 1},
		{"htmx", "fragment", whole, http.StatusOK, map[string]string{"HX-Redirect": ""}, "<b>en</b>", 0},
		{"htmx without a fragment", "fragment", web.Change{To: "/there", Before: whole.Before}, http.StatusOK, map[string]string{"HX-Redirect": "/there"}, "", 1},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			before = 0
			w := answerTo(t, request{method: http.MethodPost, format: tc.format, lang: "en"}, func(c echo.Context) error { return web.Changed(c, tc.done) })
			assert.Equal(t, tc.status, w.Code)
			for name, value := range tc.header {
				assert.Equal(t, value, w.Header().Get(name), name)
			}
			assert.Equal(t, tc.body, w.Body.String())
			assert.Equal(t, tc.before, before)
		})
	}
}

func TestWhatWasRefusedIsAnswered(t *testing.T) {
	refusing := func(err error) echo.HandlerFunc {
		return func(c echo.Context) error {
			return web.Refused(c, err, func(f *web.Error, p *page.Problem) (web.Model, error) {
				return thing{Name: "form ", Note: f.Code + ": " + p.Text}, nil
			})
		}
	}
	often := &web.Error{Status: http.StatusTooManyRequests, Code: "too_many", Retry: 90 * time.Second}

	w := answerTo(t, request{method: http.MethodPost, format: "json"}, refusing(often))
	assert.Equal(t, http.StatusTooManyRequests, w.Code)
	assert.Equal(t, "application/problem+json", w.Header().Get("Content-Type"))
	var told web.Problem
	require.NoError(t, json.Unmarshal(w.Body.Bytes(), &told))
	assert.Equal(t, "too_many", told.Code)
	assert.Equal(t, "90", w.Header().Get("Retry-After"))

	w = answerTo(t, request{method: http.MethodPost, format: "page", lang: "en"}, refusing(often))
	assert.Equal(t, http.StatusTooManyRequests, w.Code)
	assert.Contains(t, w.Body.String(), "<main>form too_many: ")
	assert.Equal(t, "90", w.Header().Get("Retry-After"))

	w = answerTo(t, request{method: http.MethodPost, format: "page"}, refusing(errors.New("the disk is on fire")))
	assert.Equal(t, http.StatusInternalServerError, w.Code)
	assert.NotContains(t, w.Body.String(), "form internal", "a fault of the server is not shown beside the form")
	assert.NotContains(t, w.Body.String(), "fire")
}
