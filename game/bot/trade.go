package bot

import "github.com/bankhalter/bankhalter/game"

// gain is what a seat's estate would gain by a deal, in money.
func (v *eye) gain(seat game.Seat, lose, get game.Terms) game.Money {
	hand := v.s.Owned[seat]
	next := hand&^lose.Deeds | get.Deeds
	sum := get.Cash - lose.Cash
	for g := uint8(0); g < v.r.NumGroups; g++ {
		if (lose.Deeds|get.Deeds)&v.r.Groups[g].Spaces != 0 {
			sum += v.worth(g, next) - v.worth(g, hand)
		}
	}
	for m := get.Deeds & v.s.Mortgaged; m != 0; m = m.Rest() {
		sum -= v.r.InterestDue(m.First())
	}
	for d := range game.NumDecks {
		sum += v.r.Fine * (game.Money(get.Cards>>d&1) - game.Money(lose.Cards>>d&1))
	}
	return sum + v.r.Fine*(game.Money(get.Tickets)-game.Money(lose.Tickets))
}

// fair tells whether a gain is enough for the seat beside what the partner gains.
func (v *eye) fair(mine, his game.Money) bool {
	return mine > 0 && mine*100 >= his*v.p.Greed
}

// answerTrade answers the first proposal made to the seat.
func (v *eye) answerTrade(opts []game.Option) (game.Command, bool) {
	if c, ok := v.settle(opts); ok {
		return c, true
	}
	for i := range v.s.Trades[:v.s.NumTrades] {
		t := &v.s.Trades[i]
		if t.To != v.seat {
			continue
		}
		mine, his := v.gain(v.seat, t.Want, t.Give), v.gain(t.From, t.Give, t.Want)
		if v.fair(mine, his) && v.me.Cash-t.Want.Cash+t.Give.Cash >= v.floor() {
			if c, ok := v.accept(opts, t); ok {
				return c, true
			}
		}
		if c, ok := confirm(opts, game.MoveN(game.RejectTrade, v.seat, int32(t.ID))); ok {
			return c, true
		}
	}
	return game.Command{}, false
}

// accept keeps the mortgages it receives but for those that must be lifted.
func (v *eye) accept(opts []game.Option, t *game.Trade) (game.Command, bool) {
	c := game.MoveN(game.AcceptTrade, v.seat, int32(t.ID))
	for m := t.Give.Deeds & v.s.Mortgaged; m != 0 && v.r.RedistributeDuty; m = m.Rest() {
		sp := m.First()
		group := v.r.Groups[v.r.Spaces[sp].Group].Spaces
		if group&^(v.own|t.Give.Deeds) == 0 && group&v.own&v.s.Built != 0 {
			c.Lift = c.Lift.With(sp)
		}
	}
	return confirm(opts, c)
}

// propose looks now and then for a deal by which both sides come closer to a
// group. The number of the last proposal is part of when: a proposal made
// closes the door behind itself for this turn, whatever becomes of it.
func (v *eye) propose(opts []game.Option) (game.Command, bool) {
	if v.p.Offers == 0 || v.s.TimeUp || v.s.Turn.Locked {
		return game.Command{}, false
	}
	n := uint32(v.p.Offers) + 1
	if (uint32(v.s.Turn.Number)*2654435761>>16+uint32(v.s.LastTrade))%n != 0 {
		return game.Command{}, false
	}
	best, score := game.Command{}, game.Money(0)
	for i := range v.s.Owned[:v.s.NumSeats] {
		to := game.Seat(i)
		if to == v.seat || !v.s.In(to) || v.s.Owned[to] == 0 {
			continue
		}
		if c, value := v.deal(to); value > score {
			best, score = c, value
		}
	}
	if score == 0 {
		return game.Command{}, false
	}
	if opts == nil {
		return best, true
	}
	for i := range v.s.Trades[:v.s.NumTrades] {
		if t := &v.s.Trades[i]; t.From == v.seat {
			return confirm(opts, game.MoveN(game.CancelTrade, v.seat, int32(t.ID)))
		}
	}
	return best, listed(opts, &best)
}

// deal is the best fair deal with one partner and what both gain together: his
// lots of one group for one's own of another, cash levelling the gains.
func (v *eye) deal(to game.Seat) (game.Command, game.Money) {
	his := v.s.Owned[to]
	var want, give game.Set
	var most, least game.Money
	for g := uint8(0); g < v.r.NumGroups; g++ {
		group := v.r.Groups[g].Spaces
		mine, theirs := v.own&group, his&group
		if mine == 0 || theirs == 0 || (mine|theirs)&(v.s.Built|v.s.Depots) != 0 {
			continue
		}
		before := v.worth(g, mine) + v.worth(g, theirs)
		surplus := v.worth(g, mine|theirs) - before
		if (group&^mine).Len() < (group&^theirs).Len() || (group&^mine).Len() == (group&^theirs).Len() && surplus > most {
			if surplus > most {
				most, want = surplus, theirs
			}
		} else if surplus > least {
			least, give = surplus, mine
		}
	}
	if want == 0 && give == 0 {
		return game.Command{}, 0
	}
	return v.balance(to, want, give, most+least)
}

// balance adds the cash that makes both gain alike, as far as purses allow.
func (v *eye) balance(to game.Seat, want, give game.Set, surplus game.Money) (game.Command, game.Money) {
	c := v.move(game.ProposeTrade)
	c.To, c.Want.Deeds, c.Give.Deeds = to, want, give
	mine, his := v.gain(v.seat, c.Give, c.Want), v.gain(to, c.Want, c.Give)
	pay := (mine - his) / 2 / v.r.Unit * v.r.Unit
	pay = min(pay, v.purse(v.seat))
	pay = max(pay, -v.purse(to))
	switch {
	case pay > 0:
		c.Give.Cash = pay
	case pay < 0:
		c.Want.Cash = -pay
	}
	mine, his = mine-pay, his+pay
	if !v.fair(mine, his) || his*5 < mine*4 || c.Give.Empty() || c.Want.Empty() || surplus < v.r.Fine {
		return game.Command{}, 0
	}
	return c, surplus
}

// purse is what a seat can pay in a deal, the floor and its debts kept.
func (v *eye) purse(seat game.Seat) game.Money {
	return max(0, v.s.Players[seat].Cash-v.s.DebtOf(seat)-v.floor()) / v.r.Unit * v.r.Unit
}
