package e2e

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/websocket"
)

var engines = flag.Bool("engines", false, "play a game in Firefox and in WebKit, with and without script (make engines)")

// engine is a browser other than chromium, as far as a game needs it.
type engine interface {
	open(address string) error
	// eval evaluates an expression in the page that is shown.
	eval(expression string, into any) error
}

// TestOtherEnginesPlay plays the first turns of a game against computers in browsers of
// other makers, with the film and with forms alone; with the film also the last ones of another game.
func TestOtherEnginesPlay(t *testing.T) {
	if !*engines {
		t.Skip("LEFT OUT: it takes minutes; make engines runs it")
	}
	for name, start := range map[string]func(*testing.T, bool) engine{"Firefox": firefox, "WebKit": webkit} {
		t.Run(name+" with the film", func(t *testing.T) {
			s := shipped(t)
			e := start(t, true)
			playsWithTheFilm(t, e, s.URL)
			playsToTheEnd(t, e, s.URL)
		})
		t.Run(name+" without script", func(t *testing.T) {
			s := shipped(t)
			playsWithForms(t, start(t, false), withoutScripts(t, s.URL))
		})
	}
}

// TestFirefoxPrintsTheNamesOfSpaces: it gives nothing a box of another kind on paper because of
// a container query.
func TestFirefoxPrintsTheNamesOfSpaces(t *testing.T) {
	if !*engines {
		t.Skip("LEFT OUT: it starts Firefox; make engines runs it")
	}
	reader := need(t, "pdftotext")
	b, ok := firefox(t, true).(*bidi)
	require.True(t, ok)
	require.NoError(t, b.open(shipped(t).URL+"/"))
	require.NoError(t, b.eval(`(document.getElementById("m-quick").click(), true)`, nil))
	awaits(t, b, `!!document.querySelector(".page.live .ring") && document.readyState === "complete"`)
	var names []string
	require.NoError(t, b.eval(`[...document.querySelectorAll(".ring .nm span:not(.vh)")].map(e => e.textContent)`, &names))
	require.NotEmpty(t, names)
	var printed struct{ Data []byte }
	require.NoError(t, b.do("browsingContext.print", map[string]any{"context": b.page}, &printed))
	c := exec.CommandContext(t.Context(), reader, "-raw", "-", "-")
	c.Stdin = bytes.NewReader(printed.Data)
	paper, err := c.Output()
	require.NoError(t, err)
	letters := func(text string) string { // a name may be on several lines, and have ligatures
		return regexp.MustCompile(`[\s\x{00ad}\x{2010}-]+`).ReplaceAllString(strings.NewReplacer("ﬁ", "fi", "ﬂ", "fl").Replace(text), "")
	}
	for _, name := range names {
		assert.Contains(t, letters(string(paper)), letters(name))
	}
}

// throwsSeen is how often the player throws before a game has been seen enough.
const throwsSeen = 3

// nextPress presses the first thing that the player is asked for, and says what it is.
const nextPress = `(() => { const b = [...document.querySelectorAll("#act form[method=post] button:not([aria-disabled=true])")].find(b => b.getClientRects().length); if (!b) return ""; const move = b.value || b.form.elements.move?.value || b.id; b.click(); return move || "?"; })()`

