package fair

import "github.com/bankhalter/bankhalter/game"

// Count counts the draws in which player and server each had a part. The zero
// value is a table before its opening; it is fed with the log in its order.
type Count struct {
	Draws    int `json:"draws"`
	TwoParty int `json:"two_party"` // a player's own link, unknown to the server before, entered the mix
	Server   int `json:"server"`    // the link was the server's own
	Missed   int `json:"missed"`    // the link did not come in time
	Doubtful int `json:"doubtful"`  // of Server: with a chain so new that no other player's link had entered since

	MissedBy [game.MaxSeats]int `json:"-"`

	opened bool // a link of a player entered at the opening
	// Whose draws do not count as two-party until another player's link has
	// entered the mix: who knows all other numbers could have chosen an anchor
	// that suits them.
	doubt game.Seats
}

// Opening counts the first links.
func (c *Count) Opening(links []OpeningLink) {
	for _, o := range links {
		c.opened = c.opened || !o.Missed
	}
}

// Reanchor notes that the seat has another chain.
func (c *Count) Reanchor(seat game.Seat) { c.doubt = c.doubt.With(seat) }

// Renew notes that the server has another chain.
func (c *Count) Renew() { c.doubt = 1<<game.MaxSeats - 1 }

// Draw counts a draw that fits.
func (c *Count) Draw(d *Draw) {
	c.Draws++
	switch {
	case d.Seat == nil && c.opened && d.Ordinal == 1:
		c.TwoParty++ // the order of the seats: every player's first link is in it
	case d.Seat == nil || d.Source != Client:
		c.Server++
	case d.Missed:
		c.Missed++
		c.MissedBy[*d.Seat]++
	default:
		if c.doubt.Has(*d.Seat) {
			c.Server++
			c.Doubtful++
		} else {
			c.TwoParty++
		}
		c.doubt &= 1 << *d.Seat
	}
}
