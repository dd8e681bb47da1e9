package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// Lesson is a kind of decision that is explained in one line when it first comes to a
// player in their first game. Stores keep sets of them by number: new ones go to the end.
type Lesson uint8

// The lessons.
const (
	NoLesson Lesson = iota
	LessonRoll
	LessonJail
	LessonTriple
	LessonBuy
	LessonAuction
	LessonTax
	LessonBus
	LessonGift
	LessonPick
	LessonDuel
	LessonTake
	LessonEnd
	LessonDebt
	LessonTransfer
	LessonEqualise
	LessonIntent
	LessonShortage
	LessonPlace
	LessonEstate
	LessonCard
	LessonFinal
	LessonClaim
	LessonOffer
	LessonSettlement
	LessonUndo
	LessonTicket
	LessonBuild
	LessonSell
	LessonMortgage
	LessonLift
	LessonTrade
	LessonInKind
	LessonBankruptcy
	NumLessons
)

var lessonIDs = [NumLessons]string{
	NoLesson: "", LessonRoll: "roll", LessonJail: "jail", LessonTriple: "triple", LessonBuy: "buy", LessonAuction: "auction", LessonTax: "tax",
	LessonBus: "bus", LessonGift: "gift", LessonPick: "pick", LessonDuel: "duel", LessonTake: "take", LessonEnd: "end", LessonDebt: "debt",
	LessonTransfer: "transfer", LessonEqualise: "equalise", LessonIntent: "intent", LessonShortage: "shortage", LessonPlace: "place",
	LessonEstate: "estate", LessonCard: "card", LessonFinal: "final", LessonClaim: "claim", LessonOffer: "offer", LessonSettlement: "settlement",
	LessonUndo: "undo", LessonTicket: "ticket", LessonBuild: "build", LessonSell: "sell", LessonMortgage: "mortgage", LessonLift: "lift",
	LessonTrade: "trade", LessonInKind: "in_kind", LessonBankruptcy: "bankruptcy",
}

// String returns what the lesson is called in data and in the catalogues.
func (l Lesson) String() string { return lessonIDs[l] }

// Lessons is a set of lessons.
type Lessons uint64

// AllLessons is every lesson.
const AllLessons Lessons = 1<<NumLessons - 2

// Bit is the set of one lesson.
func (l Lesson) Bit() Lessons { return 1 << l }

// Has reports whether a lesson is in the set.
func (x Lessons) Has(l Lesson) bool { return x&l.Bit() != 0 }

// Names lists the lessons of the set.
func (x Lessons) Names() []string {
	list := []string{}
	for l := NoLesson + 1; l < NumLessons; l++ {
		if x.Has(l) {
			list = append(list, l.String())
		}
	}
	return list
}

// Explained is the lesson about a move, or NoLesson if it needs none.
func Explained(k game.CommandKind) Lesson {
	if asides[k] != NoLesson {
		return asides[k]
	}
	return decisions[k]
}

// asides are the moves that can be made beside a decision without deciding it.
var asides = [game.NumCommands]Lesson{
	game.ClaimRent: LessonClaim, game.WaiveClaim: LessonClaim,
	game.AcceptTrade: LessonOffer, game.RejectTrade: LessonOffer,
	game.AgreeUndo: LessonUndo, game.RefuseUndo: LessonUndo,
	game.Build: LessonBuild, game.Sell: LessonSell, game.SellGroup: LessonSell, game.Mortgage: LessonMortgage, game.Lift: LessonLift,
	game.ProposeTrade: LessonTrade, game.CancelTrade: LessonTrade,
}

// decisions are the moves that decide what is asked, but for those that mean something
// else in each phase.
var decisions = [game.NumCommands]Lesson{
	game.Roll: LessonRoll, game.UseTicket: LessonTicket, game.PayFine: LessonJail, game.UseJailCard: LessonJail, game.Stay: LessonJail,
	game.ChooseSpace: LessonTriple, game.ChooseSum: LessonTriple, game.Buy: LessonBuy, game.Decline: LessonBuy, game.Bid: LessonAuction, game.Pass: LessonAuction,
	game.ChooseTax: LessonTax, game.ChooseBus: LessonBus, game.ChooseGift: LessonGift, game.ChooseCard: LessonCard,
	game.PickDeed: LessonPick, game.SkipPick: LessonPick, game.Duel: LessonDuel, game.NoDuel: LessonDuel, game.Take: LessonTake, game.Leave: LessonTake,
	game.EndTurn: LessonEnd, game.Keep: LessonTransfer, game.MoveHouse: LessonEqualise, game.Done: LessonEqualise, game.Intent: LessonIntent, game.Place: LessonPlace,
	game.AcceptSettlement: LessonSettlement, game.RejectSettlement: LessonSettlement,
	game.PayDebt: LessonDebt, game.OfferSettlement: LessonDebt, game.PayInKind: LessonInKind, game.DeclareBankruptcy: LessonBankruptcy,
}

