package e2e

import (
	"net/url"
	"slices"
)

// taste decides a walker's presses: first the moves not tried yet in this
// game, then the page's suggestion.
type taste struct {
	pressed map[string]int
	build   int  // how many times at most they build
	thrifty bool // they spend little, owe soon and so see the end of the game
}

// never are the moves that no walker tries for the sake of trying.
var never = []string{"resign", "declare_bankruptcy"}

// duties are the moves of a debtor, the gentlest first.
var duties = []string{"pay_debt", "mortgage", "sell", "sell_group", "pay_in_kind", "declare_bankruptcy"}

// next picks a control; false if the page needs no answer.
func (w *taste) next(s *sight) (control, url.Values, bool) {
	if c, fill, ok := w.fresh(s); ok {
		return w.note(c, fill)
	}
	if w.pressed["build"] < w.build && s.state.Phase != "debt" {
		if c, fill, ok := w.named(s, "build"); ok {
			return w.note(c, fill)
		}
	}
	if w.thrifty {
		if c, fill, ok := w.named(s, careless...); ok {
			return w.note(c, fill)
		}
	}
	if c, fill, ok := w.named(s, "pass"); ok {
		return w.note(c, fill)
	}
	for _, c := range s.offer {
		if fill, ok := c.usual(); ok && c.act && c.lead {
			return w.note(c, fill)
		}
	}
	if c, fill, ok := w.named(s, slices.Concat(careless, duties)...); ok {
		return w.note(c, fill)
	}
	return control{}, nil, false
}

func (w *taste) note(c control, fill url.Values) (control, url.Values, bool) {
	w.pressed[c.move]++
	return c, fill, true
}

// fresh is the first control for a move that they have not made yet.
func (w *taste) fresh(s *sight) (control, url.Values, bool) {
	for _, c := range s.offer {
		if w.pressed[c.move] > 0 || slices.Contains(never, c.move) {
			continue
		}
		if fill, ok := c.usual(); ok {
			return c, fill, true
		}
	}
	return control{}, nil, false
}

// named is the first control for the first of these moves that is on offer.
func (w *taste) named(s *sight, moves ...string) (control, url.Values, bool) {
	for _, move := range moves {
		for _, c := range s.offer {
			if fill, ok := c.usual(); ok && c.move == move {
				return c, fill, true
			}
		}
	}
	return control{}, nil, false
}
