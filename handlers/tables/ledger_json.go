package tables

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// booksJSON is the account books of a table. Turns and entries are those that
// the query picks; accounts, flows and sum are of the whole game.
type booksJSON struct {
	Game     string            `json:"game"`
	Seq      uint32            `json:"seq"`
	Status   string            `json:"status" schema:"Status"`
	Balanced bool              `json:"balanced"`
	Accounts []accountJSON     `json:"accounts"`
	Sum      totalJSON         `json:"sum"`
	Flows    []flowJSON        `json:"flows"`
	Page     int               `json:"page"`
	Pages    int               `json:"pages"`
	Turns    []turnBalanceJSON `json:"turns"`
	Entries  []entryJSON       `json:"entries"`
}

// totalJSON is what an account got and gave.
type totalJSON struct {
	Debit   int64 `json:"debit"`
	Credit  int64 `json:"credit"`
	Balance int64 `json:"balance"`
}

// accountJSON is one account.
type accountJSON struct {
	Account string     `json:"account" schema:"Account"`
	Player  *game.Seat `json:"player"` // null for the pot and the bank's
	Name    string     `json:"name,omitempty"`
	totalJSON
}

// flowJSON is a player's receipts and payments for one reason.
type flowJSON struct {
	Player game.Seat `json:"player"`
	Reason string    `json:"reason"`
	In     int64     `json:"in"`
	Out    int64     `json:"out"`
}

// turnBalanceJSON is what everybody held when a turn was over.
type turnBalanceJSON struct {
	Turn     uint16           `json:"turn"`
	Player   *game.Seat       `json:"player"` // null before the first turn
	Balances map[string]int64 `json:"balances"`
}

// entryJSON is one amount that went from the account credited to the one debited.
type entryJSON struct {
	Seq    uint32      `json:"seq"`
	At     *time.Time  `json:"at,omitempty"`
	Turn   uint16      `json:"turn"`
	Player *game.Seat  `json:"player"` // whose turn it was; null before the first
	Debit  string      `json:"debit" schema:"Account"`
	Credit string      `json:"credit" schema:"Account"`
	Amount game.Money  `json:"amount"`
	Reason string      `json:"reason"`
	Rule   string      `json:"rule,omitempty"`
	Space  *game.Space `json:"space,omitempty"`
	Trade  uint16      `json:"trade,omitempty"`
}

func newBooksJSON(l *ledgerQuery) booksJSON {
	x := booksJSON{
		Game: l.snap.Meta.ID, Seq: l.book.Seq(), Status: wire.StatusName(l.snap.State.Status), Balanced: l.broken == nil,
		Accounts: []accountJSON{}, Sum: newTotal(l.book.Sum()), Flows: []flowJSON{}, Turns: []turnBalanceJSON{}, Entries: []entryJSON{},
	}
	names := l.snap.Names()
	for _, a := range l.book.Used() {
		one := accountJSON{Account: a.ID(), totalJSON: newTotal(l.book.Totals[a])}
		if seat, ok := a.Seat(); ok {
			one.Player, one.Name = &seat, names[seat]
			for _, f := range l.book.Flows(a) {
				x.Flows = append(x.Flows, flowJSON{seat, reasonName(f.Cause), f.In, f.Out})
			}
		}
		x.Accounts = append(x.Accounts, one)
	}
	var leaves []ledger.Leaf
	leaves, x.Page, x.Pages = l.leaves()
	for _, leaf := range leaves {
		x.Turns = append(x.Turns, newTurnBalance(l.book, leaf.Turn))
		for i := range leaf.Entries {
			x.Entries = append(x.Entries, l.entryJSON(&leaf.Entries[i]))
		}
	}
	return x
}

// leaves are the turns asked for; a program that asks for no page gets all.
func (l *ledgerQuery) leaves() (leaves []ledger.Leaf, page, pages int) {
	q := l.query
	if q.Page == 0 {
		q.Page = tablepage.AllPages
	}
	return tablepage.PageOfBooks(l.book, q)
}

func newTotal(t ledger.Total) totalJSON { return totalJSON{t.Debit, t.Credit, t.Balance()} }

func newTurnBalance(b *ledger.Ledger, t *ledger.Turn) turnBalanceJSON {
	x := turnBalanceJSON{Turn: t.Number, Player: web.SeatOrNull(t.Player), Balances: map[string]int64{"bank": t.Bank()}}
	for i := range game.Seat(b.Seats()) {
		x.Balances[ledger.Purse(i).ID()] = t.Balances[ledger.Purse(i)]
	}
	x.Balances[ledger.Pot.ID()] = t.Balances[ledger.Pot]
	return x
}

func (l *ledgerQuery) entryJSON(x *ledger.Entry) entryJSON {
	e := entryJSON{
		Seq: x.Seq, Turn: x.Turn, Player: web.SeatOrNull(x.Mover), Debit: x.Debit.ID(), Credit: x.Credit.ID(),
		Amount: x.Amount, Reason: reasonName(x.Cause), Rule: x.Rule.String(), Trade: x.Trade,
	}
	if at, ok := l.at[x.Seq]; ok {
		at = at.UTC()
		e.At = &at
	}
	if int(x.Space) < int(l.snap.Setup.Rules.Size) {
		e.Space = &x.Space
	}
	return e
}

// reasonName is the reason of an entry: that of its payment, or "start" for
// what everybody begins with.
func reasonName(why game.Cause) string {
	if why == game.NoCause {
		return "start"
	}
	return wire.CauseName(why)
}
