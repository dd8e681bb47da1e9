package views_test

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// form is a form of the page as a browser without script would use it.
type form struct {
	id     string
	hidden url.Values
	lists  map[string][]string // select: all values
	number map[string][2]int   // number: least and most
	boxes  map[string][]string // checkboxes: all values
	ticked map[string][]string
	press  []field // submit buttons with a name
}

type field struct{ name, value string }

func moveForms(t *testing.T, doc *goquery.Document) []form {
	t.Helper()
	var forms []form
	doc.Find(`form[action$="/moves"], form[action$="/confirm"]`).Each(func(_ int, s *goquery.Selection) {
		asks := strings.HasSuffix(s.AttrOr("action", ""), "/confirm")
		if asks {
			require.Equal(t, "get", s.AttrOr("method", ""))
		} else {
			require.Equal(t, "post", s.AttrOr("method", ""))
			require.Equal(t, s.AttrOr("action", "?"), s.AttrOr("hx-post", ""))
		}
		f := form{id: s.AttrOr("id", ""), hidden: url.Values{}, lists: map[string][]string{}, number: map[string][2]int{}, boxes: map[string][]string{}, ticked: map[string][]string{}}
		s.Find("input, select, button").Each(func(_ int, c *goquery.Selection) {
			name, value := c.AttrOr("name", ""), c.AttrOr("value", "")
			switch {
			case goquery.NodeName(c) == "button":
				require.NotEmpty(t, strings.TrimSpace(c.Text()), "button without a label")
				_, off := c.Attr("disabled")
				require.False(t, off, "a move that cannot be made has no button")
				if name != "" && name != "preview" { // which changes nothing
					f.press = append(f.press, field{name, value})
				}
			case goquery.NodeName(c) == "select":
				c.Find("option").Each(func(_ int, o *goquery.Selection) {
					f.lists[name] = append(f.lists[name], o.AttrOr("value", ""))
				})
				require.NotEmpty(t, f.lists[name], "empty list %s in %s", name, f.id)
			case c.AttrOr("type", "") == "hidden":
				f.hidden.Add(name, value)
			case c.AttrOr("type", "") == "checkbox":
				f.boxes[name] = append(f.boxes[name], value)
				if _, on := c.Attr("checked"); on {
					f.ticked[name] = append(f.ticked[name], value)
				}
			case c.AttrOr("type", "") == "number":
				low, err := strconv.Atoi(c.AttrOr("min", "?"))
				require.NoError(t, err)
				high, err := strconv.Atoi(c.AttrOr("max", "?"))
				require.NoError(t, err)
				f.number[name] = [2]int{low, high}
			default:
				t.Errorf("form %s has a control of no known kind: %s", f.id, name)
			}
		})
		if asks {
			f.hidden.Set("seq", "") // the confirmation page has it
		}
		forms = append(forms, f)
	})
	return forms
}

// sendings lists what the form can send with the first list choices, the lowest
// numbers and only the boxes ticked already, once for each button.
func (f *form) sendings() []url.Values {
	base := url.Values(maps.Clone(f.hidden))
	for name, values := range f.lists {
		base.Set(name, values[0])
	}
	for name, n := range f.number {
		base.Set(name, strconv.Itoa(n[0]))
	}
	maps.Copy(base, f.ticked)
	if len(f.press) == 0 {
		return []url.Values{base}
	}
	var list []url.Values
	for _, p := range f.press {
		v := url.Values(maps.Clone(base))
		v.Add(p.name, p.value)
		list = append(list, v)
	}
	return list
}

// sets reports whether the form can send a value in a field.
func (f *form) sets(name, value string) bool {
	return slices.Contains(f.hidden[name], value) || slices.Contains(f.lists[name], value) || slices.Contains(f.boxes[name], value)
}

func (f *form) move() []string {
	moves := slices.Clone(f.hidden["move"])
	for _, p := range f.press {
		if p.name == "move" {
			moves = append(moves, p.value)
		}
	}
	return moves
}

