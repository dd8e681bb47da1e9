package tablepage

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// result is the end of a game.
type result struct {
	Title   string
	Winner  *page.Token
	Eyebrow string
	Lead    string // what decided it for the viewer
	Medal   string // their place in short; "" if they have none
	Rows    []standing
	Story   []moment
	Again   again
}

// again is how the people of a finished game play once more.
type again struct {
	With  string // the label of the button
	Small string
	Form  bool   // the viewer takes part: one press seats them
	To    string // the address of the next table if they sit there already
}

// standing is one line of the final count.
type standing struct {
	Rank, Name, Wealth, Cash, Land, Houses string
	Page                                   string // of the player, "" if it is not open
	Token                                  page.Token
	Lead, Mine                             bool
	Out                                    string // that and when they went bankrupt, "" if they did not
}

func (v *view) result() result {
	x := result{Eyebrow: v.ending(), Rows: v.standings()}
	var first []game.Seat
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		if st.Rank == 1 {
			first = append(first, st.Seat)
		}
	}
	switch len(first) {
	case 0:
		x.Title = v.T("result.none")
	case 1:
		x.Title = v.T("result.winner", "Name", v.Name(first[0]), "Money", v.Money(v.wealthOf(first[0])))
		t := v.token(first[0])
		x.Winner = &t
	default:
		var seats game.Seats
		for _, s := range first {
			seats = seats.With(s)
		}
		x.Title = v.T("result.shared", "Names", v.NamesOf(seats))
	}
	v.mine(&x)
	if v.d.Figures != nil {
		x.Story = v.story(&v.d.Figures.Story)
	}
	x.Again = v.again()
	return x
}

// again names those with whom the viewer would play again, and says who waits at
// the next table already.
func (v *view) again() again {
	x := again{With: v.T("result.again"), Small: v.T("result.again_small")}
	if !v.seated() || v.d.Sandbox || v.d.Seats[v.me].Player == "" || v.d.Seats[v.me].Player != v.p.Viewer.ID {
		return x
	}
	x.Form = true
	var others []string
	var here []string
	for i, s := range v.d.Seats {
		if game.Seat(i) != v.me && s.Name != "" && !v.d.Departed.Has(game.Seat(i)) {
			others = append(others, s.Name)
			if s.Presence == Here || s.Presence == Thinking {
				here = append(here, s.Name)
			}
		}
	}
	if len(others) > 0 {
		x.With = v.T("result.again_with", "Names", v.List(others))
	}
	switch r := v.d.Rematch; {
	case r != nil && r.Mine:
		x.To, x.With, x.Small = page.GamePath(r.ID), v.T("result.again_there"), ""
	case r != nil && !r.Room:
		x.To, x.With, x.Small = page.GamePath(r.ID), v.T("result.again_watch"), ""
	case r.waits(v.Printer) != "":
		x.With, x.Small = v.T("result.again_join"), r.waits(v.Printer)
	case len(here) > 1 && len(here) == len(others): // named on the button
		x.Small = v.T("result.again_all")
	case len(here) > 0:
		x.Small = v.N("result.again_here", len(here), "Names", v.List(here))
	}
	return x
}

// picturePath is the picture in the reader's language.
func (v *view) picturePath(kind string) string {
	return page.WithQuery(page.PicturePath(v.d.ID, kind), page.QueryLang, v.Lang())
}

// otherTable is the form for a new table.
func (v *view) otherTable() string {
	return page.WithQuery(page.NewGamePath(), "rulebook", v.d.Setup.Rulebook)
}

// stranger is the view of a reader who does not belong to the table.
func (v *view) stranger() *view {
	x := *v
	x.me = game.Nobody
	return &x
}

// Rematch is the table at which the people of a finished game play again.
type Rematch struct {
	ID    string
	Names []string // of the people who sit there
	Mine  bool     // the viewer does
	Room  bool     // it has not begun, and a seat is free
}

// waits says who waits there for the viewer, "" if nobody does.
func (r *Rematch) waits(p *text.Printer) string {
	if r == nil || r.Mine || !r.Room || len(r.Names) == 0 {
		return ""
	}
	return p.N("result.again_waits", len(r.Names), "Names", p.List(r.Names))
}

