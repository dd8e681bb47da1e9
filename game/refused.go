package game

// Refused is a swap of deeds that was proposed and rejected, at the best price that
// was offered for it. Which of the deeds were given is known by who owns them, as long
// as none of them has changed hands. Proposals with cards, tickets or written
// terms are not remembered.
type Refused struct {
	Deeds    Set    // of both sides
	Seq      uint32 // of the last rejection
	Paid     Money  // by the proposer, below 0 to them: the most that was offered
	Purse    Money  // cash of the partner then: the most at any rejection if they would pay, else the least
	From, To Seat
	Times    uint8 // how often it was rejected
}

// noteRefused folds that a proposal was rejected. Each seat has room for its share
// of what is remembered; one that says nothing any more makes room for another, or its oldest.
func (s *State) noteRefused(tr *Trade) {
	if tr.Terms || tr.Give.Cards|tr.Want.Cards != 0 || tr.Give.Tickets|tr.Want.Tickets != 0 {
		return
	}
	x := Refused{
		Deeds: tr.Give.Deeds | tr.Want.Deeds, Seq: s.Seq, Paid: tr.Give.Cash - tr.Want.Cash,
		Purse: s.Players[tr.To].Cash, From: tr.From, To: tr.To, Times: 1,
	}
	own, oldest, least := 0, -1, x.Seq
	for i := range s.Refused[:s.NumRefused] {
		o := &s.Refused[i]
		if o.From != x.From {
			continue
		}
		if o.To == x.To && o.Deeds == x.Deeds {
			if !s.handled(o.Deeds, o.Seq) {
				x.Paid, x.Times = max(x.Paid, o.Paid), min(o.Times, 254)+1
				if x.Paid < 0 {
					x.Purse = max(x.Purse, o.Purse)
				} else {
					x.Purse = min(x.Purse, o.Purse)
				}
			}
			*o = x
			return
		}
		own++
		since := o.Seq
		if s.handled(o.Deeds, since) {
			since = 0 // says nothing any more
		}
		if since < least {
			oldest, least = i, since
		}
	}
	if own >= MaxRefused/int(s.NumSeats) {
		s.Refused[oldest] = x
		return
	}
	s.Refused[s.NumRefused] = x
	s.NumRefused++
}

// forgetRefused folds that nobody makes a seat proposals any more, nor it others.
func (s *State) forgetRefused(seat Seat) {
	n := 0
	for i := range s.Refused[:s.NumRefused] {
		if x := s.Refused[i]; x.From != seat && x.To != seat {
			s.Refused[n] = x
			n++
		}
	}
	clear(s.Refused[n:s.NumRefused])
	s.NumRefused = uint8(n)
}

// handled reports whether one of the deeds was handed over, mortgaged or lifted after an event.
func (s *State) handled(deeds Set, seq uint32) bool {
	for ; deeds != 0; deeds = deeds.Rest() {
		if s.Since[s.place(deeds.First())] > seq {
			return true
		}
	}
	return false
}

// Outdated reports whether a rejected proposal says nothing any more: a deed of its
// groups was handed over, mortgaged or lifted since, or the partner has
// less than half of the cash that they had and would be paid, or more than twice as
// much and would pay.
func (r *Ruleset) Outdated(s *State, x *Refused) bool {
	cash := s.Players[x.To].Cash
	return r.Touched(s, x) || x.Paid > 0 && cash < x.Purse/2 || x.Paid < 0 && cash/2 > x.Purse
}

// Touched reports whether a deed of its groups was handed over, mortgaged or lifted
// since a proposal was rejected.
func (r *Ruleset) Touched(s *State, x *Refused) bool {
	groups := Set(0)
	for d := x.Deeds; d != 0; d = d.Rest() {
		groups |= r.Groups[r.Spaces[d.First()].Group].Spaces
	}
	return s.handled(groups, x.Seq)
}
