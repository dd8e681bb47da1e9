package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

func (v *view) decideJail(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	a.Title = v.T("act.jail")
	turn := v.s.Players[v.me].JailTurn
	if turn >= v.r.LastJailTurn() {
		a.What = v.T("act.jail_last", "Money", v.Money(v.r.JailFine()))
	} else {
		a.What = v.T("act.jail_what", "N", page.Itoa(turn), "Max", page.Itoa(v.r.LastJailTurn()))
	}
	if v.has(game.Roll) {
		b := v.move(game.Roll)
		b.Label = v.T("act.jail_roll")
		b.Small = []string{v.T("act.jail_odds")}
		a.Go = &b
	}
	if o, ok := v.opt(game.PayFine); ok {
		b := v.move(game.PayFine)
		b.Label = v.T("act.pay_fine", "Money", v.Money(o.Min))
		b.Small = []string{v.keep(o.Min) + ".", v.T("act.pay_fine_small")}
		a.Alts = append(a.Alts, b)
	}
	if v.has(game.UseJailCard) {
		b := v.move(game.UseJailCard)
		b.Label = v.T("act.use_card")
		a.Alts = append(a.Alts, b)
	}
	if v.has(game.Stay) {
		b := v.move(game.Stay)
		b.Label = v.T("act.stay")
		a.Alts = append(a.Alts, b)
	}
}

func (v *view) decideRoll(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	a.Title = v.T("act.roll")
	a.What = v.stands("act.roll_what", "act.roll_what_jail")
	if v.s.Turn.Throw > 1 {
		a.Title = v.T("act.roll_again")
		a.What = v.T("act.roll_again_what", "N", page.Itoa(v.s.Turn.Throw))
	}
	if v.has(game.Roll) {
		b := v.move(game.Roll)
		a.Go = &b
	}
	if o, ok := v.opt(game.UseTicket); ok {
		p := v.spacePick(game.UseTicket, o.Spaces, v.T("act.ticket"), v.T("act.ticket_go"))
		p.Lead = a.Go == nil
		a.Picks = append(a.Picks, p)
	}
}

// stands tells the viewer where they stand; visiting the jail has a sentence of its own.
func (v *view) stands(key, visits string) string {
	sp := v.s.Players[v.me].Space
	if v.r.Spaces[sp].Kind == game.KindJail {
		return v.T(visits)
	}
	return v.T(key, "Space", v.NamedAt(sp))
}

func (v *view) decideTriple(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	pips := v.s.Turn.Dice[0]
	sum := int(v.s.Turn.Dice[0]) + int(v.s.Turn.Dice[1]) + int(v.s.Turn.Dice[2])
	to := v.r.Next(v.s.Players[v.me].Space, sum)
	a.Title = v.T("act.triple", "N", page.Itoa(pips))
	a.What = v.T("act.triple_what", "Sum", page.Itoa(sum), "Space", v.Named(to))
	if o, ok := v.opt(game.ChooseSpace); ok {
		p := v.spacePick(game.ChooseSpace, o.Spaces, v.T("act.which"), v.T("act.triple_go"))
		p.Lead = true
		a.Picks = append(a.Picks, p)
	}
	if v.has(game.ChooseSum) {
		b := v.move(game.ChooseSum)
		b.Label = v.T("act.triple_sum", "Sum", page.Itoa(sum))
		a.Alts = append(a.Alts, b)
	}
}

func (v *view) decideHub(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	a.Title = v.stands("act.hub", "act.hub_jail")
	if v.s.Players[v.me].Jailed {
		a.Title = v.T("act.jail")
	}
	if v.manages() || v.has(game.ProposeTrade) {
		a.What = v.T("act.hub_what")
	}
	if v.has(game.EndTurn) {
		b := v.move(game.EndTurn)
		if next := v.next(); next >= 0 && next != v.me && !v.s.TimeUp {
			b.Small = []string{v.T("act.hub_next", "Name", v.Name(next))}
		}
		a.Go = &b
		a.Alone = v.nothingLeft()
	}
}

