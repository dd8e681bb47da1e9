package e2e

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestAFirstGameIsExplained plays the first decisions of a quick game, with a finger on a
// phone and on a low desk: each comes with its tip, between the question and the button, which
// stays in view as does what can be done besides; the tip is gone when it has been answered,
// and all are when they are not wanted.
func TestAFirstGameIsExplained(t *testing.T) {
	t.Parallel()
	for name, emulation := range map[string]rig.Emulation{"phone": {Width: 390, Height: 844, Touch: true, Motion: true}, "desk": {Width: 1280, Height: 800, Motion: true}} {
		if !*long && !emulation.Touch {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			isExplained(t, emulation)
		})
	}
}

func isExplained(t *testing.T, emulation rig.Emulation) {
	t.Helper()
	s := shipped(t)
	h := newHuman(t, emulation)
	require.NoError(t, h.Open(s.URL+"/"))
	require.NoError(t, h.Follow("#m-quick"))
	require.NoError(t, h.Await(seqShown+" > 0"))
	// The tip, the event after which it is seen, whether it and the button are seen without scrolling, and what else is cut off.
	const shown = `({
		text: document.querySelector("#lesson p")?.innerText ?? "", seq: ` + seqShown + `,
		fits: [document.querySelector("#lesson"), document.querySelector("#act .go")].every(x => { const r = x?.getBoundingClientRect(); return r?.top >= 0 && r.bottom <= innerHeight }),
		cut: (c => [...c?.querySelectorAll(".btn, .more > *") ?? []].filter(x => x.getClientRects().length && x.getBoundingClientRect().bottom > (getComputedStyle(c).position === "fixed" ? innerHeight : document.getElementById("act").getBoundingClientRect().bottom) + 1).map(x => x.innerText).join())(document.querySelector("#act .choice")),
	})`
	told := map[string]int{} // by tip, the event after which it was seen
	const enough = 2         // what comes third depends on the dice
	for deadline := time.Now().Add(soon); len(told) < enough && time.Now().Before(deadline); {
		move, x, y := h.nextButton()
		if move == "" {
			h.think()
			continue
		}
		is, err := rig.Eval[struct {
			Text, Cut string
			Seq       int
			Fits      bool
		}](h.Session, shown)
		require.NoError(t, err)
		if is.Text != "" {
			if first, ok := told[is.Text]; ok {
				assert.Equal(t, first, is.Seq, "again, and not only until the press is answered: %s", is.Text)
			}
			told[is.Text] = is.Seq
			assert.True(t, is.Fits, "%s: seen without scrolling, and so is the button", is.Text)
			assert.Empty(t, is.Cut, "%s: what can be done besides is in sight", is.Text)
			if len(told) == enough {
				break
			}
		}
		h.press(x, y)
		h.think()
	}
	require.Len(t, told, enough)
	require.NoError(t, h.Do(chromedp.Click(chromedp.CSS("#m-no-tips"))))
	require.NoError(t, h.Await(`!document.querySelector("#lesson")`))
	assert.Empty(t, h.Problems())
}
