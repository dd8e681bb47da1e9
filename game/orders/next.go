package orders

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
)

// Next is the command that the book gives now, false if none of its orders has
// anything to say. opts is everything the seat may do. Bids are not given here:
// those of all bidders are settled together.
func (b *Book) Next(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	if len(opts) == 0 {
		return game.Command{}, false
	}
	look := look{b: b, r: r, s: s, seat: seat, opts: opts}
	declines := false // only deeds that no other order buys
	for i := range b.Orders {
		o := &b.Orders[i]
		if !o.holds(s, seat) {
			continue
		}
		c, ok := look.at(o)
		switch {
		case !ok:
			continue
		case c.Kind == game.Decline:
			declines = true
			continue
		}
		if MayGive(c.Kind) && r.Check(s, &c).OK() {
			return c, true
		}
	}
	if declines {
		c := game.Move(game.Decline, seat)
		return c, r.Check(s, &c).OK()
	}
	return game.Command{}, false
}

// MayGive reports whether an order can give the command. Nothing that trades, gives up,
// builds, sells or takes back is in it.
func MayGive(k game.CommandKind) bool {
	switch k {
	case game.ClaimRent, game.Buy, game.Decline, game.Bid, game.Pass, game.Roll, game.PayFine, game.UseJailCard,
		game.Mortgage, game.PayDebt, game.RejectTrade, game.EndTurn, game.Place,
		game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard, game.SkipPick, game.NoDuel, game.Take, game.ChooseSum:
		return true
	default:
		return false
	}
}

// look is one seat's view of a position with an order in mind.
type look struct {
	b    *Book
	r    *game.Ruleset
	s    *game.State
	seat game.Seat
	opts []game.Option
}

// at returns the command of one order.
func (l *look) at(o *Order) (game.Command, bool) {
	switch o.Kind {
	case ClaimRents:
		return l.claim()
	case Buy:
		return l.buy(o)
	case Bid:
		return l.place(o)
	case Jail:
		return l.jail(o)
	case Mortgage:
		return l.raise(o)
	case DeclineTrades:
		return l.decline(o)
	case EndTurn:
		return l.plain(game.EndTurn)
	case Roll:
		return l.roll()
	case Usual:
		return l.usual()
	}
	return game.Command{}, false
}

func (l *look) plain(k game.CommandKind) (game.Command, bool) {
	_, ok := game.Has(l.opts, k)
	return game.Move(k, l.seat), ok
}

// spends reports whether a price leaves the amount set aside, and the debts.
func (l *look) spends(price game.Money) bool {
	return l.s.Players[l.seat].Cash-l.s.DebtOf(l.seat)-price >= l.b.Keep
}

func (l *look) claim() (game.Command, bool) {
	o, ok := game.Has(l.opts, game.ClaimRent)
	return game.MoveN(game.ClaimRent, l.seat, o.N), ok
}

func (l *look) buy(o *Order) (game.Command, bool) {
	if _, asked := game.Has(l.opts, game.Decline); !asked {
		return game.Command{}, false
	}
	offer, ok := game.Has(l.opts, game.Buy)
	if ok && o.wants(l.r, l.s.Turn.Space) && (o.Limit == 0 || offer.Min <= o.Limit) && l.spends(offer.Min) {
		return game.Move(game.Buy, l.seat), true
	}
	return game.Move(game.Decline, l.seat), o.Else
}

// place puts a contested building that was won on the first lot of the list that takes it.
func (l *look) place(o *Order) (game.Command, bool) {
	opt, ok := game.Has(l.opts, game.Place)
	if !ok || o.Building != opt.Building {
		return game.Command{}, false
	}
	for _, sp := range o.List {
		if opt.Spaces.Has(sp) {
			return game.MoveAt(game.Place, l.seat, sp), true
		}
	}
	return game.Command{}, false
}

// jail throws so many times and then leaves; the throw after that belongs to it.
func (l *look) jail(o *Order) (game.Command, bool) {
	t := &l.s.Turn
	if t.Seat != l.seat {
		return game.Command{}, false
	}
	switch l.s.Phase() {
	case game.PhaseRoll:
		if t.Throw == 1 && t.Acted {
			return l.plain(game.Roll)
		}
	case game.PhaseJail:
		if l.s.Players[l.seat].JailTurn <= o.Throws {
			return l.plain(game.Roll)
		}
		if c, ok := l.plain(game.UseJailCard); ok && o.Card {
			return c, true
		}
		if fine, ok := game.Has(l.opts, game.PayFine); ok && l.spends(fine.Min) {
			return game.Move(game.PayFine, l.seat), true
		}
		return l.plain(game.Roll)
	default:
	}
	return game.Command{}, false
}

// raise pays a debt, after mortgaging one deed after the other if they are enough.
func (l *look) raise(o *Order) (game.Command, bool) {
	if l.s.Phase() != game.PhaseDebt || l.s.Debts[0].Debtor != l.seat {
		return game.Command{}, false
	}
	if c, ok := l.plain(game.PayDebt); ok {
		return c, true
	}
	opt, ok := game.Has(l.opts, game.Mortgage)
	if !ok {
		return game.Command{}, false
	}
	sum, first := l.s.Players[l.seat].Cash, game.NoSpace
	for _, sp := range o.List {
		if !opt.Spaces.Has(sp) {
			continue
		}
		if first == game.NoSpace {
			first = sp
		}
		sum += l.r.Spaces[sp].Mortgage
	}
	return game.MoveAt(game.Mortgage, l.seat, first), first != game.NoSpace && sum >= l.s.Debts[0].Amount
}

func (l *look) roll() (game.Command, bool) {
	if l.s.Phase() != game.PhaseRoll {
		return game.Command{}, false
	}
	return l.plain(game.Roll)
}

// usual answers questions that cost nothing one owns, as the table would.
func (l *look) usual() (game.Command, bool) {
	switch l.s.Phase() {
	case game.PhaseTriple, game.PhaseTax, game.PhaseBus, game.PhaseGift, game.PhasePick, game.PhaseDuel, game.PhaseTake, game.PhaseCard:
		return bot.Default(l.r, l.s, l.seat, l.opts)
	default:
		return game.Command{}, false
	}
}

// decline rejects the first proposal to the seat that brings less than the
// limit at printed prices. Written terms and votes are for people to judge.
func (l *look) decline(o *Order) (game.Command, bool) {
	for i := range l.s.Trades[:l.s.NumTrades] {
		t := &l.s.Trades[i]
		if t.To != l.seat || t.Held || t.Terms {
			continue
		}
		if worth(l.r, l.s, &t.Give)-worth(l.r, l.s, &t.Want) < int64(o.Limit) {
			return game.MoveN(game.RejectTrade, l.seat, int32(t.ID)), true
		}
	}
	return game.Command{}, false
}

// worth is the value of one side of a trade: cash, deeds at the printed
// price less the cost of lifting a mortgage, jail-free cards at the fine.
func worth(r *game.Ruleset, s *game.State, goods *game.Terms) int64 {
	sum := int64(goods.Cash) + int64(goods.Cards&1+goods.Cards>>1&1)*int64(r.JailFine())
	for d := goods.Deeds; d != 0; d = d.Rest() {
		sp := d.First()
		sum += int64(r.Spaces[sp].Price)
		if s.Mortgaged.Has(sp) {
			sum -= int64(r.LiftCost(sp))
		}
	}
	return sum
}
