package tablepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// past is a table as it stood once.
type past struct {
	Eyebrow string
	Title   string
	Steps   []pageLink
	Back    string
	BackTo  string // what is waiting there
	Wealth  *wealthChart
	Moments []moment
	From    string // the events that the slider goes over
	To      string
}

func (v *view) past() past {
	p := v.d.Past
	x := past{Title: v.last(), Back: v.T("past.back"), BackTo: v.T("past.back_game")}
	x.Eyebrow = v.T("past.eyebrow", "N", v.count(p.At), "Last", v.count(p.Last))
	if v.s.Turn.Number > 0 {
		x.Eyebrow = v.T("past.eyebrow_turn", "Turn", page.Itoa(v.s.Turn.Number), "N", v.count(p.At), "Last", v.count(p.Last))
	}
	if v.d.Over {
		x.BackTo = v.T("past.back_result")
	}
	step := func(key, rel string, to uint32) {
		l := pageLink{ID: "m-" + strings.ReplaceAll(key, "_", "-"), Label: v.T("past." + key), Rel: rel}
		if to > 0 && to != p.At {
			l.Href = page.AtPath(v.d.ID, to)
		}
		x.Steps = append(x.Steps, l)
	}
	step("first", "first", p.First)
	step("prev_turn", "", p.PrevTurn)
	step("prev", "prev", p.Prev)
	step("next", "next", p.Next)
	step("next_turn", "", p.NextTurn)
	step("last", "last", p.Last)
	if f := v.d.Figures; f != nil {
		if x.Wealth = v.wealthChart(f); x.Wealth != nil {
			x.From, x.To = page.Itoa(f.Wealth[0].Seq), page.Itoa(f.Wealth[len(f.Wealth)-1].Seq)
		}
		if v.d.Over {
			x.Moments = v.story(&f.Story)
		}
	}
	return x
}

// count writes a number of events the way the language groups digits.
func (v *position) count(n uint32) string { return v.number(game.Money(n)) }

// deedHref shows the card of a space, at the position that is shown.
func (v *position) deedHref(sp game.Space) string {
	if v.past == nil {
		return page.DeedPath(v.id, sp)
	}
	return page.WithQuery(page.AtPath(v.id, v.past.At), page.QueryDeed, page.Itoa(uint8(sp))) + "#deed"
}

// Neighbours finds the told events around a position: the one before that which
// the position is told by, and the first after it, 0 where the log that the data
// holds has none.
func Neighbours(p page.Page, d *TableData, at uint32) (prev, next uint32) {
	v := newView(p, d)
	here := uint32(0)
	for i := range v.log {
		e := &v.log[i]
		if !v.tells(i) && e.Event.Kind != game.TurnStarted {
			continue
		}
		if e.Seq > at {
			return prev, e.Seq
		}
		prev, here = here, e.Seq
	}
	return prev, 0
}

// closeHref is the page without the card.
func (v *view) closeHref() string {
	if v.d.Past == nil {
		return page.GamePath(v.d.ID) + "#act"
	}
	return page.AtPath(v.d.ID, v.d.Past.At) + "#act"
}

// Past says that a table is shown as it stood once, and where one can go from
// there. Numbers of events are 0 where there is nowhere to go.
type Past struct {
	At, Last           uint32
	First, Prev, Next  uint32 // the nearest events that are told in the log
	PrevTurn, NextTurn uint32 // the beginnings of turns around
}
