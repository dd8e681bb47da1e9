package e2e

import (
	"net/url"
	"slices"
)

// policy decides what a player presses: first the moves not tried yet in this
// game, then the page's suggestion.
type policy struct {
	pressed map[string]int
	build   int  // how many times at most they build
	thrifty bool // they spend little, owe soon and so see the end of the game
}

// neverTried are the moves that no policy tries for the sake of trying.
var neverTried = []string{"resign", "declare_bankruptcy"}

// debtorMoves are the moves of a debtor, the gentlest first.
var debtorMoves = []string{"pay_debt", "mortgage", "sell", "sell_group", "pay_in_kind", "declare_bankruptcy"}

// next picks a control; false if the page needs no answer.
func (p *policy) next(s *snapshot) (control, url.Values, bool) {
	if c, fill, ok := p.untried(s); ok {
		return p.note(c, fill)
	}
	if p.pressed["build"] < p.build && s.state.Phase != "debt" {
		if c, fill, ok := p.byName(s, "build"); ok {
			return p.note(c, fill)
		}
	}
	if p.thrifty {
		if c, fill, ok := p.byName(s, thriftyMoves...); ok {
			return p.note(c, fill)
		}
	}
	if c, fill, ok := p.byName(s, "pass"); ok {
		return p.note(c, fill)
	}
	for _, c := range s.controls {
		if fill, ok := c.usual(); ok && c.act && c.lead {
			return p.note(c, fill)
		}
	}
	if c, fill, ok := p.byName(s, slices.Concat(thriftyMoves, debtorMoves)...); ok {
		return p.note(c, fill)
	}
	return control{}, nil, false
}

func (p *policy) note(c control, fill url.Values) (control, url.Values, bool) {
	p.pressed[c.move]++
	return c, fill, true
}

// untried is the first control for a move that they have not made yet.
func (p *policy) untried(s *snapshot) (control, url.Values, bool) {
	for _, c := range s.controls {
		if p.pressed[c.move] > 0 || slices.Contains(neverTried, c.move) {
			continue
		}
		if fill, ok := c.usual(); ok {
			return c, fill, true
		}
	}
	return control{}, nil, false
}

// byName is the first control for the first of these moves that is on offer.
func (p *policy) byName(s *snapshot, moves ...string) (control, url.Values, bool) {
	for _, move := range moves {
		for _, c := range s.controls {
			if fill, ok := c.usual(); ok && c.move == move {
				return c, fill, true
			}
		}
	}
	return control{}, nil, false
}