func (v *view) wealthOf(seat game.Seat) game.Money {
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		if st.Seat == seat {
			return st.Wealth
		}
	}
	return 0
}

func (v *view) ending() string {
	why := ""
	switch v.s.Reason {
	case game.EndLastPlayer:
		why = v.T("result.last_player")
	case game.EndTime:
		why = v.T("result.time")
	case game.EndSecondBankruptcy:
		why = v.T("result.second")
	case game.EndAbandoned:
		why = v.T("result.abandoned")
	case game.EndNone:
	}
	return why + " · " + v.N("result.turns", int(v.s.Turn.Number))
}

func (v *view) standings() []standing {
	var rows []standing
	for _, st := range v.ranked() {
		pl := &v.s.Players[st.Seat]
		row := standing{
			Rank: v.rank(st), Name: v.Name(st.Seat), Page: v.d.Seats[st.Seat].Page, Token: v.token(st.Seat),
			Wealth: v.Money(st.Wealth), Lead: st.Rank == 1, Mine: st.Seat == v.me && v.seated(), Out: v.outIn(st.Seat),
			Cash: "–", Land: "–", Houses: "–",
		}
		if !pl.Bankrupt {
			land := v.landValue(st.Seat)
			row.Cash, row.Land = v.Money(pl.Cash), v.Money(land)
			row.Houses = v.Money(st.Wealth - pl.Cash - land)
		}
		rows = append(rows, row)
	}
	return rows
}

// undivided says what the last bankrupt still had: where one player is left the game
// is over before anything changes hands. It is "" if everything went to somebody.
func (v *view) undivided() string {
	for i := range v.s.Players[:v.s.NumSeats] {
		seat := game.Seat(i)
		pl := &v.s.Players[i]
		switch {
		case !pl.Bankrupt || pl.Cash == 0 && v.s.Owned[seat] == 0:
		case seat == v.me && v.seated():
			return v.T("result.undivided_you", "What", v.leftBehind(seat))
		default:
			return v.T("result.undivided", "Name", v.Name(seat), "What", v.leftBehind(seat))
		}
	}
	return ""
}

// leftBehind is what a player still has: cash, deeds or both.
func (v *view) leftBehind(seat game.Seat) string {
	cash := v.Money(v.s.Players[seat].Cash)
	switch {
	case v.s.Owned[seat] == 0:
		return cash
	case v.s.Players[seat].Cash == 0:
		return v.T("result.left_deeds")
	}
	return v.T("result.left_both", "Money", cash)
}

// outIn says that and in which turn a player went bankrupt; "" if they did not.
func (v *view) outIn(seat game.Seat) string {
	if !v.s.Players[seat].Bankrupt {
		return ""
	}
	if x := v.figuresStory(); x != nil {
		for _, f := range x.Falls {
			if f.Seat == seat {
				return v.T("result.out_in", "Turn", v.number(game.Money(f.Turn)))
			}
		}
	}
	return v.T("table.bankrupt")
}

// ranked is the final count. A game that was broken off has none: then it is
// what everybody is worth, without a rank.
func (v *view) ranked() []game.Standing {
	if v.s.NumRanked > 0 {
		return v.s.Standings[:v.s.NumRanked]
	}
	var list []game.Standing
	for i := range game.Seat(v.s.NumSeats) {
		if !v.s.Players[i].BankerOnly {
			list = append(list, game.Standing{Seat: i, Wealth: v.r.Wealth(v.s, i)})
		}
	}
	slices.SortStableFunc(list, func(a, b game.Standing) int { return cmp.Compare(b.Wealth, a.Wealth) })
	return list
}

func (v *view) rank(st game.Standing) string {
	if st.Rank == 0 {
		return "–"
	}
	return v.N("result.rank_n", int(st.Rank))
}

// landValue is the part of the final count that is deeds: mortgaged ones count
// half, rounded down to the unit.
func (v *view) landValue(seat game.Seat) game.Money {
	var sum game.Money
	for r := v.s.Owned[seat]; r != 0; r = r.Rest() {
		sp := r.First()
		price := v.r.Spaces[sp].Price
		if v.s.Mortgaged.Has(sp) {
			price = v.r.Half(price)
		}
		sum += price
	}
	return sum
}
