package bot

import "github.com/bankhalter/bankhalter/game"

// How a deal is played out before it is accepted. Who plays the seats makes deals as well:
// valued by a persona that proposes nothing, deals on the board us-classic were off by more than without
// any playout. Twelve rounds ahead and the deep net then are off by a point, and vary less than games that
// are played to their end.
const (
	dealPairs    = 240   // playouts of a deal, and without it, at most
	dealsAtOnce  = 20    // after which it may be clear enough
	dealGain     = 0.03  // that they and the deep net must show: less is not told from a loss
	deadlockGain = -0.01 // the same where a deadlock ends by the deal
	clearGain    = 2.5   // standard errors above it by which a deal is taken at once
	clearLoss    = 1.5   // standard errors below it by which it is left at once
	leastSpread  = 0.67  // added to the sum of squares: few playouts may be alike by chance
)

// holdsUp reports whether a deal that the estimate welcomes, and that the command accepts, is one when it is
// played out.
func (v *mind) holdsUp(t *game.Trade) bool {
	if v.t.rooms == nil {
		return true
	}
	w := v.t.rooms.Get().(*workspace) //nolint:forcetypeassert // nothing else is put there
	defer v.t.rooms.Put(w)
	w.begin(v.r, v.s, v.seat)
	least := dealGain
	if v.endsDeadlock(t) {
		least = deadlockGain
	}
	return w.gains(v.r, v.seat, v.c, least)
}

// gains plays the acceptance of a deal and its rejection out, with the same luck, until it is clear whether the
// seat gains so much by it. The luck depends on the position alone.
func (w *workspace) gains(r *game.Ruleset, seat game.Seat, deal *game.Command, least float64) bool {
	w.seats, w.rounds = &w.usual, roundsAfterDeal
	no := game.MoveN(game.RejectTrade, seat, deal.N)
	x := candidate{sqr: leastSpread}
	for played := 0; ; {
		for range dealsAtOnce {
			x.note(float64(w.play(deal, r, seat, played)) - float64(w.play(&no, r, seat, played)))
			played++
		}
		mean, err := x.mean(played)
		switch more := mean - least; {
		case played >= dealPairs:
			return more > 0
		case more > float64(clearGain*err):
			return true
		case more < -float64(clearLoss*err):
			return false
		}
	}
}

// playsOffersOut reports whether the seat's choice takes playouts of an offer.
func (t *thinker) playsOffersOut(r *game.Ruleset, s *game.State, seat game.Seat) bool {
	if t.rooms == nil || s.NumTrades == 0 {
		return false
	}
	quick := *t
	quick.rooms = nil
	var c game.Command
	return quick.Wish(r, s, seat, &c) && c.Kind == game.AcceptTrade && s.FindTrade(c.N).To == seat
}
