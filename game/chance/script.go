package chance

import "github.com/bankhalter/bankhalter/game"

// Script is luck as it was written down; where a list runs out, the rest comes
// from Rest. The lists are read from the front and not changed.
type Script struct {
	Dice    [][3]uint8             // in the order of the throws, whatever for; 0 for a third die not said
	Cards   [game.NumDecks][]uint8 // by card number
	Tickets []bool                 // true lets the others expire
	Deals   []game.Space           // deeds dealt at the start
	Free    game.Set               // deeds from which Deals takes
	Rest    game.Luck
}

// Roll returns the next throw of the script. A third die is thrown only where it
// has faces, whatever the script says; where the script says none it is random.
func (s *Script) Roll(seat game.Seat, why game.Cause, faces *[6]uint8) [3]uint8 {
	if len(s.Dice) == 0 {
		return s.Rest.Roll(seat, why, faces)
	}
	d := s.Dice[0]
	s.Dice = s.Dice[1:]
	switch {
	case faces == nil:
		d[2] = 0
	case d[2] == 0:
		d[2] = s.Rest.Roll(seat, why, faces)[2]
	}
	return d
}

// Card returns the next card of the script that is in the deck; one held by a player is passed over.
func (s *Script) Card(seat game.Seat, deck game.Deck, pile *game.Pile) uint8 {
	for len(s.Cards[deck]) > 0 {
		card := s.Cards[deck][0]
		s.Cards[deck] = s.Cards[deck][1:]
		if pile.Has(card) {
			return card
		}
	}
	return s.Rest.Card(seat, deck, pile)
}

// Ticket is the next ticket of the script, as long as the pile has one of its kind.
func (s *Script) Ticket(seat game.Seat, plain, expiring uint8) bool {
	if len(s.Tickets) == 0 {
		return s.Rest.Ticket(seat, plain, expiring)
	}
	expires := s.Tickets[0]
	s.Tickets = s.Tickets[1:]
	if expires {
		return expiring > 0
	}
	return plain == 0
}

// Deal is the place of the script's next deed among those still free.
func (s *Script) Deal(n int) int {
	place := -1
	if len(s.Deals) > 0 && s.Free.Has(s.Deals[0]) {
		place = (s.Free & (1<<s.Deals[0] - 1)).Len()
	}
	if len(s.Deals) > 0 {
		s.Deals = s.Deals[1:]
	}
	if place < 0 || place >= n {
		place = s.Rest.Deal(n)
	}
	s.take(place)
	return place
}

func (s *Script) take(place int) {
	left := s.Free
	for range place {
		left = left.Rest()
	}
	if left != 0 {
		s.Free = s.Free.Without(left.First())
	}
}
