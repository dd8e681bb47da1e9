package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// stepTimeout bounds each thing a browser is told to do.
const stepTimeout = 20 * time.Second

// ErrNoBrowser says that no chromium is installed.
var ErrNoBrowser = errors.New("chromium is not installed")

// Browser is one chromium process; its people share nothing but the process.
type Browser struct {
	ctx  context.Context
	stop context.CancelFunc
}

// NewBrowser starts chromium.
func NewBrowser(ctx context.Context) (*Browser, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, ErrNoBrowser
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true), chromedp.Flag("mute-audio", true),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.CombinedOutput(&lockedBuffer{}))
	first, stopFirst := chromedp.NewContext(alloc)
	b := &Browser{ctx: first, stop: func() { stopFirst(); stopAlloc() }}
	if err := chromedp.Do(first); err != nil {
		b.stop()
		return nil, fmt.Errorf("start chromium (uid %d): %w", os.Getuid(), err)
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() { b.stop() }

// Person is one visitor with his own cookies and one tab.
type Person struct {
	Ctx   context.Context
	close context.CancelFunc

	mu       sync.Mutex
	problems []string // what the console complained about
}

// Look is what a visitor's browser prefers.
type Look struct {
	Width, Height int64
	Dark          bool
	NoScript      bool
	Language      string // de, en
}

// Person opens a tab for a new visitor.
func (b *Browser) Person(look Look) (*Person, error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	p := &Person{Ctx: ctx, close: cancel}
	if err := p.prepare(look); err != nil {
		cancel()
		return nil, err
	}
	return p, nil
}

func (p *Person) prepare(look Look) error {
	if look.Width == 0 {
		look.Width, look.Height = 1280, 900
	}
	if err := p.Do(chromedp.EmulateViewport(look.Width, look.Height)); err != nil {
		return err
	}
	if err := chromedp.Listen(p.Ctx, p.listen); err != nil {
		return err
	}
	scheme := "light"
	if look.Dark {
		scheme = "dark"
	}
	language := look.Language
	if language == "" {
		language = "en"
	}
	return p.Do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		if _, err := cdp.Call(ctx, t, log.Enable, cdp.Empty{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, audits.Enable, cdp.Empty{}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: scheme},
				{Name: "prefers-reduced-motion", Value: "reduce"},
			},
		}); err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
			UserAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome e2e", AcceptLanguage: language,
		}); err != nil {
			return err
		}
		if !look.NoScript {
			return nil
		}
		_, err := cdp.Call(ctx, t, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return err
	}))
}

// listen keeps what the console says of broken rules and thrown errors. Lost
// connections are the weather, not a problem.
func (p *Person) listen(ev any) {
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

// Problems is what the console has complained about so far.
func (p *Person) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.problems...)
}

// Close ends the tab and forgets its cookies.
func (p *Person) Close() { p.close() }

// Do carries out steps, all within one deadline.
func (p *Person) Do(steps ...chromedp.Action[chromedp.Void]) error {
	// The first call opens the tab, which must outlive the deadline of the step.
	if err := chromedp.Do(p.Ctx); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(p.Ctx, stepTimeout)
	defer cancel()
	return chromedp.Do(ctx, steps...)
}

// Open goes to a page and waits until it is loaded.
func (p *Person) Open(url string) error {
	if err := p.Do(chromedp.Navigate(url)); err != nil {
		return fmt.Errorf("open %s: %w", url, err)
	}
	return nil
}

// Eval evaluates an expression in the page.
func Eval[T any](p *Person, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.Ctx, stepTimeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		return v, fmt.Errorf("evaluate %s: %w", expression, err)
	}
	return v, nil
}

// Await waits until an expression is true in the page.
func (p *Person) Await(expression string) error {
	ctx, cancel := context.WithTimeout(p.Ctx, stepTimeout)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if err == nil && ok {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("not true within %v: %s (last: %w)", stepTimeout, expression, errors.Join(err, ctx.Err()))
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Text is the page's text as read from top to bottom.
func (p *Person) Text() (string, error) {
	text, err := Eval[string](p, "document.body.innerText")
	return strings.TrimSpace(text), err
}

// Picture takes a PNG of what is in the window.
func (p *Person) Picture() ([]byte, error) {
	ctx, cancel := context.WithTimeout(p.Ctx, stepTimeout)
	defer cancel()
	return chromedp.Run(ctx, chromedp.CaptureScreenshot())
}
