package tablepage

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// evenSpan is span for a length that was chosen: 24 hours are not called a day.
func evenSpan(p *text.Printer, s timecontrol.Seconds) string {
	if s == 24*3600 || s == 48*3600 {
		return p.N("span.hours", int(s/3600))
	}
	return page.Duration(p, s.Duration())
}

// paceText says in one sentence what a pace is.
func paceText(p *text.Printer, x *timecontrol.Control) string {
	if !x.Timed() {
		return p.T("pace.open_text")
	}
	said := p.T("pace.timed_text", "Kind", p.T("pace."+string(x.Kind)), "Each", evenSpan(p, x.Each))
	if x.Bid > 0 {
		said += " " + p.T("pace.bid_text", "Bid", evenSpan(p, x.Bid))
	}
	if x.Bank > 0 {
		said += " " + p.T("pace.bank_text", "Bank", evenSpan(p, x.Bank))
	}
	return said
}

// paceFacts are the rest of it, sentence by sentence.
func paceFacts(p *text.Printer, x *timecontrol.Control) []string {
	var list []string
	if !x.Timed() {
		return list
	}
	if x.Notice > 0 {
		list = append(list, p.T("pace.notice_text", "Notice", evenSpan(p, x.Notice)))
	}
	if h := &x.Hours; h.QuietFrom != h.QuietTo {
		list = append(list, p.T("pace.quiet_text", "From", h.QuietFrom.String(), "To", h.QuietTo.String()))
	}
	if x.Hours.Closed != 0 {
		var names []string
		for i := range 7 {
			if d := time.Weekday((i + 1) % 7); x.Hours.Closed.Has(d) {
				names = append(names, p.T("weekday.d"+page.Itoa(int(d))))
			}
		}
		list = append(list, p.T("pace.closed_text", "Days", p.List(names)))
	}
	if longest := x.Hours.Longest(x.Each); longest > x.Each.Duration() {
		list = append(list, p.T("pace.longest_text", "Span", page.Duration(p, longest)))
	}
	if x.Vacation > 0 {
		list = append(list, p.N("pace.vacation_text", x.Vacation))
	}
	if x.Vacation > 0 || x.Hours.Closed != 0 || x.Hours.QuietFrom != x.Hours.QuietTo {
		list = append(list, p.T("pace.zone_text", "Zone", zoneName(x)))
	}
	return list
}

func zoneName(x *timecontrol.Control) string {
	if x.Hours.Zone == "" {
		return "UTC"
	}
	return x.Hours.Zone
}

// defaultText says what a table answers for somebody whose time has run out.
func defaultText(p *text.Printer, kind game.CommandKind) string {
	key := "pace_default." + wire.MoveName(kind)
	if !p.Has(key) {
		key = "pace_default.simplest"
	}
	return p.T(key)
}

// dayText is a day of the calendar.
func dayText(p *text.Printer, d timecontrol.Day) string {
	y, m, day := d.Date()
	t := time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
	return page.Weekday(p, t) + ", " + page.DateOfYear(p, t)
}

func leaveText(p *text.Printer, l *timecontrol.Leave) string {
	if l.From == l.To {
		return dayText(p, l.From)
	}
	return p.T("pace.leave_span", "From", dayText(p, l.From), "To", dayText(p, l.To))
}
