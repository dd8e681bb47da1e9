package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/views/text"
)

// A counter-offer is a proposal after which its maker rejects one that its partner has made
// to them. People do both in one move; computer players, and everybody in older games, make
// two, between which others may move. No event says that they belong together.

// CounterOffers are the counter-offers of a log, by the numbers of the proposals.
type CounterOffers struct {
	answers  map[int32]int32 // the proposal that a counter-offer takes the place of
	answered map[int32]int32 // the counter-offer that a rejected proposal is answered with
}

// CounterOffersOf finds them; entries that were taken back count as well.
func CounterOffersOf(log []Entry, s *game.State) (x CounterOffers) {
	for i := range log {
		no := &log[i].Event
		if no.Kind != game.TradeRejected || no.Seat < 0 {
			continue
		}
		before := i - 1
		for before >= 0 && log[before].Event.Seat != no.Seat {
			before--
		}
		if before < 0 {
			continue
		}
		made := &log[before].Event
		if made.Kind != game.TradeProposed {
			continue
		}
		deeds, ok := rejected(log[:before], s, made.Other, &log[i])
		if !ok || before < i-1 && deeds != made.Give.Deeds|made.Want.Deeds {
			continue
		}
		if x.answers == nil {
			x.answers, x.answered = map[int32]int32{}, map[int32]int32{}
		}
		x.answers[made.N], x.answered[no.N] = no.N, made.N
	}
	return x
}

// rejected is the deeds of a proposal that was rejected, and whether the seat had made it to
// the one who rejects it. Where the log no longer reaches back to it, the state may know.
func rejected(before []Entry, s *game.State, seat game.Seat, no *Entry) (game.Set, bool) {
	for i := len(before) - 1; i >= 0; i-- {
		if e := &before[i].Event; e.Kind == game.TradeProposed && e.N == no.Event.N {
			return e.Give.Deeds | e.Want.Deeds, e.Seat == seat && e.Other == no.Event.Seat
		}
	}
	for i := range s.Refused[:s.NumRefused] {
		if x := &s.Refused[i]; x.Seq == no.Seq {
			return x.Deeds, x.From == seat && x.To == no.Event.Seat
		}
	}
	return 0, false
}

// isCounter reports whether an open proposal has taken the place of another one.
func (v *telling) isCounter(t *game.Trade) bool {
	old, ok := v.counters.answers[int32(t.ID)]
	return ok && v.s.FindTrade(old) == nil
}

// Other is the proposal that an event of a counter-offer belongs to: the one that it
// answers, or the one that answers it; 0 if there is none.
func (x CounterOffers) Other(e *game.Event) int32 {
	switch e.Kind {
	case game.TradeProposed:
		return x.answers[e.N]
	case game.TradeRejected:
		return x.answered[e.N]
	default:
		return 0
	}
}

// Beat describes a beat that was made of the event, as the log does.
func (x CounterOffers) Beat(words *text.Scene, b *beats.Beat, e *game.Event) string {
	if other := x.Other(e); other != 0 {
		return counterEvent(words, e, other)
	}
	return words.Beat(b, e)
}

// counterEvent describes an event, and says of a counter-offer that it is one; other is
// as CounterOffers.Other returns it.
func counterEvent(words *text.Scene, e *game.Event, other int32) string {
	switch {
	case other == 0:
		return words.Event(e)
	case e.Kind == game.TradeProposed:
		return words.CounterOffer(e)
	default:
		return words.Countered(e, other)
	}
}

// event describes an event as the log does.
func (v *telling) event(e *game.Event) string {
	return counterEvent(v.Scene, e, v.counters.Other(e))
}
