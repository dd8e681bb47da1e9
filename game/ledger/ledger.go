package ledger

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Entry is one amount that went from one account to another.
type Entry struct {
	Seq    uint32     // of the event; 0 for entries before the first
	Turn   uint16     // number of the turn, 0 before the first
	Mover  game.Seat  // whose turn it is, game.Nobody before the first
	Debit  Account    // gets the money
	Credit Account    // gives it
	Amount game.Money // above 0
	Cause  game.Cause // game.NoCause for the balances at the start
	Rule   game.Rule  // that decided, or the zero rule
	Space  game.Space // it was about, or game.NoSpace
	Trade  uint16     // number of the trade it belongs to, 0 if none
}

// Total is the sum of an account's receipts and payments.
type Total struct{ Debit, Credit int64 }

// Balance is the balance of an account; the bank's are below zero where
// they gave more than they got.
func (t Total) Balance() int64 { return t.Debit - t.Credit }

// Turn is the stretch of the journal that one turn made.
type Turn struct {
	Number   uint16
	Player   game.Seat          // game.Nobody for entries before the first
	From, To int                // its entries are Entries[From:To]
	Balances [NumAccounts]int64 // when it was over, or now

	seq uint32 // of the event that began it
}

// Ledger is the journal of a game and its accounts. Event by event it agrees
// with the state that the same events fold to.
type Ledger struct {
	Entries []Entry
	Turns   []Turn // never empty: the first holds the entries before the first turn
	Totals  [NumAccounts]Total

	rules *game.Ruleset
	seats int
	seq   uint32
	pending

	held  pending      // after the last event that cannot be taken back
	since []game.Event // after that
}

// pending is what later payments depend on.
type pending struct {
	pot    game.Money
	item   game.Item // of the last auction
	trade  uint16    // being carried out
	traded game.Set  // its deeds whose interest or mortgage may still be paid
	debts  []debt
}

func (p *pending) clone() pending {
	c := *p
	c.debts = slices.Clone(p.debts)
	return c
}

// debt remembers for which space a debt was made; the state does not.
type debt struct {
	debtor, creditor game.Seat
	cause            game.Cause
	amount           game.Money
	space            game.Space
}

// New opens the books of a game on the state before its first event: the
// bank gives all players their starting cash, and fills the pot.
func New(r *game.Ruleset, start *game.State) *Ledger {
	b := &Ledger{rules: r, seats: int(start.NumSeats), seq: start.Seq, pending: pending{pot: start.Pot}}
	b.Turns = []Turn{{Player: game.Nobody}}
	for i := range game.Seat(b.seats) {
		b.post(Entry{Debit: Purse(i), Credit: Capital, Amount: start.Players[i].Cash, Space: game.NoSpace})
	}
	b.post(Entry{Debit: Pot, Credit: Parking, Amount: start.Pot, Cause: game.ForPot, Space: game.NoSpace})
	for _, d := range start.Debts[:start.NumDebts] {
		b.debts = append(b.debts, debt{d.Debtor, d.Creditor, d.Cause, d.Amount, game.NoSpace})
	}
	b.held = b.pending.clone()
	return b
}

// Seats is how many players' purses there are.
func (b *Ledger) Seats() int { return b.seats }

// Seq is the number of the last event.
func (b *Ledger) Seq() uint32 { return b.seq }

// Add books the next event.
func (b *Ledger) Add(e *game.Event) {
	b.seq++
	switch e.Kind {
	case game.TurnStarted:
		at := len(b.Entries)
		b.Turns = append(b.Turns, Turn{Number: uint16(e.N), Player: e.Seat, From: at, To: at, Balances: b.now().Balances, seq: b.seq})
	case game.Paid:
		b.paid(e)
	case game.PotChanged:
		b.potChanged(e)
	case game.AuctionClosed:
		b.item = e.Item
	case game.DebtOpened, game.DebtReduced, game.DebtSettled, game.Bankrupted:
		b.owed(e)
	case game.Undone:
		b.takeBack(uint32(e.N))
	default:
	}
	b.follow(e)
	if e.Kind == game.Undone || game.Reveals(e.Kind) {
		b.held, b.since = b.pending.clone(), b.since[:0]
	} else {
		b.since = append(b.since, *e)
	}
}

