package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestTheClockOfTheReader: times are shown in the reader's own zone and count down,
// quietly; without script the table's zone is named and the time left is said.
// When it is over, the table answers and every open page shows it.
func TestTheClockOfTheReader(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	srv, b := serve(t), browser(t)
	ada, ben := rig.NewClient(srv.URL), rig.NewClient(srv.URL)
	require.NoError(t, ada.SignUp(ctx, "Ada"))
	require.NoError(t, ben.SignUp(ctx, "Ben"))
	open := func(each int) string {
		game, err := ada.Create(ctx, map[string]any{"edition": "us-classic", "players": 2, "pace": map[string]any{
			"kind": "live", "each": each, "bank": 0, "notice": 0, "zone": "Europe/Berlin",
		}})
		require.NoError(t, err)
		require.NoError(t, ben.Join(ctx, game))
		return game
	}
	game, slow := open(10), open(7200)

	p, err := b.NewSession(rig.Emulation{Width: 1000, Height: 800, Language: "en"})
	require.NoError(t, err)
	defer p.Close()
	require.NoError(t, p.Do(zoned("Asia/Kolkata")))
	require.NoError(t, p.Open(srv.URL+"/games/new"))
	require.NoError(t, p.Await(`["Asia/Calcutta", "Asia/Kolkata"].includes(document.querySelector("#in-zone").value)`), "the form knows where the reader is")
	require.NoError(t, p.SignIn(srv.URL, "Cleo"))
	require.NoError(t, p.Open(srv.URL+"/me/notices"))
	require.NoError(t, p.Await(`(all => all.length > 1 && all.every(zone => ["Asia/Calcutta", "Asia/Kolkata"].includes(zone.value)))([...document.querySelectorAll("[name=zone]")])`), "every form does")

	require.NoError(t, ada.Begin(ctx, slow))
	require.NoError(t, p.Open(srv.URL+"/games/"+slow))
	until := `document.querySelector("#times time")?.textContent ?? ""`
	require.NoError(t, p.Await(`(`+until+`).includes("GMT+5:30")`), "in the reader's zone")
	page, err := rig.Plain{Client: ben}.Open(ctx, "/games/"+slow)
	require.NoError(t, err)
	assert.Contains(t, page.Text(), "CE", "without script the zone of the table")

	began := time.Now()
	require.NoError(t, ada.Begin(ctx, game))
	state, err := ada.State(ctx, game)
	require.NoError(t, err)
	seq := state.Seq
	require.NoError(t, p.Open(srv.URL+"/games/"+game))
	left := `document.querySelector("#times b[data-due]")?.textContent ?? ""`
	require.NoError(t, p.Await(`/^0:\d\d$/.test(`+left+`)`), "a countdown")
	holds(t, p, `!document.querySelector("#times time")`, "and nothing else, as it is near")
	live, err := rig.Eval[bool](p, `!!document.querySelector("#times").closest("[aria-live], [role=status], [role=alert], [role=timer]")`)
	require.NoError(t, err)
	assert.False(t, live, "no screen reader is told every second")
	first, err := rig.Eval[string](p, left)
	require.NoError(t, err)
	require.NoError(t, p.Await(left+` !== "`+first+`"`), "it runs")

	page, err = rig.Plain{Client: ben}.Open(ctx, "/games/"+game)
	require.NoError(t, err)
	assert.Contains(t, page.Text(), "seconds left")

	require.NoError(t, p.Await(fmt.Sprintf("%s > %d", seqShown, seq)), "the table has answered, and the page shows it")
	assert.GreaterOrEqual(t, time.Since(began), 10*time.Second, "not before his time was over")
	assert.Empty(t, p.Problems())
}

// zoned lets the browser be somewhere.
func zoned(zone string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, at *chromedp.Target) error {
		_, err := cdp.Call(ctx, at, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: zone})
		return err
	})
}

// TestALongWaitSaysSinceWhen: the page of those who wait is not drawn again while nothing
// happens, and "a few seconds" would stay on it.
func TestALongWaitSaysSinceWhen(t *testing.T) {
	t.Parallel()
	srv, b := serve(t), browser(t)
	ada, ben := player(t, srv, "Ada"), player(t, srv, "Ben")
	game, err := ada.Create(t.Context(), map[string]any{"edition": "us-classic", "players": 2, "pace": "open"})
	require.NoError(t, err)
	require.NoError(t, ben.Join(t.Context(), game))
	require.NoError(t, ada.Begin(t.Context(), game))
	for lang, said := range map[string][2]string{"en": {"waiting for a few seconds", "waiting since "}, "de": {"seit wenigen Sekunden", "seit "}} {
		p := newSession(t, b, rig.Emulation{Language: lang})
		require.NoError(t, p.Open(srv.URL+"/games/"+game))
		since := `document.querySelector("#act .since")`
		require.NoError(t, p.Await(fmt.Sprintf(`%s.textContent === %q`, since, said[0])))
		_, err := rig.Eval[any](p, `Date.now = (now => () => now() + 61000)(Date.now.bind(Date))`)
		require.NoError(t, err)
		require.NoError(t, p.Await(fmt.Sprintf(`/^%s\d\d:\d\d$/.test(%s.textContent)`, said[1], since)), "a minute later")
	}
}
