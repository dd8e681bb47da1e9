package bot

import "github.com/bankhalter/bankhalter/game"

// Wisher chooses the commands of a seat.
type Wisher interface {
	// Wish writes the seat's next command into c and reports whether there is one.
	// A seat for which the game waits must have one that the core accepts.
	Wish(r *game.Ruleset, s *game.State, seat game.Seat, c *game.Command) bool
}

// Order decides who is asked next where nobody but computer players plays. Its zero
// value is for the start of a game.
type Order struct {
	rich game.Seats // got money or deeds out of turn: may want to build before the next throw
}

// Note takes notice of a command that has been played.
func (o *Order) Note(s *game.State, c *game.Command) {
	switch c.Kind {
	case game.ClaimRent, game.AcceptTrade:
		o.rich = o.rich.With(c.Seat)
	case game.DeclareBankruptcy, game.PayDebt:
		o.rich |= s.Alive()
	default:
	}
}

// Next finds the next command: claims first, then answers to trades, then
// building between the turns, then the seat that the game waits for.
func (o *Order) Next(r *game.Ruleset, s *game.State, bots []Wisher, c *game.Command) bool {
	for i := range s.Claims[:s.NumClaims] {
		if seat := s.Claims[i].Owner; bots[seat].Wish(r, s, seat, c) && c.Kind == game.ClaimRent {
			return true
		}
	}
	for i := range s.Trades[:s.NumTrades] {
		if seat := s.Trades[i].To; bots[seat].Wish(r, s, seat, c) {
			return true
		}
		for voters := s.Trades[i].Ask; voters != 0; voters = voters.Rest() {
			if seat := voters.First(); bots[seat].Wish(r, s, seat, c) {
				return true
			}
		}
	}
	if s.Offer.Open {
		if seat := s.Debts[0].Creditor; bots[seat].Wish(r, s, seat, c) {
			return true
		}
	}
	if o.rich != 0 && s.Turn.Throw == 1 && (s.Turn.Phase == game.PhaseRoll || s.Turn.Phase == game.PhaseJail) {
		for rich := o.rich.Without(s.Turn.Seat); rich != 0; rich = rich.Rest() {
			seat := rich.First()
			if bots[seat].Wish(r, s, seat, c) {
				return true
			}
			o.rich = o.rich.Without(seat)
		}
	}
	if p := s.Phase(); p == game.PhaseRoll || p == game.PhaseHub {
		return bots[s.Turn.Seat].Wish(r, s, s.Turn.Seat, c)
	}
	for w := s.Waiting(); w != 0; w = w.Rest() {
		if seat := w.First(); bots[seat].Wish(r, s, seat, c) {
			return true
		}
	}
	return false
}
