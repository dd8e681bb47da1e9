package game

// Luck decides the outcome of dice, cards and tickets. It is called only where
// the outcome goes straight into an event.
type Luck interface {
	// Roll throws both white dice, 1 to 6 each, and the third die if faces is not nil.
	Roll(seat Seat, why Cause, faces *[6]uint8) [3]uint8
	// Card picks a card of the deck; pile is not empty unless the pile's
	// front card must come, which is then given.
	Card(seat Seat, deck Deck, pile *Pile) uint8
	// Ticket picks from the pile of tickets and reports whether it is one that
	// lets all others expire; plain+expiring is at least 1.
	Ticket(seat Seat, plain, expiring uint8) bool
	// Deal picks one of n deeds, 0 to n-1, when two are dealt to each seat.
	Deal(n int) int
}
