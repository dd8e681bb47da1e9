package bot

import (
	"math"
	"math/bits"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/value"
)

// How an expert plays decisions out. The numbers are the same at a table and in bulk,
// and no clock has a say: the same position gives the same command.
const (
	pairsAtMost    = 160  // playouts of each candidate
	pairsAtOnce    = 20   // playouts after which those that have fallen behind are left out
	behind         = 2    // standard errors by which one has fallen behind
	ahead          = 1.5  // standard errors by which one must be better than what the estimate prefers
	inDoubt        = 0.06 // by which candidates may differ in their estimates to be compared
	mostCandidates = 6
)

// expert is a thinker by the deep net, that plays out what its estimate hardly tells apart: every
// candidate with the same made-up luck, a few rounds by a fast persona, and the estimate then.
type expert struct {
	thinker
}

func newExpert(t thinker) *expert {
	t.rooms, t.chooses = newRooms(t.model), true
	return &expert{thinker: t}
}

// Choose returns the seat's next command among its options; see Persona.Choose.
func (e *expert) Choose(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	var c game.Command
	return accepted(r, s, seat, opts, &c, len(opts) > 0 && e.Wish(r, s, seat, &c))
}

// Wish is Choose without the list of options; see Persona.Wish.
func (e *expert) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	if !e.thinker.Wish(r, s, seat, c) {
		return false
	}
	w := e.rooms.Get().(*workspace) //nolint:forcetypeassert // nothing else is put there
	defer e.rooms.Put(w)
	if e.doubts(w, r, s, seat, c) {
		w.begin(r, s, seat)
		*c = w.best(r, seat)
	}
	return true
}

// ponders reports whether the seat's choice takes playouts, or a search for deals, for which the net is
// asked a thousand times.
func (e *expert) ponders(r *game.Ruleset, s *game.State, seat game.Seat) bool {
	if s.Phase() == game.PhaseHub && s.Turn.Seat == seat && s.Owned[seat] != 0 || e.playsOffersOut(r, s, seat) {
		return true
	}
	var c game.Command
	if !e.thinker.Wish(r, s, seat, &c) {
		return false
	}
	w := e.rooms.Get().(*workspace) //nolint:forcetypeassert // nothing else is put there
	defer e.rooms.Put(w)
	return e.doubts(w, r, s, seat, &c)
}

// doubts lists the candidates beside the command that the estimate prefers, and reports whether there are any.
func (e *expert) doubts(w *workspace, r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	w.n = 0
	w.add(c)
	v := &w.mind
	*v = mind{}
	v.p, v.r, v.s, v.me, v.c, v.own, v.seat, v.m, v.t = &e.taste, r, s, &s.Players[seat], &w.scratch, s.Owned[seat], seat, e.model, &e.thinker
	v.rivals(w, c)
	return w.n > 1
}

// candidate is a command and by what its playouts were better than those of the first.
type candidate struct {
	c        game.Command
	sum, sqr float64
	out      bool // it has fallen behind
}

// note takes in by what it was better in one playout.
func (x *candidate) note(d float64) {
	x.sum += d
	x.sqr += float64(d * d)
}

// mean is the mean difference and its standard error.
func (x *candidate) mean(n int) (mean, err float64) {
	mean = x.sum / float64(n)
	return mean, math.Sqrt(max(0, x.sqr/float64(n)-float64(mean*mean)) / float64(n))
}

// add takes a command among the candidates unless it is there or there are too many.
func (w *workspace) add(c *game.Command) {
	for i := range w.list[:w.n] {
		if w.list[i].c == *c {
			return
		}
	}
	if w.n < len(w.list) {
		w.list[w.n] = candidate{c: *c}
		w.n++
	}
}

// best plays the candidates out and returns the first unless another is better by more than luck.
func (w *workspace) best(r *game.Ruleset, seat game.Seat) game.Command {
	list := w.list[:w.n]
	w.seats, w.rounds = &w.hasty, roundsAhead
	played, left := 0, len(list)
	for played < pairsAtMost && left > 1 {
		for range pairsAtOnce {
			base := float64(w.play(&list[0].c, r, seat, played))
			for i := 1; i < len(list); i++ {
				if x := &list[i]; !x.out {
					x.note(float64(w.play(&x.c, r, seat, played)) - base)
				}
			}
			played++
		}
		for i := 1; i < len(list); i++ {
			if x := &list[i]; !x.out {
				if mean, err := x.mean(played); mean < -behind*err {
					x.out = true
					left--
				}
			}
		}
	}
	best, most := 0, 0.0
	for i := 1; i < len(list); i++ {
		if mean, err := list[i].mean(played); !list[i].out && mean > most && mean > ahead*err {
			best, most = i, mean
		}
	}
	return list[best].c
}

