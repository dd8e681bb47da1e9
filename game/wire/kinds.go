package wire

import "github.com/bankhalter/bankhalter/game"

// field is one field of an event, in one of the ways it may be written.
type field uint8

const (
	fSeat field = iota
	fOther
	fSpace
	fDest
	fDice
	fCause
	fRule
	fDue
	fFlag
	fPhase
	fBuilding
	fDeck
	fCard
	fLeft
	fItem
	fSeats
	fN
	fAmount
	fGive
	fWant
	fLift
	numFields // the rest are other ways to write one of those above

	fReason // Cause of a payment or debt
	fEnd    // N as the reason of the end
	fChoice // N as an answer
	fGroup  // N as a group's id
	fCards  // Card as a set of decks
	fSpeed  // the third die, in Dice
	fMove   // Left as a command's name
	fGone   // Left as the reason why a proposal is withdrawn
)

// base is the field of the event that a way of writing fills.
func (f field) base() field {
	switch f {
	case fReason:
		return fCause
	case fEnd, fChoice, fGroup:
		return fN
	case fCards:
		return fCard
	case fSpeed:
		return fDice
	case fMove, fGone:
		return fLeft
	default:
		return f
	}
}

// genericNames are those of fields that a kind does not name itself. They are
// written only where they say something, so that any event reads back whole.
var genericNames = [numFields]string{
	fSeat: "seat", fOther: "other", fSpace: "space", fDest: "dest", fDice: "dice", fCause: "cause", fRule: "rule",
	fDue: "due", fFlag: "flag", fPhase: "phase", fBuilding: "building", fDeck: "deck", fCard: "card", fLeft: "left",
	fItem: "item", fSeats: "seats", fN: "n", fAmount: "amount", fGive: "give", fWant: "want", fLift: "lift",
}

const speedName = "speed"

type named struct {
	field field
	name  string
	maybe bool // written only where it says something
}

// kindSpec says how a kind of event is spelled: its type, and its fields in the order in which they are written.
type kindSpec struct {
	name    string
	fields  []named
	noSpace bool // Space is NoSpace where it is left out, else 0
}

func is(f field, name string) named    { return named{f, name, false} }
func maybe(f field, name string) named { return named{f, name, true} }

var (
	player = is(fSeat, "player")
	space  = is(fSpace, "space")
	claim  = is(fN, "claim")
	trade  = is(fN, "trade")
	from   = is(fSeat, "from")
	to     = is(fOther, "to")
	lift   = maybe(fLift, "lift")
)

