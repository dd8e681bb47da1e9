package tablepage

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/text"
)

// OrdersData holds a player's standing orders at a table. Only they see them.
type OrdersData struct {
	ID      string
	Name    string
	Setup   *setup.Setup
	State   *game.State
	Seats   []Seat
	Viewer  game.Seat
	Book    orders.Book
	Problem *page.Problem
	Typed   url.Values     // the form that was refused
	Zone    *time.Location // of the table
}

// orderBook is the orders as one page shows them.
type orderBook struct {
	*view
	d *OrdersData
}

func newOrderBook(p page.Page, d *OrdersData) *orderBook {
	table := &TableData{ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Seats: d.Seats, Viewer: d.Viewer}
	return &orderBook{newView(p, table), d}
}

func (s *orderBook) frame() page.Frame {
	return page.Frame{
		Title: s.T("orders.title") + " · " + s.view.d.Name, Heading: s.view.d.Name, Sub: s.T("orders.title"),
		Look: page.LookPath(page.EditionName(s.d.Setup.Edition)), Body: palette.Class(s.d.Setup.Edition),
		Status: s.p.StatusOr(s.N("orders.status", len(s.d.Book.Orders))), Rules: s.rules,
		Nav: s.ways(page.OrdersPath(s.d.ID)),
	}
}

// open reports whether orders can be given: the game runs and the viewer is in it.
func (s *orderBook) open() bool { return s.s.Status == game.Playing && s.s.In(s.me) }

// auction reports whether a bid for the auction that runs can be left.
func (s *orderBook) auction() bool { return s.s.Auction.Open && s.s.Auction.Bidders.Has(s.me) }

// refused reports whether a form is the one that was refused. The forms for a bid differ in
// whether it is for this auction alone; that for money set aside has no kind.
func (s *orderBook) refused(form string) bool {
	if form == "this" {
		return s.d.Typed.Has("this_auction")
	}
	return s.d.Typed.Get("kind") == form && !s.d.Typed.Has("this_auction")
}

// typed is what stands in a field: what was typed into the form if it was refused, or the usual.
func (s *orderBook) typed(form, name, usual string) string {
	if !s.refused(form) {
		return usual
	}
	return page.Typed(s.d.Typed, name, usual)
}

// ticked reports whether a box is ticked, as typed reports what stands in a field.
func (s *orderBook) ticked(form, name, value string, usual bool) bool {
	if !s.refused(form) {
		return usual
	}
	return slices.Contains(s.d.Typed[name], value)
}

// orderRow is one order in plain words.
type orderRow struct {
	ID, Text, Ends, Revoke string
}

func (s *orderBook) orders() []orderRow {
	list := make([]orderRow, 0, len(s.d.Book.Orders))
	for i := range s.d.Book.Orders {
		o := &s.d.Book.Orders[i]
		id := page.Itoa(o.ID)
		list = append(list, orderRow{"od-" + id, OrderText(s.Lang(), s.d.Setup, o), capitalized(s.ends(o)), s.p.InHand(page.RevokePath(s.d.ID, id))})
	}
	return list
}

// ended are the orders that ended before they were needed, the newest first.
func (s *orderBook) ended() []orderRow {
	list := make([]orderRow, 0, len(s.d.Book.Ended))
	for _, o := range slices.Backward(s.d.Book.Ended) {
		list = append(list, orderRow{Text: OrderText(s.Lang(), s.d.Setup, &o.Order), Ends: s.T("orders.over_"+string(o.Why), "Time", page.Moment(s.Printer, o.At, s.d.Zone))})
	}
	return list
}

// ends says until when an order holds.
func (s *orderBook) ends(o *orders.Order) string {
	switch {
	case o.Auction != 0:
		return s.T("orders.ends_auction")
	case o.Visit && o.Turns > 1 && o.Turn == 0:
		return s.T("orders.ends_next_turns", "N", page.Itoa(o.Turns))
	case o.Visit && o.Turns > 1:
		return s.N("orders.ends_turns", int(o.Turns)-1)
	case o.Visit && o.Turn == 0:
		return s.T("orders.ends_next_turn")
	case o.Visit:
		return s.T("orders.ends_turn")
	case o.Until.IsZero():
		return s.T("orders.ends_round", "N", page.Itoa(o.Round))
	}
	return s.T("orders.ends_at", "Time", page.Moment(s.Printer, o.Until, s.d.Zone))
}

// groupChoice is a group to tick.
type groupChoice struct{ ID, Value, Label string }

func (s *orderBook) groups(form string) []groupChoice {
	list := make([]groupChoice, 0, s.r.NumGroups)
	for g := range s.r.NumGroups {
		id := s.d.Setup.Edition.Groups[g].ID
		list = append(list, groupChoice{form + "-" + id, id, s.Group(g)})
	}
	return list
}