// nothingLeft reports whether the turn may end without a press: nobody could do more
// than trade and raise money before it ends. Correspondence games are left out, since
// nobody watches the turn end, and so are a turn in which a decision was just taken back,
// for if it was the end of the turn, another one is not wanted, and one in which somebody asks
// for that: the others have to answer first.
func (v *view) nothingLeft() bool { return endsAlone(v.s, v.d.Options, v.isSlow()) }

func endsAlone(s *game.State, options []game.Option, slow bool) bool {
	if slow || s.NumClaims > 0 || s.NumTrades > 0 || s.Last.Stage == game.NoUndo || s.Last.Stage == game.UndoRequested {
		return false
	}
	for _, o := range options {
		switch o.Kind {
		case game.EndTurn, game.Sell, game.SellGroup, game.Mortgage, game.ProposeTrade, game.AskUndo, game.Resign:
		default:
			return false
		}
	}
	return true
}

// next is the seat whose turn comes after the running one.
func (v *view) next() game.Seat {
	n := game.Seat(v.s.NumSeats)
	for i := game.Seat(1); i <= n; i++ {
		if seat := (v.s.Turn.Seat + i) % n; v.s.Alive().Has(seat) {
			return seat
		}
	}
	return game.Nobody
}

func (v *view) decideAnswer(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	var answers []button
	switch v.phase {
	case game.PhaseTax:
		answers = v.taxAnswers(a)
	case game.PhaseBus:
		answers = v.busAnswers(a)
	case game.PhaseGift:
		a.Title, a.What = v.T("act.gift"), v.T("act.ticket_what")
		answers = v.answers(game.ChooseGift, map[game.Choice]string{
			game.TakeCash: v.T("act.gift_cash", "Money", v.Money(v.r.BirthdayGift())), game.TakeTicket: v.T("act.gift_ticket")})
	default:
		answers = v.cardAnswers(a)
	}
	if len(answers) > 0 {
		a.Go, a.Alts = &answers[0], answers[1:]
	}
}

// answers makes a button for each answer on offer, in the order of the answers.
func (v *view) answers(kind game.CommandKind, labels map[game.Choice]string) []button {
	var list []button
	o, _ := v.opt(kind)
	for c := game.Flat; c < game.NumChoices; c++ {
		if o.Choices>>c&1 == 1 {
			list = append(list, v.answer(kind, c, labels[c]))
		}
	}
	return list
}

func (v *view) busAnswers(a *act) []button {
	a.Title = v.T("act.bus")
	list := v.answers(game.ChooseBus, map[game.Choice]string{
		game.TakeTicket: v.T("act.bus_ticket"), game.Advance: v.T("act.bus_advance")})
	for i := range list {
		if list[i].Fields[0].Value == wire.ChoiceName(game.Advance) {
			next := v.r.NextCardSpace(v.s.Players[v.me].Space)
			list[i].Small = []string{v.T("act.bus_advance_small", "Space", v.Named(next))}
		} else {
			a.What = v.T("act.ticket_what")
		}
	}
	return list
}

func (v *view) taxAnswers(a *act) []button {
	sp := v.s.Turn.Space
	if int(sp) >= int(v.r.Size) {
		sp = v.s.Players[v.me].Space
	}
	def := &v.r.Spaces[sp]
	a.Title = v.T("act.tax", "Space", v.Space(sp))
	blind := v.r.WorthHidden(v.s, v.me)
	if blind {
		a.What = v.T("act.tax_blind")
	}
	list := v.answers(game.ChooseTax, map[game.Choice]string{
		game.Flat:    v.T("act.tax_flat", "Money", v.Money(def.Tax)),
		game.Percent: v.T("act.tax_percent", "N", page.Itoa(def.Percent))})
	if !blind {
		v.showTaxDue(list, v.r.TaxShare(v.s, v.me, sp))
	}
	for i := range list {
		if list[i].Fields[0].Value == wire.ChoiceName(game.Flat) && def.Tax <= v.cash() {
			list[i].Small = []string{v.keep(def.Tax)}
		}
	}
	return list
}