// wanted is the page's obligation for an option: a field and its values.
func wanted(m *match, o game.Option) (name string, values []string) {
	add := func(n int) { values = append(values, strconv.Itoa(n)) }
	switch o.Kind {
	case game.UseTicket, game.ChooseSpace, game.PickDeed, game.Mortgage, game.Lift, game.Keep, game.Place, game.PayInKind:
		name = "space"
		for r := o.Spaces; r != 0; r = r.Rest() {
			add(int(r.First()))
		}
	case game.Build, game.Sell:
		name = "spaces"
		for r := o.Spaces; r != 0; r = r.Rest() {
			add(int(r.First()))
		}
	case game.MoveHouse:
		name = "from"
		for r := o.Spaces; r != 0; r = r.Rest() {
			add(int(r.First()))
		}
	case game.ChooseTax, game.ChooseBus, game.ChooseGift, game.ChooseCard:
		name = "option"
		for c := game.Flat; c < game.NumChoices; c++ {
			if o.Choices>>c&1 == 1 {
				values = append(values, wire.ChoiceName(c))
			}
		}
	case game.SellGroup:
		name = "group"
		for g := range game.MaxGroups {
			if o.Groups>>g&1 == 1 {
				values = append(values, m.st.Groups[g])
			}
		}
	case game.ClaimRent, game.WaiveClaim:
		name = "claim"
		add(int(o.N))
	case game.AcceptTrade, game.RejectTrade, game.CancelTrade:
		name = "trade"
		add(int(o.N))
	default:
	}
	return name, values
}

// checkPage sees to it that the page offers every option, and nothing else.
func checkPage(t *testing.T, m *match, d *tablepage.TableData, forms []form) {
	t.Helper()
	offered := map[string]bool{}
	for _, o := range d.Options {
		if o.Kind > game.Resign {
			continue
		}
		move := wire.MoveName(o.Kind)
		offered[move] = true
		if _, alone := game.Has(d.Options, game.TakeBack); alone && o.Kind == game.AskUndo {
			continue // nobody asks for what goes back without asking
		}
		name, values := wanted(m, o)
		if name == "" {
			values = []string{""}
		}
		for _, value := range values {
			found := slices.ContainsFunc(forms, func(f form) bool {
				return slices.Contains(f.move(), move) && (name == "" || f.sets(name, value))
			})
			require.True(t, found, "no control for %s %s=%s in phase %s", move, name, value, phaseName(m.s.Phase()))
		}
		checkRange(t, o, move, forms)
	}
	for _, f := range forms {
		if f.hidden.Get("seq") != "" || !f.hidden.Has("seq") {
			require.Equal(t, []string{strconv.Itoa(int(m.s.Seq))}, f.hidden["seq"], f.id)
		}
		for _, move := range f.move() {
			require.True(t, offered[move], "%s has a control but is not on offer in phase %s", move, phaseName(m.s.Phase()))
		}
		for _, v := range f.sendings() {
			_, meta, problem := wire.ParseForm(m.st, d.Viewer, v)
			if problem != nil && (f.boxes["spaces"] != nil || v.Get("move") == "propose_trade") {
				continue // nothing is ticked yet
			}
			require.Nil(t, problem, "%s does not parse: %v", f.id, v)
			require.Equal(t, f.hidden.Get("seq") != "", meta.Seq != nil)
		}
	}
}

func checkRange(t *testing.T, o game.Option, move string, forms []form) {
	t.Helper()
	field := map[game.CommandKind]string{game.Bid: "amount", game.Intent: "count", game.OfferSettlement: "credit"}[o.Kind]
	if field == "" || o.Max == 0 {
		return
	}
	found := slices.ContainsFunc(forms, func(f form) bool {
		return slices.Contains(f.move(), move) && f.number[field] == [2]int{int(o.Min), int(o.Max)}
	})
	require.True(t, found, "%s: no field from %d to %d", move, o.Min, o.Max)
}

// checkAccepted asserts that the game accepts a form without free choice.
func checkAccepted(t *testing.T, m *match, d *tablepage.TableData, forms []form) {
	t.Helper()
	var turn game.Turn
	for _, f := range forms {
		if f.boxes["spaces"] != nil || slices.Contains(f.move(), "propose_trade") || slices.Contains(f.move(), "offer_settlement") || len(f.lists["to"]) > 0 {
			continue
		}
		for _, v := range f.sendings() {
			c, _, problem := wire.ParseForm(m.st, d.Viewer, v)
			require.Nil(t, problem)
			turn.Begin(m.st.Rules, &m.s)
			turn.Back = m.back
			no := turn.Decide(c, m.luck)
			require.True(t, no.OK(), "%s is offered but refused: %v %s", v.Encode(), wire.CodeName(no.Code), no.Rule)
		}
	}
}