// pawns are the viewer's deeds that could be mortgaged for a debt.
func (s *orderBook) pawns() []groupChoice {
	var list []groupChoice
	for set := s.s.Owned[s.me]; set != 0; set = set.Rest() {
		sp := set.First()
		list = append(list, groupChoice{"pawn-" + page.Itoa(sp), page.Itoa(sp), s.Space(sp) + " · " + s.Money(s.r.Spaces[sp].Mortgage)})
	}
	return list
}

// OrderText says in plain words what an order does.
func OrderText(lang string, st *setup.Setup, o *orders.Order) string {
	return capitalized(orderText(lang, st, o))
}

// capitalized begins a sentence.
func capitalized(said string) string {
	first, n := utf8.DecodeRuneInString(said)
	return string(unicode.ToUpper(first)) + said[n:]
}

func orderText(lang string, st *setup.Setup, o *orders.Order) string {
	s := text.NewScene(lang, st, nil)
	what := orderedDeeds(s, st, o)
	money := s.Money(o.Limit)
	switch o.Kind {
	case orders.ClaimRents:
		return s.T("orders.claim_rents")
	case orders.Buy:
		said := s.T("orders.buy_any", "What", what)
		if o.Limit > 0 {
			said = s.T("orders.buy", "What", what, "Money", money)
		}
		if o.Else {
			said += " " + s.T("orders.buy_else")
		}
		return said
	case orders.Bid:
		switch {
		case o.Auction != 0 && o.Limit == 0:
			return s.T("orders.pass_this")
		case o.Auction != 0:
			return s.T("orders.bid_this", "Money", money)
		case o.Building != game.NoBuilding:
			return s.T("orders.bid", "What", st.BuildingsName(lang, o.Building), "Money", money)
		case o.Limit == 0:
			return s.T("orders.pass", "What", what)
		}
		return s.T("orders.bid", "What", what, "Money", money)
	case orders.Jail:
		said := s.T("orders.jail_now")
		if o.Throws > 0 {
			said = s.N("orders.jail", int(o.Throws))
		}
		if o.Card {
			said += " " + s.T("orders.jail_card")
		}
		return said
	case orders.Mortgage:
		return s.T("orders.mortgage", "Deeds", s.List(spaceNames(s, o.List)))
	case orders.DeclineTrades:
		return s.T("orders.decline_trades", "Money", money)
	case orders.EndTurn:
		return s.T("orders.end_turn")
	case orders.Roll:
		return s.T("orders.roll")
	case orders.Usual:
		return s.T("orders.usual")
	}
	return string(o.Kind)
}

// OrderWhy says why something cannot be ordered at a table of this set-up, and
// what can.
func OrderWhy(lang string, st *setup.Setup, why, field, kind string, as text.Naming) string {
	p := text.For(lang)
	var values []string
	least, limit, ends := 0, 0, field == "until"
	switch field {
	case "kind":
		values = []string{"visit"}
		for _, k := range orders.Kinds() {
			values = append(values, string(k))
		}
	case "building":
		values = []string{"house", "hotel", "skyscraper", "depot"}
	case "groups":
		values = st.Groups
	case "turns":
		limit = orders.MaxTurns
	case "throws":
		limit = int(st.Rules.LastJailTurn())
	case "days":
		least, limit = 1, orders.MaxDays
	}
	name := field
	if key, ok := map[string]string{
		"set_aside": "orders.set_aside", "days": "orders.days", "until": "orders.days", "turns": "orders.turns", "throws": "orders.throws",
		"groups": "orders.groups", "list": "orders.pawns", "limit": "orders.most",
	}[field]; ok && as == text.Labels {
		name = p.T(key)
	}
	switch {
	case why == "unknown" && values != nil:
		return p.T("orders.why.unknown_of", "Field", name, "Values", strings.Join(values, ", "))
	case why == "range" && limit > 0:
		return p.T("orders.why.range_to", "Field", name, "Min", strconv.Itoa(least), "Max", strconv.Itoa(limit))
	case why == "missing" && kind == string(orders.Roll):
		return p.T("orders.why.missing_visit")
	case why == "missing" && field == "limit":
		return p.T("orders.why.missing_limit", "Field", name)
	case why == "missing" && ends:
		return p.T("orders.why.missing_end")
	}
	return p.T("orders.why."+why, "Field", name)
}

func spaceNames(s *text.Scene, list []game.Space) []string {
	names := make([]string, len(list))
	for i, sp := range list {
		names[i] = s.Space(sp)
	}
	return names
}

// orderedDeeds names the deeds an order is about.
func orderedDeeds(s *text.Scene, st *setup.Setup, o *orders.Order) string {
	var names []string
	for g := range st.Rules.NumGroups {
		if o.Groups>>g&1 == 1 {
			names = append(names, s.Group(g))
		}
	}
	for set := o.Spaces; set != 0; set = set.Rest() {
		names = append(names, s.Space(set.First()))
	}
	if len(names) == 0 {
		return s.T("orders.every_deed")
	}
	return s.List(names)
}
