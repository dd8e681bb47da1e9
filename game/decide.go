package game

// Turn is a reusable workspace: one state and the events of the last command.
// It is not safe for use by several goroutines at once.
type Turn struct {
	R      *Ruleset
	S      State
	Events []Event

	// Back is the state after the event to which an undo goes back, UndoTarget;
	// without it every request is refused. Begin forgets it. With Remember the
	// workspace keeps the state before each decision there itself.
	Back     *State
	Remember bool

	// Automatic says that the next commands are not the player's own, see Decided.
	Automatic bool

	luck  Luck
	chain int // landings of this command; ends a card chain that never would
}

// maxChain is far beyond any chain of landings that a printed deck can make.
const maxChain = 64

// Begin loads a copy of the state into the workspace.
func (t *Turn) Begin(r *Ruleset, s *State) {
	t.R, t.S, t.Events, t.Back = r, *s, t.Events[:0], nil
}

// Decide checks the command against the state and plays it out: when it is
// accepted t.Events holds the events and t.S the state after them; when it is
// refused neither the state nor anything else has changed.
func (t *Turn) Decide(c Command, luck Luck) Refusal { return t.DecideOn(&c, luck) }

// DecideOn is Decide without a copy of the command.
func (t *Turn) DecideOn(c *Command, luck Luck) Refusal {
	t.Events, t.luck, t.chain = t.Events[:0], luck, 0
	if no := t.R.Check(&t.S, c); !no.OK() {
		return no
	}
	if c.Kind.Undoes() {
		return t.undo(c)
	}
	if t.Remember {
		t.Back = new(State)
		*t.Back = t.S
	}
	t.S.Decided(c.Seat, NoEvent, t.Automatic)
	t.play(c)
	t.settle()
	return Refusal{}
}

// emit appends an event and folds it: the only way in which a decision changes anything.
func (t *Turn) emit(e Event) {
	t.S.Apply(&e)
	t.Events = append(t.Events, e)
}

// Check reports whether the command may be given now. It is the referee: Options
// lists what it accepts.
func (r *Ruleset) Check(s *State, c *Command) Refusal {
	if no := r.Known(c.Kind); !no.OK() {
		return no
	}
	if no := s.held(c); !no.OK() {
		return no
	}
	switch c.Kind {
	case Roll:
		return r.canRoll(s, c.Seat)
	case PayFine:
		return r.canPayFine(s, c.Seat)
	case UseJailCard:
		return r.canUseJailCard(s, c.Seat)
	case Stay:
		return r.canStay(s, c.Seat)
	case UseTicket:
		return r.canUseTicket(s, c.Seat, c.Space)
	case ChooseSpace:
		return r.canChooseSpace(s, c.Seat, c.Space)
	case ChooseSum:
		return s.asked(c.Seat, PhaseTriple, RMdice7)
	case Buy:
		return r.canBuy(s, c.Seat)
	case Decline:
		return s.asked(c.Seat, PhaseBuy, RBuy3)
	case Bid:
		return r.canBid(s, c.Seat, c.Amount)
	case Pass:
		return r.canPass(s, c.Seat)
	case ChooseTax, ChooseBus, ChooseGift, ChooseCard:
		return r.canChoose(s, c)
	case PickDeed:
		return r.canPickDeed(s, c.Seat, c.Space)
	case SkipPick:
		return s.asked(c.Seat, PhasePick, RMsq3)
	case Duel, NoDuel:
		return s.asked(c.Seat, PhaseDuel, RDuel1)
	case Take, Leave:
		return s.asked(c.Seat, PhaseTake, RDuel3)
	case EndTurn:
		return r.canEndTurn(s, c.Seat)
	case Build:
		return r.canBuild(s, c)
	case Sell:
		return r.canSell(s, c)
	case SellGroup:
		return r.canSellGroup(s, c.Seat, c.Group)
	case Mortgage:
		return r.canMortgage(s, c.Seat, c.Space)
	case Lift:
		return r.canLift(s, c.Seat, c.Space)
	case Keep:
		return r.canKeep(s, c.Seat, c.Space)
	case MoveHouse:
		return r.canMoveHouse(s, c.Seat, c.Space, c.Dest)
	case Done:
		return r.canDone(s, c.Seat)
	case Intent:
		return r.canIntent(s, c.Seat, c.N)
	case Place:
		return r.canPlace(s, c.Seat, c.Space)
	case ClaimRent:
		_, no := r.canClaim(s, c.Seat, c.N)
		return no
	case WaiveClaim:
		_, no := r.canWaive(s, c.Seat, c.N)
		return no
	case ProposeTrade:
		return r.canPropose(s, c)
	case AcceptTrade:
		_, no := r.canAccept(s, c)
		return no
	case RejectTrade, CancelTrade:
		_, no := r.canEndTrade(s, c)
		return no
	case OfferSettlement:
		return r.canOffer(s, c)
	case AcceptSettlement, RejectSettlement:
		return r.canAnswerOffer(s, c)
	case PayInKind:
		return r.canPayInKind(s, c.Seat, c.Space)
	case PayDebt:
		return r.canPayDebt(s, c.Seat)
	case DeclareBankruptcy:
		return r.canDeclare(s, c.Seat)
	case Resign, Return:
		return r.canResign(s, c)
	case TimeUp:
		return r.canTimeUp(s)
	case Start:
		return r.canStart(s)
	case Abandon:
		if s.Status == Finished {
			return no(WrongPhase, NoRule)
		}
		return Refusal{}
	case Reanchor, Renew:
		return r.canReanchor(s, c)
	case AskUndo:
		return r.canAskUndo(s, c.Seat)
	case AgreeUndo, RefuseUndo:
		return r.canAnswerUndo(s, c)
	case TakeBack:
		return r.canTakeBack(s, c.Seat)
	case NoCommand, NumCommands:
	}
	return no(NoChoice, NoRule)
}

