package wire

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
)

// Member is a member of an event or a move as the description of the API has
// it. Schema is an expression: a name out of Vocabulary or of a struct here, or
// one of string, integer, count and boolean; []X is a list of X, X|null one that
// may be missing.
type Member struct {
	Name, Schema string
	Always       bool // it is never left out
}

// Form lists the members of an event of one type, or of one move.
type Form struct {
	Word    string // its type, or the name of the move
	Members []Member
}

// Vocabulary is the closed lists of words in moves, states and events.
func Vocabulary() map[string][]string {
	events := []string{hiddenType}
	for k := game.GameStarted; k < game.NumEvents; k++ {
		events = append(events, kinds[k].name)
	}
	return map[string][]string{
		"MoveName":    spoken(moveNames[game.Roll : game.Resign+1]),
		"EventType":   events,
		"Phase":       spoken(phaseNames[:]),
		"Status":      spoken(statusNames[:]),
		"Building":    spoken(buildingNames[:]),
		"Deck":        spoken(deckNames[:]),
		"Choice":      spoken(choiceNames[:]),
		"EndReason":   spoken(reasonNames[:]),
		"Withdrawal":  spoken(goneNames[:]),
		"PaymentKind": spoken(causeNames[:game.ByMove]),
		"Cause":       spoken(causeNames[:]),
		"Due":         dueNames[:],
		"Substitute":  {ByOrder, ByClock},
		"BonusFace":   {speedMr, speedBus},
	}
}