func playsWithTheFilm(t *testing.T, e engine, base string) {
	t.Helper()
	require.NoError(t, e.open(base+"/"))
	require.NoError(t, e.eval(`(document.getElementById("m-quick").click(), true)`, nil))
	awaits(t, e, `!!document.querySelector(".page.live") && document.readyState === "complete" && !!document.querySelector("#film button")`)
	require.NoError(t, e.eval(`(window.faults = [], addEventListener("error", e => faults.push(e.message)), addEventListener("unhandledrejection", e => faults.push(String(e.reason))), window.filmed = 0,
		new MutationObserver(() => { if (document.querySelector(".ghosts > *")) filmed++; }).observe(document.body, {childList: true, subtree: true}), true)`, nil))
	throws := 0
	for deadline := time.Now().Add(4 * time.Minute); throws < throwsSeen; {
		require.True(t, time.Now().Before(deadline), "%d throws", throws)
		var pressed string
		require.NoError(t, e.eval(nextPress, &pressed))
		if pressed == "roll" {
			throws++
			var cubes bool
			require.NoError(t, e.eval(`!!document.querySelector(".ghosts .cubes") || !document.querySelector(".ring")`, &cubes))
			assert.True(t, cubes, "the dice are in the air after the press")
		}
		time.Sleep(700 * time.Millisecond)
	}
	awaits(t, e, filmOver)
	var seen struct {
		Filmed int
		Faults []string
		Wide   int
	}
	require.NoError(t, e.eval(`({Filmed: filmed, Faults: faults, Wide: document.documentElement.scrollWidth - innerWidth})`, &seen))
	assert.Positive(t, seen.Filmed, "a film was shown")
	assert.Empty(t, seen.Faults)
	assert.LessOrEqual(t, seen.Wide, 0, "nothing sticks out sideways")
	// The page is what the server says: between two films it is the same when it is opened anew.
	require.NoError(t, e.eval(`film.speed("0") === 0`, nil))
	awaits(t, e, `document.querySelector("#act form[method=post] button:not([aria-disabled=true])") && `+filmOver)
	var played, fresh string
	const cash = `[...document.querySelectorAll("#players .cash")].map(c => c.innerText).join() + [...document.querySelectorAll(".ring .toks")].map(k => k.parentNode.id + k.children.length).join()`
	require.NoError(t, e.eval(cash, &played))
	require.NoError(t, e.eval(`(window.old = true, location.reload(), true)`, nil))
	awaits(t, e, `!window.old && document.readyState === "complete" && !!document.querySelector(".ring")`)
	require.NoError(t, e.eval(cash, &fresh))
	assert.Equal(t, fresh, played)
}

func playsWithForms(t *testing.T, e engine, base string) {
	t.Helper()
	require.NoError(t, e.open(base+"/"))
	require.NoError(t, e.eval(`(document.getElementById("m-quick").click(), true)`, nil))
	throws := 0
	for deadline := time.Now().Add(4 * time.Minute); throws < throwsSeen; {
		require.True(t, time.Now().Before(deadline), "%d throws", throws)
		var there bool
		awaits(t, e, `document.readyState === "complete" && !!document.querySelector(".page.live")`)
		require.NoError(t, e.eval(`typeof htmx === "undefined" && !document.querySelector("#film button")`, &there))
		require.True(t, there, "no script of ours runs")
		var pressed string
		require.NoError(t, e.eval(`(document.body.dataset.old = "", `+nextPress+`)`, &pressed))
		if pressed == "roll" {
			throws++
		}
		if pressed == "" {
			time.Sleep(1500 * time.Millisecond)
			require.NoError(t, e.eval(`(location.reload(), true)`, nil))
		}
		awaits(t, e, `document.readyState === "complete" && !!document.body && !("old" in document.body.dataset)`)
	}
	var told int
	require.NoError(t, e.eval(`document.querySelectorAll("#tape li li").length`, &told))
	assert.Positive(t, told, "what happened stands in the tape")
}

// lastTurns is a game that ends with its second throw: Ben comes to a hotel of Ada's with
// no money.
const lastTurns = `{"edition": "us-classic", "rulebook": "us", "options": {"rent.auto_claim": true}, "dice": [[1, 2], [1, 2]], "players": [
	{"name": "Ada", "cash": 900, "space": 7, "deeds": [{"space": 1, "hotel": true}, {"space": 3, "hotel": true}]}, {"name": "Ben", "cash": 10}]}`