// Teaching is a position in which something may be explained to a player.
type Teaching struct {
	State   *game.State
	Seat    game.Seat
	Options []game.Option
	Slow    bool // the players look in now and then and are not at the table
	Taught  Lessons
}

// Lesson is what is explained to the player now: the decision first, and where they have
// been told about that, what else they may do.
func (t *Teaching) Lesson() Lesson {
	if t.State.Status != game.Playing || t.Seat < 0 || t.State.Lock.Open {
		return NoLesson
	}
	for _, l := range t.possible() {
		if l != NoLesson && !t.Taught.Has(l) {
			return l
		}
	}
	return NoLesson
}

// AnsweredBy reports whether a move of the player takes the explanation away.
func (l Lesson) AnsweredBy(k game.CommandKind) bool {
	switch {
	case l == NoLesson || k == game.AskUndo || k == game.TakeBack || k == game.Resign || k == game.Return:
		return false
	case l == LessonDebt:
		return true
	default:
		return asides[k] == NoLesson || asides[k] == l
	}
}

// possible lists what could be explained, the most urgent first.
func (t *Teaching) possible() []Lesson {
	list := []Lesson{t.urgent(game.ClaimRent), t.urgent(game.AcceptTrade), t.urgent(game.RejectTrade), t.urgent(game.AgreeUndo)}
	if t.State.Phase() == game.PhaseFinal && list[0] != NoLesson {
		list = slices.Insert(list, 0, LessonFinal)
	}
	main := t.decision()
	list = append(list, main)
	switch main {
	case LessonDebt:
		list = append(list, t.aside(game.Mortgage), t.aside(game.Sell), t.option(game.PayInKind), t.option(game.DeclareBankruptcy))
	case LessonEnd, LessonRoll, LessonJail:
		list = append(list, t.option(game.UseTicket), t.aside(game.Build), t.aside(game.Lift), t.aside(game.Sell), t.aside(game.Mortgage), t.aside(game.ProposeTrade))
	case LessonBuy:
		list = append(list, t.aside(game.Mortgage))
	default:
	}
	return list
}

// decision is what the player has to decide.
func (t *Teaching) decision() Lesson {
	switch phase := t.State.Phase(); {
	case phase == game.PhaseDebt && t.State.NumDebts > 0 && t.State.Debts[0].Debtor == t.Seat:
		return LessonDebt
	case phase == game.PhaseJail && t.has(game.Roll):
		return LessonJail
	case t.has(game.Place):
		return LessonPlace
	case phase == game.PhaseBuildingAuction && t.has(game.Bid):
		return LessonShortage
	case phase == game.PhaseLiquidation && t.has(game.Bid):
		return LessonEstate
	case t.has(game.EndTurn) && endsAlone(t.State, t.Options, t.Slow):
		return NoLesson // it may be over before it is read
	}
	for _, k := range []game.CommandKind{game.Roll, game.ChooseSpace, game.ChooseSum, game.Buy, game.Decline, game.Bid, game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard, game.PickDeed, game.SkipPick, game.Duel, game.NoDuel, game.Take, game.Leave, game.Keep, game.MoveHouse, game.Done, game.Intent, game.AcceptSettlement, game.RejectSettlement, game.EndTurn, game.PayFine, game.UseJailCard, game.Stay} {
		if t.has(k) {
			return decisions[k]
		}
	}
	return NoLesson
}

func (t *Teaching) has(k game.CommandKind) bool {
	_, ok := game.Has(t.Options, k)
	return ok
}

func (t *Teaching) option(k game.CommandKind) Lesson {
	if t.has(k) {
		return decisions[k]
	}
	return NoLesson
}

func (t *Teaching) aside(k game.CommandKind) Lesson {
	if t.has(k) {
		return asides[k]
	}
	return NoLesson
}

// urgent is an aside that somebody waits for: rents, and answers to the others.
func (t *Teaching) urgent(k game.CommandKind) Lesson {
	if k != game.AcceptTrade && k != game.RejectTrade {
		return t.aside(k)
	}
	for i := range t.State.Trades[:t.State.NumTrades] {
		if t.State.Trades[i].To == t.Seat {
			return t.aside(k)
		}
	}
	return NoLesson
}

// lesson is what is explained to the viewer, in words.
func (v *view) lesson() string { return v.explain(v.lessonNow()) }

// lessonNow is what is explained to the viewer now.
func (v *view) lessonNow() Lesson {
	if v.d.Learner == nil || v.d.Past != nil || !v.seated() || v.timed() && v.d.Times.Paused {
		return NoLesson
	}
	t := Teaching{State: v.s, Seat: v.me, Options: v.d.Options, Slow: v.isSlow(), Taught: *v.d.Learner}
	return t.Lesson()
}

