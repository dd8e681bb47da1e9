package game

// take draws a card from wherever it lies.
func (p *Pile) take(card uint8) {
	if p.Undrawn>>card&1 == 1 {
		p.Undrawn &^= 1 << card
		return
	}
	for i := range p.Queue[:p.N] {
		if p.Queue[i] == card {
			n := int(p.N) - 1
			copy(p.Queue[i:n], p.Queue[i+1:n+1])
			p.Queue[n] = 0
			p.N = uint8(n)
			return
		}
	}
}

// put lays a card face down beneath the others.
func (p *Pile) put(card uint8) {
	p.Queue[p.N] = card
	p.N++
}

// Has tells whether the card is in the deck, not in a player's hand.
func (p *Pile) Has(card uint8) bool {
	if p.Undrawn>>card&1 == 1 {
		return true
	}
	for _, c := range p.Queue[:p.N] {
		if c == card {
			return true
		}
	}
	return false
}