// takeBack books the opposite of every entry after an event, the latest first,
// and goes on in the turn of that event. A journal has no entry struck out.
func (b *Ledger) takeBack(to uint32) {
	first := b.seq - 1 - uint32(len(b.since)) // the event after which everything is known
	if to < first || to >= b.seq {
		return // a log that does not add up is for others to refuse
	}
	for i := len(b.Entries) - 1; i >= 0 && b.Entries[i].Seq > to; i-- {
		x := b.Entries[i]
		x.Debit, x.Credit = x.Credit, x.Debit
		b.post(x)
	}
	then := Ledger{rules: b.rules, seats: b.seats, seq: first, pending: b.held.clone(), Turns: []Turn{{}}}
	for i := range b.since[:to-first] {
		then.Add(&b.since[i])
	}
	b.pending = then.pending
	for i := len(b.Turns) - 1; i >= 0; i-- {
		if turn := b.Turns[i]; turn.seq <= to {
			if i < len(b.Turns)-1 {
				at := len(b.Entries)
				b.Turns = append(b.Turns, Turn{Number: turn.Number, Player: turn.Player, From: at, To: at, Balances: b.now().Balances, seq: b.seq})
			}
			return
		}
	}
}

// paid books a payment. Lifting a mortgage pays back the loan, and interest.
func (b *Ledger) paid(e *game.Event) {
	x := Entry{
		Debit: account(e.Other, e.Cause), Credit: account(e.Seat, e.Cause), Amount: e.Amount,
		Cause: e.Cause, Rule: e.Rule, Space: b.space(e), Trade: b.tradeOf(e),
	}
	if interest := b.interest(e); interest > 0 {
		x.Amount -= interest
		b.post(x)
		x.Amount, x.Cause, x.Debit = interest, game.ForInterest, Interest
	}
	b.post(x)
}

func account(seat game.Seat, why game.Cause) Account {
	if seat >= 0 {
		return Purse(seat)
	}
	return bankAccount(why)
}

// interest is the part of the payment for lifting a mortgage above the loan.
func (b *Ledger) interest(e *game.Event) game.Money {
	if e.Cause != game.ForLift || int(e.Space) >= int(b.rules.Size) {
		return 0
	}
	return max(0, e.Amount-b.rules.Spaces[e.Space].Mortgage)
}

// potChanged books what the bank puts into the pot, or takes out to pay it.
func (b *Ledger) potChanged(e *game.Event) {
	x := Entry{Debit: Pot, Credit: Parking, Amount: e.Amount - b.pot, Cause: game.ForPot, Space: game.NoSpace}
	if x.Amount < 0 {
		x.Debit, x.Credit, x.Amount = Parking, Pot, -x.Amount
	}
	b.pot = e.Amount
	b.post(x)
}

// post writes an entry into the journal and both accounts.
func (b *Ledger) post(x Entry) {
	if x.Amount == 0 {
		return
	}
	turn := b.now()
	x.Seq, x.Turn, x.Mover = b.seq, turn.Number, turn.Player
	b.Entries = append(b.Entries, x)
	b.Totals[x.Debit].Debit += int64(x.Amount)
	b.Totals[x.Credit].Credit += int64(x.Amount)
	turn.Balances[x.Debit] += int64(x.Amount)
	turn.Balances[x.Credit] -= int64(x.Amount)
	turn.To = len(b.Entries)
}

// now is the running turn.
func (b *Ledger) now() *Turn { return &b.Turns[len(b.Turns)-1] }
