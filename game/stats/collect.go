package stats

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Collector counts the events of one game, in order. Figures may be called
// at any time; counting goes on afterwards.
type Collector struct {
	r        *game.Ruleset
	s        game.State
	chain    *chain // of throws, with assumed habits
	wealth   []Point
	complete []Complete
	rents    [game.MaxSeats][game.MaxSeats]Rent
	rested   [game.MaxSpaces + 1]int // the last: in jail
	sums     [13]int
	luck     [game.MaxSeats]luck
	stood    [game.MaxSeats][]int // throws by where they began, a state of the chain each
	auctions []Auction
	habits   tried
	open     pending
	asking   bool // an open card choice: pay or draw
	tale     teller
}

// tried counts the choices from which habits are read.
type tried struct{ stayed, left, bus, ticket, drew, paid int }

// share is a part of both, or assumed for a choice that never came up.
func share(a, b int, assumed float64) float64 {
	if a+b == 0 {
		return assumed
	}
	return float64(a) / float64(a+b)
}

func (t *tried) habits() Habits {
	return Habits{Try: share(t.stayed, t.left, 1), Bus: share(t.bus, t.ticket, 1), Draw: share(t.drew, t.paid, 0)}
}

// pending is a throw whose token has not come to rest yet.
type pending struct {
	on   bool
	seat game.Seat
	sent int
	owed game.Money
	by   [game.MaxSeats]game.Money // the same by owner
}

// New begins with the state before the first event. It keeps both.
func New(r *game.Ruleset, start *game.State) *Collector {
	c := &Collector{r: r, s: *start, chain: newChain(r, Habits{Try: 1, Bus: 1})}
	for i := range c.stood {
		c.stood[i] = make([]int, len(c.chain.throws))
	}
	return c
}

// Add counts the next event. Events are those of a log that folds.
func (c *Collector) Add(e *game.Event) {
	c.before(e)
	c.tale.before(c.r, &c.s, e)
	c.s.Apply(e)
	c.after(e)
}

// Skip passes over the next event: one that was taken back, or only dealt with that.
func (c *Collector) Skip() { c.s.Seq++ }

// before looks at an event and the state that it meets.
func (c *Collector) before(e *game.Event) {
	switch e.Kind {
	case game.Rolled:
		if e.Cause == game.ByMove || e.Cause == game.ByJail {
			c.rest()
			c.throw(e)
		}
	case game.TurnStarted, game.TurnEnded, game.TicketUsed, game.GameEnded:
		c.asking = false
		c.rest()
	case game.CardDrawn:
		c.draw(e)
	default:
	}
}

// after looks at an event and the state that it left.
func (c *Collector) after(e *game.Event) {
	switch e.Kind {
	case game.TurnStarted, game.GameEnded:
		c.weigh(e.Kind == game.GameEnded)
	case game.DeedTransferred:
		c.tale.after(c.r, &c.s, e)
		c.whole(e.Space)
	case game.DeedDealt:
		c.whole(e.Space)
	case game.Paid:
		if c.asking && e.Cause == game.ForCard {
			c.asking = false
			c.habits.paid++
		}
		if (e.Cause == game.ForRent || e.Cause == game.ForDuel) && e.Seat >= 0 && e.Other >= 0 {
			c.rents[e.Seat][e.Other].Times++
			c.rents[e.Seat][e.Other].Money += e.Amount
		}
	case game.ClaimOpened:
		if c.open.on && c.open.seat == e.Other {
			c.open.owed += e.Amount
			c.open.by[e.Seat] += e.Amount
		}
	case game.JailedEvent:
		if c.open.on && c.open.seat == e.Seat {
			c.open.sent++
		}
	case game.AuctionClosed:
		c.hammer(e)
	default:
		c.habit(e)
	}
}

// habit counts choices that lead tokens about.
func (c *Collector) habit(e *game.Event) {
	switch e.Kind {
	case game.Freed:
		if e.Cause != game.ByDoubles && c.s.Turn.Phase == game.PhaseRoll {
			c.habits.left++
		}
	case game.Asked:
		c.asking = c.asking || e.Phase == game.PhaseCard
	case game.Moved:
		if e.Cause == game.ByBonus && c.s.Turn.Dice[2] == game.SpeedBus {
			c.habits.bus++
		}
	case game.TicketDrawn:
		if c.s.Turn.Dice[2] == game.SpeedBus && c.r.Spaces[c.s.Players[e.Seat].Space].Kind != game.KindTicket {
			c.habits.ticket++
		}
	default:
	}
}

// weigh notes every player's worth.
func (c *Collector) weigh(end bool) {
	p := Point{Turn: int(c.s.Turn.Number), Seq: c.s.Seq}
	for i := range game.Seat(c.s.NumSeats) {
		var m game.Money
		if pl := &c.s.Players[i]; !pl.Bankrupt && !pl.BankerOnly {
			m = c.r.Wealth(&c.s, i)
		}
		p.Wealth = append(p.Wealth, m)
	}
	if end {
		p.Turn++
	}
	c.wealth = append(c.wealth, p)
}

// whole notes a colour group that came into one hand with the space.
func (c *Collector) whole(sp game.Space) {
	owner := c.s.Owner(sp)
	g := c.r.Spaces[sp].Group
	if owner < 0 || g == game.NoGroupID || c.r.Groups[g].Kind != game.KindLot || !c.r.WholeGroup(&c.s, owner, g) {
		return
	}
	for _, x := range slices.Backward(c.complete) {
		if x.Group == g && x.Seat == owner && x.Turn == int(c.s.Turn.Number) {
			return // several deeds of one trade
		}
	}
	c.complete = append(c.complete, Complete{Turn: int(c.s.Turn.Number), Seq: c.s.Seq, Seat: owner, Group: g})
}

func (c *Collector) hammer(e *game.Event) {
	if e.Item.Kind != game.ItemDeed {
		return
	}
	sp := e.Item.Space
	c.auctions = append(c.auctions, Auction{
		Seq: c.s.Seq, Turn: int(c.s.Turn.Number), Space: sp, List: c.r.Spaces[sp].Price,
		Price: e.Amount, Winner: e.Other, Pledged: c.s.Mortgaged.Has(sp),
	})
}
