package wire

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// All is the viewer from whom nothing is hidden.
const All game.Seat = -3

var moveNames = [game.NumCommands]string{
	game.Roll:              "roll",
	game.PayFine:           "pay_fine",
	game.UseJailCard:       "use_jail_card",
	game.Stay:              "stay",
	game.UseTicket:         "use_ticket",
	game.ChooseSpace:       "choose_space",
	game.ChooseSum:         "choose_sum",
	game.Buy:               "buy",
	game.Decline:           "decline",
	game.Bid:               "bid",
	game.Pass:              "pass",
	game.ChooseTax:         "choose_tax",
	game.ChooseBus:         "choose_bus",
	game.ChooseGift:        "choose_gift",
	game.ChooseCard:        "choose_card",
	game.PickDeed:          "pick_deed",
	game.SkipPick:          "skip_pick",
	game.Duel:              "duel",
	game.NoDuel:            "no_duel",
	game.Take:              "take",
	game.Leave:             "leave",
	game.EndTurn:           "end_turn",
	game.Build:             "build",
	game.Sell:              "sell",
	game.SellGroup:         "sell_group",
	game.Mortgage:          "mortgage",
	game.Lift:              "lift",
	game.Keep:              "keep",
	game.MoveHouse:         "move_house",
	game.Done:              "done",
	game.Intent:            "intent",
	game.Place:             "place",
	game.ClaimRent:         "claim_rent",
	game.WaiveClaim:        "waive_claim",
	game.ProposeTrade:      "propose_trade",
	game.AcceptTrade:       "accept_trade",
	game.RejectTrade:       "reject_trade",
	game.CancelTrade:       "cancel_trade",
	game.OfferSettlement:   "offer_settlement",
	game.AcceptSettlement:  "accept_settlement",
	game.RejectSettlement:  "reject_settlement",
	game.PayInKind:         "pay_in_kind",
	game.PayDebt:           "pay_debt",
	game.DeclareBankruptcy: "declare_bankruptcy",
	game.AskUndo:           "ask_undo",
	game.AgreeUndo:         "agree_undo",
	game.RefuseUndo:        "refuse_undo",
	game.TakeBack:          "take_back",
	game.Resign:            "resign",
	game.Return:            "return",
	game.TimeUp:            "time_up",
	game.Start:             "start",
	game.Abandon:           "abandon",
	game.Reanchor:          "reanchor",
	game.Renew:             "renew",
}

// MoveName is the name of a command, "" for none. The commands that are no
// move of a seat (return, time_up, start, abandon, reanchor, renew) have one too.
func MoveName(k game.CommandKind) string { return at(moveNames[:], k) }

// MoveKind is the command of a move's name; the commands that are no move of a seat are not found.
func MoveKind(name string) (game.CommandKind, bool) {
	for k := game.Roll; k <= game.Resign; k++ {
		if moveNames[k] == name {
			return k, true
		}
	}
	return game.NoCommand, false
}

var codeNames = [game.NumCodes]string{
	game.Jailed:        "jail",
	game.WrongPhase:    "phase",
	game.WrongSeat:     "seat",
	game.Locked:        "lock",
	game.DebtOpen:      "debt",
	game.WindowClosed:  "window",
	game.BadConfig:     "config",
	game.BadCount:      "count",
	game.NotOwner:      "owner",
	game.NotForSale:    "sold",
	game.BadTarget:     "target",
	game.NoChoice:      "choice",
	game.Forbidden:     "forbidden",
	game.NoGroup:       "group",
	game.GateShut:      "gate",
	game.IsMortgaged:   "mortgaged",
	game.NotMortgaged:  "not_mortgaged",
	game.IsBuilt:       "built",
	game.AtLimit:       "limit",
	game.NotEven:       "even",
	game.NoStock:       "stock",
	game.BadAmount:     "amount",
	game.BidTooLow:     "bid_low",
	game.BidNotCovered: "bid_funds",
	game.MustLift:      "must_lift",
	game.Solvent:       "solvent",
	game.NoFunds:       "funds",
	game.LinkAwaited:   "link",
	game.Revealed:      "revealed",
}

// CodeName is the name of a refusal's code, "" for an accepted move.
func CodeName(c game.Code) string { return at(codeNames[:], c) }

// CodeKind is the code of a name.
func CodeKind(name string) (game.Code, bool) { return find[game.Code](codeNames[:], name) }

