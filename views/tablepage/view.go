package tablepage

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// view is one table as one viewer sees it, with the words for it. Its methods
// are the presenters: they read the state and return what templates lay out.
type view struct {
	telling
	p     page.Page
	d     *TableData
	seq   string
	moves string     // address for moves
	home  *lastDrawn // where digests of the viewer's own sections are kept; nil: nowhere
	cut   sections
	full  bool // the page itself is drawn, not what is new on it
}

func newView(p page.Page, d *TableData) *view {
	public := d.public()
	return viewOf(newPosition(p.Lang, &public), p, d)
}

// viewOf is a position as the viewer of its table sees it.
func viewOf(of *position, p page.Page, d *TableData) *view {
	v := &view{
		telling: tellingOf(of, of.To(d.Viewer), d.Log, d.Viewer, d.Missed),
		p:       p, d: d,
		seq:   strconv.FormatUint(uint64(d.State.Seq), 10),
		moves: page.MovesPath(d.ID),
	}
	v.relieved = d.CanReturn
	if v.d.Name == "" {
		named := *d
		named.Name = page.UntitledName(v.Printer, d.Setup.Edition.Title.In(p.Lang), of.Names)
		v.d = &named
	}
	return v
}

// computers is the set of seats that computer players hold.
func computers(seats []Seat) (set game.Seats) {
	for i := range seats {
		if seats[i].Bot != "" && i < game.MaxSeats {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// giveTokens gives those who play what they are known by.
func (v *position) giveTokens() {
	var playing game.Seats
	for i := range game.Seat(v.s.NumSeats) {
		if !v.s.Players[i].BankerOnly {
			playing = playing.With(i)
		}
	}
	v.known = looks(v.seats, playing)
}

// looks is what the seats of those who play are known by, and then what the free
// seats of a table that has not begun would be.
func looks(seats []Seat, playing game.Seats) [game.MaxSeats]wire.Look {
	chosen := make([]wire.Look, len(seats))
	var free game.Seats
	for i := range seats[:min(len(seats), game.MaxSeats)] {
		chosen[i] = seats[i].Look
		if seats[i].Name == "" && !playing.Has(game.Seat(i)) {
			free = free.With(game.Seat(i))
		}
	}
	bots := computers(seats) & playing
	return wire.Looks(chosen, playing&^bots, bots, free)
}

// choiceID names the decision that lies in the middle: a new one takes the
// place of the old one whole, so that nothing seems to wander from one to the other.
func (v *view) choiceID(a act) string {
	switch {
	case v.handsOver():
		return "do-pass"
	case a.Offer != nil && a.Offer.Alone:
		return "do-" + a.Offer.ID
	}
	return "do-" + wire.PhaseName(v.phase) + "-" + page.Itoa(v.s.Turn.Number)
}

// opt finds the viewer's first option of a kind.
func (v *view) opt(kind game.CommandKind) (game.Option, bool) {
	return game.Has(v.d.Options, kind)
}

// has reports whether the viewer may do this now.
func (v *view) has(kind game.CommandKind) bool {
	_, ok := v.opt(kind)
	return ok
}

// seated reports whether the viewer plays here.
func (v *view) seated() bool { return v.me >= 0 && int(v.me) < int(v.s.NumSeats) }

// cash is the viewer's money.
func (v *view) cash() game.Money {
	if !v.seated() {
		return 0
	}
	return v.s.Players[v.me].Cash
}

// waiting is whom the game waits for, as the viewer may know it.
func (v *view) waiting() game.Seats { return v.askedTo(v.me) }

// isAsked reports whether the running game waits for the viewer.
func (v *view) isAsked() bool {
	return v.d.Past == nil && v.s.Status == game.Playing && v.seated() && v.waiting().Has(v.me)
}

// wealth is what a seat is worth, and whether it may be shown: before a blind
// tax choice nothing is counted (R-TAX-3).
func (v *position) wealth(seat game.Seat) (game.Money, bool) {
	if v.r.WorthHidden(v.s, seat) {
		return 0, false
	}
	return v.r.Wealth(v.s, seat), true
}

// leads reports whether a seat has more than every other one that is still in the game.
// Before the first round is over nobody does, nor where a worth is hidden.
func (v *position) leads(seat game.Seat, worth game.Money) bool {
	if v.s.Status != game.Playing || v.s.Round == 0 {
		return false
	}
	for r := v.s.Alive().Without(seat); r != 0; r = r.Rest() {
		if other, counted := v.wealth(r.First()); !counted || other >= worth {
			return false
		}
	}
	return true
}

// boardView speaks about a board on which nobody plays.
func boardView(lang string, st *setup.Setup) *view {
	least, _ := st.Rules.PlayerRange()
	s := game.NewState(st.Rules, least, 0, false)
	return newView(page.Page{Lang: lang}, &TableData{Setup: st, State: &s, Viewer: game.Nobody, Query: TableQuery{Deed: -1, Trade: -1}})
}