// HasMove reports whether this rulebook, with the options of the table, has the move at all.
func (r *Ruleset) HasMove(k CommandKind) bool { return r.Known(k).OK() }

// Known refuses a move that this rulebook, with the options of the table, does
// not have at all: in any phase, before anything else is looked at.
func (r *Ruleset) Known(k CommandKind) Refusal {
	has, rule := true, NoRule
	switch k {
	case Stay:
		has, rule = r.JailThrowOptional, RJail11
	case ChooseTax:
		has, rule = r.taxChoice(), RTax2
	case UseTicket:
		has, rule = r.Rules.Tickets, RMtick1
	case ChooseSpace, ChooseSum:
		has, rule = r.thirdDie() != nil, RMdice7
	case ChooseBus:
		has, rule = r.thirdDie() != nil, RMdice6
	case ChooseGift:
		has, rule = r.Rules.Tickets, RMsq1
	case PickDeed, SkipPick:
		has, rule = r.Rules.Tickets, RMsq3
	case Duel, NoDuel, Take, Leave:
		has, rule = r.Rules.Duel, RDuel1
	case MoveHouse, Done:
		has, rule = r.EvensOut() && !r.MayBuildUnevenly(), RMbuild6
	case Intent, Place: // with unlimited stock, or if building in another's turn is not allowed, there are no rivals
		has, rule = !r.UnlimitedBuildings() && !r.BuildsOnOwnTurnOnly(), RShort2
	case OfferSettlement, AcceptSettlement, RejectSettlement:
		has, rule = r.SettlementOffers, RDebt4
	case PayInKind:
		has, rule = r.Rules.PayInKind, RDebt5
	case AskUndo, AgreeUndo, RefuseUndo, TakeBack:
		has, rule = r.allowsUndo(), RTurn5
	default:
	}
	if !has {
		return no(NoChoice, rule)
	}
	return Refusal{}
}

// asked reports whether the phase is on top and the decision is the seat's.
func (s *State) asked(seat Seat, phase Phase, rule Rule) Refusal {
	if s.Phase() != phase {
		return no(WrongPhase, rule)
	}
	if seat != s.Turn.Seat || !s.In(seat) {
		return no(WrongSeat, RTurn1)
	}
	return Refusal{}
}

