package sim

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
)

// dealEvery is in how many positions in which deals can be made one is made at random, on average.
const dealEvery = 2

// dealing makes deals at random in the positions of a lesson and plays them out, taken and rejected. A player who
// looks for the errors of an estimate offers what equals never offer each other, so that their games do not tell
// what it is worth. The level medium plays it out: games of the level hard would take a hundred times as long.
type dealing struct {
	st      *setup.Setup
	rng     *rand.Rand
	offered game.Turn
	g       player
}

func newDealing(st *setup.Setup, rng *rand.Rand, seats int) *dealing {
	medium, _ := bot.New("medium", st.Estimate)
	d := &dealing{st: st, rng: rng, g: player{rules: st.Rules, maxTurns: deepTurns, quick: true, bots: make([]Player, seats)}}
	for i := range d.g.bots {
		d.g.bots[i] = medium
	}
	return d
}

// views are the position after a deal and the one after its rejection, and who won; without that of a game which
// is cut, and none where no deal can be made.
func (d *dealing) views(s *game.State) ([]view, error) {
	if s.Phase() != game.PhaseHub || s.NumTrades > 0 || d.rng.IntN(dealEvery) > 0 {
		return nil, nil
	}
	offer := d.offer(s)
	d.offered.Begin(d.st.Rules, s)
	if !d.offered.DecideOn(&offer, nil).OK() {
		return nil, nil
	}
	trade := int32(d.offered.S.Trades[d.offered.S.NumTrades-1].ID)
	accept := game.MoveN(game.AcceptTrade, offer.To, trade)
	if !d.st.Rules.Check(&d.offered.S, &accept).OK() {
		return nil, nil
	}
	var views []view
	seed := d.seed()
	for _, answer := range []game.Command{accept, game.MoveN(game.RejectTrade, offer.To, trade)} {
		v, err := d.playOut(answer, seed)
		if err != nil {
			return nil, err
		}
		if v != nil {
			views = append(views, *v)
		}
	}
	return views, nil
}

// playOut answers the offer and plays the game to its end.
func (d *dealing) playOut(answer game.Command, seed [32]byte) (*view, error) {
	var v *view
	d.g.after = func() {
		if v == nil {
			v = look(d.st.Estimate(), &d.g.turn.S)
		}
	}
	res, err := d.g.playOn(0, seed, &d.offered.S, answer)
	if err != nil || res.Winners == 0 {
		return nil, err
	}
	v.winners = res.Winners
	return v, nil
}

// offer is one of deeds and cash at random.
func (d *dealing) offer(s *game.State) game.Command {
	c := game.Move(game.ProposeTrade, game.Seat(d.rng.IntN(int(s.NumSeats)))) //nolint:gosec // a seat
	c.To = game.Seat(d.rng.IntN(int(s.NumSeats)))                             //nolint:gosec // a seat
	if c.To == c.Seat || !s.In(c.Seat) || !s.In(c.To) {
		return c // which is refused
	}
	c.Give.Deeds, c.Want.Deeds = d.some(d.st.Rules.Tradeable(s, c.Seat)), d.some(d.st.Rules.Tradeable(s, c.To))
	if d.rng.IntN(2) == 0 {
		c.Give.Cash = d.part(s.Players[c.Seat].Cash)
	} else {
		c.Want.Cash = d.part(s.Players[c.To].Cash)
	}
	return c
}

// some picks none to three of a set.
func (d *dealing) some(all game.Set) (picked game.Set) {
	for range d.rng.IntN(4) {
		if all == 0 {
			break
		}
		rest := all
		for range d.rng.IntN(all.Len()) {
			rest = rest.Rest()
		}
		picked, all = picked.With(rest.First()), all.Without(rest.First())
	}
	return picked
}

func (d *dealing) part(cash game.Money) game.Money {
	return d.st.Rules.Whole(game.Money(float64(max(0, cash)) * d.rng.Float64()))
}

func (d *dealing) seed() (seed [32]byte) {
	binary.LittleEndian.PutUint64(seed[:], d.rng.Uint64())
	return seed
}
