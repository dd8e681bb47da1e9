package bot

import "github.com/bankhalter/bankhalter/game"

// find is the first option of a kind, or nil.
func find(opts []game.Option, kind game.CommandKind) *game.Option {
	for i := range opts {
		if opts[i].Kind == kind {
			return &opts[i]
		}
	}
	return nil
}

// confirm gives the command if the options hold it.
func confirm(opts []game.Option, c game.Command) (game.Command, bool) {
	return c, listed(opts, &c)
}

// choice gives the answer to a question if it is on offer.
func choice(opts []game.Option, c game.Command, answer game.Choice) (game.Command, bool) {
	c.Choice = answer
	return confirm(opts, c)
}

// listed tells whether the options hold the command with its arguments, as far
// as a single option tells.
func listed(opts []game.Option, c *game.Command) bool {
	for i := range opts {
		if o := &opts[i]; o.Kind == c.Kind && fits(o, c) {
			return true
		}
	}
	return false
}

func fits(o *game.Option, c *game.Command) bool {
	switch c.Kind {
	case game.Bid:
		return c.Amount >= o.Min && c.Amount <= o.Max
	case game.Intent:
		return game.Money(c.N) >= o.Min && game.Money(c.N) <= o.Max
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		return o.Choices>>c.Choice&1 == 1
	case game.Build, game.Sell:
		return steps(c)&^o.Spaces == 0
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		return o.Spaces.Has(c.Space)
	case game.MoveHouse:
		return o.Spaces.Has(c.Space) && o.Dests.Has(c.Dest)
	case game.SellGroup:
		return o.Groups>>c.Group&1 == 1
	case game.ProposeTrade:
		return o.Seats.Has(c.To) && c.Give.Deeds&^o.Spaces == 0 && c.Give.Cards&^o.Cards == 0
	case game.AcceptTrade:
		return o.N == c.N && c.Lift&^o.Lift == 0
	case game.ClaimRent, game.WaiveClaim, game.RejectTrade, game.CancelTrade:
		return o.N == c.N
	default:
		return true
	}
}

func steps(c *game.Command) game.Set { return game.SetOf(c.Spaces[:c.Steps]...) }