// showTaxDue adds what the share of everything comes to.
func (v *view) showTaxDue(list []button, due game.Money) {
	for i := range list {
		if list[i].Fields[0].Value == "percent" {
			list[i].Small = []string{v.T("act.tax_worth", "Money", v.Money(due)), v.keep(due)}
		}
	}
}

func (v *view) cardAnswers(a *act) []button {
	deck, card := v.s.Turn.Deck, v.s.Turn.Card
	a.Title = v.T("act.card")
	a.What = v.d.Setup.CardText(v.Lang(), deck, card)
	pay := v.T("act.card_pay_plain")
	if int(card) < int(v.r.Decks[deck].Num) {
		pay = v.T("act.card_pay", "Money", v.Money(v.r.Decks[deck].Cards[card].Amount))
	}
	return v.answers(game.ChooseCard, map[game.Choice]string{
		game.PayCard: pay, game.DrawCard: v.T("act.card_draw")})
}

func (v *view) decidePick(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	a.Title = v.T("act.pick")
	if o, ok := v.opt(game.PickDeed); ok {
		p := v.spacePick(game.PickDeed, o.Spaces, v.T("act.which"), v.T("act.pick_go"))
		p.Lead = true
		a.Picks = append(a.Picks, p)
	}
	if v.has(game.SkipPick) {
		a.Alts = append(a.Alts, v.move(game.SkipPick))
	}
}

// odds is how many of the 36 throws of two dice win a duel for a space.
func odds(def *game.SpaceDef) int {
	n := 0
	for a := 1; a <= 6; a++ {
		for b := 1; b <= 6; b++ {
			if (a+b)*1000 >= int(def.Strength) {
				n++
			}
		}
	}
	return n
}

// duelOdds says how many of the 36 throws win a duel.
func duelOdds(p *text.Printer, n int) string {
	if n == 36 {
		return p.T("act.duel_sure")
	}
	return p.N("act.duel_odds", n)
}

func (v *view) decideDuel(a *act) {
	if v.s.Turn.Seat != v.me {
		return
	}
	sp := v.s.Turn.Space
	def := &v.r.Spaces[sp]
	var kinds [2]game.CommandKind
	if v.phase == game.PhaseDuel {
		kinds = [2]game.CommandKind{game.Duel, game.NoDuel}
		a.Title = v.T("act.duel", "Space", v.Named(sp))
		pips := (def.Strength + 999) / 1000
		a.What = v.T("act.duel_what", "N", page.Itoa(max(pips, 2)), "Money", v.Money(10*def.Rent[0]))
		if pips > 12 {
			a.What = v.T("act.duel_never", "Strength", v.number(game.Money(def.Strength)))
		}
	} else {
		kinds = [2]game.CommandKind{game.Take, game.Leave}
		have, size := v.groupCount(v.me, def.Group)
		a.Title = v.T("act.take", "Space", v.Subject(sp))
		a.What = v.T("act.take_what", "Have", page.Itoa(have+1), "Size", page.Itoa(size), "Group", v.Group(def.Group))
	}
	for _, k := range kinds {
		if !v.has(k) {
			continue
		}
		b := v.move(k)
		switch {
		case k == game.NoDuel:
			b.Label = v.T("act.no_duel")
			b.Small = []string{v.Money(v.r.RentNow(v.s, sp))}
		case k == game.Duel && odds(def) > 0:
			b.Small = []string{duelOdds(v.Printer, odds(def))}
		}
		if a.Go == nil {
			a.Go = &b
			continue
		}
		a.Alts = append(a.Alts, b)
	}
}
