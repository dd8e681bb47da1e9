package sim

import "github.com/bankhalter/bankhalter/game"

// samples lists commands that an option promises to accept: both ends of every
// range, each space, seat and answer.
func samples(r *game.Ruleset, s *game.State, seat game.Seat, o *game.Option) []game.Command {
	base := game.Move(o.Kind, seat)
	base.N = o.N
	var list []game.Command
	at := func(sp game.Space) game.Command {
		c := base
		c.Space = sp
		return c
	}
	switch o.Kind {
	case game.Bid:
		for _, amount := range [...]game.Money{o.Min, o.Max} {
			c := base
			c.Amount = amount
			list = append(list, c)
		}
	case game.Intent:
		list = append(list, game.MoveN(game.Intent, seat, 0), game.MoveN(game.Intent, seat, int32(o.Max)))
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		for answer := game.NoAnswer; answer < game.NumChoices; answer++ {
			if o.Choices>>answer&1 == 1 {
				list = append(list, game.MoveChoice(o.Kind, seat, answer))
			}
		}
	case game.Build, game.Sell:
		for m := o.Spaces; m != 0; m = m.Rest() {
			c := game.MoveSteps(o.Kind, seat, m.First())
			list = append(list, c)
			if o.Kind == game.Build && o.Building != game.NoBuilding {
				c.Building = o.Building
				list = append(list, c)
			}
		}
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		for m := o.Spaces; m != 0; m = m.Rest() {
			list = append(list, at(m.First()))
		}
	case game.MoveHouse:
		for m := o.Spaces; m != 0; m = m.Rest() {
			for d := o.Dests.Without(m.First()); d != 0; d = d.Rest() {
				c := at(m.First())
				c.Dest = d.First()
				list = append(list, c)
			}
		}
	case game.SellGroup:
		for g := uint8(0); g < game.MaxGroups; g++ {
			if o.Groups>>g&1 == 1 {
				c := base
				c.Group = g
				list = append(list, c)
			}
		}
	case game.ProposeTrade:
		for to := o.Seats; to != 0; to = to.Rest() {
			list = append(list, proposals(r, s, base, to.First(), o)...)
		}
	case game.OfferSettlement:
		for m := o.Spaces; m != 0; m = m.Rest() {
			c := base
			c.Give.Deeds, c.Amount = game.SetOf(m.First()), o.Max
			list = append(list, c)
		}
	default:
		list = append(list, base)
	}
	return list
}

// proposals swaps each own deed and card for the least sum of money, and buys for it.
func proposals(r *game.Ruleset, s *game.State, base game.Command, to game.Seat, o *game.Option) []game.Command {
	var list []game.Command
	base.To = to
	if s.DebtOf(to) > 0 && s.DebtOf(base.Seat) == 0 { // may only be paid, not pay
		return nil
	}
	for m := o.Spaces; m != 0; m = m.Rest() {
		c := base
		c.Give.Deeds, c.Want.Cash = game.SetOf(m.First()), r.Unit
		list = append(list, c)
	}
	if o.Cards != 0 {
		c := base
		c.Give.Cards, c.Want.Cash = o.Cards, r.Unit
		list = append(list, c)
	}
	if his := s.Owned[to] &^ (s.Built | s.Depots); s.DebtOf(base.Seat) == 0 && s.Players[base.Seat].Cash >= r.Unit && his != 0 {
		sp := his.First()
		if s.Built&r.Groups[r.Spaces[sp].Group].Spaces == 0 && s.DebtOf(to) == 0 {
			c := base
			c.Give.Cash, c.Want.Deeds = r.Unit, game.SetOf(sp)
			list = append(list, c)
		}
	}
	return list
}

// covered reports whether one of the options holds the command with its arguments.
func covered(opts []game.Option, c *game.Command) bool {
	for i := range opts {
		o := &opts[i]
		if o.Kind == c.Kind && holds(o, c) {
			return true
		}
		if o.Kind == game.SellGroup && c.Kind == game.Sell && c.Steps > 1 {
			return true
		}
	}
	return false
}

func holds(o *game.Option, c *game.Command) bool {
	switch c.Kind {
	case game.Bid:
		return c.Amount >= o.Min && c.Amount <= o.Max
	case game.Intent:
		return c.N >= 0 && game.Money(c.N) <= o.Max
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		return o.Choices>>c.Choice&1 == 1
	case game.Build:
		return c.Steps > 0 && o.Spaces.Has(c.Spaces[0])
	case game.Sell: // several steps are judged by their end, in any order
		return c.Steps > 1 || c.Steps == 1 && o.Spaces.Has(c.Spaces[0])
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		return o.Spaces.Has(c.Space)
	case game.MoveHouse:
		return o.Spaces.Has(c.Space) && o.Dests.Has(c.Dest)
	case game.SellGroup:
		return c.Group < game.MaxGroups && o.Groups>>c.Group&1 == 1
	case game.ProposeTrade:
		return o.Seats.Has(c.To) && c.Give.Deeds&^o.Spaces == 0 && c.Give.Cards&^o.Cards == 0
	case game.OfferSettlement:
		return c.Give.Deeds&^o.Spaces == 0 && c.Amount >= o.Min && c.Amount <= o.Max
	case game.ClaimRent, game.WaiveClaim, game.AcceptTrade, game.RejectTrade, game.CancelTrade:
		return c.N < 0 || o.N == c.N
	default:
		return true
	}
}
