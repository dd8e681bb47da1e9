package rig

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// stepSeconds bounds each step of a browser: long, for a machine
// that does much else at the same time.
const stepSeconds = 120

// errStep ends a step that took too long.
var errStep = fmt.Errorf("the browser took more than %d seconds", stepSeconds)

// step is the context of one step of the browser. It counts
// the seconds in which this process ran, so that a machine that was suspended
// in between has not used up the time.
func (p *Session) step() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(p.Ctx)
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for range stepSeconds {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		cancel(errStep)
	}()
	return ctx, func() { cancel(nil) }
}

// late adds to the error of a step that took too long whether the tab still
// answers, and its contents.
func (p *Session) late(ctx context.Context, err error) error {
	if err == nil || !errors.Is(context.Cause(ctx), errStep) {
		return err
	}
	soon, cancel := context.WithTimeout(p.Ctx, 5*time.Second)
	defer cancel()
	shows, silent := chromedp.Run(soon, chromedp.Evaluate[string](`location.href + " " + document.readyState + " " + document.visibilityState`))
	if silent != nil {
		shows = "and its tab does not answer: " + silent.Error()
	}
	return fmt.Errorf("%w (%w, it shows %s)", err, errStep, shows)
}

// Session is a context of the browser with cookies of its own, and one tab.
type Session struct {
	Ctx   context.Context
	close context.CancelFunc

	mu       sync.Mutex
	problems []string // complaints of the console
}

// Emulation is the viewport of a session and the preferences of its browser.
type Emulation struct {
	Width, Height int64
	Dark          bool
	NoScript      bool
	Language      string // de, en
	Letters       int64  // default size of letters in px, 0 for the usual 16
	Motion        bool   // does not prefer less
	Forced        bool   // its own few colours instead of the page's
	Contrast      bool   // prefers more
	Print         bool   // as on paper
	Touch         bool   // is a phone, pressed with fingers
}

// NewSession opens a tab with cookies of its own.
func (b *Browser) NewSession(e Emulation) (*Session, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	p := &Session{Ctx: ctx, close: cancel}
	if err := p.prepare(e); err != nil {
		cancel()
		return nil, err
	}
	return p, nil
}

func (p *Session) prepare(e Emulation) error {
	if err := p.Do(); err != nil {
		return err
	}
	if err := chromedp.Listen(p.Ctx, p.listen); err != nil {
		return err
	}
	if err := p.Do(call(log.Enable, cdp.Empty{}), call(audits.Enable, cdp.Empty{})); err != nil {
		return err
	}
	return p.Emulate(e)
}

// Emulate changes the viewport and the preferences, from the next page on.
func (p *Session) Emulate(e Emulation) error {
	if e.Width == 0 {
		e.Width, e.Height = 1280, 900
	}
	scheme, language := "light", "en"
	if e.Dark {
		scheme = "dark"
	}
	if e.Language != "" {
		language = e.Language
	}
	view := chromedp.EmulateViewport(e.Width, e.Height)
	if e.Touch {
		view = chromedp.EmulateViewport(e.Width, e.Height, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	return p.Do(
		view,
		call(emulation.SetEmulatedMedia, e.media(scheme)),
		call(page.SetFontSizes, page.SetFontSizesParams{FontSizes: &page.FontSizes{Standard: max(e.Letters, 16)}}),
		call(emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
			UserAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome e2e", AcceptLanguage: language,
		}),
		call(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: e.NoScript}),
	)
}

// media returns the media features of style sheets.
func (e *Emulation) media(scheme string) emulation.SetEmulatedMediaParams {
	m := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	ask := func(on bool, name, value string) {
		if on {
			m.Features = append(m.Features, &emulation.MediaFeature{Name: name, Value: value})
		}
	}
	ask(!e.Motion, "prefers-reduced-motion", "reduce")
	ask(e.Forced, "forced-colors", "active")
	ask(e.Contrast, "prefers-contrast", "more")
	if e.Print {
		m.Media = "print"
	}
	return m
}

// call is a command to the browser as a step.
func call[P, R any](command cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

// listen keeps the console's reports of broken rules and thrown errors. Lost
// connections are the weather, not a problem.
func (p *Session) listen(ev any) {
	text := ""
	switch e := ev.(type) {
	case *runtime.EventExceptionThrown:
		text = "exception: " + e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !strings.Contains(e.Entry.Text, "net::ERR_") {
			text = string(e.Entry.Source) + ": " + e.Entry.Text + " " + e.Entry.URL
		}
	case *audits.EventIssueAdded:
		if d := e.Issue.Details.ContentSecurityPolicyIssueDetails; d != nil {
			text = "content security policy: " + d.ViolatedDirective + " " + d.BlockedURL
		}
	}
	if text == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, text)
}

// Problems returns the complaints of the console so far.
func (p *Session) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Close ends the tab and forgets its cookies.
func (p *Session) Close() { p.close() }

