package bot

import (
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/value"
)

// thinker makes every decision that counts by the chance to win after it, and
// leaves the rest to a persona.
type thinker struct {
	taste   Persona
	model   *value.Model
	second  *value.Model // asked before a deal is proposed or accepted, if set
	rooms   *sync.Pool   // of *workspace, to play deals out before they are accepted, if set
	chooses bool         // it plays its own proposals out as well
	noise   float32      // by which it misjudges a chance at most
}

// mind is a thinker's look at a position: the eye of its persona, and what
// the position is worth.
type mind struct {
	eye
	m   *value.Model
	t   *thinker
	pos value.Position
	now value.Chances

	waiting float32 // what is left of its patience, while it looks for deals
}

// Least differences of the chance to win that make a decision: smaller ones are
// the noise of the estimate.
const (
	worthwhile = 0.0004 // to build, lift or pledge
	dealMargin = 0.001  // to trade
)

// Choose returns the seat's next command among its options; see Persona.Choose.
func (t *thinker) Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	var c game.Command
	return accepted(r, s, seat, opts, &c, len(opts) > 0 && t.Wish(r, s, seat, &c))
}

// Wish is Choose without the list of options; see Persona.Wish.
func (t *thinker) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	if s.Status != game.Playing || !s.In(seat) {
		return false
	}
	var v mind
	v.p, v.r, v.s, v.me, v.c, v.own, v.seat, v.m, v.t = &t.taste, r, s, &s.Players[seat], c, s.Owned[seat], seat, t.model, t
	if s.NumClaims > 0 && v.claim() {
		return true
	}
	if s.NumTrades > 0 && v.answerTrade() || s.Offer.Open && v.settle() {
		return true
	}
	switch phase := s.Phase(); {
	case phase == game.PhaseRoll && s.Turn.Seat == seat:
		return v.roll()
	case phase == game.PhaseHub && s.Turn.Seat == seat:
		return v.manage() || v.say(game.EndTurn)
	case !s.Waiting().Has(seat):
		return v.window(phase)
	default:
		return v.decide(phase)
	}
}

// look estimates the position once.
func (v *mind) look() {
	if v.pos.Alive == 0 {
		value.Look(v.s, &v.pos)
		v.m.Chances(&v.pos, &v.now)
	}
}

// chance is the seat's chance to win a position.
func (v *mind) chance(p *value.Position) float32 {
	var c value.Chances
	v.m.Chances(p, &c)
	return c[v.seat] + float32(v.t.noise*v.doubt(p))
}

// doubt is a number from -1 to 1 that depends on nothing but the position and the
// turn: a player who misjudges does so again when asked again.
func (v *mind) doubt(p *value.Position) float32 {
	if v.t.noise == 0 {
		return 0
	}
	x := uint64(p.Owned[v.seat])*0x9e3779b97f4a7c15 ^ uint64(p.Mortgaged)*0xd6e8feb86659fd93 ^ uint64(v.s.Turn.Number)<<32 ^ uint64(p.Built)
	for m := p.Owned[v.seat] & p.Built; m != 0; m = m.Rest() {
		x = x*31 + uint64(p.Level[m.First()])
	}
	x = (x ^ x>>29) * 0xbf58476d1ce4e5b9
	return float32(int64(x>>40)-1<<23) / (1 << 23) //nolint:gosec // 24 bits
}

// decide makes the decision of the phase.
func (v *mind) decide(phase game.Phase) bool {
	switch phase {
	case game.PhaseJail:
		return v.jail()
	case game.PhaseBuy:
		return v.buy()
	case game.PhaseAuction, game.PhaseLiquidation:
		return v.bid()
	case game.PhaseBuildingAuction:
		return v.contest()
	case game.PhaseDuel:
		return v.duel()
	case game.PhaseDebt:
		return v.debt()
	case game.PhaseTransfer:
		return v.transfer()
	case game.PhaseTriple:
		return v.chooseSpace()
	case game.PhasePick:
		return v.pick()
	default:
		return v.eye.decide(phase)
	}
}