// playsToTheEnd makes the last moves of a game and sees its result. What the other player
// does is sent beside the page.
func playsToTheEnd(t *testing.T, e engine, base string) {
	t.Helper()
	send := func(path, body string) {
		require.NoError(t, e.eval(`(window.answer = null, fetch(`+strconv.Quote(path)+`, {method: "POST", headers: {"Content-Type": "application/json", Accept: "application/json"}, body: `+strconv.Quote(body)+`}).then(async r => window.answer = {status: r.status, game: (await r.json()).game}), true)`, nil))
		awaits(t, e, "window.answer")
		var status int
		require.NoError(t, e.eval("answer.status", &status))
		require.Less(t, status, 300, "%s %s", path, body)
	}
	send("/games", `{"scenario": `+lastTurns+`}`)
	var game string
	require.NoError(t, e.eval("answer.game", &game))
	require.NoError(t, e.open(base+"/games/"+game))
	awaits(t, e, `document.readyState === "complete" && !!document.querySelector("#m-roll")`)
	require.NoError(t, e.eval(`(window.faults = [], addEventListener("error", e => faults.push(e.message)), addEventListener("unhandledrejection", e => faults.push(String(e.reason))), true)`, nil))
	require.NoError(t, e.eval(`(document.getElementById("m-roll").click(), true)`, nil))
	awaits(t, e, `document.getElementById("act-h").textContent.includes("Ben")`) // there is nothing to do in the turn any more: it ends by itself
	for _, move := range []string{"roll", "declare_bankruptcy"} {
		send("/games/"+game+"/moves", `{"player": 1, "move": "`+move+`"}`)
	}
	awaits(t, e, `!!document.querySelector(".page.result") && !!document.getElementById("m-again")`)
	awaits(t, e, `!!document.querySelector(".shot img")`)
	awaits(t, e, filmOver)
	var faults []string
	require.NoError(t, e.eval("faults", &faults))
	assert.Empty(t, faults)
}

// awaits waits until an expression holds; while a page is being left nothing can be asked.
func awaits(t *testing.T, e engine, expression string) {
	t.Helper()
	var err error
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		var on bool
		if err = e.eval("!!("+expression+")", &on); err == nil && on {
			return
		}
	}
	require.Fail(t, "it never holds", "%s: %v", expression, err)
}

// withoutScripts is the server behind a gate whose policy lets no script run.
func withoutScripts(t *testing.T, address string) string {
	t.Helper()
	to, err := url.Parse(address)
	require.NoError(t, err)
	gate := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host },
		ModifyResponse: func(r *http.Response) error {
			r.Header.Set("Content-Security-Policy", "script-src 'none'")
			return nil
		},
	})
	t.Cleanup(gate.Close)
	return gate.URL
}

// starts starts a program that ends with the test, and waits until it says something
// that fits the pattern, if there is one.
func starts(t *testing.T, c *exec.Cmd, said *regexp.Regexp) string {
	t.Helper()
	heard, err := c.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	if said == nil {
		return ""
	}
	found := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(heard); lines.Scan(); {
			if m := said.FindString(lines.Text()); m != "" {
				found <- m
			}
		}
	}()
	select {
	case m := <-found:
		return m
	case <-time.After(time.Minute):
		require.Fail(t, "it does not start", c.Path)
		return ""
	}
}

// bidi is Firefox behind WebDriver BiDi.
type bidi struct {
	line *websocket.Conn
	page string
	n    int
}

func firefox(t *testing.T, script bool) engine {
	t.Helper()
	path := need(t, "firefox-esr")
	home := t.TempDir()
	prefs := fmt.Sprintf("user_pref(\"javascript.enabled\", %t);\nuser_pref(\"ui.prefersReducedMotion\", 0);\n", script)
	require.NoError(t, os.WriteFile(filepath.Join(home, "user.js"), []byte(prefs), 0o600))
	const origin = "http://127.0.0.1"
	c := exec.CommandContext(t.Context(), path, "--headless", "--no-remote", "--remote-debugging-port", "0", "--remote-allow-origins", origin, "--profile", home, "--width", "1280", "--height", "800", "about:blank")
	c.Env = append(os.Environ(), "HOME="+home)
	address := starts(t, c, regexp.MustCompile(`ws://\S+`))
	line, err := websocket.Dial(address+"/session", "", origin)
	require.NoError(t, err)
	b := &bidi{line: line}
	t.Cleanup(func() { _ = b.line.Close() })
	require.NoError(t, b.do("session.new", map[string]any{"capabilities": map[string]any{}}, nil))
	var tree struct{ Contexts []struct{ Context string } }
	require.NoError(t, b.do("browsingContext.getTree", map[string]any{}, &tree))
	require.NotEmpty(t, tree.Contexts)
	b.page = tree.Contexts[0].Context
	return b
}