// kinds spells every event, including the types that only folding needs.
var kinds = [game.NumEvents]kindSpec{
	game.GameStarted: {name: "game_started"},
	game.Ordered:     {name: "ordered", fields: []named{is(fOther, "first")}},
	game.DeedDealt:   {name: "deed_dealt", fields: []named{player, space}},
	game.TurnStarted: {name: "turn_started", fields: []named{
		player, is(fN, "number"), is(fPhase, "phase"), maybe(fLeft, "jail_turn"), maybe(fFlag, "new_round"),
	}},
	game.Rolled: {name: "rolled", fields: []named{
		player, is(fDice, "dice"), is(fSpeed, speedName), is(fCause, "for"), maybe(fDue, "due"), maybe(fFlag, "first"),
	}},
	game.Moved: {name: "moved", fields: []named{
		player, is(fSpace, "from"), is(fDest, "to"), is(fCause, "cause"), is(fFlag, "passed_go"), maybe(fN, "pips"),
	}},
	game.Paid: {name: "paid", noSpace: true, fields: []named{
		from, to, is(fAmount, "amount"), is(fReason, "reason"), maybe(fRule, "rule"), maybe(fSpace, "space"),
	}},
	game.CardDrawn:    {name: "card_drawn", fields: []named{player, is(fDeck, "deck"), is(fCard, "card")}},
	game.CardReturned: {name: "card_returned", fields: []named{player, is(fDeck, "deck"), is(fCard, "card"), maybe(fFlag, "held")}},
	game.CardKept:     {name: "card_kept", fields: []named{player, is(fDeck, "deck"), is(fCard, "card")}},
	game.JailedEvent:  {name: "jailed", fields: []named{player, is(fCause, "cause"), is(fDest, "to")}},
	game.Freed:        {name: "freed", fields: []named{player, is(fCause, "cause")}},
	game.Offered:      {name: "offered", fields: []named{player, space}},
	game.DeedTransferred: {name: "deed_transferred", fields: []named{
		space, from, to, maybe(fFlag, "mortgage_void"),
	}},
	game.Mortgaged: {name: "mortgaged", fields: []named{player, space}},
	game.Lifted:    {name: "lifted", fields: []named{player, space}},
	game.Built: {name: "built", fields: []named{
		player, space, is(fBuilding, "building"), is(fAmount, "price"), maybe(fLeft, "returned"), maybe(fFlag, "stock_untouched"),
	}},
	game.BuildingSold: {name: "building_sold", fields: []named{
		player, space, is(fBuilding, "building"), is(fN, "level"), maybe(fLeft, "taken"), maybe(fFlag, "stock_untouched"),
	}},
	game.HouseMoved: {name: "house_moved", fields: []named{player, is(fSpace, "from"), is(fDest, "to")}},
	game.ClaimOpened: {name: "claim_opened", fields: []named{
		claim, is(fSeat, "owner"), is(fOther, "payer"), space, is(fAmount, "amount"), is(fLeft, "left"),
	}},
	game.RentClaimed: {name: "rent_claimed", fields: []named{claim}},
	game.ClaimLapsed: {name: "claim_lapsed", fields: []named{claim}},
	game.DebtOpened: {name: "debt_opened", noSpace: true, fields: []named{
		is(fSeat, "debtor"), is(fOther, "creditor"), is(fAmount, "amount"), is(fReason, "reason"),
		maybe(fRule, "rule"), maybe(fSpace, "space"),
	}},
	game.DebtReduced: {name: "debt_reduced", fields: []named{
		is(fSeat, "debtor"), is(fOther, "creditor"), is(fAmount, "amount"),
	}},
	game.DebtSettled:   {name: "debt_settled", fields: []named{is(fSeat, "debtor"), is(fOther, "creditor")}},
	game.AuctionOpened: {name: "auction_opened", fields: []named{is(fItem, "item"), is(fAmount, "minimum"), is(fSeats, "bidders")}},
	game.BidPlaced:     {name: "bid_placed", fields: []named{player, is(fAmount, "amount")}},
	game.Passed:        {name: "passed", fields: []named{player}},
	game.AuctionClosed: {name: "auction_closed", fields: []named{is(fItem, "item"), is(fOther, "winner"), is(fAmount, "amount")}},
	game.TradeProposed: {name: "trade_proposed", fields: []named{
		trade, from, to, is(fGive, "give"), is(fWant, "want"), lift, maybe(fFlag, "has_terms"),
	}},
	game.TradeAccepted: {name: "trade_accepted", fields: []named{
		trade, maybe(fSeat, "player"), maybe(fOther, "proposer"), lift,
	}},
	game.TradeRejected:  {name: "trade_rejected", fields: []named{trade, maybe(fSeat, "player")}},
	game.TradeCancelled: {name: "trade_cancelled", fields: []named{trade, maybe(fSeat, "player"), maybe(fGone, "reason")}},
	game.TicketDrawn:    {name: "ticket_drawn", fields: []named{player, is(fFlag, "expires_others")}},
	game.TicketUsed:     {name: "ticket_used", fields: []named{player, space, maybe(fFlag, "first")}},
	game.TicketsExpired: {name: "tickets_expired", fields: []named{player, is(fN, "count")}},
	game.DuelFought:     {name: "duel_fought", fields: []named{player, space, is(fFlag, "won")}},
	game.Bankrupted:     {name: "bankrupt", fields: []named{player, is(fOther, "creditor")}},
	game.TurnEnded:      {name: "turn_ended", fields: []named{player}},
	game.TimeStruck:     {name: "time_up"},
	game.Ranked:         {name: "ranked", fields: []named{player, is(fN, "rank"), is(fAmount, "wealth")}},
	game.GameEnded:      {name: "game_ended", fields: []named{is(fEnd, "reason")}},
	game.Asked: {name: "asked", noSpace: true, fields: []named{
		player, is(fPhase, "phase"), maybe(fSpace, "space"), maybe(fN, "throw"), maybe(fDeck, "deck"), maybe(fCard, "card"),
	}},
	game.DebtCalled:     {name: "debt_called", fields: []named{is(fSeat, "debtor"), is(fOther, "creditor")}},
	game.DueLost:        {name: "due_lost", fields: []named{player, is(fDue, "due")}},
	game.Unlocked:       {name: "unlocked", fields: []named{player}},
	game.Stayed:         {name: "stayed", fields: []named{player}},
	game.EstateOpened:   {name: "estate_opened", fields: []named{player, is(fLift, "deeds"), is(fCards, "jail_cards")}},
	game.EstateClosed:   {name: "estate_closed"},
	game.TransferOpened: {name: "transfer_opened", fields: []named{player, is(fLift, "deeds"), maybe(fRule, "rule")}},
	game.TransferKept:   {name: "transfer_kept", fields: []named{player, space, is(fAmount, "interest")}},
	game.TransferClosed: {name: "transfer_closed", fields: []named{player}},
	game.EqualiseOpened: {name: "equalise_opened", fields: []named{player, is(fGroup, "group"), is(fFlag, "move_house")}},
	game.EqualiseClosed: {name: "equalise_closed", fields: []named{player}},
	game.ShortageOpened: {name: "shortage_opened", fields: []named{
		player, is(fBuilding, "building"), is(fN, "count"), is(fSeats, "asked"),
	}},
	game.WishStated:     {name: "wish_stated", fields: []named{player, is(fN, "count")}},
	game.PlacingOpened:  {name: "placing_opened", fields: []named{player, is(fAmount, "price"), is(fFlag, "printed_price")}},
	game.ShortageClosed: {name: "shortage_closed"},
	game.SettlementOffered: {name: "settlement_offered", fields: []named{
		from, to, is(fGive, "give"), is(fAmount, "credit"),
	}},
	game.SettlementAccepted: {name: "settlement_accepted", fields: []named{player, is(fOther, "debtor")}},
	game.SettlementRejected: {name: "settlement_rejected", fields: []named{player, is(fOther, "debtor")}},
	game.CardMoved:          {name: "card_moved", fields: []named{from, to, is(fDeck, "deck")}},
	game.TicketsMoved:       {name: "tickets_moved", fields: []named{from, to, is(fN, "count")}},
	game.DeedRemoved:        {name: "deed_removed", fields: []named{space}},
	game.Resigned:           {name: "resigned", fields: []named{player}},
	game.Returned:           {name: "returned", fields: []named{player}},
	game.TaxChosen:          {name: "tax_chosen", fields: []named{player, is(fChoice, "option"), maybe(fSpace, "space")}},
	game.ContestOpened:      {name: "contest_opened"},
	game.PotChanged:         {name: "pot_changed", fields: []named{maybe(fSeat, "player"), is(fAmount, "pot")}},
	game.Lapped:             {name: "lapped", fields: []named{player}},
	game.StepNoted:          {name: "step_noted", fields: []named{player, space}},
	game.BidSealed:          {name: "bid_sealed", fields: []named{player, is(fAmount, "amount")}},
	game.TradeHeld: {name: "trade_held", fields: []named{
		trade, player, maybe(fOther, "proposer"), is(fLift, "lift"), is(fSeats, "asked"),
	}},
	game.TradeVoted:       {name: "trade_voted", fields: []named{trade, player, is(fFlag, "in_favour")}},
	game.RollLocked:       {name: "roll_locked", fields: []named{player, is(fN, "ordinal"), is(fMove, "move")}},
	game.SeatReanchored:   {name: "seat_reanchored", fields: []named{player}},
	game.ServerReanchored: {name: "server_reanchored"},
	game.UndoAsked:        {name: "undo_asked", fields: []named{player, is(fN, "to")}},
	game.UndoAgreed:       {name: "undo_agreed", fields: []named{player}},
	game.Undone:           {name: "undone", fields: []named{is(fN, "to")}},
	game.UndoRefused:      {name: "undo_refused", fields: []named{player, maybe(fFlag, "withdrawn")}},
}

// EventName is the type of an event in the log, "" for none.
func EventName(k game.EventKind) string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return ""
}

// EventKind is the kind of an event's type.
func EventKind(name string) (game.EventKind, bool) {
	for k := game.GameStarted; k < game.NumEvents; k++ {
		if kinds[k].name == name {
			return k, true
		}
	}
	return game.NoEvent, false
}
