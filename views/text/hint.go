package text

import (
	"slices"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Move says in a few words what a command does in a position.
func (s *Scene) Move(c *game.Command, st *game.State) string {
	label, what := s.T("move."+wire.MoveName(c.Kind)), s.about(c, st)
	if what == "" {
		return s.T("hint.move", "Move", label)
	}
	return s.T("hint.move_with", "Move", label, "What", what)
}

// about is what a command is about, "" if its name says all.
func (s *Scene) about(c *game.Command, st *game.State) string {
	switch c.Kind {
	case game.Buy:
		return s.T("hint.for", "What", s.Space(st.Turn.Space), "Money", s.price(st.Turn.Space))
	case game.Decline, game.Duel, game.NoDuel:
		return s.Space(st.Turn.Space)
	case game.Bid:
		return s.Money(c.Amount)
	case game.PayFine:
		return s.Money(s.Setup.Rules.JailFine())
	case game.Intent:
		return s.Buildings(st.Shortage.Building, int(c.N))
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		return s.Space(c.Space)
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		return s.T("hint.choice." + wire.ChoiceName(c.Choice))
	case game.Build, game.Sell:
		return s.steps(c)
	case game.SellGroup:
		return s.Group(c.Group)
	case game.MoveHouse:
		return s.T("hint.house", "From", s.NamedFrom(c.Space), "To", s.Named(c.Dest))
	case game.ClaimRent, game.WaiveClaim:
		for i := range st.Claims[:st.NumClaims] {
			if x := &st.Claims[i]; int32(x.ID) == c.N {
				return s.T("hint.rent", "Name", s.Name(x.Payer), "Money", s.Money(x.Amount), "Space", s.Named(x.Space))
			}
		}
	case game.ProposeTrade:
		return s.T("hint.trade", "Name", s.Name(c.To), "Give", s.Goods(c.Give), "Want", s.Goods(c.Want))
	case game.AcceptTrade, game.RejectTrade, game.CancelTrade:
		return s.T("hint.offer", "N", strconv.Itoa(int(c.N)))
	case game.PayDebt:
		return s.Money(st.Debts[0].Amount)
	default:
	}
	return ""
}

// steps lists the spaces of a building or sale, each once, with how many buildings there.
func (s *Scene) steps(c *game.Command) string {
	var names []string
	list := c.Spaces[:c.Steps]
	for i, sp := range list {
		if slices.Index(list, sp) < i {
			continue
		}
		n := 0
		for _, other := range list {
			if other == sp {
				n++
			}
		}
		name := s.Space(sp)
		if n > 1 {
			name = s.T("hint.times", "N", strconv.Itoa(n), "Space", s.NamedAt(sp))
		}
		names = append(names, name)
	}
	return s.List(names)
}
