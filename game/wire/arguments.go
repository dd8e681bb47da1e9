package wire

import (
	"fmt"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// always are the members that every move may have.
var always = []string{"move", "seq", "player", linkName, "needs_link", "example"}

// taken lists the arguments of a move, and the ranges and notes that its entry
// among the state's moves has instead of them.
func taken(k game.CommandKind) (arguments, ranges []string) {
	switch k {
	case game.Buy:
		return nil, []string{"price", "space"}
	case game.PayFine, game.PayDebt:
		return nil, []string{"price"}
	case game.Bid:
		return []string{"amount"}, []string{"min", "max", "step"}
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		return []string{"space"}, []string{"spaces"}
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		return []string{"option"}, []string{"options"}
	case game.Build:
		return []string{"spaces", "building"}, nil
	case game.Sell:
		return []string{"spaces"}, nil
	case game.SellGroup:
		return []string{"group"}, []string{"groups"}
	case game.MoveHouse:
		return []string{"from", "to"}, []string{"from_spaces", "to_spaces"}
	case game.Intent:
		return []string{"count"}, []string{"min", "max", "step"}
	case game.ClaimRent, game.WaiveClaim:
		return []string{"claim"}, []string{"price"}
	case game.ProposeTrade:
		return []string{"to", "give", "want", "terms", "lift"}, []string{"partners", "give_range"}
	case game.AcceptTrade:
		return []string{"trade", "lift"}, []string{"lift_range", "must_lift"}
	case game.RejectTrade, game.CancelTrade:
		return []string{"trade"}, nil
	case game.OfferSettlement:
		return []string{"give", "credit"}, []string{"give_range", "min", "max", "step"}
	case game.Roll, game.UseJailCard, game.Stay, game.ChooseSum, game.Decline, game.Pass, game.SkipPick,
		game.Duel, game.NoDuel, game.Take, game.Leave, game.EndTurn, game.Done, game.AcceptSettlement,
		game.RejectSettlement, game.DeclareBankruptcy, game.Resign,
		game.NoCommand, game.Return, game.TimeUp, game.Start, game.Abandon, game.Reanchor, game.Renew, game.NumCommands:
	}
	return nil, nil
}

// arguments reads what the move takes into the command.
func (p *parser) arguments() {
	c := &p.c
	arguments, ranges := taken(c.Kind)
	known := append(append(append([]string{}, always...), arguments...), ranges...)
	if key := p.src.stranger(known); key != "" {
		p.fail(Foreign, clip(key), fmt.Sprintf("The move %q takes no %q.", MoveName(c.Kind), clip(key)))
	}
	switch c.Kind {
	case game.Bid:
		_, is := p.src.number("amount")
		p.need("amount", is)
		c.Amount = p.money("amount")
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		c.Space = p.space("space")
	case game.ChooseTax:
		c.Choice = p.choice("option", game.Flat, game.Percent)
	case game.ChooseBus:
		c.Choice = p.choice("option", game.TakeTicket, game.Advance)
	case game.ChooseGift:
		c.Choice = p.choice("option", game.TakeCash, game.TakeTicket)
	case game.ChooseCard:
		c.Choice = p.choice("option", game.PayCard, game.DrawCard)
	case game.Build:
		p.steps("spaces")
		c.Building = p.building("building")
	case game.Sell:
		p.steps("spaces")
	case game.SellGroup:
		c.Group = p.group("group")
	case game.MoveHouse:
		c.Space, c.Dest = p.space("from"), p.space("to")
	case game.Intent:
		c.N = p.count("count")
	case game.ClaimRent, game.WaiveClaim:
		c.N = p.id("claim")
	case game.ProposeTrade:
		p.proposal()
	case game.AcceptTrade:
		c.N, c.Lift = p.id("trade"), p.set(p.src, "lift", "lift")
	case game.RejectTrade, game.CancelTrade:
		c.N = p.id("trade")
	case game.OfferSettlement:
		_, is := p.src.number("credit")
		p.need("credit", is)
		c.Give, c.Amount = p.goods("give"), p.money("credit")
	case game.Roll, game.PayFine, game.UseJailCard, game.Stay, game.ChooseSum, game.Buy, game.Decline, game.Pass,
		game.SkipPick, game.Duel, game.NoDuel, game.Take, game.Leave, game.EndTurn, game.Done, game.AcceptSettlement,
		game.RejectSettlement, game.PayDebt, game.DeclareBankruptcy, game.Resign,
		game.NoCommand, game.Return, game.TimeUp, game.Start, game.Abandon, game.Reanchor, game.Renew, game.NumCommands:
	}
}

func (p *parser) proposal() {
	c := &p.c
	c.To = p.partner("to")
	c.Give, c.Want = p.goods("give"), p.goods("want")
	c.Lift = p.set(p.src, "lift", "lift")
	p.agreement()
}

// agreement reads the text beside a trade. Where the rules know none the text
// does not matter: they forbid it.
func (p *parser) agreement() {
	text, is := p.src.text(termsName)
	p.typed(termsName, is, Mistyped)
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	p.c.HasTerms = true
	if !p.st.Rules.SideAgreements {
		return
	}
	var ok bool
	if p.terms, ok = CleanAgreement(text); !ok {
		p.fail(badTerms, termsName, fmt.Sprintf("A side agreement has at most %d characters and no control characters.", MaxAgreement))
	}
}
