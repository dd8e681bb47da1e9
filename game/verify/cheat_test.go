package verify_test

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// What a server operator who also plays might try with a draw. Each cheat is
// written into the log as if nothing had happened, with right hashes and
// signatures; it is false if it cannot be tried with this command.

// holds reports whether the seat has a chain of its own, and locks the table for it.
func (d *drawer) holds(c *game.Command) bool {
	if d.fair.Seats[c.Seat].Source != fair.Client {
		return false
	}
	if !d.turn.Lock(c, d.fair.Ordinal+1).OK() {
		panic("the table cannot be locked")
	}
	d.write(*c, nil)
	d.cheated = uint32(len(d.lines)) + 1
	return true
}

func (d *drawer) ownLink(seat game.Seat) fair.Hash {
	return d.seats[seat].Link(int(d.fair.Seats[seat].Count) + 1)
}

func (d *drawer) serverLink() fair.Hash { return d.server.Link(int(d.fair.Server.Count) + 1) }

// decide plays the command out with some luck and writes it with the draw.
func (d *drawer) decide(c *game.Command, draw fair.Draw, luck game.Luck) bool {
	if !d.turn.DecideOn(c, luck).OK() {
		panic("the command is refused")
	}
	d.write(*c, &draw)
	return true
}

func (d *drawer) drawWith(c *game.Command, own, server fair.Hash) fair.Draw {
	draw, err := d.fair.Draw(c.Seat, own, server)
	if err != nil {
		panic(err)
	}
	return draw
}

// otherDice writes dice that suit the cheat.
func otherDice(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	due := d.fair.Luck().Roll(c.Seat, game.ByMove, nil)
	for {
		y, mix := d.random(), d.random()
		if fair.NewLuck(y, mix).Roll(c.Seat, game.ByMove, nil) != due { // or no one could see it
			return d.decide(c, draw, fair.NewLuck(y, mix))
		}
	}
}

