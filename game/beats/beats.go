// Package beats makes events into an ordered list of what one sees of them: small acts,
// each shown as one line and one movement. A page plays them as a film, and programs
// are sent the same list.
package beats

import "github.com/bankhalter/bankhalter/game"

// Kind names what one sees.
type Kind uint8

// The kinds. The fields that they use are listed behind each.
const (
	None  Kind = iota
	Roll       // Seat, Dice
	Walk       // Seat, Start, Space, Back
	Go         // Seat, From = the bank, To = Seat, Sum: salary
	Land       // Seat, Space, Sum: an unowned space and its price
	Card       // Seat, Deck, Card
	Pay        // From, To, Sum, Space or NoSpace
	Deed       // From, To, Space
	Build      // Seat, From, To (one of them the bank), Space, Building
	Jail       // Seat, Start or NoSpace, Space or NoSpace; Back = leaves it
	Group      // Seat, Space: the deed that completed its colour
	Bid        // Seat, Sum; 0: passes, or bids in secret
	Sold       // Seat or Nobody, Item, Space or NoSpace, Sum
	Offer      // From, To
	Out        // Seat, To: their creditor
	End        //
	NumKinds
)

// String is the name of the kind in JSON and on pages; "" for None.
func (k Kind) String() string { return names[k] }

var names = [NumKinds]string{
	Roll: "roll", Walk: "walk", Go: "go", Land: "land", Card: "card", Pay: "pay", Deed: "deed", Build: "build", Jail: "jail",
	Group: "group", Bid: "bid", Sold: "sold", Offer: "offer", Out: "out", End: "end",
}

// Names lists the names of all kinds but None.
func Names() []string { return names[Roll:] }

// Beat is one thing that is seen to happen.
type Beat struct {
	Event    int // index of the event in the list that it was made of
	Kind     Kind
	Seat     game.Seat // who does it; Nobody if no one player does
	From, To game.Seat // of money, deeds, buildings, offers; Nobody if nothing changes hands
	Dice     [3]uint8
	Sum      game.Money
	Start    game.Space // where a walk begins
	Space    game.Space // where it happens; NoSpace if nowhere
	Deck     game.Deck
	Card     uint8
	Building game.Building
	Item     game.ItemKind // sold
	Back     bool          // a walk against the direction of play; a jail that is left
}

// Money reports whether the beat moves cash. These beats together are all changes of cash.
func (b *Beat) Money() bool { return b.Kind == Pay || b.Kind == Go }

// Of lists the beats of consecutive events, of which end is the state after the last.
// An event gives none, one or several.
func Of(r *game.Ruleset, end *game.State, events []game.Event) []Beat {
	whole := completed(r, end, events)
	var stood [game.MaxSeats]game.Space
	for i := range stood {
		stood[i] = game.NoSpace
	}
	list := make([]Beat, 0, len(events))
	var card *game.CardDef // drawn last
	for i := range events {
		e := &events[i]
		if drawn := CardOf(r, e); drawn != nil {
			card = drawn
		}
		b := Beat{Event: i, Seat: e.Seat, From: game.Nobody, To: game.Nobody, Start: game.NoSpace, Space: game.NoSpace}
		if b.of(e); b.Kind == None {
			continue
		}
		b.Back = b.Back || b.Kind == Walk && Backward(e, card)
		if b.Kind == Walk || b.Kind == Jail && !b.Back {
			if b.Kind == Jail {
				b.Start = stood[b.Seat]
			}
			stood[b.Seat] = b.Space
		}
		list = append(list, b)
		if whole[i] {
			list = append(list, Beat{Event: i, Kind: Group, Seat: e.Other, From: game.Nobody, To: game.Nobody, Start: game.NoSpace, Space: e.Space})
		}
	}
	return list
}

