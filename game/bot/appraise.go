package bot

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/value"
)

// Appraisal compares having a deed with leaving it to the rival who gains most
// by it: the seat's chance to win either way, as the level hard reckons.
type Appraisal struct{ With, Without float32 }

// Appraise reckons what a deed of the bank is worth to a seat at a price. If the
// seat leaves it, a rival gets it for paid, or nobody does if paid is 0.
func Appraise(m *value.Model, r *game.Ruleset, s *game.State, seat game.Seat, sp game.Space, price, paid game.Money) Appraisal {
	var v mind
	t := &thinker{taste: Usual(), model: m}
	v.p, v.r, v.s, v.me, v.own, v.seat, v.m, v.t = &t.taste, r, s, &s.Players[seat], s.Owned[seat], seat, m, t
	v.look()
	with, without := v.pos, v.pos
	with.Give(sp, seat)
	with.Pay(seat, game.Bank, price)
	if paid > 0 {
		v.toRival(&without, sp, paid)
	}
	return Appraisal{v.chance(&with), v.chance(&without)}
}