// lessonPlace is the lesson whose question has a card of its own beside the decision,
// where the tip stands then; NoLesson of all others, whose tip stands at the decision.
func (v *view) lessonPlace() Lesson {
	l := v.lessonNow()
	if _, undo := v.undoRequest(); l == LessonUndo && undo || l == LessonOffer && v.arriving() != nil {
		return l
	}
	return NoLesson
}

// explain words a lesson with the names and amounts of the position.
func (v *view) explain(l Lesson) string {
	key := "lesson." + l.String()
	switch l {
	case NoLesson:
		return ""
	case LessonRoll:
		if v.r.HasSpeedDie() {
			key += "_three"
		}
		return v.T(key, "Go", v.Space(0), "Money", v.Money(v.r.PassingGo()))
	case LessonJail:
		return v.T(key, "Money", v.Money(v.r.JailFine()), "N", page.Itoa(v.r.LastJailTurn()))
	case LessonBuy:
		return v.explainBuy(key)
	case LessonAuction:
		if v.r.SealedBids() {
			key += "_secret"
		}
		return v.T(key)
	case LessonTax:
		return v.explainTax(key)
	case LessonGift:
		return v.T(key, "Money", v.Money(v.r.BirthdayGift()))
	case LessonDuel:
		return v.T(key, "Money", v.Money(10*v.r.Spaces[v.s.Turn.Space].Rent[0]))
	case LessonDebt:
		return v.T(key, "Money", v.Money(v.r.Liquidation(v.s, v.me)))
	case LessonTransfer:
		sp := v.s.Transfer.Deeds.First()
		return v.T(key, "Space", v.Named(sp), "Lift", v.Money(v.r.LiftCost(sp)), "Keep", v.Money(v.r.KeepCost(v.s, sp)))
	case LessonIntent, LessonShortage:
		return v.T(key, "Buildings", v.d.Setup.BuildingsName(v.Lang(), v.s.Shortage.Building))
	case LessonClaim:
		if v.r.ClaimTurns() > 1 {
			key += "_long"
		}
		return v.T(key)
	default:
	}
	return v.explainDeed(l, key)
}

func (v *view) explainBuy(key string) string {
	sp := v.s.Turn.Space
	if !v.r.AuctionsDeclined() {
		key += "_only"
	}
	if v.r.Lots.Has(sp) {
		return v.T(key, "Space", v.NamedAt(sp), "Money", v.Money(v.r.Spaces[sp].Rent[0]))
	}
	return v.T(key+"_more", "Space", v.NamedAt(sp))
}

func (v *view) explainTax(key string) string {
	sp := v.s.Turn.Space
	if int(sp) >= int(v.r.Size) {
		sp = v.s.Players[v.me].Space
	}
	def := &v.r.Spaces[sp]
	pairs := []string{"Money", v.Money(def.Tax), "N", page.Itoa(def.Percent)}
	if def.Percent == 0 {
		return v.T(key + "_other")
	}
	return v.T(key, append(pairs, "Even", v.Money(def.Tax*100/game.Money(def.Percent)))...)
}

// explainDeed explains what is done to a deed, by the first one to which it can be done.
func (v *view) explainDeed(l Lesson, key string) string {
	first := func(k game.CommandKind) game.Space {
		o, _ := v.opt(k)
		return o.Spaces.First()
	}
	switch l {
	case LessonBuild:
		sp := first(game.Build)
		b, cost := v.r.NextStep(v.s, sp)
		if !v.r.Lots.Has(sp) {
			return v.T(key+"_depot", "Space", v.NamedAt(sp), "Money", v.Money(cost))
		}
		return v.T(key, "Space", v.NamedAt(sp), "Building", v.Building(b), "Money", v.Money(cost), "Rent", v.Money(v.r.RentNow(v.s, sp)), "More", v.Money(v.r.RentAt(sp, v.s.Level[sp]+1)))
	case LessonSell:
		sp := first(game.Sell)
		return v.T(key, "Space", v.NamedAt(sp), "Money", v.Money(v.r.SellPrice(v.s, sp)))
	case LessonMortgage:
		sp := first(game.Mortgage)
		return v.T(key, "Space", v.Named(sp), "Money", v.Money(v.r.Spaces[sp].Mortgage), "Lift", v.Money(v.r.LiftCost(sp)))
	case LessonLift:
		sp := first(game.Lift)
		return v.T(key, "Space", v.NamedAt(sp), "Money", v.Money(v.r.LiftCost(sp)))
	case LessonEqualise:
		return v.T(key, "Group", v.Group(v.s.Equal.Group))
	case LessonBankruptcy:
		if winner, over := v.ruinEnds(); over {
			return v.T(key+"_last", "Name", v.Name(winner))
		}
		if v.s.Debts[0].Creditor == game.Bank {
			return v.T(key + "_bank")
		}
		return v.T(key, "Name", v.Name(v.s.Debts[0].Creditor))
	default:
		return v.T(key)
	}
}
