package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// ErrNoBrowser says that no chromium is installed.
var ErrNoBrowser = errors.New("chromium is not installed")

// Browser is one chromium process; its people share nothing but the process.
type Browser struct {
	ctx  context.Context
	stop context.CancelFunc
}

// unseen are parts of chromium's own window that each new visitor's window would
// start a renderer for, though they are never seen; a chromium that does not know
// them goes by them. Nobody hears its sounds either, which need no process of their own.
const unseen = "AudioServiceOutOfProcess,WebUIOmniboxPopup,WebUIOmniboxFullPopup,WebUIOmniboxAimPopup,WebUIOmniboxSimplification,PreloadTopChromeWebUI"

// NewBrowser starts chromium with letters of the usual size.
func NewBrowser(ctx context.Context, fonts Letters) (*Browser, error) {
	return NewBrowserFor(ctx, fonts, 16)
}

// NewBrowserFor starts chromium for a person who reads letters of the given
// size: 32 is twice the usual one.
func NewBrowserFor(ctx context.Context, fonts Letters, size int) (*Browser, error) {
	path := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		return nil, ErrNoBrowser
	}
	own, err := os.MkdirTemp("", "bankhalter-browser-")
	if err != nil {
		return nil, fmt.Errorf("start chromium: %w", err)
	}
	environment := []string{"HOME=" + own}
	if fonts != OfMachine {
		config, err := fonts.install(own)
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(own))
		}
		environment = append(environment, "FONTCONFIG_FILE="+config)
	}
	alloc, stopAlloc := chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true), chromedp.Flag("mute-audio", true),
		chromedp.Flag("disable-features", unseen),
		chromedp.Flag("force-color-profile", "srgb"),
		chromedp.Flag("disable-dev-shm-usage", true), // it is small in containers, and a full one ends the browser
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("disable-extensions", true), chromedp.Flag("disable-hang-monitor", true),
		chromedp.Flag("blink-settings", fmt.Sprintf("defaultFontSize=%d,defaultFixedFontSize=%d", size, size*13/16)),
		chromedp.Env(environment...),
		chromedp.CombinedOutput(&lockedBuffer{}))
	first, stopFirst := chromedp.NewContext(alloc)
	b := &Browser{ctx: first, stop: func() { stopFirst(); stopAlloc(); _ = os.RemoveAll(own) }}
	if err := chromedp.Do(first); err != nil {
		b.stop()
		return nil, fmt.Errorf("start chromium (uid %d): %w", os.Getuid(), err)
	}
	return b, nil
}

// Close ends the browser.
func (b *Browser) Close() { b.stop() }

// Gone reports whether the browser has ended.
func (b *Browser) Gone() bool { return b.ctx.Err() != nil }
