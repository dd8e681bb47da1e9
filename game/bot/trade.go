package bot

import "github.com/bankhalter/bankhalter/game"

// gain is what a seat's estate would gain by a deal, in money.
func (v *eye) gain(seat game.Seat, lose, get *game.Terms) game.Money {
	hand := v.s.Owned[seat]
	next := hand&^lose.Deeds | get.Deeds
	sum := get.Cash - lose.Cash
	for i := range v.r.Groups[:v.r.NumGroups] {
		if g := &v.r.Groups[i]; (lose.Deeds|get.Deeds)&g.Spaces != 0 {
			sum += v.worth(g, next) - v.worth(g, hand)
		}
	}
	for m := get.Deeds & v.s.Mortgaged; m != 0; m = m.Rest() {
		sum -= v.r.InterestDue(m.First())
	}
	cards := game.Money(get.Cards&1+get.Cards>>1&1) - game.Money(lose.Cards&1+lose.Cards>>1&1)
	return sum + v.r.Fine*(cards+game.Money(get.Tickets)-game.Money(lose.Tickets))
}

// fair tells whether a gain is enough for the seat beside what the partner gains.
func (v *eye) fair(mine, his game.Money) bool {
	return mine > 0 && mine*100 >= his*v.p.Greed
}

// answerTrade answers an offer of settlement or the first proposal made to the seat.
func (v *eye) answerTrade() (game.Command, bool) {
	if c, ok := v.settle(); ok {
		return c, true
	}
	for i := range v.s.Trades[:v.s.NumTrades] {
		t := &v.s.Trades[i]
		if t.To != v.seat {
			continue
		}
		mine, his := v.gain(v.seat, &t.Want, &t.Give), v.gain(t.From, &t.Give, &t.Want)
		if v.fair(mine, his) && v.me.Cash-t.Want.Cash+t.Give.Cash >= v.floor() {
			if c, ok := v.accept(t); ok || v.stuck {
				return c, ok
			}
		}
		if c, ok := v.confirm(game.MoveN(game.RejectTrade, v.seat, int32(t.ID))); ok {
			return c, true
		}
	}
	return game.Command{}, false
}

// accept keeps the mortgages it receives but for those that must be lifted.
func (v *eye) accept(t *game.Trade) (game.Command, bool) {
	c := game.MoveN(game.AcceptTrade, v.seat, int32(t.ID))
	if v.blind {
		v.stuck = !v.simple(t)
		return c, !v.stuck
	}
	for i := range v.opts {
		if o := &v.opts[i]; o.Kind == game.AcceptTrade && o.N == c.N {
			c.Lift = o.Must
			return c, true
		}
	}
	return c, false
}

// simple tells whether a trade can be accepted beyond doubt: in the open part
// of a turn, without mortgages, debts or buildings in the way.
func (v *eye) simple(t *game.Trade) bool {
	s := v.s
	deeds := t.Give.Deeds | t.Want.Deeds
	return s.Phase() == game.PhaseHub && s.Turn.Seat == t.From && s.NumDebts == 0 && !s.TimeUp && !s.Turn.Locked &&
		!v.r.NoBuildInJail && deeds&s.Mortgaged == 0 &&
		t.Give.Deeds&^s.Owned[t.From] == 0 && t.Want.Deeds&^v.own == 0 &&
		s.Players[t.From].Cash >= t.Give.Cash && v.me.Cash >= t.Want.Cash &&
		v.r.Tradeable(s, t.From)&t.Give.Deeds == t.Give.Deeds && v.r.Tradeable(s, v.seat)&t.Want.Deeds == t.Want.Deeds &&
		t.Give.Cards&^s.Players[t.From].Cards == 0 && t.Want.Cards&^v.me.Cards == 0 && t.Give.Tickets|t.Want.Tickets == 0
}

// propose looks now and then for a deal by which both sides come closer to a
// group. The number of the last proposal is part of when: a proposal made
// closes the door behind itself for this turn, whatever becomes of it.
func (v *eye) propose() (game.Command, bool) {
	s := v.s
	if v.p.Offers == 0 || s.Turn.Locked || v.r.NoBuildInJail && v.me.Jailed {
		return game.Command{}, false
	}
	when := uint16(uint32(s.Turn.Number)*2654435761>>16) + s.LastTrade
	if when%(v.p.Offers+1) != 0 {
		return game.Command{}, false
	}
	best, score := deal{}, game.Money(0)
	for i := range s.Owned[:s.NumSeats] {
		if to := game.Seat(i); to != v.seat && s.Owned[i] != 0 {
			if d := v.dealWith(to); d.score > score {
				best, score = d, d.score
			}
		}
	}
	if score == 0 {
		return game.Command{}, false
	}
	for i := range s.Trades[:s.NumTrades] {
		if t := &s.Trades[i]; t.From == v.seat {
			return v.confirm(game.MoveN(game.CancelTrade, v.seat, int32(t.ID)))
		}
	}
	c := v.move(game.ProposeTrade)
	c.To, c.Give, c.Want = best.to, best.give, best.want
	return v.confirm(c)
}

// deal is a proposal and what both sides gain by it together.
type deal struct {
	to         game.Seat
	give, want game.Terms
	score      game.Money
}

// dealWith is the best fair deal with one partner: his lots of one group for
// one's own of another, cash levelling the gains.
func (v *eye) dealWith(to game.Seat) (d deal) {
	s := v.s
	his, built := s.Owned[to], s.Built|s.Depots
	var want, give game.Set
	var most, least game.Money
	for i := range v.r.Groups[:v.r.NumGroups] {
		g := &v.r.Groups[i]
		mine, theirs := v.own&g.Spaces, his&g.Spaces
		if mine == 0 || theirs == 0 || g.Spaces&built != 0 {
			continue
		}
		surplus := v.worth(g, mine|theirs) - v.worth(g, mine) - v.worth(g, theirs)
		n, m := mine.Len(), theirs.Len()
		if n > m || n == m && surplus > most {
			if surplus > most {
				most, want = surplus, theirs
			}
		} else if surplus > least {
			least, give = surplus, mine
		}
	}
	if want == 0 && give == 0 {
		return d
	}
	d.to, d.want.Deeds, d.give.Deeds = to, want, give
	v.balance(&d, most+least)
	return d
}

// balance adds the cash that makes both gain alike, as far as purses allow.
func (v *eye) balance(d *deal, surplus game.Money) {
	mine, his := v.gain(v.seat, &d.give, &d.want), v.gain(d.to, &d.want, &d.give)
	pay := (mine - his) / 2 / v.r.Unit * v.r.Unit
	pay = max(min(pay, v.purse(v.seat)), -v.purse(d.to))
	if pay > 0 {
		d.give.Cash = pay
	} else {
		d.want.Cash = -pay
	}
	mine, his = mine-pay, his+pay
	if surplus >= v.r.Fine && v.fair(mine, his) && his*5 >= mine*4 && !d.give.Empty() && !d.want.Empty() {
		d.score = surplus
	}
}

// purse is what a seat can pay in a deal, the floor kept.
func (v *eye) purse(seat game.Seat) game.Money {
	return max(0, v.s.Players[seat].Cash-v.floor()) / v.r.Unit * v.r.Unit
}
