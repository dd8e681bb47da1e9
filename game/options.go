package game

// Options appends to buf every command open to the seat now, in a fixed order
// that is part of the contract: the decision it has to make, claims, business,
// trades, leaving, taking back. Decide accepts every listed command and no other.
func Options(r *Ruleset, s *State, seat Seat, buf []Option) []Option {
	if s.Status != Playing || !s.In(seat) {
		return buf
	}
	o := lister{r: r, s: s, seat: seat, out: buf}
	o.decision()
	o.claims()
	o.business()
	o.trades()
	if c := Move(Resign, seat); r.Check(s, &c).OK() {
		o.add(Option{Kind: Resign})
	}
	if s.Players[seat].Away {
		o.add(Option{Kind: Return})
	}
	o.plain(TakeBack, AskUndo, AgreeUndo, RefuseUndo)
	if s.Lock.Open {
		return lockedOnly(s, seat, o.out, len(buf))
	}
	return o.out
}

type lister struct {
	r    *Ruleset
	s    *State
	seat Seat
	out  []Option
}

func (o *lister) add(opt Option) {
	if opt.N == 0 {
		opt.N = -1
	}
	o.out = append(o.out, opt)
}

// plain lists a command without arguments if it is accepted.
func (o *lister) plain(kinds ...CommandKind) {
	for _, k := range kinds {
		c := Command{Kind: k, Seat: o.seat, N: -1}
		if o.r.Check(o.s, &c).OK() {
			o.add(Option{Kind: k})
		}
	}
}

// decision lists the answers to the decision of the top phase.
func (o *lister) decision() {
	r, s, seat := o.r, o.s, o.seat
	switch s.Phase() {
	case PhaseJail:
		if seat == s.Turn.Seat {
			o.plain(Roll)
			if r.canPayFine(s, seat).OK() {
				o.add(Option{Kind: PayFine, Min: r.JailFine(), Max: r.JailFine()})
			}
			o.plain(UseJailCard, Stay)
		}
	case PhaseRoll:
		if seat == s.Turn.Seat {
			o.plain(Roll)
			if s.Players[seat].Tickets > 0 {
				o.add(Option{Kind: UseTicket, Spaces: r.TicketTargets(s.Players[seat].Space)})
			}
		}
	case PhaseTriple:
		if seat == s.Turn.Seat {
			o.add(Option{Kind: ChooseSpace, Spaces: Set(1)<<r.Size - 1})
			o.plain(ChooseSum)
		}
	case PhaseBuy:
		if seat == s.Turn.Seat {
			if price := r.Spaces[s.Turn.Space].Price; r.canBuy(s, seat).OK() {
				o.add(Option{Kind: Buy, Spaces: SetOf(s.Turn.Space), Min: price, Max: price})
			}
			o.add(Option{Kind: Decline})
		}
	case PhaseAuction, PhaseLiquidation, PhaseBuildingAuction:
		o.bidding()
	case PhaseTax:
		o.choice(ChooseTax, PhaseTax)
	case PhaseBus:
		o.choice(ChooseBus, PhaseBus)
	case PhaseGift:
		o.choice(ChooseGift, PhaseGift)
	case PhaseCard:
		o.choice(ChooseCard, PhaseCard)
	case PhasePick:
		if seat == s.Turn.Seat {
			o.add(Option{Kind: PickDeed, Spaces: s.Free})
			o.add(Option{Kind: SkipPick})
		}
	case PhaseDuel:
		o.plain(Duel, NoDuel)
	case PhaseTake:
		o.plain(Take, Leave)
	case PhaseHub:
		o.plain(EndTurn)
	case PhaseDebt:
		o.debt()
	case PhaseTransfer:
		o.transfer()
	case PhaseEqualise:
		o.equalise()
	case PhaseIntent:
		if s.Shortage.Asked.Has(seat) {
			o.add(Option{Kind: Intent, Max: Money(r.WishLimit(s, seat, s.Shortage.Building)), Step: 1})
		}
	case PhaseLobby, PhaseOrder, PhaseFinal, PhaseOver, NumPhases:
	}
}

