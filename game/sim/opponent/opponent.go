// Package opponent has opponents to measure computer players against: players
// with one idea each, which find the weaknesses that a league of equals does not.
//
// They are pure, like the computer players: the same position gives the same
// command. They know no rulebook's name.
package opponent

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
)

// Opponent plays a seat. It leaves the everyday decisions to a persona that
// proposes nothing, and makes those for which it is known itself.
type Opponent struct {
	persona bot.Persona
	buys    bool // every deed that its cash pays
	// accepts answers a proposal in which the seat gets and gives goods; nil: never.
	accepts func(*view, *game.Terms, *game.Terms) bool
	// offers makes a proposal of the seat's own at the end of its turn; nil: none.
	offers func(*view, *game.Command) bool
}

// Names lists the opponents.
func Names() []string {
	return []string{"non-trader", "haggler", "fixed-bold", "fixed-steady", "fixed-careful"}
}

// ByName finds an opponent.
func ByName(name string) (*Opponent, bool) {
	o := &Opponent{persona: bot.Usual()}
	switch name {
	case "non-trader":
		o.offers = buysSingles
	case "haggler":
		o.persona.Reserve, o.persona.Fear, o.buys = 1, 20, true
		o.accepts, o.offers = bargain, haggle
	case "fixed-bold":
		o.fixed(0, 0, 120, 4)
	case "fixed-steady":
		o.fixed(2, 20, 100, 3)
	case "fixed-careful":
		o.fixed(4, 60, 90, 2)
	default:
		return nil, false
	}
	o.persona.Offers = 0
	return o, true
}

// fixed makes a policy that buys always, trades only at a premium and builds
// when there is cash.
func (o *Opponent) fixed(reserve, fear, bid game.Money, pledge uint8) {
	o.buys, o.accepts = true, premium
	o.persona.Reserve, o.persona.Fear, o.persona.Bid, o.persona.Pledge = reserve, fear, bid, pledge
}

// Wish writes the seat's command into c, as bot.Persona.Wish does.
func (o *Opponent) Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool {
	ok := o.persona.Wish(r, s, seat, c)
	v := view{r: r, s: s, seat: seat}
	switch {
	case !ok:
	case c.Kind == game.AcceptTrade || c.Kind == game.RejectTrade:
		o.answer(&v, c)
	case c.Kind == game.Decline && o.buys:
		v.instead(c, game.Move(game.Buy, seat))
	case c.Kind == game.EndTurn && o.offers != nil && !s.TimeUp:
		own := game.Move(game.ProposeTrade, seat)
		if o.offers(&v, &own) {
			v.instead(c, own)
		}
	}
	return ok
}

// answer decides about the proposal that the persona has just decided about.
func (o *Opponent) answer(v *view, c *game.Command) {
	tr := v.s.FindTrade(c.N)
	if tr == nil || tr.To != v.seat || tr.Held {
		return
	}
	kind := game.RejectTrade
	if o.accepts != nil && !tr.Terms && o.accepts(v, &tr.Give, &tr.Want) {
		kind = game.AcceptTrade
	}
	if kind != c.Kind && !v.instead(c, game.MoveN(kind, v.seat, c.N)) && kind == game.RejectTrade {
		c.Kind = kind // the core refuses what cannot be answered now; so would it have the other answer
	}
}

// view is a position as a seat sees it.
type view struct {
	r    *game.Ruleset
	s    *game.State
	seat game.Seat
}

// instead replaces a command if the core accepts the other one.
func (v *view) instead(c *game.Command, other game.Command) bool {
	if !v.r.Check(v.s, &other).OK() {
		return false
	}
	*c = other
	return true
}

// printed is the printed price of deeds.
func (v *view) printed(deeds game.Set) (sum game.Money) {
	for ; deeds != 0; deeds = deeds.Rest() {
		sum += v.r.Spaces[deeds.First()].Price
	}
	return sum
}

// completes reports whether a hand would have a whole group with more deeds that it lacks without.
func (v *view) completes(hand, more game.Set) bool {
	for i := range v.r.Groups[:v.r.NumGroups] {
		g := &v.r.Groups[i]
		if g.Kind == game.KindLot && g.Spaces&^hand != 0 && g.Spaces&^(hand|more) == 0 {
			return true
		}
	}
	return false
}

// useful reports whether a deed is one of a group of lots of which the hand has more.
func (v *view) useful(hand game.Set, sp game.Space) bool {
	return v.r.Lots.Has(sp) && v.r.Groups[v.r.Spaces[sp].Group].Spaces&hand.Without(sp) != 0
}