var phaseNames = [game.NumPhases]string{
	game.PhaseLobby:           "lobby",
	game.PhaseOrder:           "order",
	game.PhaseJail:            "jail",
	game.PhaseRoll:            "roll",
	game.PhaseTriple:          "triple",
	game.PhaseBuy:             "buy",
	game.PhaseAuction:         "auction",
	game.PhaseTax:             "tax",
	game.PhaseBus:             "bus",
	game.PhaseGift:            "gift",
	game.PhasePick:            "pick",
	game.PhaseDuel:            "duel",
	game.PhaseTake:            "take",
	game.PhaseHub:             "hub",
	game.PhaseDebt:            "debt",
	game.PhaseTransfer:        "transfer",
	game.PhaseEqualise:        "equalise",
	game.PhaseIntent:          "intent",
	game.PhaseBuildingAuction: "building_auction",
	game.PhaseLiquidation:     "liquidation",
	game.PhaseCard:            "card",
	game.PhaseFinal:           "final",
	game.PhaseOver:            "over",
}

// PhaseName is the name of a phase.
func PhaseName(p game.Phase) string { return at(phaseNames[:], p) }

var statusNames = [...]string{game.InLobby: "lobby", game.Playing: "playing", game.Finished: "finished"}

// StatusName is the name of a game's status.
func StatusName(s game.Status) string { return at(statusNames[:], s) }

var buildingNames = [...]string{
	game.House: "house", game.Hotel: "hotel", game.Skyscraper: "skyscraper", game.Depot: "depot",
}

// BuildingName is the name of a building, "" for none.
func BuildingName(b game.Building) string { return at(buildingNames[:], b) }

// BuildingKind is the building of a name.
func BuildingKind(name string) (game.Building, bool) {
	return find[game.Building](buildingNames[:], name)
}

var deckNames = [game.NumDecks]string{game.Chance: "chance", game.Chest: "chest"}

// DeckName is the id of a deck.
func DeckName(d game.Deck) string { return at(deckNames[:], d) }

// DeckKind is the deck of an id.
func DeckKind(name string) (game.Deck, bool) { return find[game.Deck](deckNames[:], name) }

var choiceNames = [game.NumChoices]string{
	game.Flat: "flat", game.Percent: "percent", game.TakeTicket: "ticket", game.Advance: "advance",
	game.TakeCash: "cash", game.PayCard: "pay", game.DrawCard: "draw",
}

// ChoiceName is the name of an answer, "" for none.
func ChoiceName(c game.Choice) string { return at(choiceNames[:], c) }

// choiceKind is the answer of a name.
func choiceKind(name string) (game.Choice, bool) { return find[game.Choice](choiceNames[:], name) }

var reasonNames = [...]string{
	game.EndLastPlayer: "last_player", game.EndTime: "time",
	game.EndSecondBankruptcy: "second_bankruptcy", game.EndAbandoned: "abandoned",
}

var goneNames = [game.NumGone]string{
	game.GoneBankrupt: "bankrupt",
	game.GoneLeft:     "left",
	game.GoneDeed:     "deed",
	game.GoneCard:     "card",
	game.GoneTicket:   "ticket",
	game.GoneCash:     "cash",
	game.GoneBuilt:    "built",
}

// GoneName is the name of the reason why a proposal was withdrawn, "" if a player took it back.
func GoneName(g game.Gone) string { return at(goneNames[:], g) }

// EndName is the name of the reason why a game ended, "" while it has not.
func EndName(r game.EndReason) string { return at(reasonNames[:], r) }

func at[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return ""
}

func find[T ~uint8](names []string, name string) (T, bool) {
	if name == "" {
		return 0, false
	}
	for i, n := range names {
		if n == name {
			return T(i), true
		}
	}
	return 0, false
}

const bankName = "bank"

// Seat is a seat that may also be the bank: a number, "bank", or null for none.
type Seat game.Seat

// MarshalJSON writes the seat as the API spells it.
func (s Seat) MarshalJSON() ([]byte, error) { return appendSeat(nil, game.Seat(s)), nil }

func appendSeat(b []byte, s game.Seat) []byte {
	switch s {
	case game.Bank:
		return append(b, `"`+bankName+`"`...)
	case game.Nobody:
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(s), 10)
}
