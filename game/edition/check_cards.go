package edition

import (
	"fmt"
	"slices"
)

// deck checks one deck by itself and against the board.
func (c *checker) deck(place string, d *Deck, kind Kind) {
	var ids []string
	jailFree, ends := 0, false
	for i := range d.Cards {
		card := &d.Cards[i]
		at := fmt.Sprintf("%s.cards[%d]", place, i)
		if card.ID != "" && slices.Contains(ids, card.ID) {
			c.bad(at+".id", cardAgain, card.ID)
		}
		ids = append(ids, card.ID)
		if card.Effect.Op == JailFree {
			jailFree++
		}
		if jailFree > 1 && card.Effect.Op == JailFree {
			c.bad(at+".effect.op", secondJailFree)
		}
		if n := len(c.e.Spaces); card.Effect.Space >= n {
			c.bad(at+".effect.space", beyondBoard, card.Effect.Space, n-1)
			continue
		}
		if card.Effect.Op == PayOrDraw && card.Effect.Deck == kind {
			c.bad(at+".effect.deck", sameDeck)
		}
		ends = ends || c.ends(&card.Effect)
	}
	if len(d.Cards) > 0 && !ends {
		c.bad(place+".cards", endlessDeck)
	}
}

// ends reports whether a card never leads straight to another card. Without
// one, a landing could go on for ever.
func (c *checker) ends(f *Effect) bool {
	switch f.Op {
	case AdvanceTo, MoveBackTo:
		return !c.draws(f.Space)
	case MoveBy:
		for i := range c.e.Spaces {
			n := len(c.e.Spaces)
			if c.draws(i) && c.draws(((i+f.Steps)%n+n)%n) {
				return false
			}
		}
		return true
	case JailFree:
		return false // it may be in a player's hand
	case AdvanceNearest, Pay, Collect, PayEach, CollectEach, Repairs, PayOrDraw, GoJail:
		return true
	default:
		return true // read has complained already
	}
}

// draws reports whether landing on a space draws a card.
func (c *checker) draws(i int) bool {
	k := c.e.Spaces[i].Kind
	return k == ChanceSpace || k == ChestSpace
}

func (c *checker) tickets() {
	var ids []string
	for i, t := range c.e.Bus {
		if t.ID != "" && slices.Contains(ids, t.ID) {
			c.bad(fmt.Sprintf("decks.bus.cards[%d].id", i), ticketAgain, t.ID)
		}
		ids = append(ids, t.ID)
	}
}