// throwAgain does not use the server's next link, but the one after it.
func throwAgain(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	d.fair.Server.Last = d.serverLink()
	d.fair.Server.Count++
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// skipOwn uses the player's link after the next.
func skipOwn(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	d.fair.Seats[c.Seat].Last = d.ownLink(c.Seat)
	d.fair.Seats[c.Seat].Count++
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// otherChain uses a link that the seat never had.
func otherChain(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	d.seats[c.Seat] = fair.NewChain(d.random(), fair.SeatLinks)
	if d.fair.Reanchor(c.Seat, fair.Client, d.seats[c.Seat].Anchor()) != nil {
		panic("no such seat")
	}
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// otherServerChain goes on with a chain that was not announced.
func otherServerChain(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	d.server = fair.NewChain(d.random(), fair.ServerLinks)
	d.fair.Renew(d.server.Anchor())
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// mixOtherSeat lets the link enter the mix as if it were another seat's.
func mixOtherSeat(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	mix := d.fair.Mix
	own := d.ownLink(c.Seat)
	draw := d.drawWith(c, own, d.serverLink())
	d.fair.Mix = fair.Mix(mix, (c.Seat+1)%game.Seat(len(d.seats)), own)
	return d.decide(c, draw, d.fair.Luck())
}

// missedButNotSaid leaves the player's link out and does not say so.
func missedButNotSaid(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	draw, err := d.fair.DrawMissed(c.Seat, d.serverLink())
	if err != nil {
		panic(err)
	}
	draw.Missed = false
	return d.decide(c, draw, d.fair.Luck())
}

// missedWithAnother says that the link did not come and takes one that suits.
func missedWithAnother(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	link := d.random()
	d.fair.Mix = fair.Mix(d.fair.Mix, c.Seat, link)
	draw, err := d.fair.DrawAlone(d.serverLink())
	if err != nil {
		panic(err)
	}
	draw.Seat, draw.Link, draw.Source, draw.Missed = &c.Seat, &link, fair.Client, true
	return d.decide(c, draw, d.fair.Luck())
}

// dropped says that the link did not come although it did: the one thing that
// the log itself cannot betray, so it is counted and named.
func dropped(d *drawer, c *game.Command) bool {
	if !d.holds(c) {
		return false
	}
	draw, err := d.fair.DrawMissed(c.Seat, d.serverLink())
	if err != nil {
		panic(err)
	}
	return d.decide(c, draw, d.fair.Luck())
}

// unlocked takes the player's link without having locked the table.
func unlocked(d *drawer, c *game.Command) bool {
	if d.fair.Seats[c.Seat].Source != fair.Client {
		return false
	}
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// lockedForAnother locks the table for a draw that is not the next.
func lockedForAnother(d *drawer, c *game.Command) bool {
	if d.fair.Seats[c.Seat].Source != fair.Client || !d.turn.Lock(c, d.fair.Ordinal+2).OK() {
		return false
	}
	d.write(*c, nil)
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// squeezed mortgages something between the lock and the draw, when the cheat
// already knows the outcome.
func squeezed(d *drawer, c *game.Command) bool {
	other, ok := d.pledge(c.Seat)
	if !ok || !d.holds(c) {
		return false
	}
	d.turn.S.Lock = game.DrawLock{}
	if !d.turn.DecideOn(&other, nil).OK() {
		panic("the deed cannot be mortgaged")
	}
	d.write(other, nil)
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// pledge is a mortgage that a seat could take now.
func (d *drawer) pledge(seat game.Seat) (game.Command, bool) {
	for _, o := range game.Options(d.st.Rules, &d.turn.S, seat, nil) {
		if o.Kind == game.Mortgage && o.Spaces != 0 {
			c := game.Move(game.Mortgage, seat)
			c.Space = o.Spaces.First()
			return c, true
		}
	}
	return game.Command{}, false
}

// sameNumbers throws with the numbers of the draw before.
func sameNumbers(d *drawer, c *game.Command) bool {
	if d.last.Seat == nil || d.fair.Seats[c.Seat].Source != fair.Server {
		return false
	}
	return d.decide(c, d.last, d.fair.Luck())
}

// nobodys throws for a player as if the draw were the table's.
func nobodys(d *drawer, c *game.Command) bool {
	draw, err := d.fair.DrawAlone(d.serverLink())
	if err != nil {
		panic(err)
	}
	return d.decide(c, draw, d.fair.Luck())
}

// anothers throws with the link of another seat that the server holds.
func anothers(d *drawer, c *game.Command) bool {
	other := (c.Seat + 2) % game.Seat(len(d.seats))
	if d.fair.Seats[other].Source != fair.Server || d.fair.Seats[c.Seat].Source != fair.Server {
		return false
	}
	draw, err := d.fair.Draw(other, d.ownLink(other), d.serverLink())
	if err != nil {
		panic(err)
	}
	return d.decide(c, draw, d.fair.Luck())
}

// asOwn says that a link which the server made was the player's own.
func asOwn(d *drawer, c *game.Command) bool {
	if d.fair.Seats[c.Seat].Source != fair.Server {
		return false
	}
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	draw.Source = fair.Client
	return d.decide(c, draw, d.fair.Luck())
}

// skipOrdinal leaves out the number of a draw.
func skipOrdinal(d *drawer, c *game.Command) bool {
	if d.fair.Seats[c.Seat].Source != fair.Server {
		return false
	}
	d.fair.Ordinal++
	draw := d.drawWith(c, d.ownLink(c.Seat), d.serverLink())
	return d.decide(c, draw, d.fair.Luck())
}

// playsForBot moves for a computer player.
func playsForBot(d *drawer, c *game.Command) bool {
	if d.sources[c.Seat] != fair.Server {
		return false
	}
	other, ok := d.pledge(c.Seat)
	if !ok {
		return false
	}
	if !d.turn.DecideOn(&other, nil).OK() {
		panic("the deed cannot be mortgaged")
	}
	d.write(other, nil)
	return true
}
