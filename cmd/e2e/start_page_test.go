package e2e

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/cmd/e2e/rig"
)

// TestTheStartPageShowsTheBoardThatIsPlayed: its picture is that of the board on which the
// first button starts a game, it leaves no column empty, and its dice have pips to be seen.
func TestTheStartPageShowsTheBoardThatIsPlayed(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	for _, language := range []string{"de", "en"} {
		showIn(t, p, s.URL+"/", inLanguage([]rig.Emulation{{Width: 1440, Height: 900}, {Width: 768, Height: 1024, Dark: true}, {Width: 360, Height: 640}}, language), func(emulation rig.Emulation) {
			where := fmt.Sprintf("%s, %d px", language, emulation.Width)
			holds(t, p, `getComputedStyle(document.querySelector(".art")).backgroundImage.includes("/editions/" + document.querySelector("#f-quick [name=edition]").value + "/")`, where)
			holds(t, p, `(die => getComputedStyle(die.querySelector("circle")).fill === "rgb(255, 253, 247)")(document.querySelector(".art .die"))`, where)
			holds(t, p, fmt.Sprintf(`(art => (art.top < document.querySelector("#f-quick").getBoundingClientRect().top) === %t)(document.querySelector(".art").getBoundingClientRect())`, emulation.Width == 768), where)
			holds(t, p, `document.documentElement.scrollWidth <= innerWidth`, where)
		})
	}
}

// TestTablesOnTheStartPageShowTheirBoard: each in a card of its own, none of which is as wide
// as the page on a desk.
func TestTablesOnTheStartPageShowTheirBoard(t *testing.T) {
	t.Parallel()
	s := serve(t)
	p := newSession(t, browser(t), rig.Emulation{})
	require.NoError(t, p.SignIn(s.URL, "Ada"))
	for _, m := range phasePositionsNamed(t, "roll") {
		m.create(t, p)
	}
	showIn(t, p, s.URL+"/", []rig.Emulation{{Width: 1440, Height: 900}, {Width: 360, Height: 640}}, func(emulation rig.Emulation) {
		where := fmt.Sprintf("%d px", emulation.Width)
		holds(t, p, `getComputedStyle(document.querySelector(".tlist .card > .sw")).backgroundImage.includes("/editions/german-classic/")`, where)
		holds(t, p, `document.querySelector(".tlist .card").offsetWidth <= 400`, where)
		holds(t, p, `document.documentElement.scrollWidth <= innerWidth`, where)
	})
}