// do sends a command and waits for its answer.
func (b *bidi) do(method string, params, into any) error {
	b.n++
	if err := websocket.JSON.Send(b.line, map[string]any{"id": b.n, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		var said struct {
			ID             int
			Error, Message string
			Result         json.RawMessage
		}
		if err := b.line.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		if err := websocket.JSON.Receive(b.line, &said); err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		switch {
		case said.ID != b.n:
			continue
		case said.Error != "":
			return fmt.Errorf("%s: %s: %s", method, said.Error, said.Message)
		case into == nil:
			return nil
		}
		return json.Unmarshal(said.Result, into)
	}
}

func (b *bidi) open(address string) error {
	return b.do("browsingContext.navigate", map[string]any{"context": b.page, "url": address, "wait": "complete"}, nil)
}

func (b *bidi) eval(expression string, into any) error {
	var said struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	params := map[string]any{"expression": "JSON.stringify(" + expression + ")", "target": map[string]any{"context": b.page}, "awaitPromise": false}
	if err := b.do("script.evaluate", params, &said); err != nil {
		return err
	}
	if said.Type != "success" {
		return errors.New(said.ExceptionDetails.Text)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal([]byte(said.Result.Value), into)
}

// driven is WebKit behind WebDriver.
type driven struct {
	ctx     context.Context //nolint:containedctx // of the test
	session string
}

// miniBrowsers is where distributions keep WebKit's small browser.
const miniBrowsers = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"

func webkit(t *testing.T, _ bool) engine {
	t.Helper()
	driver := need(t, "WebKitWebDriver")
	small, err := filepath.Glob(miniBrowsers)
	require.NoError(t, err)
	if len(small) == 0 {
		leaveOut(t, "MiniBrowser of WebKitGTK is not installed")
	}
	screen := need(t, "Xvfb")
	free, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	port := free.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // of a TCP listener
	require.NoError(t, free.Close())
	home := t.TempDir()
	display := ":" + strconv.Itoa(port) // a number that nobody has
	starts(t, exec.CommandContext(t.Context(), screen, display, "-screen", "0", "1440x900x24", "-nolisten", "tcp"), nil)
	c := exec.CommandContext(t.Context(), driver, "--host=127.0.0.1", "--port="+strconv.Itoa(port))
	c.Env = append(os.Environ(), "DISPLAY="+display, "HOME="+home, "XDG_RUNTIME_DIR="+home)
	starts(t, c, nil)
	d := &driven{ctx: t.Context(), session: fmt.Sprintf("http://127.0.0.1:%d/session", port)}
	var made struct{ SessionID string }
	asked := map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": map[string]any{"binary": small[0], "args": []string{"--automation"}}}}}
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		if err = d.do("", asked, &made); err == nil || time.Now().After(deadline) {
			break
		}
	}
	require.NoError(t, err)
	d.session += "/" + made.SessionID
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodDelete, d.session, nil)
		if err != nil {
			return
		}
		if a, err := http.DefaultClient.Do(r); err == nil {
			_ = a.Body.Close()
		}
	})
	return d
}

func (d *driven) do(path string, params, into any) error {
	body, err := json.Marshal(params)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	r, err := http.NewRequestWithContext(d.ctx, http.MethodPost, d.session+path, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	defer a.Body.Close()
	var said struct{ Value json.RawMessage }
	if err := json.NewDecoder(a.Body).Decode(&said); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s: %s", path, a.Status, said.Value)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(said.Value, into)
}

func (d *driven) open(address string) error {
	return d.do("/url", map[string]any{"url": address}, nil)
}

func (d *driven) eval(expression string, into any) error {
	return d.do("/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}}, into)
}
