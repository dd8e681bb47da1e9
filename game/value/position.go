package value

import "github.com/bankhalter/bankhalter/game"

// Position is the part of a state on which the estimate depends. A caller may
// change a copy to see what a deal, a building or a debt would be worth.
type Position struct {
	Cash      [game.MaxSeats]game.Money
	Owned     [game.MaxSeats]game.Set
	Space     [game.MaxSeats]game.Space
	Cards     [game.MaxSeats]uint8 // jail-free cards, one bit a deck
	Tickets   [game.MaxSeats]uint8
	Alive     game.Seats
	Jailed    game.Seats
	Next      game.Seat // who throws next
	Free      game.Set
	Mortgaged game.Set
	Built     game.Set
	Depots    game.Set
	Level     [game.MaxSpaces]uint8
}

// Look copies what the estimate needs. Debts count as paid: what the cash of a debtor does not pay is below 0, and
// has not come to the creditor.
func Look(s *game.State, p *Position) {
	for i := range s.Players[:s.NumSeats] {
		x := &s.Players[i]
		p.Cash[i], p.Owned[i], p.Space[i], p.Cards[i], p.Tickets[i] = x.Cash, s.Owned[i], x.Space, x.Cards, x.Tickets
		if x.Jailed {
			p.Jailed = p.Jailed.With(game.Seat(i))
		}
	}
	for _, d := range s.Debts[:s.NumDebts] {
		paid := max(0, min(d.Amount, p.Cash[d.Debtor]))
		p.Cash[d.Debtor] -= d.Amount
		if d.Creditor >= 0 {
			p.Cash[d.Creditor] += paid
		}
	}
	p.Alive, p.Free, p.Mortgaged, p.Built, p.Depots, p.Level = s.Alive(), s.Free, s.Mortgaged, s.Built, s.Depots, s.Level
	p.Next = s.Turn.Seat
	switch s.Turn.Phase {
	case game.PhaseJail, game.PhaseRoll:
	default:
		p.Next = s.Left(s.Turn.Seat)
	}
}

// Give moves a deed to a seat, from another one or from the bank.
func (p *Position) Give(sp game.Space, to game.Seat) {
	p.Free = p.Free.Without(sp)
	for i := range p.Owned {
		p.Owned[i] = p.Owned[i].Without(sp)
	}
	p.Owned[to] = p.Owned[to].With(sp)
}

// Pay takes money from a seat, to another one or to the bank.
func (p *Position) Pay(from, to game.Seat, amount game.Money) {
	if from >= 0 {
		p.Cash[from] -= amount
	}
	if to >= 0 {
		p.Cash[to] += amount
	}
}

// Swap carries a deal out: goods from one seat for goods of another.
func (p *Position) Swap(from, to game.Seat, give, want *game.Terms) {
	p.Pay(from, to, give.Cash-want.Cash)
	p.Owned[from] = p.Owned[from]&^give.Deeds | want.Deeds
	p.Owned[to] = p.Owned[to]&^want.Deeds | give.Deeds
	p.Cards[from] = p.Cards[from]&^give.Cards | want.Cards
	p.Cards[to] = p.Cards[to]&^want.Cards | give.Cards
	p.Tickets[from] += want.Tickets - give.Tickets
	p.Tickets[to] += give.Tickets - want.Tickets
}
