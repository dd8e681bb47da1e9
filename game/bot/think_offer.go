package bot

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// How an expert chooses what to propose. Of the deals that its estimate preferred among so many, 134 on the board
// us-classic that partners accepted gained 0.3 points of the chance to win where it showed 3.1.
const (
	offersPlayed = 4  // deals that are played out for a proposal
	offerPairs   = 80 // playouts of each, and without it, at most
)

// offerPlayed proposes the deal that is best when it is played out, accepted, of those by which the seat gains
// most as far as the estimate can tell. It must be worth as much as one that the seat accepts.
func (v *mind) offerPlayed(m *market, share float32) bool {
	w := v.t.rooms.Get().(*workspace) //nolint:forcetypeassert // nothing else is put there
	defer v.t.rooms.Put(w)
	var deals [mostSwaps]bargain
	n := 0
	for i := range m.list[:m.n] {
		deals[n] = bargain{mine: dealMargin}
		if v.settleOn(&m.list[i], share, &deals[n]); deals[n].mine > dealMargin {
			n++
		}
	}
	if n == 0 {
		return false
	}
	slices.SortStableFunc(deals[:n], func(a, b bargain) int { return cmp.Compare(b.mine, a.mine) })
	n = min(n, offersPlayed)
	for i := range deals[:n] {
		v.offer(&deals[i])
		w.list[i] = candidate{c: *v.c, sqr: leastSpread}
	}
	w.n = n
	w.begin(v.r, v.s, v.seat)
	best := w.bestOffer(v.r, v.seat)
	if best == nil {
		return false
	}
	*v.c = *best
	return v.accepted()
}

// bestOffer plays proposals out, each of them accepted and the first one rejected, with the same luck, and returns
// the one by which the seat gains most if that is enough.
func (w *workspace) bestOffer(r *game.Ruleset, seat game.Seat) *game.Command {
	w.seats, w.rounds = &w.usual, roundsAfterDeal
	list := w.list[:w.n]
	for played := 0; ; {
		for range dealsAtOnce {
			w.answer = game.RejectTrade
			base := float64(w.play(&list[0].c, r, seat, played))
			w.answer = game.AcceptTrade
			for i := range list {
				if x := &list[i]; !x.out {
					x.note(float64(w.play(&x.c, r, seat, played)) - base)
				}
			}
			played++
		}
		best, left := w.sift(played)
		if best == nil {
			return nil
		}
		mean, err := best.mean(played)
		switch more := mean - dealGain; {
		case played >= offerPairs && more <= 0:
			return nil
		case played >= offerPairs, left == 1 && more > float64(clearGain*err):
			return &best.c
		}
	}
}

// sift leaves the deals out that are clearly too little or have fallen behind, and returns the best of the others
// and how many these are.
func (w *workspace) sift(played int) (best *candidate, left int) {
	most := 0.0
	for i := range w.list[:w.n] {
		if x := &w.list[i]; !x.out {
			if mean, _ := x.mean(played); best == nil || mean > most {
				best, most = x, mean
			}
		}
	}
	best = nil
	for i := range w.list[:w.n] {
		x := &w.list[i]
		if x.out {
			continue
		}
		mean, err := x.mean(played)
		if mean-dealGain < -float64(clearLoss*err) || mean-most < -float64(behind*err) {
			x.out = true
			continue
		}
		if left++; best == nil || mean > best.sum/float64(played) {
			best = x
		}
	}
	return best, left
}