// rivals adds what else the seat could do where its estimate hardly tells it from the first.
func (v *mind) rivals(w *workspace, first *game.Command) {
	switch first.Kind {
	case game.AcceptTrade, game.RejectTrade, game.ClaimRent, game.CancelTrade, game.ProposeTrade, game.AcceptSettlement, game.RejectSettlement:
		return
	default:
	}
	switch v.s.Phase() { //nolint:exhaustive // the others leave no choice, or none that a playout judges better
	case game.PhaseHub:
		if v.s.Turn.Seat == v.seat && v.own != 0 && !v.s.TimeUp {
			v.rivalsOfBuilding(w, first)
		}
	case game.PhaseJail:
		if v.s.Turn.Seat == v.seat {
			v.rivalsOfJail(w)
		}
	case game.PhaseBuy:
		v.rivalsOfBuying(w)
	case game.PhaseAuction, game.PhaseLiquidation:
		v.rivalsOfBid(w)
	case game.PhaseDuel:
		w.addIf(v.say(game.Duel) && v.accepted(), v.c)
		w.addIf(v.say(game.NoDuel) && v.accepted(), v.c)
	case game.PhaseTax:
		w.addIf(v.answer(game.ChooseTax, game.Percent) && v.accepted(), v.c)
		w.addIf(v.answer(game.ChooseTax, game.Flat) && v.accepted(), v.c)
	case game.PhaseBus:
		w.addIf(v.answer(game.ChooseBus, game.TakeTicket) && v.accepted(), v.c)
		w.addIf(v.answer(game.ChooseBus, game.Advance) && v.accepted(), v.c)
	case game.PhaseGift:
		w.addIf(v.answer(game.ChooseGift, game.TakeTicket) && v.accepted(), v.c)
		w.addIf(v.answer(game.ChooseGift, game.TakeCash) && v.accepted(), v.c)
	case game.PhaseCard:
		w.addIf(v.answer(game.ChooseCard, game.DrawCard) && v.accepted(), v.c)
		w.addIf(v.answer(game.ChooseCard, game.PayCard) && v.accepted(), v.c)
	default:
	}
}

// addIf adds a command that is accepted.
func (w *workspace) addIf(ok bool, c *game.Command) {
	if ok {
		w.add(c)
	}
}

// alike reports whether two chances to win are hardly to be told apart.
func alike(a, b float32) bool { return max(a-b, b-a) <= inDoubt }

// rivalsOfJail adds the other ways to leave it, or to stay.
func (v *mind) rivalsOfJail(w *workspace) {
	v.look()
	out := v.pos
	out.Jailed = out.Jailed.Without(v.seat)
	if !alike(v.chance(&out), v.now[v.seat]) {
		return
	}
	for _, kind := range [...]game.CommandKind{game.Roll, game.UseJailCard, game.PayFine, game.Stay} {
		w.addIf(v.say(kind) && v.accepted(), v.c)
	}
}

// rivalsOfBuying adds leaving the deed, or taking it.
func (v *mind) rivalsOfBuying(w *workspace) {
	sp := v.s.Turn.Space
	price := v.r.Spaces[sp].Price
	if v.me.Cash-v.s.DebtOf(v.seat) < price {
		return
	}
	if v.closeAt(sp, price, price*3/4) {
		w.addIf(v.say(game.Buy) && v.accepted(), v.c)
		w.addIf(v.say(game.Decline) && v.accepted(), v.c)
	}
}

// closeAt reports whether having a deed at a price is hardly to be told from leaving it to a rival at another.
func (v *mind) closeAt(sp game.Space, price, theirs game.Money) bool {
	v.look()
	mine, left := v.pos, v.pos
	mine.Give(sp, v.seat)
	mine.Pay(v.seat, game.Bank, price)
	v.toRival(&left, sp, theirs)
	return alike(v.chance(&mine), v.chance(&left))
}

// rivalsOfBid adds passing, and a bid a tenth above the least: among those who outbid each other by the
// least, one auction in five took more than thirty bids.
func (v *mind) rivalsOfBid(w *workspace) {
	a := &v.s.Auction
	least, cover := v.bidRange()
	if a.Item.Kind != game.ItemDeed || v.r.SealedBids() || least > cover || least <= v.worthAtOnce(a.Item.Space) || !v.closeAt(a.Item.Space, least, least) {
		return
	}
	w.addIf(v.say(game.Pass) && v.accepted(), v.c)
	v.say(game.Bid)
	v.c.Amount = min(max(v.r.Whole(least+least/10), least), cover)
	w.addIf(v.accepted(), v.c)
}

// rivalsOfBuilding adds doing nothing and every level to which the cash builds a group.
func (v *mind) rivalsOfBuilding(w *workspace, first *game.Command) {
	e := v.estate()
	if e.groups == 0 {
		return
	}
	v.look()
	cash := v.me.Cash - v.s.DebtOf(v.seat)
	best := v.now[v.seat]
	var list [mostCandidates]struct {
		c      game.Command
		chance float32
	}
	n := 0
	for groups := e.groups; groups != 0; groups &= groups - 1 {
		g := &v.r.Groups[bits.TrailingZeros16(groups)]
		var p project
		if !v.planFor(g, &p) {
			continue
		}
		p.lots = v.own & g.Spaces &^ v.s.Mortgaged
		for goal := p.level + 1; goal <= v.r.MostHouses(); goal++ {
			steps, cost, ok := v.bill(p.lots, goal)
			if !ok || cost > cash || steps > game.MaxSteps || n == len(list) {
				break
			}
			if !v.build(&p, steps) {
				continue
			}
			after := v.pos
			v.buildIn(&after, p.lots, goal, cost)
			list[n].c, list[n].chance = *v.c, v.chance(&after)
			best = max(best, list[n].chance)
			n++
		}
	}
	if n > 0 && alike(best, v.now[v.seat]) && (first.Kind == game.Build || first.Kind == game.EndTurn) {
		w.addIf(v.say(game.EndTurn) && v.accepted(), v.c)
	}
	for i := range list[:n] {
		w.addIf(alike(best, list[i].chance), &list[i].c)
	}
}

// buildIn builds lots up to a level in a position.
func (v *mind) buildIn(p *value.Position, lots game.Set, goal uint8, cost game.Money) {
	p.Pay(v.seat, game.Bank, cost)
	for m := lots; m != 0; m = m.Rest() {
		sp := m.First()
		p.Level[sp] = max(p.Level[sp], goal)
	}
	p.Built |= lots
}