// Do carries out steps, all within one deadline.
func (p *Session) Do(steps ...chromedp.Action[chromedp.Void]) error {
	// The first call opens the tab, which must outlive the deadline of the step.
	if err := chromedp.Do(p.Ctx); err != nil {
		return err
	}
	ctx, cancel := p.step()
	defer cancel()
	return p.late(ctx, chromedp.Do(ctx, steps...))
}

// Open goes to a page and waits until it is loaded.
func (p *Session) Open(url string) error {
	if err := p.Do(chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("open %s: %w", url, err)
	}
	return nil
}

// Eval evaluates an expression in the page.
func Eval[T any](p *Session, expression string) (T, error) {
	ctx, cancel := p.step()
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		return v, fmt.Errorf("evaluate %s: %w", expression, p.late(ctx, err))
	}
	return v, nil
}

// Pause is how long to wait before one looks again at what one has waited for since
// begun: each look costs processor time, and the more time has gone by, the less a late
// look adds to it.
func Pause(begun time.Time) time.Duration {
	return min(max(time.Since(begun)/10, 20*time.Millisecond), 250*time.Millisecond)
}

// Await waits until an expression is true in the page.
func (p *Session) Await(expression string) error {
	ctx, cancel := p.step()
	defer cancel()
	for begun := time.Now(); ; {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if err == nil && ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("never true: %s: %w", expression, p.late(ctx, errors.Join(err, ctx.Err())))
		case <-time.After(Pause(begun)):
		}
	}
}

// Text is the page's text as read from top to bottom.
func (p *Session) Text() (string, error) {
	text, err := Eval[string](p, "document.body.innerText")
	return strings.TrimSpace(text), err
}

// Screenshot takes a PNG of the window.
func (p *Session) Screenshot() ([]byte, error) {
	ctx, cancel := p.step()
	defer cancel()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}

// FullScreenshot takes a PNG of the whole page, also of the part below the window.
func (p *Session) FullScreenshot() ([]byte, error) {
	ctx, cancel := p.step()
	defer cancel()
	return chromedp.Run(ctx, chromedp.FullScreenshot(100))
}

// SignIn makes the visitor a player. What the form that asks for a name sends, it sends from
// the page that takes the least to be shown.
func (p *Session) SignIn(base, name string) error {
	if err := p.Open(base + "/worker.js"); err != nil {
		return err
	}
	quoted, err := json.Marshal(name)
	if err != nil {
		return err
	}
	answered, err := EvalAsync[string](p, fmt.Sprintf(`fetch("/players", {method: "POST", body: new URLSearchParams({name: %s}), headers: {Accept: "text/html"}, redirect: "manual"}).then(r => r.type)`, quoted))
	if err != nil || answered != "opaqueredirect" {
		return errors.Join(fmt.Errorf("sign in as %s: answered %q", name, answered), err)
	}
	return nil
}

// SignInByForm makes the visitor a player as people do: by the form that asks for a name.
func (p *Session) SignInByForm(base, name string) error {
	if err := p.Open(base + "/players"); err != nil {
		return err
	}
	ctx, cancel := p.step()
	defer cancel()
	if _, err := chromedp.RunResponse(ctx, chromedp.SendKeys(chromedp.CSS("main form input[name=name]"), name+"\r")); err != nil {
		return fmt.Errorf("sign in as %s: %w", name, p.late(ctx, err))
	}
	return nil
}

// Post sends JSON from within the page, with the visitor's cookies, as a
// script of the page could; the answer must be a success.
func (p *Session) Post(path string, body, into any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	quoted, err := json.Marshal(string(data))
	if err != nil {
		return err
	}
	script := fmt.Sprintf(`fetch(%q, {method: "POST", body: %s, headers: {"Content-Type": "application/json", "Accept": "application/json"}})
		.then(async r => JSON.stringify({status: r.status, body: await r.text()}))`, path, quoted)
	ctx, cancel := p.step()
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		return fmt.Errorf("post %s: %w", path, p.late(ctx, err))
	}
	var answer struct {
		Status int
		Body   string
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		return err
	}
	if answer.Status >= 300 {
		return fmt.Errorf("post %s answered %d: %s", path, answer.Status, clip([]byte(answer.Body)))
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal([]byte(answer.Body), into)
}

// rested is true when a press is no longer the second one of a double click on
// the page before, which pages ignore.
const rested = `!(last => last && last.page !== performance.timeOrigin && Date.now() - last.at < 500)(JSON.parse(sessionStorage.getItem("pressed")))`

// Rest waits until a press counts that comes after one on the page before, as people press
// who have seen the page.
func (p *Session) Rest() error { return p.Await(rested) }

// pressAgain is when a person presses again what did nothing: a table that changes
// in the moment of the press takes it for one of the button that was there before.
const pressAgain = 10 * time.Second

