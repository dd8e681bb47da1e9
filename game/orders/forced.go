package orders

import "github.com/bankhalter/bankhalter/game"

// Forced is the answer of a seat that has no choice: one answer is listed, and
// nothing it could do by itself before would make it another. Trades and undos do
// not count as choice, since they need another player's consent.
func Forced(r *game.Ruleset, s *game.State, seat game.Seat, opts []game.Option) (game.Command, bool) {
	if !s.Waiting().Has(seat) {
		return game.Command{}, false
	}
	var only *game.Option
	for i := range opts {
		switch o := &opts[i]; o.Kind {
		case game.ProposeTrade, game.CancelTrade, game.RejectTrade, game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack, game.Resign, game.Return:
			continue
		case game.ClaimRent, game.Roll: // a claim first, and the dice are for people to throw
			return game.Command{}, false
		default:
			if only != nil {
				return game.Command{}, false
			}
			only = o
		}
	}
	if only == nil {
		return game.Command{}, false
	}
	c := game.Move(only.Kind, seat)
	switch only.Kind {
	case game.Pass, game.PayDebt, game.EndTurn, game.Decline, game.ChooseSum, game.NoDuel, game.Take, game.SkipPick, game.Done:
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		if only.Choices&(only.Choices-1) != 0 {
			return game.Command{}, false
		}
		for k := game.Flat; k < game.NumChoices; k++ {
			if only.Choices>>k&1 == 1 {
				c.Choice = k
			}
		}
	case game.Intent:
		if only.Max > 0 {
			return game.Command{}, false
		}
		c.N = 0
	case game.Keep, game.Place, game.Lift:
		if only.Spaces.Len() != 1 {
			return game.Command{}, false
		}
		c.Space = only.Spaces.First()
	default:
		return game.Command{}, false
	}
	return c, r.Check(s, &c).OK()
}