// spoken returns the names of a table, each once.
func spoken(names []string) []string {
	var list []string
	for _, name := range names {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// inCommon are the members that the line of any event may have.
var inCommon = []Member{
	{"seq", "count", true}, {"at", "date-time", true}, {"by", "Substitute", false}, {prevName, "Hash", false},
}

// EventForms are all types of events, in the order of their kinds, and last the
// placeholder for events the viewer may not see yet.
func EventForms() []Form {
	var all []Form
	for k := game.GameStarted; k < game.NumEvents; k++ {
		f := Form{Word: kinds[k].name, Members: slices.Clone(inCommon)}
		for _, n := range kinds[k].fields {
			f.Members = append(f.Members, Member{n.name, n.schema(k), !n.maybe})
		}
		f.Members = append(f.Members, repeated(k)...)
		all = append(all, f)
	}
	return append(all, Form{hiddenType, []Member{
		{"seq", "count", true}, {"at", "date-time", true}, {drawName, "VeiledDraw", false}, {"hash", "Hash", false},
	}})
}

// repeated are the members of an event that are not fields of it.
func repeated(k game.EventKind) (list []Member) {
	switch k {
	case game.GameStarted:
		list = append(list, Member{"seed_commitment", "string", true}, Member{proofName, "ProofHeader", false})
	case game.Ordered:
		list = append(list, Member{"throws", "[]OrderThrow", true})
	case game.GameEnded:
		list = append(list, Member{"standings", "[]Standing", true})
	case game.TradeProposed:
		list = append(list, Member{termsName, "string", false})
	case game.DuelFought:
		list = append(list, Member{genericNames[fOther], "SeatNumber", false})
	case game.SeatReanchored:
		list = append(list, Member{"anchor", "Hash", true}, Member{"source", "ChainSource", true})
	case game.ServerReanchored:
		list = append(list, Member{"anchor", "Hash", true})
	default: // nothing besides
	}
	if _, draws := fair.Of(&game.Event{Kind: k}); draws || k == game.Rolled {
		list = append(list, Member{drawName, "Draw", false})
	}
	if mayHide(&game.Event{Kind: k, Cause: game.ForRent}) {
		list = append(list, Member{saltName, "string", false})
	}
	return list
}

// OrderThrow is a throw for the order, as the line of ordered repeats it.
type OrderThrow struct {
	Player game.Seat `json:"player"`
	Dice   []int     `json:"dice"`
}

// schema is the schema of a field of an event of a kind.
func (n named) schema(k game.EventKind) string {
	switch n.field {
	case fSeat, fOther:
		switch {
		case n.name == "from", n.name == "to", n.name == "creditor", k == game.CardReturned: // a card that nobody bought goes back
			return "Party"
		case n.name == "winner", k == game.PlacingOpened: // nobody has anything left to place
			return "SeatNumber|null"
		}
		return "SeatNumber"
	case fSpace, fDest:
		return "SpaceNumber"
	case fDice:
		return "[]Pips"
	case fSpeed:
		return "SpeedFace|null"
	case fCause:
		return "Cause"
	case fReason:
		return "PaymentKind"
	case fDue:
		return "[]Due"
	case fFlag:
		return "boolean"
	case fPhase:
		return "Phase"
	case fBuilding:
		return "Building"
	case fDeck:
		return "Deck"
	case fRule, fCard, fGroup:
		return "string"
	case fCards:
		return "[]Deck"
	case fMove:
		return "MoveName"
	case fGone:
		return "Withdrawal"
	case fItem:
		return "Item"
	case fSeats:
		return "[]SeatNumber"
	case fEnd:
		return "EndReason"
	case fChoice:
		return "Choice"
	case fGive, fWant:
		return "Goods"
	case fLift:
		return "[]SpaceNumber"
	default: // fLeft, fN, fAmount
		return "integer"
	}
}

// argumentSchemas are the schemas of the arguments of moves; to is a seat in a trade.
var argumentSchemas = map[string]string{
	"space": "SpaceNumber", "amount": "integer", "option": "Choice", "spaces": "[]SpaceNumber", "building": "Building", "group": "string",
	"from": "SpaceNumber", "to": "SpaceNumber", "count": "count", "claim": "integer", "trade": "integer", "give": "GoodsWish", "want": "GoodsWish",
	"lift": "[]SpaceNumber", "counter": "integer", "credit": "count", termsName: "string",
}

// spared are the arguments that a move may leave out: numbers where only one is
// possible, sides of a trade that are empty, and rare ones.
var spared = []string{"building", "claim", "trade", "give", "want", "lift", "counter", termsName}

// MoveForms are the moves as they are made.
func MoveForms() []Form {
	var all []Form
	for k := game.Roll; k <= game.Resign; k++ {
		f := Form{Word: moveNames[k], Members: []Member{{"seq", "count", false}, {"offer", "string", false}, {"player", "SeatNumber", false}, {linkName, "ChainLink", false}}}
		for _, name := range moveArguments[k].arguments {
			m := Member{name, argumentSchemas[name], !slices.Contains(spared, name)}
			if k == game.ProposeTrade && name == "to" {
				m.Schema = "SeatNumber"
			}
			f.Members = append(f.Members, m)
		}
		all = append(all, f)
	}
	return all
}

// offered are the members of each move's entry among those that are open;
// sometimes are those that only some entries have.
var (
	offered = [game.NumCommands][]string{
		game.Buy: {"price", "space"}, game.PayFine: {"price"}, game.PayDebt: {"price"},
		game.Bid: {"min", "max", "step"}, game.Intent: {"min", "max", "step"},
		game.UseTicket: {"spaces"}, game.ChooseSpace: {"spaces"}, game.PickDeed: {"spaces"}, game.Mortgage: {"spaces"}, game.Lift: {"spaces"},
		game.Keep: {"spaces"}, game.Place: {"spaces"}, game.PayInKind: {"spaces"},
		game.ChooseTax: {"options"}, game.ChooseBus: {"options"}, game.ChooseGift: {"options"}, game.ChooseCard: {"options"},
		game.Build: {"spaces", "building"}, game.Sell: {"spaces"}, game.SellGroup: {"groups"}, game.MoveHouse: {"from_spaces", "to_spaces"},
		game.ClaimRent: {"claim", "price"}, game.WaiveClaim: {"claim"},
		game.ProposeTrade: {"give_range", "partners"}, game.AcceptTrade: {"trade", "lift_range", "must_lift"},
		game.RejectTrade: {"trade"}, game.CancelTrade: {"trade"}, game.OfferSettlement: {"min", "max", "step", "give_range"},
	}
	sometimes = []string{"building", "lift_range", "must_lift"}
)

// offeredSchemas are the schemas of the members of such an entry.
var offeredSchemas = map[string]string{
	"price": "integer", "space": "SpaceNumber", "min": "integer", "max": "integer", "step": "integer", "spaces": "[]SpaceNumber", "options": "[]Choice",
	"building": "Building", "groups": "[]string", "from_spaces": "[]SpaceNumber", "to_spaces": "[]SpaceNumber", "claim": "integer", "trade": "integer",
	"give_range": "GoodsRange", "partners": "[]Partner", "lift_range": "[]SpaceNumber", "must_lift": "[]SpaceNumber",
}

// OptionForms are the moves as the state lists those that are open.
func OptionForms() []Form {
	var all []Form
	for k := game.Roll; k <= game.Resign; k++ {
		f := Form{Word: moveNames[k], Members: []Member{{"player", "SeatNumber", false}, {"needs_link", "boolean", false}}}
		for _, name := range offered[k] {
			f.Members = append(f.Members, Member{name, offeredSchemas[name], !slices.Contains(sometimes, name)})
		}
		all = append(all, f)
	}
	return all
}
