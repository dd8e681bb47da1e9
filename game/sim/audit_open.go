package sim

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// auditOpen: open business is between players who are in the game and can be settled.
func auditOpen(_ *game.State, t *game.Turn) error {
	s := &t.S
	if s.Status != game.Playing {
		return nil
	}
	for _, c := range s.Claims[:s.NumClaims] {
		if c.Owner == c.Payer || !s.In(c.Owner) || !s.In(c.Payer) || c.Amount <= 0 || c.Left == 0 {
			return fmt.Errorf("claim %+v", c)
		}
	}
	for i, d := range s.Debts[:s.NumDebts] {
		if d.Debtor == d.Creditor || !s.In(d.Debtor) || d.Creditor != game.Bank && !s.In(d.Creditor) || d.Amount <= 0 {
			return fmt.Errorf("debt %d: %+v", i, d)
		}
	}
	for _, tr := range s.Trades[:s.NumTrades] {
		if tr.From == tr.To || !s.In(tr.From) || !s.In(tr.To) {
			return fmt.Errorf("trade %+v", tr)
		}
	}
	if p := s.Players[s.Turn.Seat]; !s.In(s.Turn.Seat) && s.Turn.Phase != game.PhaseFinal && !open(s) {
		return fmt.Errorf("it is the turn of %+v", p)
	}
	for i := range s.Players[:s.NumSeats] {
		if p := &s.Players[i]; p.Jailed && (p.Space != t.R.Jail || p.JailTurn > t.R.LastJailTurn()) || !p.Jailed && p.JailTurn != 0 {
			return fmt.Errorf("seat %d in jail: %+v", i, *p)
		}
	}
	if tr := s.Transfer; tr.Open && (!s.In(tr.Seat) || tr.Deeds&^(s.Owned[tr.Seat]&s.Mortgaged) != 0) {
		return fmt.Errorf("transfer %+v", tr)
	}
	if e := s.Equal; e.Open && (!s.In(e.Seat) || !t.R.WholeGroup(s, e.Seat, e.Group)) {
		return fmt.Errorf("group to be evened out %+v", e)
	}
	return auditAuction(s, t.R)
}

// open reports whether something has to be finished before the turn goes on.
func open(s *game.State) bool {
	return s.Transfer.Open || s.Equal.Open || s.Shortage.Open || s.Auction.Open || s.Estate.Open || s.NumDebts > 0
}

// auditAuction: the standing bid is covered, and the item belongs to the bank.
func auditAuction(s *game.State, r *game.Ruleset) error {
	a := &s.Auction
	if !a.Open {
		return nil
	}
	switch {
	case a.Bidder >= 0 && (!a.Bidders.Has(a.Bidder) || s.Players[a.Bidder].Cash < a.Bid || a.Bid%r.Step() != 0):
		return fmt.Errorf("seat %d with %d has bid %d", a.Bidder, s.Players[a.Bidder].Cash, a.Bid)
	case a.Bidders&^s.Alive() != 0:
		return fmt.Errorf("bidders %b", a.Bidders)
	case a.Item.Kind == game.ItemDeed && !s.Free.Has(a.Item.Space):
		return fmt.Errorf("space %d is auctioned and not the bank's", a.Item.Space)
	case a.Item.Kind == game.ItemBuilding && !r.UnlimitedBuildings() && s.Stock[a.Item.Building] <= 0:
		return fmt.Errorf("building %d is auctioned and there is none", a.Item.Building)
	}
	return nil
}