// Follow clicks something that leads to another page and waits for it.
func (p *Session) Follow(selector string) error {
	if err := p.Rest(); err != nil {
		return err
	}
	ctx, cancel := p.step()
	defer cancel()
	for {
		if err := unfold(ctx, selector); err != nil {
			return err
		}
		try, stop := context.WithTimeout(ctx, pressAgain)
		res, err := chromedp.RunResponse(try, chromedp.Click(chromedp.CSS(selector+":not([aria-disabled=true])")))
		again := err != nil && try.Err() != nil && ctx.Err() == nil
		stop()
		switch {
		case again && p.has(ctx, selector):
			continue
		case again: // it leads there, slowly
			return p.Await("document.readyState === 'complete'")
		case err != nil:
			return fmt.Errorf("follow %s: %w", selector, p.late(ctx, err))
		case res != nil && res.Status >= 400:
			return fmt.Errorf("follow %s: answered %d", selector, res.Status)
		}
		return nil
	}
}

// has reports whether the page has an element.
func (p *Session) has(ctx context.Context, selector string) bool {
	found, err := chromedp.Run(ctx, chromedp.Nodes(chromedp.CSSAll(selector), chromedp.AtLeast(0)))
	return err == nil && len(found) > 0
}

// unfold opens the closed details that hide the element to click.
func unfold(ctx context.Context, selector string) error {
	for range 4 {
		closed := chromedp.CSSAll(fmt.Sprintf("details:not([open]):has(%s) > summary", selector))
		summaries, err := chromedp.Run(ctx, chromedp.Nodes(closed, chromedp.AtLeast(0)))
		if err != nil {
			return fmt.Errorf("look for %s: %w", selector, err)
		}
		if len(summaries) == 0 {
			return nil
		}
		if err := chromedp.Do(ctx, chromedp.Click(closed)); err != nil {
			return fmt.Errorf("unfold %s: %w", selector, err)
		}
	}
	return nil
}

// Page is the browser's present page, to be read.
func (p *Session) Page() (*Page, error) {
	ctx, cancel := p.step()
	defer cancel()
	html, err := chromedp.Run(ctx, chromedp.OuterHTML(chromedp.CSS("html")))
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", p.late(ctx, err))
	}
	at, err := chromedp.Run(ctx, chromedp.Location())
	if err != nil {
		return nil, err
	}
	return ReadPage(html, 0, at)
}

// EvalAsync evaluates an expression that is a promise and waits for it.
func EvalAsync[T any](p *Session, expression string) (T, error) {
	ctx, cancel := p.step()
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		return v, fmt.Errorf("evaluate %.80s: %w", expression, p.late(ctx, err))
	}
	return v, nil
}

// NewTab opens another tab with the same cookies.
func (p *Session) NewTab(e Emulation) (*Session, error) {
	ctx, cancel := chromedp.NewContext(p.Ctx)
	tab := &Session{Ctx: ctx, close: cancel}
	if err := tab.prepare(e); err != nil {
		cancel()
		return nil, err
	}
	return tab, nil
}

// PressTwice presses a point of the window two times, with the mouse or a finger, as
// a hand that is used to double clicks. The browser is told when each press was made:
// apart from each other by as much as is said, also where it hands on the second late.
func (p *Session) PressTwice(x, y float64, apart time.Duration, finger bool) error {
	begun := time.Now()
	for n := range 2 {
		at := begun.Add(time.Duration(n) * apart)
		time.Sleep(time.Until(at)) // the habit itself
		if err := p.Do(pressAt(x, y, at, finger, int64(n)+1)...); err != nil {
			return err
		}
	}
	return nil
}

// pressAt is a press that was made at a certain time, the nth of a double click.
func pressAt(x, y float64, at time.Time, finger bool, nth int64) []chromedp.Action[chromedp.Void] {
	made := input.TimeSinceEpoch(float64(at.UnixMicro()) / 1e6)
	if finger {
		zero := 0.0
		return []chromedp.Action[chromedp.Void]{
			call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, Timestamp: made, TouchPoints: []*input.TouchPoint{{X: x, Y: y, ID: &zero}}}),
			call(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, Timestamp: made, TouchPoints: []*input.TouchPoint{}}),
		}
	}
	press := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMousePressed, X: x, Y: y, Timestamp: made, Button: input.MouseButtonLeft, ClickCount: nth}
	release := press
	release.Type = input.DispatchMouseEventTypeMouseReleased
	return []chromedp.Action[chromedp.Void]{call(input.DispatchMouseEvent, press), call(input.DispatchMouseEvent, release)}
}

// Throttle lets each request of the tab take so long at least, and so many bytes a second
// through in each direction.
func (p *Session) Throttle(latency time.Duration, rate int) error {
	slow := network.Conditions{Latency: float64(latency.Milliseconds()), DownloadThroughput: float64(rate), UploadThroughput: float64(rate)}
	return p.Do(call(network.Enable, network.EnableParams{}), call(network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{&slow},
	}))
}

// Freeze hides and stops the page, or shows and wakes it, as a browser does with a
// tab that has been behind others for some time. Without a screen a browser has no tab
// in front: a page that was stopped is shown again because it is told to have the focus.
func (p *Session) Freeze(frozen bool) error {
	state := page.SetWebLifecycleStateStateActive
	if frozen {
		state = page.SetWebLifecycleStateStateFrozen
	}
	return p.Do(
		call(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: !frozen}),
		call(page.SetWebLifecycleState, page.SetWebLifecycleStateParams{State: state}),
	)
}