func (o *lister) choice(k CommandKind, phase Phase) {
	if o.seat == o.s.Turn.Seat {
		o.add(Option{Kind: k, Choices: o.r.answers(o.s, phase)})
	}
}

func (o *lister) bidding() {
	r, s, seat := o.r, o.s, o.seat
	if s.placing() {
		o.spaces(Place, s.Owned[seat]&(r.Lots|r.Stations), s.Shortage.Building)
		o.plain(Pass)
		return
	}
	if low, high := r.MinBid(s), r.MaxBid(s, seat); low <= high && r.inAuction(s, seat).OK() {
		o.add(Option{Kind: Bid, Min: low, Max: high, Step: r.Unit})
	}
	o.plain(Pass)
}

// spaces lists a command for those of the spaces for which it is accepted.
func (o *lister) spaces(k CommandKind, among Set, b Building) {
	var ok Set
	for a := among; a != 0; a = a.Rest() {
		c := Command{Kind: k, Seat: o.seat, Space: a.First(), Dest: NoSpace, N: -1}
		if o.r.Check(o.s, &c).OK() {
			ok = ok.With(a.First())
		}
	}
	if ok != 0 {
		o.add(Option{Kind: k, Spaces: ok, Building: b})
	}
}

func (o *lister) debt() {
	r, s, seat := o.r, o.s, o.seat
	d := s.Debts[0]
	if s.Offer.Open && d.Creditor == seat {
		o.plain(AcceptSettlement, RejectSettlement)
	}
	if d.Debtor != seat {
		return
	}
	if r.canPayDebt(s, seat).OK() {
		o.add(Option{Kind: PayDebt, Min: d.Amount, Max: d.Amount})
	}
	o.plain(DeclareBankruptcy)
	if r.Known(PayInKind).OK() {
		o.spaces(PayInKind, s.Owned[seat]&^s.Mortgaged, NoBuilding)
	}
	if r.Known(OfferSettlement).OK() && d.Creditor != Bank && (d.Cause == ForRent || d.Cause == ForDuel) {
		opt := Option{Kind: OfferSettlement, Spaces: r.Tradeable(s, seat), Cards: s.Players[seat].Cards, Min: r.Unit, Max: d.Amount, Step: r.Unit}
		if (opt.Spaces != 0 || opt.Cards != 0) && r.maySettle(s, seat) {
			o.add(opt)
		}
	}
}

func (o *lister) transfer() {
	s := o.s
	if s.Transfer.Seat != o.seat {
		return
	}
	o.spaces(Lift, s.Transfer.Deeds, NoBuilding)
	o.spaces(Keep, s.Transfer.Deeds, NoBuilding)
}

func (o *lister) equalise() {
	r, s, seat := o.r, o.s, o.seat
	if s.Equal.Seat != seat {
		return
	}
	var from, to Set
	if s.MayMoveHouses() {
		g := r.Groups[s.Equal.Group].Spaces & s.Owned[seat]
		for f := g; f != 0; f = f.Rest() {
			for d := g; d != 0; d = d.Rest() {
				if r.canMoveHouse(s, seat, f.First(), d.First()).OK() {
					from, to = from.With(f.First()), to.With(d.First())
				}
			}
		}
	}
	if from != 0 {
		o.add(Option{Kind: MoveHouse, Spaces: from, Dests: to})
	}
	o.plain(Done)
}

func (o *lister) claims() {
	r, s := o.r, o.s
	for i := range s.Claims[:s.NumClaims] {
		if c := &s.Claims[i]; c.Owner == o.seat {
			id := int32(c.ID)
			if _, no := r.canClaim(s, o.seat, id); no.OK() {
				o.add(Option{Kind: ClaimRent, N: id, Min: c.Amount, Max: c.Amount, Spaces: SetOf(c.Space)})
			}
			if _, no := r.canWaive(s, o.seat, id); no.OK() {
				o.add(Option{Kind: WaiveClaim, N: id, Spaces: SetOf(c.Space)})
			}
		}
	}
}

