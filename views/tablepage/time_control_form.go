package tablepage

import (
	"net/url"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// paceForm is what the fields about a pace hold.
type paceForm struct {
	Kind                    string
	Each, Bid, Bank, Notice lengthField
	Vacation                string
	Zone                    string
	QuietFrom, QuietTo      string
	Off                     [7]bool // by time.Weekday
	Open                    bool    // something differs from what is usual
}

// lengthField is a length of time with its unit.
type lengthField struct{ Name, N, Unit string }

// TypedControl is the form as it was filled in; a new one proposes that all are at the table.
func TypedControl(form url.Values) paceForm {
	f := paceForm{
		Kind: page.Typed(form, "pace", string(timecontrol.Live)), Vacation: page.Typed(form, "pace_vacation", ""), Zone: page.Typed(form, "pace_zone", ""),
		QuietFrom: page.Typed(form, "pace_quiet_from", ""), QuietTo: page.Typed(form, "pace_quiet_to", ""),
	}
	if f.Kind == "" {
		f.Kind = string(timecontrol.Open)
	}
	for name, into := range map[string]*lengthField{"each": &f.Each, "bid": &f.Bid, "bank": &f.Bank, "notice": &f.Notice} {
		*into = lengthField{"pace_" + name, page.Typed(form, "pace_"+name, ""), page.Typed(form, "pace_"+name+"_unit", "")}
		f.Open = f.Open || into.N != ""
	}
	for _, list := range form["pace_days_off"] {
		if days, err := timecontrol.ParseWeekdays(strings.Split(list, ",")); err == nil {
			for d := range time.Weekday(7) {
				f.Off[d] = f.Off[d] || days.Has(d)
			}
		}
	}
	f.Open = f.Open || f.Vacation != "" || f.QuietFrom != "" || f.QuietTo != "" || f.Off != [7]bool{}
	return f
}

// paceFormOf is the form filled in with a pace, to change it.
func paceFormOf(p *timecontrol.Control) paceForm {
	f := paceForm{Kind: string(p.Kind), Zone: p.Hours.Zone}
	if f.Kind == "" {
		f.Kind = string(timecontrol.Open)
	}
	usual := timecontrol.Usual(p.Kind)
	f.Each, f.Bid = lengthOf("each", p.Each, usual.Each), lengthOf("bid", p.Bid, usual.Bid)
	f.Bank, f.Notice = lengthOf("bank", p.Bank, usual.Bank), lengthOf("notice", p.Notice, usual.Notice)
	if p.Vacation != usual.Vacation {
		f.Vacation = page.Itoa(p.Vacation)
	}
	if p.Hours.QuietFrom != p.Hours.QuietTo {
		f.QuietFrom, f.QuietTo = p.Hours.QuietFrom.String(), p.Hours.QuietTo.String()
	}
	for d := range time.Weekday(7) {
		f.Off[d] = p.Hours.Closed.Has(d)
	}
	return f
}

// lengthOf is the field of a length, empty where it is the usual one, so that
// another kind can be chosen without clearing it.
func lengthOf(name string, s, usual timecontrol.Seconds) lengthField {
	f := lengthField{Name: "pace_" + name}
	if s == usual {
		return f
	}
	for _, unit := range []struct {
		name string
		size timecontrol.Seconds
	}{{"days", 86400}, {"hours", 3600}, {"minutes", 60}, {"seconds", 1}} {
		if s%unit.size == 0 {
			f.N, f.Unit = page.Itoa(s/unit.size), unit.name
			break
		}
	}
	return f
}

// paceChoice is one preset.
type paceChoice struct{ Value, Label, Note string }

func paceChoices(t *text.Printer) []paceChoice {
	list := make([]paceChoice, 0, 4)
	for _, k := range timecontrol.Kinds() {
		usual := timecontrol.Usual(k)
		note := t.T("pace.open_note")
		if usual.Timed() {
			note = t.T("pace.preset", "Each", evenSpan(t, usual.Each), "Bank", evenSpan(t, usual.Bank))
			if usual.Bid > 0 {
				note = t.T("pace.preset_bid", "Each", evenSpan(t, usual.Each), "Bid", evenSpan(t, usual.Bid), "Bank", evenSpan(t, usual.Bank))
			}
		}
		if usual.Notice > 0 && usual.Vacation > 0 {
			note = t.T("pace.preset_days", "Preset", note, "Notice", evenSpan(t, usual.Notice), "Days", page.Itoa(usual.Vacation))
		}
		list = append(list, paceChoice{string(k), t.T("pace." + string(k)), note})
	}
	return list
}

// units are the units of a length.
func units() []string { return []string{"seconds", "minutes", "hours", "days"} }

// weekdays lists the days of the week, Monday first.
func weekdays() [7]time.Weekday {
	return [...]time.Weekday{1, 2, 3, 4, 5, 6, 0}
}

// dayValue is the name of a day in forms.
func dayValue(d time.Weekday) string { return timecontrol.Weekdays(1 << d).Names()[0] }
