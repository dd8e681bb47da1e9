package table

import (
	"iter"

	"github.com/bankhalter/bankhalter/game"
)

// simplest is the first listed command that needs no thought and that the
// rules accept: what a seat does when everything else has failed.
func simplest(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	for _, o := range opts {
		for c := range simple(o, seat) {
			if r.Check(s, &c).OK() {
				return c, true
			}
		}
	}
	return game.Command{}, false
}

// simple fills in the arguments of an option, the least ones first. What costs
// money without being asked for, and trades, are left out.
func simple(o game.Option, seat game.Seat) iter.Seq[game.Command] {
	return func(yield func(game.Command) bool) {
		switch o.Kind {
		case game.Build, game.ProposeTrade, game.OfferSettlement, game.AcceptTrade, game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack, game.Resign, game.Return:
			return
		case game.Intent:
			if !yield(game.MoveN(o.Kind, seat, 0)) {
				return
			}
			yield(game.MoveN(o.Kind, seat, int32(o.Min)))
			return
		case game.Bid:
			yield(game.MoveFor(o.Kind, seat, o.Min))
			return
		default:
		}
		switch {
		case o.Choices != 0:
			for choice := game.Flat; choice < game.NumChoices; choice++ {
				if o.Choices>>choice&1 == 1 && !yield(game.MoveChoice(o.Kind, seat, choice)) {
					return
				}
			}
		case o.Groups != 0:
			for g := range uint8(game.MaxGroups) {
				c := game.Move(o.Kind, seat)
				c.Group = g
				if o.Groups>>g&1 == 1 && !yield(c) {
					return
				}
			}
		case o.Spaces != 0:
			simpleSpaces(o, seat, yield)
		default:
			c := game.Move(o.Kind, seat)
			c.N = o.N
			yield(c)
		}
	}
}

func simpleSpaces(o game.Option, seat game.Seat, yield func(game.Command) bool) {
	for set := o.Spaces; set != 0; set = set.Rest() {
		c := game.MoveAt(o.Kind, seat, set.First())
		if o.Kind == game.Sell {
			c = game.MoveSteps(o.Kind, seat, set.First())
		}
		if o.Dests == 0 {
			if !yield(c) {
				return
			}
			continue
		}
		for dests := o.Dests; dests != 0; dests = dests.Rest() {
			c.Dest = dests.First()
			if !yield(c) {
				return
			}
		}
	}
}
