package wire

import (
	"fmt"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// always are the members that every move may have.
var always = []string{"move", "seq", "offer", "player", linkName, "needs_link", "example"}

// argued lists the arguments of a move, and the ranges and notes that its entry
// among the state's moves has instead of them.
type argued struct{ arguments, ranges []string }

var ofSpaces = argued{[]string{"space"}, []string{"spaces"}}

var ofChoices = argued{[]string{"option"}, []string{"options"}}

var moveArguments = [game.NumCommands]argued{
	game.Buy:             {nil, []string{"price", "space"}},
	game.PayFine:         {nil, []string{"price"}},
	game.PayDebt:         {nil, []string{"price"}},
	game.Bid:             {[]string{"amount"}, []string{"min", "max", "step"}},
	game.UseTicket:       ofSpaces,
	game.ChooseSpace:     ofSpaces,
	game.PickDeed:        ofSpaces,
	game.Mortgage:        ofSpaces,
	game.Lift:            ofSpaces,
	game.Keep:            ofSpaces,
	game.Place:           ofSpaces,
	game.PayInKind:       ofSpaces,
	game.ChooseTax:       ofChoices,
	game.ChooseBus:       ofChoices,
	game.ChooseGift:      ofChoices,
	game.ChooseCard:      ofChoices,
	game.Build:           {[]string{"spaces", "building"}, nil},
	game.Sell:            {[]string{"spaces"}, nil},
	game.SellGroup:       {[]string{"group"}, []string{"groups"}},
	game.MoveHouse:       {[]string{"from", "to"}, []string{"from_spaces", "to_spaces"}},
	game.Intent:          {[]string{"count"}, []string{"min", "max", "step"}},
	game.ClaimRent:       {[]string{"claim"}, []string{"price"}},
	game.WaiveClaim:      {[]string{"claim"}, []string{"price"}},
	game.ProposeTrade:    {[]string{"to", "give", "want", "terms", "lift", "counter"}, []string{"partners", "give_range"}},
	game.AcceptTrade:     {[]string{"trade", "lift"}, []string{"lift_range", "must_lift"}},
	game.RejectTrade:     {[]string{"trade"}, nil},
	game.CancelTrade:     {[]string{"trade"}, nil},
	game.OfferSettlement: {[]string{"give", "credit"}, []string{"give_range", "min", "max", "step"}},
}

// arguments reads the arguments of the move into the command.
func (p *parser) arguments() {
	c := &p.c
	takes := &moveArguments[c.Kind]
	if key := p.src.stranger(always, takes.arguments, takes.ranges); key != "" {
		p.fail(Foreign, clip(key), fmt.Sprintf("The move “%s” takes no “%s”.", MoveName(c.Kind), shown(key)))
	}
	switch c.Kind {
	case game.Bid:
		_, is := p.src.number("amount")
		p.need("amount", is)
		c.Amount = p.money("amount")
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		c.Space = p.space("space")
	case game.ChooseTax:
		c.Choice = p.choice(game.Flat, game.Percent)
	case game.ChooseBus:
		c.Choice = p.choice(game.TakeTicket, game.Advance)
	case game.ChooseGift:
		c.Choice = p.choice(game.TakeCash, game.TakeTicket)
	case game.ChooseCard:
		c.Choice = p.choice(game.PayCard, game.DrawCard)
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
		game.RejectSettlement, game.PayDebt, game.DeclareBankruptcy, game.AskUndo, game.AgreeUndo, game.RefuseUndo, game.TakeBack, game.Resign,
		game.NoCommand, game.Return, game.TimeUp, game.Start, game.Abandon, game.Reanchor, game.Renew, game.NumCommands:
	}
}

func (p *parser) proposal() {
	c := &p.c
	c.To = p.partner("to")
	c.Give, c.Want = p.goods("give"), p.goods("want")
	c.Lift = p.set(p.src, "lift", "lift")
	c.N = p.id("counter")
	p.agreement()
}

// agreement reads the text beside a trade. Where the rules know none the text
// does not matter: they forbid it.
func (p *parser) agreement() {
	text, is := p.src.text(termsName)
	p.typed(termsName, is, aText, Mistyped)
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	p.c.HasTerms = true
	if !p.st.Rules.AgreementsAllowed() {
		return
	}
	var ok bool
	if p.terms, ok = CleanAgreement(text); !ok {
		if p.fail(badTerms, termsName, fmt.Sprintf("A side agreement has at most %d characters and no control characters.", MaxAgreement)); p.problem.Code == badTerms {
			p.problem.Rule = game.RTrade4.String()
		}
	}
}