func TestPagesOfferExactlyWhatTheGameOffers(t *testing.T) {
	seen := map[game.CommandKind]int{}
	for _, c := range []struct {
		edition, book string
		options       map[string]any
		seats         int
	}{
		{"german-classic", "standard", nil, 4},
		{"mega", "mega", map[string]any{"house.tickets_tradeable": true}, 5},
		{"mark-classic", "mark", map[string]any{"end_time": 60}, 4},
		{"duel-masters", "duel", map[string]any{"duel": true, "quick": true}, 3},
		{"us-classic", "us", nil, 5},
		{"sonic", "sonic", map[string]any{"house.sealed_auction": true}, 3},
	} {
		t.Run(c.edition, func(t *testing.T) {
			st := loadSetup(t, c.edition, c.book, c.options)
			for seed := byte(1); seed <= 3; seed++ {
				m := newMatch(t, st, c.seats, seed)
				walk(t, m, pages(), seen)
			}
		})
	}
	for _, h := range handmadeMatches(t) {
		t.Run(h.name, func(t *testing.T) { checkSeats(t, h.m, seen) })
	}
	for kind := game.Roll; kind <= game.Resign; kind++ {
		assert.Positive(t, seen[kind], "no page with %s was looked at", wire.MoveName(kind))
	}
}

// checkSeats looks at a position through the eyes of everybody.
func checkSeats(t *testing.T, m *match, seen map[game.CommandKind]int) {
	t.Helper()
	for seat := range game.Seat(m.s.NumSeats) {
		d := m.data(seat)
		for _, o := range d.Options {
			seen[o.Kind]++
		}
		checkPage(t, m, &d, moveForms(t, parse(t, render(t, d.Fragment(pageOf("en"))))))
	}
	d := m.data(game.Nobody)
	assert.Empty(t, moveForms(t, parse(t, render(t, d.Page(pageOf("en"))))), "a watcher has no controls")
}

// pages is how many pages of a game are looked at.
func pages() int {
	if testing.Short() {
		return 60
	}
	return 130
}

// walk plays on as bots do, with odd moves in between, and looks at a page each time.
func walk(t *testing.T, m *match, pages int, seen map[game.CommandKind]int) {
	t.Helper()
	for range pages {
		for range 1 + m.rng.IntN(12) {
			if !m.step() {
				return
			}
		}
		seat := game.Seat(m.rng.IntN(int(m.s.NumSeats)))
		if w := m.s.Waiting(); w != 0 && m.rng.IntN(3) > 0 {
			seat = w.First()
		}
		d := m.data(seat)
		for _, o := range d.Options {
			seen[o.Kind]++
		}
		forms := moveForms(t, parse(t, render(t, d.Fragment(pageOf("de")))))
		checkPage(t, m, &d, forms)
		checkAccepted(t, m, &d, forms)
		m.odd(d.Options, seat)
	}
}

// odd plays a move that bots seldom make.
func (m *match) odd(opts []game.Option, seat game.Seat) {
	if len(opts) == 0 || m.rng.IntN(3) > 0 {
		return
	}
	o := opts[m.rng.IntN(len(opts))]
	c := game.Move(o.Kind, seat)
	c.N = o.N
	switch o.Kind {
	case game.Build, game.Sell:
		c = game.MoveSteps(o.Kind, seat, o.Spaces.First())
	case game.Mortgage, game.Lift, game.Keep, game.UseTicket, game.ChooseSpace, game.PickDeed, game.Place:
		c.Space = o.Spaces.First()
	case game.ProposeTrade:
		c.To, c.Give.Cash = o.Seats.First(), min(5*o.Step, o.Max)
		c.Want.Deeds = m.s.Owned[c.To] & -m.s.Owned[c.To]
	case game.Resign, game.DeclareBankruptcy:
		return
	default:
	}
	m.try(c)
}