// jail compares being out with being in.
func (v *mind) jail() bool {
	v.look()
	out := v.pos
	out.Jailed = out.Jailed.Without(v.seat)
	turn := v.me.JailTurn
	stay := v.now[v.seat]
	switch {
	case v.me.Cards != 0 && v.r.TurnsForCard().Has(turn):
		out.Cards[v.seat] &= out.Cards[v.seat] - 1
		if v.chance(&out) > stay {
			return v.say(game.UseJailCard)
		}
	case v.r.TurnsForFine().Has(turn) && v.me.Cash >= v.r.JailFine():
		out.Cash[v.seat] -= v.r.JailFine()
		if v.chance(&out) > stay {
			return v.say(game.PayFine)
		}
	}
	if v.r.HasMove(game.Stay) && turn < v.r.LastJailTurn() && v.chance(&out) < stay && v.say(game.Stay) && v.accepted() {
		return true
	}
	return v.say(game.Roll)
}

// buy compares owning the deed at its price with another's owning it.
func (v *mind) buy() bool {
	v.look()
	sp := v.s.Turn.Space
	price := v.r.Spaces[sp].Price
	if v.me.Cash-v.s.DebtOf(v.seat) < price {
		return v.buyOnCredit(sp, price) || v.say(game.Decline)
	}
	mine := v.pos
	mine.Give(sp, v.seat)
	mine.Pay(v.seat, game.Bank, price)
	rival := v.pos
	if v.r.AuctionsDeclined() {
		v.toRival(&rival, sp, price*3/4)
	}
	if v.chance(&mine) >= v.chance(&rival) {
		return v.say(game.Buy)
	}
	return v.say(game.Decline)
}

// buyOnCredit pledges single deeds for a deed that is worth it.
func (v *mind) buyOnCredit(sp game.Space, price game.Money) bool {
	lack := price - (v.me.Cash - v.s.DebtOf(v.seat))
	if v.pledgeable() < lack {
		return false
	}
	mine := v.pos
	v.pledgeIn(&mine, lack)
	mine.Give(sp, v.seat)
	mine.Pay(v.seat, game.Bank, price)
	rival := v.pos
	v.toRival(&rival, sp, price*3/4)
	return v.chance(&mine) > v.chance(&rival)+worthwhile && v.pledge()
}

// pledgeIn pledges single deeds in a position, as pledge would, until the amount is raised.
func (v *mind) pledgeIn(p *value.Position, amount game.Money) {
	for bare := v.bare(); bare != 0 && amount > 0; {
		best := game.NoSpace
		for m := bare; m != 0; m = m.Rest() {
			sp := m.First()
			if v.single(sp) && (best == game.NoSpace || v.r.Spaces[sp].Mortgage < v.r.Spaces[best].Mortgage) {
				best = sp
			}
		}
		if best == game.NoSpace {
			return
		}
		bare = bare.Without(best)
		p.Mortgaged = p.Mortgaged.With(best)
		p.Cash[v.seat] += v.r.Spaces[best].Mortgage
		amount -= v.r.Spaces[best].Mortgage
	}
}

// toRival gives a deed of the bank to the other player who gains most by it at a price,
// if one can pay it.
func (v *mind) toRival(p *value.Position, sp game.Space, price game.Money) {
	best, gain := game.Nobody, float32(-1)
	for a := v.pos.Alive.Without(v.seat); a != 0; a = a.Rest() {
		seat := a.First()
		if v.pos.Cash[seat] < price {
			continue
		}
		theirs := v.pos
		theirs.Give(sp, seat)
		theirs.Pay(seat, game.Bank, price)
		var c value.Chances
		v.m.Chances(&theirs, &c)
		if g := c[seat] - v.now[seat]; g > gain {
			best, gain = seat, g
		}
	}
	if best != game.Nobody {
		p.Give(sp, best)
		p.Pay(best, game.Bank, price)
	}
}

