package sim

import (
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
)

// Audit checks one decision of the core: before is the state it was made on,
// t its result. It returns the first invariant that does not hold.
func Audit(before *game.State, t *game.Turn, refusal game.Refusal) error {
	if !refusal.OK() {
		if t.S != *before || len(t.Events) != 0 {
			return errors.New("a refused command changed something")
		}
		return nil
	}
	if n := len(t.Events); n > 0 && t.Events[n-1].Kind == game.Undone {
		return auditUndone(before, t)
	}
	for _, check := range [...]func(*game.State, *game.Turn) error{auditFold, auditMoney, auditBooks, auditDeeds, auditBuildings, auditCards, auditOpen, auditWaiting} {
		if err := check(before, t); err != nil {
			return err
		}
	}
	return nil
}

// auditUndone: all is as it was, but for what numbers things.
func auditUndone(before *game.State, t *game.Turn) error {
	back, s := *t.Back, t.S
	if s.Seq != before.Seq+uint32(len(t.Events)) || s.LastClaim != before.LastClaim || s.LastTrade != before.LastTrade {
		return errors.New("an undo gives numbers a second time")
	}
	s.Seq, s.LastClaim, s.LastTrade, s.Last = back.Seq, back.LastClaim, back.LastTrade, back.Last
	if s != back {
		return errors.New("an undo leads elsewhere than back")
	}
	return nil
}

// auditFold: the events alone lead from the old state to the new one.
func auditFold(before *game.State, t *game.Turn) error {
	s := *before
	if stage := t.S.Last.Stage; (stage == game.MayUndo || stage == game.MayTakeBack) && len(t.Events) > 0 {
		s.Decided(t.S.Last.Seat, t.Events[0].Kind, t.Automatic)
	}
	for i := range t.Events {
		s.Apply(&t.Events[i])
	}
	if s != t.S {
		return errors.New("the events do not fold to the state")
	}
	if s.Seq != before.Seq+uint32(len(t.Events)) {
		return fmt.Errorf("%d events took the number from %d to %d", len(t.Events), before.Seq, s.Seq)
	}
	return nil
}

// auditMoney: every change of cash is a payment, and no player has less than nothing.
func auditMoney(before *game.State, t *game.Turn) error {
	var flow [game.MaxSeats]game.Money
	for i := range t.Events {
		e := &t.Events[i]
		if e.Kind != game.Paid {
			continue
		}
		if e.Amount <= 0 || e.Seat == e.Other {
			return fmt.Errorf("payment of %d from %d to %d", e.Amount, e.Seat, e.Other)
		}
		if e.Amount != t.R.Whole(e.Amount) {
			return fmt.Errorf("payment of %d is no multiple of %d", e.Amount, t.R.Step())
		}
		if e.Seat >= 0 {
			flow[e.Seat] -= e.Amount
		}
		if e.Other >= 0 {
			flow[e.Other] += e.Amount
		}
	}
	for i := range t.S.Players {
		was, is := before.Players[i].Cash, t.S.Players[i].Cash
		if is-was != flow[i] {
			return fmt.Errorf("seat %d: cash %d to %d, payments say %+d", i, was, is, flow[i])
		}
		if is < 0 {
			return fmt.Errorf("seat %d has %d", i, is)
		}
	}
	return nil
}

// auditBooks: the payments in the events can be booked as double entries, and then
// every purse and the pot hold the amounts of the state.
func auditBooks(before *game.State, t *game.Turn) error {
	b := ledger.New(t.R, before)
	for i := range t.Events {
		b.Add(&t.Events[i])
	}
	return b.Check(&t.S)
}

// auditDeeds: every deed is in exactly one place, and the bankrupt hold nothing.
func auditDeeds(_ *game.State, t *game.Turn) error {
	s := &t.S
	seen := s.Free
	for i := range s.Owned {
		if s.Owned[i]&seen != 0 {
			return fmt.Errorf("deeds %x are in two places", s.Owned[i]&seen)
		}
		seen |= s.Owned[i]
		if p := &s.Players[i]; p.Bankrupt && s.Reason != game.EndSecondBankruptcy && (s.Status == game.Playing) &&
			(s.Owned[i] != 0 || p.Cards != 0 || p.Tickets != 0 || p.Cash != 0) {
			return fmt.Errorf("seat %d is bankrupt and holds something", i)
		}
	}
	if seen&^t.R.Deeds != 0 {
		return fmt.Errorf("spaces %x are no deeds", seen&^t.R.Deeds)
	}
	if s.Mortgaged&^seen != 0 || s.Mortgaged&s.Free != 0 && t.R.BankVoidsMortgages() && !s.Estate.Open {
		return fmt.Errorf("mortgages %x on deeds without an owner", s.Mortgaged&(s.Free|^seen))
	}
	return nil
}