// business lists building, selling, mortgaging and lifting.
func (o *lister) business() {
	r, s, seat := o.r, o.s, o.seat
	own := s.Owned[seat]
	if own == 0 {
		return
	}
	if r.when(s, seat, actBuild).OK() && r.jailBars(s, seat).OK() {
		o.builds(own)
	}
	if r.when(s, seat, actSell).OK() {
		o.sales(own)
		var pledge Set
		for m := own &^ s.Mortgaged; m != 0; m = m.Rest() {
			if sp := m.First(); !r.builtAround(s, seat, sp) && !(s.Equal.Open && r.Spaces[sp].Group == s.Equal.Group) {
				pledge = pledge.With(sp)
			}
		}
		if pledge != 0 {
			o.add(Option{Kind: Mortgage, Spaces: pledge})
		}
	}
	if own&s.Mortgaged != 0 && s.Phase() != PhaseTransfer && r.when(s, seat, actLift).OK() {
		o.spaces(Lift, own&s.Mortgaged, NoBuilding)
	}
}

// builds lists where the next building of each kind may go.
func (o *lister) builds(own Set) {
	r, s := o.r, o.s
	var at [5]Set
	for g := uint8(0); g < r.NumGroups; g++ {
		lots := r.Groups[g].Spaces
		switch r.Groups[g].Kind {
		case KindLot:
			if !r.MayHouse(s, o.seat, g) {
				continue
			}
		case KindStation:
			if !r.HasDepots() {
				continue
			}
		default:
			continue
		}
		for l := lots & own; l != 0; l = l.Rest() {
			sp := l.First()
			if cost, no := r.canStepNow(s, o.seat, sp, NoBuilding); no.OK() && s.canSpend(o.seat, cost).OK() {
				b, _ := r.NextStep(s, sp)
				at[b] = at[b].With(sp)
			}
		}
	}
	for b := House; b <= Depot; b++ {
		if at[b] != 0 {
			o.add(Option{Kind: Build, Spaces: at[b], Building: b})
		}
	}
}

// sales lists the deeds from which a single building may be sold, and the groups that may be sold whole.
func (o *lister) sales(own Set) {
	r, s := o.r, o.s
	built := own & (s.Built | s.Depots)
	if built == 0 {
		return
	}
	var ok Set
	var groups uint16
	for b := built; b != 0; b = b.Rest() {
		sp := b.First()
		c := MoveSteps(Sell, o.seat, sp)
		if r.canSell(s, &c).OK() {
			ok = ok.With(sp)
		}
		groups |= 1 << r.Spaces[sp].Group
	}
	if ok != 0 {
		o.add(Option{Kind: Sell, Spaces: ok})
	}
	o.add(Option{Kind: SellGroup, Groups: groups})
}

// Tradeable is the set of the seat's deeds that may change hands (R-TRADE-2).
func (r *Ruleset) Tradeable(s *State, seat Seat) Set {
	deeds := s.Owned[seat]
	if s.Built|s.Depots == 0 {
		return deeds
	}
	for d := deeds; d != 0; d = d.Rest() {
		if r.groupBuilt(s, seat, SetOf(d.First())) {
			deeds = deeds.Without(d.First())
		}
	}
	return deeds
}

// trades lists proposing, and the answers to open proposals.
func (o *lister) trades() {
	s, seat := o.s, o.seat
	o.proposing()
	for i := range s.Trades[:s.NumTrades] {
		tr := &s.Trades[i]
		id := int32(tr.ID)
		switch seat {
		case tr.To:
			if lift, must, ok := o.acceptable(tr); ok {
				o.add(Option{Kind: AcceptTrade, N: id, Lift: lift, Must: must})
			}
			o.ending(RejectTrade, id)
		case tr.From:
			o.ending(CancelTrade, id)
		default:
			if tr.Held && tr.Ask.Has(seat) {
				o.add(Option{Kind: AcceptTrade, N: id})
				o.add(Option{Kind: RejectTrade, N: id})
			}
		}
	}
}

