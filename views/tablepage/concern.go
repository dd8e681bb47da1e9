package tablepage

import "github.com/bankhalter/bankhalter/game"

// concern says what concerns the viewer most: that they are outbid, are offered a
// trade, owe or are owed money, and else the last that they paid, were paid or that
// happened to them otherwise since they acted. "" if nothing does.
func (v *view) concern() string {
	if !v.seated() || v.s.Players[v.me].Bankrupt {
		return ""
	}
	if by, bid := v.outbid(); bid > 0 {
		return v.T("concern.outbid", "Name", v.Name(by), "Money", v.Money(bid))
	}
	if t := v.arriving(); t != nil {
		give, want := v.Goods(t.Give), v.Goods(t.Want)
		if isLong(give, want) {
			return v.T("concern.long_offer"+v.counterForm(t), "Name", v.Name(t.From)) // one line, so that the board stays in sight
		}
		return v.T("concern.offer"+v.counterForm(t), "Name", v.Name(t.From), "Give", give, "Want", want)
	}
	if v.s.Auction.Open {
		return "" // what is bid concerns everybody
	}
	text, newest := v.lastConcern()
	for i := range v.s.Debts[:v.s.NumDebts] {
		if d := &v.s.Debts[i]; !newest && (d.Debtor == v.me || d.Creditor == v.me) {
			return v.Event(&game.Event{Kind: game.DebtOpened, Seat: d.Debtor, Other: d.Creditor, Amount: d.Amount})
		}
	}
	return text
}

// outbid is who leads the auction and with how much, if that is above a bid of the
// viewer, who may still bid; else the bid is 0.
func (v *view) outbid() (by game.Seat, bid game.Money) {
	a := &v.s.Auction
	if !a.Open || a.Bidder == v.me || a.Bidder < 0 || !a.Bidders.Has(v.me) || a.Passed.Has(v.me) || v.lastBids()[v.me] == 0 {
		return game.Nobody, 0
	}
	return a.Bidder, a.Bid
}

// lastConcern tells the last that happened to the viewer in the turn that runs, or in
// the one before where that has only begun, and whether nothing has happened since. It
// is "" if they have thrown the dice, ended a turn or begun one since.
func (v *view) lastConcern() (text string, newest bool) {
	newest = true
	for i := len(v.log) - 1; i >= 0; i-- {
		e := &v.log[i].Event
		if e.Kind == game.TurnStarted && !newest || e.Seat == v.me && isStep(e) {
			return "", false
		}
		if !v.tells(i) || e.Kind == game.TurnStarted || v.takenBack(i) {
			continue
		}
		if names(e, v.me) && (newest || lasts(e)) || v.ofOurTrade(e) || v.ofOurUndo(i) {
			return v.sentence(i), newest
		}
		newest = false
	}
	return "", false
}

// lasts reports whether an event changes what its player has or where they are held,
// so that it is worth a word also when something else has happened since.
func lasts(e *game.Event) bool {
	switch e.Kind {
	case game.Paid, game.DeedTransferred, game.JailedEvent, game.AuctionClosed, game.DebtSettled:
		return true
	default:
		return false
	}
}

// isStep reports whether an event begins or ends something that its player does.
func isStep(e *game.Event) bool {
	switch e.Kind {
	case game.TurnStarted, game.TurnEnded, game.Rolled:
		return true
	default:
		return false
	}
}

// ofOurTrade reports whether an event answers an offer that the viewer has made or
// was made, as far as the page has the log.
func (v *view) ofOurTrade(e *game.Event) bool {
	switch e.Kind {
	case game.TradeAccepted, game.TradeRejected, game.TradeCancelled:
	default:
		return false
	}
	for i := len(v.log) - 1; i >= 0; i-- {
		if o := &v.log[i].Event; o.Kind == game.TradeProposed && o.N == e.N {
			return names(o, v.me)
		}
	}
	return false
}

// ofOurUndo reports whether an entry of the log answers the viewer's request to take
// something back.
func (v *view) ofOurUndo(i int) bool {
	switch v.log[i].Event.Kind {
	case game.UndoAgreed, game.UndoRefused, game.Undone:
	default:
		return false
	}
	for i--; i >= 0; i-- {
		if e := &v.log[i].Event; e.Kind == game.UndoAsked {
			return e.Seat == v.me
		}
	}
	return false
}
