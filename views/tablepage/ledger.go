package tablepage

import (
	"net/url"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/text"
)

// BooksData is the account books of a table.
type BooksData struct {
	ID      string
	Name    string
	Setup   *setup.Setup
	State   *game.State
	Seats   []Seat
	Viewer  game.Seat // the reader's, for the ways: the books are shown to all alike
	Book    *ledger.Ledger
	Sandbox bool // a position tried out
	Broken  bool // the books do not agree with the state
	Query   BooksQuery
}

// turnsAPage is how many turns of the journal a page shows.
const turnsAPage = 20

// ledgerPage is the books as one page shows them.
type ledgerPage struct {
	*view
	d     *BooksData
	pages []ledger.Leaf
	Page  int // of the journal, from 1
	Last  int // page
}

func newLedger(p page.Page, d *BooksData) *ledgerPage {
	table := &TableData{ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Seats: d.Seats, Viewer: game.Nobody, Sandbox: d.Sandbox}
	l := &ledgerPage{view: newView(p, table), d: d}
	l.pages, l.Page, l.Last = PageOfBooks(d.Book, d.Query)
	return l
}

// PageOfBooks picks the turns of a page, oldest first. Pages are counted from
// the first turn, so that none but the newest changes; a page that is not
// there yet is the newest.
func PageOfBooks(b *ledger.Ledger, q BooksQuery) (leaves []ledger.Leaf, page, last int) {
	leaves = b.Leaves(q.filter())
	if q.Page == AllPages {
		return leaves, 1, 1
	}
	page, last, from, to := pageOf(len(leaves), turnsAPage, int(q.Page))
	return leaves[from:to], page, last
}

// pageOf finds the page asked for of a list of n: its number, the number of the last,
// and where it begins and ends in the list. The last holds between half of size and half
// as many again, if there are so many; 0, or a page that is not there yet, is the last.
func pageOf(n, size, asked int) (page, last, from, to int) {
	last = max(1, (n+size/2)/size)
	if asked > 0 && asked < last {
		return asked, last, (asked - 1) * size, asked * size
	}
	return last, last, (last - 1) * size, n
}

func (l *ledgerPage) frame() page.Frame {
	f := page.Frame{
		Title: l.T("books.title") + " · " + l.view.d.Name, Heading: l.view.d.Name, Sub: l.T("books.title"),
		Look: page.LookPath(page.EditionName(l.d.Setup.Edition)), Body: palette.Class(l.d.Setup.Edition),
		Status: l.p.StatusOr(l.checked()), Symbols: page.TokenSymbols(), Rules: l.rules,
	}
	f.Nav = l.waysOf(page.BooksPath(l.d.ID), l.d.Viewer)
	return f
}

// empty reports whether there is nothing to show yet.
func (l *ledgerPage) empty() bool { return len(l.d.Book.Entries) == 0 }

// checked says whether everything adds up.
func (l *ledgerPage) checked() string {
	switch {
	case l.d.Broken:
		return l.T("books.broken")
	case l.empty():
		return l.T("books.waiting")
	}
	return l.N("books.checked", len(l.d.Book.Entries))
}

// amount writes a sum, which may be larger than any single payment.
func (l *ledgerPage) amount(n int64) string {
	return l.Printer.Money(l.d.Setup.Edition.Currency, int(n))
}

// some is an amount, or a dash for none.
func (l *ledgerPage) some(n int64) string {
	if n == 0 {
		return "–"
	}
	return l.amount(n)
}

// purse is where the money of a player came from and went.
type purse struct {
	ID       string
	Name     string
	Token    page.Token
	Cash     string
	Out      bool
	Rows     []purseRow
	Got, Put string
	Href     string // the player's entries alone
}

// purseRow is one cause.
type purseRow struct{ Label, In, Out string }

func (l *ledgerPage) purses() []purse {
	var list []purse
	for i := range game.Seat(l.d.Book.Seats()) {
		if l.s.Players[i].BankerOnly || l.d.Query.Player >= 0 && l.d.Query.Player != i {
			continue
		}
		total := l.d.Book.Totals[ledger.Purse(i)]
		x := purse{
			ID: "purse" + page.Itoa(i), Name: l.Name(i), Token: l.token(i), Cash: l.amount(total.Balance()), Out: l.s.Players[i].Bankrupt,
			Got: l.amount(total.Debit), Put: l.amount(total.Credit),
			Href: BooksQuery{Player: i, Turn: -1}.at(page.BooksPath(l.d.ID), "") + "#journal",
		}
		for _, f := range l.d.Book.Flows(ledger.Purse(i)) {
			x.Rows = append(x.Rows, purseRow{l.cause(f.Cause), l.some(f.In), l.some(f.Out)})
		}
		list = append(list, x)
	}
	return list
}

// cause is the word for a reason at the beginning of a line.
func (l *ledgerPage) cause(why game.Cause) string {
	if why == game.NoCause {
		return l.T("books.start")
	}
	return capitalized(l.T("cause." + wire.CauseName(why)))
}

// accountRow is one line of the trial balance.
type accountRow struct {
	Name, Got, Put, Balance string
	Sum                     bool
}

// trial is the trial balance: every account that was used, the bank's summed
// up, and all together, which is nothing.
func (l *ledgerPage) trial() []accountRow {
	var rows []accountRow
	b := l.d.Book
	row := func(name string, t ledger.Total, sum bool) {
		rows = append(rows, accountRow{name, l.some(t.Debit), l.some(t.Credit), l.amount(t.Balance()), sum})
	}
	for _, a := range b.Used() {
		row(AccountName(l.Scene, a), b.Totals[a], false)
	}
	row(l.T("books.bank_all"), b.Bank(), true)
	row(l.T("books.all"), b.Sum(), true)
	return rows
}