// ending lists how a proposal is rejected or cancelled, where that is accepted.
func (o *lister) ending(k CommandKind, id int32) {
	c := MoveN(k, o.seat, id)
	if _, no := o.r.canEndTrade(o.s, &c); no.OK() {
		o.add(Option{Kind: k, N: id})
	}
}

// acceptable reports whether the trade can be accepted in some way, which
// mortgaged deeds received may be lifted at once, and which of them must be (R-MBUILD-5).
func (o *lister) acceptable(tr *Trade) (lift, must Set, ok bool) {
	c := MoveN(AcceptTrade, o.seat, int32(tr.ID))
	_, no := o.r.canAccept(o.s, &c)
	if no.Code == MustLift {
		c.Lift = o.lastLots(tr.To, tr.Give.Deeds) | o.lastLots(tr.From, tr.Want.Deeds)
		must = c.Lift
		_, no = o.r.canAccept(o.s, &c)
	}
	return tr.Give.Deeds & o.s.Mortgaged, must, no.OK()
}

// lastLots is those of the deeds that the seat may only have lifted.
func (o *lister) lastLots(seat Seat, deeds Set) Set {
	var last Set
	for d := deeds; d != 0; d = d.Rest() {
		if o.r.mustLift(o.s, seat, d.First()) {
			last = last.With(d.First())
		}
	}
	return last
}

// proposing lists the partners and one's own goods.
func (o *lister) proposing() {
	r, s, seat := o.r, o.s, o.seat
	if !r.when(s, seat, actTrade).OK() || !r.jailBars(s, seat).OK() || !r.mayOffer(s, seat) {
		return
	}
	if r.emptyHanded(s, seat) && !r.oneSided(r.AgreementsAllowed()) {
		return
	}
	var with Seats
	own := r.FirstReading || r.hasGoods(s, seat)
	for a := s.Alive().Without(seat); a != 0; a = a.Rest() {
		if s.DebtOf(seat) > 0 && s.DebtOf(a.First()) > 0 {
			continue // no deal raises the cash of both (R-TRADE-8)
		}
		if !own && !r.hasGoods(s, a.First()) && !r.oneSided(r.AgreementsAllowed()) {
			continue // they have nothing but money
		}
		if r.unlocked(s, a.First()).OK() && r.jailBars(s, a.First()).OK() {
			with = with.With(a.First())
		}
	}
	if with != 0 {
		o.add(Option{
			Kind: ProposeTrade, Seats: with, Spaces: r.Tradeable(s, seat),
			Cards: s.Players[seat].Cards, Max: s.Players[seat].Cash, Step: r.Unit,
		})
	}
}

// Option is something a seat may do now: one command with its arguments, or a
// range of them. Only the fields that the command uses are set.
type Option struct {
	Kind     CommandKind
	Building Building // build: the next building of the spaces
	N        int32    // claim or trade, -1 if none
	Min, Max Money    // bid, credit, intent count; the price of pay_debt, buy, pay_fine
	Step     Money
	Spaces   Set    // spaces to choose from; own deeds of a trade or settlement
	Dests    Set    // where a moved house may go
	Groups   uint16 // sell_group: groups to choose from, one bit each
	Choices  uint8  // answers to choose from, one bit a Choice
	Seats    Seats  // partners to choose from
	Cards    uint8  // own jail-free cards of a trade, one bit a deck
	Lift     Set    // accept_trade: mortgaged deeds received, free to lift
	Must     Set    // accept_trade: deeds that have to be among those lifted
}

// Has reports whether the option list holds a kind, and returns the first such option.
func Has(opts []Option, kind CommandKind) (Option, bool) {
	for _, o := range opts {
		if o.Kind == kind {
			return o, true
		}
	}
	return Option{}, false
}
