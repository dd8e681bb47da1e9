package text

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/wire"
)

// Event describes an event in a sentence. Every kind but NoEvent has one;
// which of them a log shows is the log's business.
func (s *Scene) Event(e *game.Event) string {
	switch e.Kind {
	case game.GameStarted:
		return s.T("event.game_started")
	case game.Ordered:
		return s.tell("event.ordered", e.Other)
	case game.DeedDealt:
		return s.at("event.deed_dealt", e)
	case game.TurnStarted:
		return s.who("event.turn_started", e)
	case game.Rolled:
		return s.tell("event.rolled."+rolledFor(e.Cause), e.Seat, "Dice", s.Dice(e.Dice))
	case game.Moved:
		if s.kindOf(e.Dest) == game.KindJail {
			return s.who("event.moved_visit", e)
		}
		return s.tell("event.moved"+movedBy(e.Cause), e.Seat, "Space", s.Named(e.Dest))
	case game.Paid:
		return s.paid(e)
	case game.CardDrawn:
		return s.tell("event.card_drawn", e.Seat, "Deck", s.Deck(e.Deck),
			"Card", s.Setup.CardText(s.lang, e.Deck, e.Card))
	case game.CardReturned:
		return s.T("event.card_returned", "Deck", s.Deck(e.Deck))
	case game.CardKept:
		return s.who("event.card_kept", e)
	case game.JailedEvent:
		return s.who("event.jailed"+jailedBy(e.Cause), e)
	case game.Freed:
		return s.who("event.freed"+freedBy(e.Cause), e)
	case game.Offered:
		return s.at("event.offered", e, "Money", s.price(e.Space))
	case game.DeedTransferred:
		if e.Other == game.Bank {
			return s.T("event.deed_to_bank", "Space", s.Named(e.Space))
		}
		return s.tell("event.deed_to", e.Other, "Space", s.Named(e.Space))
	case game.Mortgaged:
		return s.at("event.mortgaged", e)
	case game.Lifted:
		return s.at("event.lifted", e)
	case game.Built:
		return s.built(e)
	case game.BuildingSold:
		return s.at("event.building_sold", e, "Building", s.aBuilding(e.Building, 1))
	case game.HouseMoved:
		return s.tell("event.house_moved", e.Seat, "From", s.NamedFrom(e.Space), "To", s.Named(e.Dest))
	case game.TurnEnded:
		return s.who("event.turn_ended", e)
	case game.TimeStruck:
		return s.T("event.time_up")
	case game.Ranked:
		return s.T("event.ranked", "N", strconv.Itoa(int(e.N)), "Name", s.Name(e.Seat), "Money", s.Money(e.Amount))
	case game.GameEnded:
		return s.T("event.game_ended" + endedBy(game.EndReason(e.N)))
	case game.Asked:
		return s.T("event.asked", "Name", s.Name(e.Seat), "Phase", s.Phase(e.Phase))
	default:
		return s.business(e)
	}
}

// Beat describes a beat that was made of the event.
func (s *Scene) Beat(b *beats.Beat, e *game.Event) string {
	if b.Kind == beats.Group {
		return s.tell("event.group", b.Seat, "Group", s.Group(s.Setup.Rules.Spaces[b.Space].Group))
	}
	return s.Event(e)
}

// tell says what a seat does or suffers: to its player, if they are spoken to and
// the sentence has a form for that, else about them.
func (s *Scene) tell(key string, who game.Seat, more ...string) string {
	if to := key + "_you"; s.addressed && who == s.you && s.Has(to) {
		key = to
	}
	return s.T(key, append([]string{"Name", s.Name(who)}, more...)...)
}

// other is how the other side of an event is called: in German in the accusative.
func (s *Scene) other(seat game.Seat) string { return s.called(seat, "event.you") }

// with is the same in the dative.
func (s *Scene) with(seat game.Seat) string { return s.called(seat, "event.of_you") }

func (s *Scene) called(seat game.Seat, you string) string {
	if s.addressed && seat == s.you {
		return s.T(you)
	}
	return s.Name(seat)
}

func (s *Scene) who(key string, e *game.Event) string { return s.tell(key, e.Seat) }

// at tells what a seat does with a space, which is named both as what it is done to and
// as where it is done.
func (s *Scene) at(key string, e *game.Event, more ...string) string {
	return s.tell(key, e.Seat, append([]string{"Space", s.Named(e.Space), "At", s.NamedAt(e.Space)}, more...)...)
}

func (s *Scene) price(sp game.Space) string {
	if int(sp) >= int(s.Setup.Rules.Size) {
		return ""
	}
	return s.Money(s.Setup.Rules.Spaces[sp].Price)
}

func (s *Scene) built(e *game.Event) string {
	key := "event.built"
	if e.Amount == 0 {
		key = "event.built_free"
	}
	return s.at(key, e, "Building", s.aBuilding(e.Building, 1), "Money", s.Money(e.Amount))
}

// paid describes a transfer of money: from the bank, to the bank or between players.
func (s *Scene) paid(e *game.Event) string {
	way := "to"
	switch {
	case e.Seat == game.Bank:
		way = "in"
	case e.Other == game.Bank:
		way = "out"
	}
	key := "event.paid." + wire.CauseName(e.Cause) + "_" + way
	place := ""
	if int(e.Space) < int(s.Setup.Rules.Size) {
		place = s.Named(e.Space)
		if s.Has(key + "_at") {
			key += "_at"
		}
	}
	if !s.Has(key) {
		key = "event.paid." + way
	}
	who, from, to := e.Seat, s.with(e.Seat), s.other(e.Other)
	if e.Seat == game.Bank || e.Cause == game.ForBankruptcy {
		who, to = e.Other, s.Name(e.Other)
	}
	return s.tell(key, who, "From", from, "To", to, "Money", s.Money(e.Amount), "Space", place)
}

func rolledFor(c game.Cause) string {
	switch c {
	case game.ForRent:
		return "rent"
	case game.ForDuel:
		return "duel"
	case game.ByJail:
		return "jail"
	case game.ByOrder:
		return "order"
	default:
		return "move"
	}
}

func movedBy(c game.Cause) string {
	switch c {
	case game.ByCard:
		return "_card"
	case game.ByTicket:
		return "_ticket"
	case game.ByBonus:
		return "_bonus"
	case game.ByTriple:
		return "_triple"
	case game.BySquare:
		return "_square"
	default:
		return ""
	}
}

func jailedBy(c game.Cause) string {
	switch c {
	case game.ByDoubles:
		return "_doubles"
	case game.ByCard, game.ForCard:
		return "_card"
	default:
		return ""
	}
}

func freedBy(c game.Cause) string {
	switch c {
	case game.ByDoubles:
		return "_doubles"
	case game.ByFine, game.ForFine:
		return "_fine"
	case game.ByCard, game.ForCard:
		return "_card"
	default:
		return ""
	}
}

func endedBy(r game.EndReason) string {
	switch r {
	case game.EndLastPlayer:
		return "_last"
	case game.EndTime:
		return "_time"
	case game.EndSecondBankruptcy:
		return "_second"
	case game.EndAbandoned:
		return "_abandoned"
	default:
		return ""
	}
}
