package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// misfits looks at every space of the ring: its name, its amount and what is
// built lie inside it and not on each other, by more than a hair.
const misfits = `JSON.stringify([...document.querySelectorAll(".ring > li")].flatMap(li => {
	const out = li.getBoundingClientRect(), bad = [], hair = 1.5;
	const box = e => { const r = document.createRange(), said = [...e.childNodes].filter(n => n.nodeType === 3 && n.textContent.trim());
		r.setStartBefore(said[0]); r.setEndAfter(said.at(-1)); return r.getBoundingClientRect(); };
	const inside = (what, r) => { if (r.width && (r.left < out.left - hair || r.right > out.right + hair || r.top < out.top - hair || r.bottom > out.bottom + hair))
		bad.push(what + " sticks out of " + li.id + " " + li.innerText.replaceAll("\n", "|") + [r.left - out.left, out.right - r.right, r.top - out.top, out.bottom - r.bottom].map(n => " " + n.toFixed(1))); };
	const seen = e => e && getComputedStyle(e).clipPath === "none" && e.getBoundingClientRect().width > 2;
	const name = li.querySelector(".nm span"), amount = li.querySelector(".amt"), built = li.querySelector(".bld");
	if (seen(name)) inside("the name", box(name));
	if (seen(amount)) inside("the amount", box(amount));
	if (seen(built)) inside("the building", built.getBoundingClientRect());
	if (seen(name) && seen(amount)) { const a = box(name), b = box(amount);
		if (a.left < b.right - hair && b.left < a.right - hair && a.top < b.bottom - 2 * hair && b.top < a.bottom - 2 * hair) bad.push("name and amount overlap on " + li.id + " " + li.innerText.replaceAll("\n", "|") + " " + (Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)).toFixed(1)); }
	return bad;
}))`

// TestEverythingFitsItsSpace looks at all boards, built up and in play, wide
// and narrow, in both languages, with letters of the usual size and of twice that.
func TestEverythingFitsItsSpace(t *testing.T) {
	t.Parallel()
	usual := browser(t)
	s := serve(t, "--dev")
	large, err := rig.NewBrowserFor(context.Background(), 32)
	require.NoError(t, err)
	t.Cleanup(large.Close)
	a, err := rig.NewClient(s.URL).Do(t.Context(), http.MethodGet, "/gallery", nil)
	require.NoError(t, err)
	var list struct{ Stories []struct{ Name, Path string } }
	require.NoError(t, a.Into(&list))
	readers := []struct {
		b    *rig.Browser
		look rig.Look
	}{
		{usual, rig.Look{Width: 360, Height: 740, Language: "de"}}, {usual, rig.Look{Width: 768, Height: 1024, Language: "en"}},
		{usual, rig.Look{Width: 1440, Height: 900, Language: "de"}}, {large, rig.Look{Width: 1440, Height: 900, Language: "de"}},
	}
	for i, r := range readers {
		p := visitor(t, r.b, r.look)
		for _, story := range list.Stories {
			if !strings.HasPrefix(story.Name, "built-") && !strings.HasPrefix(story.Name, "played-") {
				continue
			}
			require.NoError(t, p.Open(s.URL+story.Path))
			text, err := rig.Eval[string](p, misfits)
			require.NoError(t, err)
			var bad []string
			require.NoError(t, json.Unmarshal([]byte(text), &bad))
			assert.Empty(t, bad, "%s, reader %d, %s", story.Name, i, fmt.Sprint(r.look))
		}
	}
}