// transfer lifts a mortgage received where that is the better position.
func (v *mind) transfer() bool {
	v.look()
	sp := v.s.Transfer.Deeds.First()
	if cost := v.r.LiftCost(sp) + v.s.Transfer.Due; cost <= v.me.Cash {
		kept, lifted := v.pos, v.pos
		kept.Pay(v.seat, game.Bank, v.r.KeepCost(v.s, sp))
		lifted.Pay(v.seat, game.Bank, v.r.LiftCost(sp))
		lifted.Mortgaged = lifted.Mortgaged.Without(sp)
		if v.chance(&lifted) > v.chance(&kept) && v.try(game.Lift, sp) {
			return true
		}
	}
	return v.try(game.Keep, sp) || v.eye.transfer()
}

// duel compares the expected result of the throw with leaving the lot to its owner.
func (v *mind) duel() bool {
	v.look()
	sp := v.s.Turn.Space
	d := &v.r.Spaces[sp]
	rival := v.s.Turn.Rival
	wins := float32(waysToThrow((d.Strength+999)/1000)) / 36
	won, lost, left := v.pos, v.pos, v.pos
	won.Give(sp, v.seat)
	lost.Pay(v.seat, rival, min(10*d.Rent[0], lost.Cash[v.seat]))
	left.Pay(v.seat, rival, min(d.Rent[0], left.Cash[v.seat]))
	if 10*d.Rent[0] <= v.r.Liquidation(v.s, v.seat) && float32(wins*v.chance(&won))+float32((1-wins)*v.chance(&lost)) > v.chance(&left) {
		return v.say(game.Duel)
	}
	return v.say(game.NoDuel)
}

// chooseSpace takes the space on which it is best to come to rest.
func (v *mind) chooseSpace() bool {
	v.look()
	best, most := game.NoSpace, float32(-1)
	all := game.Set(1)<<v.r.Size - 1
	for m := all.Without(v.me.Space); m != 0; m = m.Rest() {
		sp := m.First()
		p := v.pos
		v.rest(&p, sp)
		if x := v.chance(&p); x > most {
			best, most = sp, x
		}
	}
	return v.sayAt(game.ChooseSpace, best)
}

// rest brings the seat's token to a space and settles what is certain there.
func (v *mind) rest(p *value.Position, sp game.Space) {
	if sp <= v.me.Space {
		p.Cash[v.seat] += v.r.PassingGo()
	}
	p.Space[v.seat] = sp
	d := &v.r.Spaces[sp]
	switch {
	case d.Kind == game.KindGoToJail:
		p.Space[v.seat], p.Jailed = v.r.Jail, p.Jailed.With(v.seat)
	case d.Kind == game.KindTax:
		p.Cash[v.seat] -= d.Tax
	case d.Kind == game.KindGift:
		p.Cash[v.seat] += v.r.BirthdayGift()
	case p.Free.Has(sp) && p.Cash[v.seat] >= d.Price:
		p.Give(sp, v.seat)
		p.Pay(v.seat, game.Bank, d.Price)
	case v.r.Deeds.Has(sp):
		if rent := v.rent(sp); rent > 0 {
			p.Pay(v.seat, v.s.Owner(sp), rent)
		}
	}
}

// pick puts up the deed by which it gains most at its printed price.
func (v *mind) pick() bool {
	v.look()
	best, most := game.NoSpace, v.now[v.seat]+worthwhile
	for m := v.s.Free; m != 0; m = m.Rest() {
		sp := m.First()
		if price := v.r.Spaces[sp].Price; price <= v.me.Cash {
			p := v.pos
			p.Give(sp, v.seat)
			p.Pay(v.seat, game.Bank, price)
			if x := v.chance(&p); x > most {
				best, most = sp, x
			}
		}
	}
	if best == game.NoSpace {
		return v.say(game.SkipPick)
	}
	return v.sayAt(game.PickDeed, best)
}
