package wire

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

const hiddenType = "hidden"

// seesClaim reports whether an open claim of owner may show to the viewer (R-RENT-10).
func seesClaim(r *game.Ruleset, s *game.State, viewer, owner game.Seat) bool {
	return viewer == All || r.ClaimShown(s, viewer, owner)
}

// Hide reports which of the events the viewer may not see yet: those that would
// betray another player's open claim, that is its opening and the throw for its
// rent, and another player's secret bid before the hammer falls. s is the state
// now, evs any stretch of the log that does not end inside a move. The answer
// is nil if all may show.
func Hide(st *setup.Setup, s *game.State, viewer game.Seat, evs []game.Event) []bool {
	var hidden []bool
	hide := func(i int) {
		if hidden == nil {
			hidden = make([]bool, len(evs))
		}
		hidden[i] = true
	}
	closed := -1
	for i := range evs {
		switch e := &evs[i]; e.Kind {
		case game.AuctionClosed:
			closed = i
		case game.ClaimOpened:
			if !openClaim(s, e.N) || seesClaim(st.Rules, s, viewer, e.Seat) {
				continue
			}
			hide(i)
			if j := rentThrow(evs[:i], e.Other); j >= 0 {
				hide(j)
			}
		default:
		}
	}
	for i := closed + 1; i < len(evs); i++ {
		if e := &evs[i]; e.Kind == game.BidSealed && sealed(s, viewer, e) {
			hide(i)
		}
	}
	return hidden
}

// Conceals reports whether there may be events that the viewer may not see yet;
// without any, lines can be shown unread.
func Conceals(st *setup.Setup, s *game.State, viewer game.Seat) bool {
	if viewer == All {
		return false
	}
	for i := range s.Claims[:s.NumClaims] {
		if !seesClaim(st.Rules, s, viewer, s.Claims[i].Owner) {
			return true
		}
	}
	return st.Rules.SealedBids() && s.Auction.Open && s.Status != game.Finished
}

// sealed reports whether a secret bid is one of the running auction and not the viewer's own.
func sealed(s *game.State, viewer game.Seat, e *game.Event) bool {
	return s.Auction.Open && s.Status != game.Finished && viewer != e.Seat && viewer != All &&
		s.Auction.Sealed[e.Seat] == e.Amount
}

func openClaim(s *game.State, id int32) bool {
	for _, c := range s.Claims[:s.NumClaims] {
		if int32(c.ID) == id {
			return true
		}
	}
	return false
}

// rentThrow finds the throw that fixed the amount of the claim opened next, or
// -1. Only the lapse of an older claim can come between the two.
func rentThrow(before []game.Event, payer game.Seat) int {
	n := len(before) - 1
	for n >= 0 && before[n].Kind == game.ClaimLapsed {
		n--
	}
	if n >= 0 && before[n].Kind == game.Rolled && before[n].Cause == game.ForRent && before[n].Seat == payer {
		return n
	}
	return -1
}

// HiddenLine is the line that others see instead of an event that would betray a claim.
func HiddenLine(seq uint32, at time.Time) []byte {
	b := appendHead(make([]byte, 0, 64), seq, at, hiddenType)
	return append(b, '}')
}