// AccountName is what an account is called: a player's name, the pot, or
// "Bank: " and what the account is for.
func AccountName(s *text.Scene, a ledger.Account) string {
	if seat, ok := a.Seat(); ok {
		return s.Name(seat)
	}
	if a == ledger.Pot {
		return capitalized(s.T("cause.pot"))
	}
	return s.T("books.bank_of", "Account", bankFor(s, a))
}

// bankFor is what an account of the bank is for; free parking has the name that
// the board gives it.
func bankFor(s *text.Scene, a ledger.Account) string {
	r := s.Setup.Rules
	for sp := range game.Space(r.Size) {
		if a == ledger.Parking && r.Spaces[sp].Kind == game.KindParking {
			return s.Space(sp)
		}
	}
	return s.T("books.account." + a.ID()[len("bank:"):])
}

// bookTurn is the journal of one turn.
type bookTurn struct {
	ID    string
	Title string
	Rows  []bookRow
	After string // what everybody held when it was over
}

// bookRow is one entry.
type bookRow struct {
	From, To, Why, Money string
	Log                  string // the line of the log that tells of it, "" if none does
	Rule, Href           string
}

// journal is the page's part of the journal, the newest turn first.
func (l *ledgerPage) journal() []bookTurn {
	var turns []bookTurn
	for i := len(l.pages) - 1; i >= 0; i-- {
		leaf := &l.pages[i]
		x := bookTurn{ID: "turn" + page.Itoa(leaf.Number), Title: l.before(), After: l.after(leaf.Turn)}
		if leaf.Number > 0 {
			x.Title = l.T("log.turn", "N", page.Itoa(leaf.Number), "Name", l.Name(leaf.Player))
		}
		for j := range leaf.Entries {
			x.Rows = append(x.Rows, l.row(&leaf.Entries[j]))
		}
		turns = append(turns, x)
	}
	return turns
}

func (l *ledgerPage) row(x *ledger.Entry) bookRow {
	r := bookRow{From: l.side(x.Credit), To: l.side(x.Debit), Why: l.why(x), Money: l.Money(x.Amount)}
	if x.Seq > 0 {
		r.Log = page.AtPath(l.d.ID, x.Seq) + "#e" + strconv.FormatUint(uint64(x.Seq), 10)
	}
	if id := x.Rule.String(); id != "" {
		r.Rule, r.Href = id[2:], page.RuleAt(l.rules, id)
	}
	return r
}

// side is an account in the journal: a name, the bank, the pot.
func (l *ledgerPage) side(a ledger.Account) string {
	if a.Bank() {
		return l.T("books.bank")
	}
	return AccountName(l.Scene, a)
}

// why says what an entry was for and where.
func (l *ledgerPage) why(x *ledger.Entry) string {
	s := l.cause(x.Cause)
	if x.Trade > 0 {
		s += " · " + l.T("trade.number", "N", page.Itoa(x.Trade))
	}
	if int(x.Space) < int(l.r.Size) {
		s += " · " + l.Space(x.Space)
	}
	return s
}

// after lists what everybody held when a turn was over.
func (l *ledgerPage) after(t *ledger.Turn) string {
	s := ""
	add := func(name string, n int64) {
		if s != "" {
			s += " · "
		}
		s += name + ":\u00a0" + l.amount(n)
	}
	for i := range game.Seat(l.d.Book.Seats()) {
		if !l.s.Players[i].BankerOnly && (l.d.Query.Player < 0 || l.d.Query.Player == i) {
			add(l.Name(i), t.Balances[ledger.Purse(i)])
		}
	}
	if l.d.Query.Player < 0 {
		if t.Balances[ledger.Pot] != 0 {
			add(AccountName(l.Scene, ledger.Pot), t.Balances[ledger.Pot])
		}
		add(l.T("books.bank"), t.Bank())
	}
	return l.T("books.after", "List", s)
}

// AllPages asks for the whole journal at once, to print it.
const AllPages BooksPage = -1

// BooksPage is a page of the journal: from 1, oldest first; 0 the newest, AllPages all.
type BooksPage int

// mostPages is more than a journal has.
const mostPages = 1 << 16

// ReadQuery reads the number of a page, or all.
func (p *BooksPage) ReadQuery(values []string) bool {
	if values[0] == "all" {
		*p = AllPages
		return true
	}
	n, err := strconv.Atoi(values[0])
	*p = BooksPage(n)
	return err == nil && n >= 1 && n <= mostPages
}

// BooksQuery is what the address of the books asks for.
type BooksQuery struct {
	Player game.Seat `query:"player,laxpage,absent=-2,max=8" schema:"SeatNumber"` // game.Nobody: all
	Turn   int       `query:"turn,laxpage,absent=-1" schema:",min=0,max=65535"`   // -1: all
	Page   BooksPage `query:"page,laxpage" schema:"BooksPage"`
}

// filter is which entries are shown.
func (x BooksQuery) filter() ledger.Filter { return ledger.Filter{Player: x.Player, Turn: x.Turn} }

// values is the filter as a query, for links that keep it.
func (x BooksQuery) values() url.Values {
	q := url.Values{}
	if x.Player >= 0 {
		q.Set(page.QueryPlayer, page.Itoa(x.Player))
	}
	if x.Turn >= 0 {
		q.Set(page.QueryTurn, strconv.Itoa(x.Turn))
	}
	return q
}

// at is the address of a path with the filter, and a page unless it is "".
func (x BooksQuery) at(path, number string) string {
	q := x.values()
	if number != "" {
		q.Set(page.QueryPage, number)
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}