// play carries out a checked command.
func (t *Turn) play(c *Command) {
	switch c.Kind {
	case Roll:
		t.roll()
	case PayFine, UseJailCard:
		t.leaveJail(c)
	case Stay:
		t.lapse()
		t.emit(Event{Kind: Stayed, Seat: c.Seat, Other: Nobody})
	case UseTicket:
		t.useTicket(c)
	case ChooseSpace:
		t.advanceTo(c.Space, ByTriple, true)
		t.land(RentNormal, 0)
	case ChooseSum:
		t.moveSum()
	case Buy:
		t.buy()
	case Decline:
		t.decline()
	case Bid:
		t.bid(c)
	case Pass:
		t.pass(c.Seat)
	case ChooseTax:
		t.chooseTax(c)
	case ChooseBus:
		t.chooseBus(c)
	case ChooseGift:
		t.chooseGift(c)
	case ChooseCard:
		t.chooseCard(c)
	case PickDeed:
		t.ask(PhaseHub, NoSpace)
		t.openAuction(Item{Kind: ItemDeed, Space: c.Space}, t.R.AuctionMin, t.S.Alive())
	case SkipPick, Leave:
		t.ask(PhaseHub, NoSpace)
	case NoDuel:
		t.noDuel()
	case Duel:
		t.duel()
	case Take:
		t.takeDeed()
	case EndTurn:
		t.endTurn()
	case Build:
		t.build(c)
	case Sell:
		t.sell(c)
	case SellGroup:
		t.sellGroup(c.Seat, c.Group)
	case Mortgage:
		t.mortgage(c.Seat, c.Space)
	case Lift:
		t.lift(c.Seat, c.Space)
	case Keep:
		t.keep(c.Space)
	case MoveHouse:
		t.emit(Event{Kind: HouseMoved, Seat: c.Seat, Other: Nobody, Space: c.Space, Dest: c.Dest})
	case Done:
		t.emit(Event{Kind: EqualiseClosed, Seat: c.Seat, Other: Nobody})
	case Intent:
		t.emit(Event{Kind: WishStated, Seat: c.Seat, Other: Nobody, N: c.N})
	case Place:
		t.place(c.Seat, c.Space)
	case ClaimRent:
		t.claim(c)
	case WaiveClaim:
		cl, _ := t.R.canWaive(&t.S, c.Seat, c.N)
		t.emit(Event{Kind: ClaimLapsed, Seat: Nobody, Other: Nobody, N: int32(cl.ID)})
	case ProposeTrade:
		t.propose(c)
	case AcceptTrade:
		t.accept(c)
	case RejectTrade, CancelTrade:
		t.endTrade(c)
	case OfferSettlement:
		t.emit(Event{Kind: SettlementOffered, Seat: c.Seat, Other: t.S.Debts[0].Creditor, Give: c.Give, Amount: c.Amount})
	case AcceptSettlement:
		t.acceptOffer()
	case RejectSettlement:
		t.emit(Event{Kind: SettlementRejected, Seat: c.Seat, Other: t.S.Debts[0].Debtor})
	case PayInKind:
		t.payInKind(c.Space)
	case PayDebt:
		t.payDebt()
	case DeclareBankruptcy:
		t.bankrupt(c.Seat, t.S.Debts[0].Creditor)
	case Resign:
		t.resign(c.Seat)
	case Return:
		t.emit(Event{Kind: Returned, Seat: c.Seat, Other: Nobody})
	case TimeUp:
		t.timeUp()
	case Start:
		t.start()
	case Abandon:
		t.emit(Event{Kind: GameEnded, Seat: Nobody, Other: Nobody, N: int32(EndAbandoned)})
	case Reanchor:
		t.emit(Event{Kind: SeatReanchored, Seat: c.Seat, Other: Nobody})
	case Renew:
		t.emit(Event{Kind: ServerReanchored, Seat: Nobody, Other: Nobody})
	case AskUndo, AgreeUndo, RefuseUndo, TakeBack, NoCommand, NumCommands:
	}
}

// ask sets the phase beneath auctions and debts.
func (t *Turn) ask(phase Phase, sp Space) {
	t.emit(Event{Kind: Asked, Seat: t.S.Turn.Seat, Other: Nobody, Phase: phase, Space: sp})
}
