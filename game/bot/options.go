package bot

import "github.com/bankhalter/bankhalter/game"

// find is the first option of a kind, or nil; a blind eye needs the list then.
func (v *eye) find(kind game.CommandKind) *game.Option {
	if v.blind {
		v.stuck = true
		return nil
	}
	for i := range v.opts {
		if v.opts[i].Kind == kind {
			return &v.opts[i]
		}
	}
	return nil
}

// confirm gives the command if the options hold it; a blind eye trusts itself.
func (v *eye) confirm(c game.Command) (game.Command, bool) {
	return c, v.blind || listed(v.opts, &c)
}

// choice gives the answer to a question if it is on offer.
func (v *eye) choice(kind game.CommandKind, answer game.Choice) (game.Command, bool) {
	return v.confirm(game.MoveChoice(kind, v.seat, answer))
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
	case game.Build, game.Sell: // further steps may stand on the first ones
		return c.Steps > 0 && o.Spaces.Has(c.Spaces[0])
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		return o.Spaces.Has(c.Space)
	case game.MoveHouse:
		return o.Spaces.Has(c.Space) && o.Dests.Has(c.Dest)
	case game.SellGroup:
		return o.Groups>>c.Group&1 == 1
	case game.ProposeTrade:
		return o.Seats.Has(c.To) && c.Give.Deeds&^o.Spaces == 0 && c.Give.Cards&^o.Cards == 0
	case game.AcceptTrade:
		return o.N == c.N && c.Lift&^(o.Lift|o.Must) == 0 && o.Must&^c.Lift == 0
	case game.ClaimRent, game.WaiveClaim, game.RejectTrade, game.CancelTrade:
		return o.N == c.N
	default:
		return true
	}
}