// auditBuildings: the buildings on the board and in the bank add up to the edition's stock.
func auditBuildings(_ *game.State, t *game.Turn) error {
	s, r := &t.S, t.R
	stock := s.Stock
	for sp := range game.Space(game.MaxSpaces) {
		level := s.Level[sp]
		if (level > 0) != s.Built.Has(sp) || level > 0 && !r.Lots.Has(sp) {
			return fmt.Errorf("space %d has level %d and is built: %t", sp, level, s.Built.Has(sp))
		}
		if level == 0 {
			continue
		}
		if b := r.StepBuilding(level); b == game.House {
			stock[game.House] += int8(level)
		} else {
			stock[b]++
		}
	}
	stock[game.Depot] += int8(s.Depots.Len())
	if !r.UnlimitedBuildings() && stock != r.Stock {
		return fmt.Errorf("buildings: bank and board together %v, edition %v", stock, r.Stock)
	}
	for _, n := range s.Stock {
		if n < 0 && !s.Equal.Open { // R-MBUILD-6: the stock is judged when the group is even
			return fmt.Errorf("the bank has %v buildings", s.Stock)
		}
	}
	if (s.Built|s.Depots)&s.Free != 0 || s.Depots&^r.Stations != 0 {
		return errors.New("buildings stand where none may stand")
	}
	if s.Mortgaged&(s.Built|s.Depots) != 0 {
		return errors.New("a built deed is mortgaged")
	}
	return auditEven(s, r)
}

// auditEven: no owner's lots of a group differ by more than a level.
func auditEven(s *game.State, r *game.Ruleset) error {
	if r.MaySellUnevenly() || s.Equal.Open || s.Transfer.Open || s.Status != game.Playing {
		return nil
	}
	for g := range r.NumGroups {
		for i := range s.Owned {
			low, high := uint8(255), uint8(0)
			for m := s.Owned[i] & r.Groups[g].Spaces & r.Lots; m != 0; m = m.Rest() {
				low, high = min(low, s.Level[m.First()]), max(high, s.Level[m.First()])
			}
			if high > low && high-low > 1 {
				return fmt.Errorf("seat %d has built group %d unevenly", i, g)
			}
		}
	}
	return nil
}

// auditCards: every card is either in its deck or in one hand, every ticket counted.
func auditCards(_ *game.State, t *game.Turn) error {
	s := &t.S
	tickets := s.Tickets + s.Expiring
	for i := range s.Players {
		tickets += s.Players[i].Tickets
	}
	if tickets > t.R.NumTickets+t.R.NumExpiring {
		return fmt.Errorf("%d tickets", tickets)
	}
	for d := range game.Deck(game.NumDecks) {
		pile, held := &s.Decks[d], 0
		for i := range s.Players {
			held += int(s.Players[i].Cards >> d & 1)
		}
		held += int(s.Estate.Cards >> d & 1)
		if held > 1 {
			return fmt.Errorf("%d hands hold the card of deck %d", held, d)
		}
		seen := pile.Undrawn
		for _, c := range pile.Queue[:pile.N] {
			if seen>>c&1 == 1 {
				return fmt.Errorf("card %d is twice in deck %d", c, d)
			}
			seen |= 1 << c
		}
		in := 0
		for x := seen; x != 0; x &= x - 1 {
			in++
		}
		if s.Status == game.Playing && in+held != int(t.R.Board.Decks[d].Num) {
			return fmt.Errorf("deck %d: %d cards in it, %d in hands, %d printed", d, in, held, t.R.Board.Decks[d].Num)
		}
	}
	return nil
}

// auditWaiting: an unfinished game waits for a seat that has an option.
func auditWaiting(_ *game.State, t *game.Turn) error {
	s := &t.S
	if s.Status == game.InLobby {
		return nil
	}
	waiting := s.Waiting()
	if s.Status == game.Finished {
		if waiting != 0 || s.NumRanked == 0 && s.Reason != game.EndAbandoned {
			return fmt.Errorf("a finished game waits for %b and ranks %d", waiting, s.NumRanked)
		}
		return nil
	}
	if waiting == 0 {
		return fmt.Errorf("the game waits for nobody in phase %d", s.Phase())
	}
	var buf [16]game.Option
	for ; waiting != 0; waiting = waiting.Rest() {
		seat := waiting.First()
		if !s.In(seat) {
			return fmt.Errorf("the game waits for seat %d, which is out", seat)
		}
		if len(game.Options(t.R, s, seat, buf[:0])) == 0 {
			return fmt.Errorf("the game waits for seat %d, which has no option in phase %d", seat, s.Phase())
		}
	}
	return nil
}
