package text

import (
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Refusal explains why a command was refused and the alternative. The setup may
// be nil for refusals that come before there is one.
func Refusal(lang string, st *setup.Setup, c *game.Command, r game.Refusal) string {
	if r.OK() {
		return ""
	}
	p := For(lang)
	s := &Scene{Printer: p, Setup: st}
	if key := undoKey(c.Kind, r.Code); key != "" {
		return p.T(key)
	}
	switch r.Code {
	case game.WindowClosed:
		return p.T(windowKey(c.Kind, r.Rule, st))
	case game.BadCount:
		if st == nil {
			return p.T("refused.bad_count_plain")
		}
		least, most := st.Rules.PlayerRange()
		return p.T("refused.bad_count", "Min", strconv.Itoa(least), "Max", strconv.Itoa(most))
	case game.BadAmount:
		switch {
		case c.Kind == game.AcceptSettlement: // of which no amount is named
			return p.T("refused.settlement_shrunk")
		case c.Kind == game.OfferSettlement && c.Give.Cash >= 0 && (c.Amount <= 0 || st == nil || c.Amount%max(1, st.Rules.Step()) == 0):
			return p.T("refused.settlement_amount")
		case c.Kind == game.ProposeTrade && (c.Give.Cash < 0 || c.Want.Cash < 0):
			return p.T("refused.negative_trade")
		case c.Amount < 0 || c.Give.Cash < 0:
			return p.T("refused.negative")
		}
		if st == nil || st.Rules.Step() <= 1 {
			return p.T("refused.bad_amount_plain")
		}
		return p.T("refused.bad_amount", "Unit", strconv.Itoa(int(st.Rules.Step())))
	case game.NotOwner:
		if c.Kind == game.AcceptSettlement {
			return p.T("refused.settlement_gone")
		}
		if c.Kind == game.MoveHouse { // from or to
			return p.T("refused.not_owner")
		}
		return s.aboutSpace("refused.not_owner", "refused.not_owner_space", c)
	case game.BadTarget:
		if c.Kind == game.ProposeTrade {
			return p.T("refused.target_trade")
		}
		return s.aboutSpace("refused.bad_target", "refused.bad_target_space", c)
	case game.IsMortgaged:
		return p.T(mortgagedKey(c.Kind, r.Rule))
	case game.Forbidden:
		return p.T(forbiddenKey(c.Kind, r.Rule))
	case game.NoStock:
		return p.T(stockKey(r.Rule))
	case game.WrongPhase:
		return p.T(phaseKey(c.Kind, r.Rule))
	case game.WrongSeat:
		if r.Rule == game.RAuct6 {
			return p.T("refused.seat_answered")
		}
	case game.DebtOpen:
		if r.Rule == game.RTrade8 {
			return p.T("refused.debt_trade")
		}
	case game.BidTooLow:
		if r.Rule == game.RAuct3 || r.Rule == game.RShort4 {
			return p.T("refused.bid_too_low_first")
		}
	case game.NotEven:
		if r.Rule == game.RSell6 {
			return p.T("refused.not_even_last")
		}
	case game.NoFunds:
		switch {
		case c.Kind == game.AcceptSettlement:
			return p.T("refused.settlement_funds")
		case r.Why == game.ProposerLacks:
			return p.T("refused.no_funds_proposer")
		}
	case game.BidNotCovered:
		if c.Kind != game.Bid {
			return p.T("refused.bid_stands")
		}
	case game.NoChoice:
		switch r.Rule {
		case game.RTrade3:
			return p.T(whichTradeKey(c))
		case game.RRent9:
			return p.T("refused.choice_rent")
		default:
		}
	case game.AtLimit:
		switch r.Rule {
		case game.RTrade3:
			return p.T(offerLimitKey(r.Why))
		case game.RDebt4:
			return p.T("refused.at_limit_settlement")
		default:
		}
	default:
	}
	return p.T(codeKey(r.Code))
}

// Misread explains why a move could not be read; c is the part that was understood.
// The reader of moves speaks English; in other languages the sentence is that of the
// fault, or of the code with the argument. A person, whose form names no arguments, is
// told how amounts are written, and else what the code says.
func Misread(lang string, st *setup.Setup, c game.Command, p *wire.Problem, as Naming) string {
	kind, coded := wire.CodeKind(p.Code)
	if as == Labels && p.TooMuch {
		return For(lang).T("refused.too_much")
	}
	if as == Labels && isAmount(p.Field) && (p.Code == wire.Mistyped || coded && kind == game.BadAmount) {
		return For(lang).T("refused.no_amount")
	}
	if lang == English {
		return p.Detail
	}
	if p.Fault != wire.NoFault && !(coded && as == Labels) {
		return For(lang).T("misread."+string(p.Fault), "Field", p.Field, "Value", p.Value)
	}
	if coded {
		if strings.Contains(p.Field, ".") {
			c = game.Command{} // one thing in a trade, such as give.deeds, not the trade
		}
		return Refusal(lang, st, &c, game.Refusal{Code: kind})
	}
	if For(lang).Has("problem_field."+p.Code) && p.Field != "" {
		return For(lang).T("problem_field."+p.Code, "Field", p.Field)
	}
	sentence := For(lang).T("problem_what." + p.Code)
	if p.Field != "" && p.Field != p.Code {
		sentence += " (" + p.Field + ")"
	}
	return sentence
}

// isAmount reports whether an argument is money that a person types.
func isAmount(field string) bool {
	return field == "amount" || field == "give.cash" || field == "want.cash"
}

// LinkAwaited says to a seat for whose number a locked table waits.
func LinkAwaited(lang string, names []string, seat, to game.Seat) string {
	if seat == to {
		return For(lang).T("refused.link_awaited_own")
	}
	s := NewScene(lang, nil, names)
	return s.T("refused.link_awaited_of", "Name", s.Name(seat))
}

// count says how many seats a rulebook takes, or why the banker cannot do
// without playing; code is that of the refusal.
func count(lang string, code game.Code, least, most int, as Naming) string {
	p := For(lang)
	option, players := "banker_only", "players"
	if as == Labels {
		option, players = p.T("new.alone"), p.T("new.seats")
	}
	key := "config.count"
	switch {
	case code == game.BadConfig && most == 0:
		key = "config.banker_plays"
	case code == game.BadConfig:
		key = "config.banker_only"
	}
	return p.T(key, "Option", option, "Players", players, "Min", strconv.Itoa(least), "Max", strconv.Itoa(most))
}

// Awaited says for whom a refused move has to wait, "" if the sentence of Refusal says
// more: the table waits for others, and the moment is all that is wrong with the move.
func Awaited(lang string, names []string, s *game.State, c *game.Command, r game.Refusal) string {
	waiting := s.Waiting()
	early := r.Code == game.WrongSeat && r.Rule != game.RAuct6
	if r.Code == game.WrongPhase {
		key := phaseKey(c.Kind, r.Rule)
		early = key == "refused.phase_roll" || key == "refused.wrong_phase"
	}
	// Who is asked in the final phase is a secret of each.
	if !early || waiting == 0 || waiting.Has(c.Seat) || c.Kind.Undoes() || s.Phase() == game.PhaseFinal {
		return ""
	}
	scene := NewScene(lang, nil, names)
	var list []string
	for ; waiting != 0; waiting = waiting.Rest() {
		list = append(list, scene.Name(waiting.First()))
	}
	return scene.T("refused.awaited", "Names", scene.List(list))
}

// aboutSpace takes the second key, with the space, if the command is about just one.
func (s *Scene) aboutSpace(key, named string, c *game.Command) string {
	sp := c.Space
	if c.Steps == 1 {
		sp = c.Spaces[0]
	}
	if s.Setup == nil || int(sp) >= int(s.Setup.Rules.Size) {
		return s.T(key)
	}
	return s.T(named, "Space", s.Subject(sp))
}

// undoKey is for a request to take back, or an answer; "" if the general sentence fits.
func undoKey(k game.CommandKind, code game.Code) string {
	asks := k == game.AskUndo || k == game.TakeBack
	switch {
	case !k.Undoes():
	case code == game.NoChoice:
		return "refused.undo_off"
	case code == game.Forbidden:
		return "refused.undo_shared"
	case asks && code == game.WrongPhase:
		return "refused.undo_phase"
	case asks && code == game.WrongSeat:
		return "refused.undo_seat"
	case code == game.WrongPhase:
		return "refused.undo_over"
	case code == game.WrongSeat:
		return "refused.undo_not_asked"
	}
	return ""
}

func windowKey(k game.CommandKind, rule game.Rule, st *setup.Setup) string {
	switch {
	case rule == game.REnd2:
		return "refused.window_end"
	case k == game.ClaimRent || k == game.WaiveClaim:
		return "refused.window_rent"
	case k == game.Build && st != nil && st.Rules.BuildsOnOwnTurnOnly():
		return "refused.window_build_own"
	case k == game.Build:
		return "refused.window_build"
	default:
		return "refused.window_closed"
	}
}

// mortgagedKey is for what a mortgage forbids.
func mortgagedKey(k game.CommandKind, rule game.Rule) string {
	switch {
	case rule == game.RMbuild7: // a station has no colour
		return "refused.is_mortgaged"
	case k == game.Build || k == game.Place:
		return "refused.is_mortgaged_group"
	case k == game.Mortgage:
		return "refused.is_mortgaged_already"
	case k == game.PayInKind:
		return "refused.is_mortgaged_payment"
	}
	return "refused.is_mortgaged"
}

// forbiddenKey is for what the rule forbids altogether.
func forbiddenKey(k game.CommandKind, rule game.Rule) string {
	switch rule {
	case game.RJail3:
		return "refused.forbidden_jail"
	case game.RRent12:
		return "refused.forbidden_rent"
	case game.RSell7:
		return "refused.forbidden_shortage"
	case game.RMbuild6:
		if k == game.MoveHouse {
			return "refused.forbidden_moving"
		}
		return "refused.forbidden_uneven"
	case game.RMort9:
		return "refused.forbidden_bank"
	case game.RTrade1:
		return "refused.forbidden_tickets"
	case game.RDebt3:
		return "refused.forbidden_waiver"
	case game.RDebt4:
		return "refused.forbidden_settlement"
	default:
	}
	if k == game.ProposeTrade || k == game.AcceptTrade || k == game.OfferSettlement {
		return "refused.forbidden_trade"
	}
	return "refused.forbidden"
}

// stockKey is for buildings that the bank lacks: to build, or in place of one that is sold or moved.
func stockKey(rule game.Rule) string {
	switch rule {
	case game.RSell3, game.RMbuild4:
		return "refused.no_stock_sale"
	case game.RMbuild6:
		return "refused.no_stock_even"
	default:
		return "refused.no_stock"
	}
}

// phaseKey is for a move at the wrong moment.
func phaseKey(k game.CommandKind, rule game.Rule) string {
	switch {
	case k == game.Roll:
		return "refused.phase_roll"
	case k == game.EndTurn && rule == game.RTurn2:
		return "refused.phase_throw_due"
	case k == game.EndTurn && rule == game.RDbl1:
		return "refused.phase_doubles"
	case (k == game.Bid || k == game.Pass) && rule == game.RAuct1:
		return "refused.phase_auction"
	case k == game.PayFine, k == game.UseJailCard:
		return "refused.phase_jail"
	}
	return "refused.wrong_phase"
}

// whichTradeKey is for an answer to a proposal that is not open, or that does
// not say which one it means.
func whichTradeKey(c *game.Command) string {
	if c.N >= 0 {
		return "refused.choice_trade_gone"
	}
	return "refused.choice_trade"
}

// offerLimitKey is for a proposal that is one too many.
func offerLimitKey(w game.Why) string {
	switch w {
	case game.ManyThisTurn:
		return "refused.at_limit_trade_turn"
	case game.SameOffer:
		return "refused.at_limit_trade_same"
	case game.WorseOffer:
		return "refused.at_limit_trade_worse"
	case game.CashOnly:
		return "refused.at_limit_trade_cash"
	case game.NoWhy, game.ProposerLacks:
	}
	return "refused.at_limit_trade"
}

// codeKey is the key of the general sentence of a code.
func codeKey(c game.Code) string {
	switch c {
	case game.Accepted:
		return "refused.title"
	case game.Jailed:
		return "refused.jailed"
	case game.WrongPhase:
		return "refused.wrong_phase"
	case game.WrongSeat:
		return "refused.wrong_seat"
	case game.Locked:
		return "refused.locked"
	case game.DebtOpen:
		return "refused.debt_open"
	case game.WindowClosed:
		return "refused.window_closed"
	case game.BadConfig:
		return "refused.bad_config"
	case game.BadCount:
		return "refused.bad_count_plain"
	case game.NotOwner:
		return "refused.not_owner"
	case game.NotForSale:
		return "refused.not_for_sale"
	case game.BadTarget:
		return "refused.bad_target"
	case game.NoChoice:
		return "refused.no_choice"
	case game.Forbidden:
		return "refused.forbidden"
	case game.NoGroup:
		return "refused.no_group"
	case game.GateShut:
		return "refused.gate_shut"
	case game.IsMortgaged:
		return "refused.is_mortgaged"
	case game.NotMortgaged:
		return "refused.not_mortgaged"
	case game.IsBuilt:
		return "refused.is_built"
	case game.AtLimit:
		return "refused.at_limit"
	case game.NotEven:
		return "refused.not_even"
	case game.NoStock:
		return "refused.no_stock"
	case game.BadAmount:
		return "refused.bad_amount_plain"
	case game.BidTooLow:
		return "refused.bid_too_low"
	case game.BidNotCovered:
		return "refused.bid_not_covered"
	case game.MustLift:
		return "refused.must_lift"
	case game.Solvent:
		return "refused.solvent"
	case game.NoFunds:
		return "refused.no_funds"
	case game.LinkAwaited:
		return "problem_what.link"
	case game.Revealed:
		return "refused.revealed"
	case game.NumCodes:
	}
	return "refused.title"
}