// of fills in what the event alone tells.
func (b *Beat) of(e *game.Event) {
	switch e.Kind {
	case game.Rolled:
		b.Kind, b.Dice = Roll, e.Dice
	case game.Moved:
		b.Kind, b.Start, b.Space = Walk, e.Space, e.Dest
	case game.Paid:
		b.paid(e)
	case game.Offered:
		b.Kind, b.Space = Land, e.Space
	case game.CardDrawn:
		b.Kind, b.Deck, b.Card = Card, e.Deck, e.Card
	case game.DeedTransferred:
		b.Kind, b.Seat, b.From, b.To, b.Space = Deed, e.Other, e.Seat, e.Other, e.Space
	case game.DeedDealt:
		b.Kind, b.From, b.To, b.Space = Deed, game.Bank, e.Seat, e.Space
	case game.Built:
		b.Kind, b.From, b.To, b.Space, b.Building = Build, game.Bank, e.Seat, e.Space, e.Building
	case game.BuildingSold:
		b.Kind, b.From, b.To, b.Space, b.Building = Build, e.Seat, game.Bank, e.Space, e.Building
	case game.JailedEvent:
		b.Kind, b.Space = Jail, e.Dest
	case game.Freed:
		b.Kind, b.Back = Jail, true
	case game.BidPlaced:
		b.Kind, b.Sum = Bid, e.Amount
	case game.Passed, game.BidSealed:
		b.Kind = Bid
	case game.AuctionClosed:
		b.Kind, b.Seat, b.Sum, b.Item, b.Building = Sold, e.Other, e.Amount, e.Item.Kind, e.Item.Building
		if e.Item.Kind == game.ItemDeed {
			b.Space = e.Item.Space
		}
	case game.TradeProposed, game.SettlementOffered:
		b.Kind, b.From, b.To = Offer, e.Seat, e.Other
	case game.Bankrupted:
		b.Kind, b.To = Out, e.Other
	case game.GameEnded:
		b.Kind, b.Seat = End, game.Nobody
	default:
	}
}

// CardOf is the card that an event draws, or nil.
func CardOf(r *game.Ruleset, e *game.Event) *game.CardDef {
	if e.Kind != game.CardDrawn {
		return nil
	}
	deck := &r.Board.Decks[e.Deck]
	if e.Card >= deck.Num {
		return nil
	}
	return &deck.Cards[e.Card]
}

// Backward reports whether a move of a token goes against the direction of play, which
// only a card does; drawn is the one drawn before, nil if it is not known. Over GO it leads
// from a low number to a high one.
func Backward(e *game.Event, drawn *game.CardDef) bool {
	if e.Cause == game.ByCard && drawn != nil && (drawn.Op == game.OpMoveBackTo || drawn.Op == game.OpMoveBy && drawn.Amount < 0) {
		return true
	}
	return !e.Flag && e.Dest < e.Space
}

func (b *Beat) paid(e *game.Event) {
	b.Kind, b.From, b.To, b.Sum, b.Space = Pay, e.Seat, e.Other, e.Amount, e.Space
	if b.Seat == game.Bank {
		b.Seat = e.Other
	}
	if e.Cause == game.ForSalary && e.Seat == game.Bank {
		b.Kind, b.Space = Go, game.NoSpace
	}
}

// completed marks the transfers after which their receiver owns a colour that they
// did not own before: it takes the deeds back from the end to the beginning.
func completed(r *game.Ruleset, end *game.State, events []game.Event) []bool {
	whole := make([]bool, len(events))
	owned := end.Owned
	for i := len(events) - 1; i >= 0; i-- {
		e := &events[i]
		from, to := e.Seat, e.Other
		switch e.Kind {
		case game.DeedTransferred:
		case game.DeedDealt:
			from, to = game.Bank, e.Seat
		default:
			continue
		}
		if to >= 0 {
			colour := colourOf(r, e.Space)
			whole[i] = e.Kind == game.DeedTransferred && colour != 0 && owned[to]&colour == colour
			owned[to] = owned[to].Without(e.Space)
		}
		if from >= 0 {
			owned[from] = owned[from].With(e.Space)
		}
	}
	return whole
}

// colourOf is the set of all lots of the colour of a space; none for other spaces.
func colourOf(r *game.Ruleset, sp game.Space) (set game.Set) {
	if int(sp) >= int(r.Size) || r.Spaces[sp].Kind != game.KindLot {
		return 0
	}
	for i := range game.Space(r.Size) {
		if r.Spaces[i].Kind == game.KindLot && r.Spaces[i].Group == r.Spaces[sp].Group {
			set = set.With(i)
		}
	}
	return set
}
