package page

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/views/text"
)

// LeadClass is the class of a button: the main one of the page or a strong other.
func LeadClass(lead bool) string {
	if lead {
		return "go"
	}
	return "btn strong"
}

// Choice is one line of a list.
type Choice struct{ Value, Label string }

// SoftTitle lets the long German compounds among the titles break.
func SoftTitle(title string) string {
	return strings.NewReplacer("dausgabe", "d\u00adausgabe", "sausgabe", "s\u00adausgabe").Replace(title)
}

// Typed is the value typed into a refused form, else a default.
func Typed(form url.Values, key, fallback string) string {
	if form.Has(key) {
		return form.Get(key)
	}
	return fallback
}

// Moment is a time of day and date by the clock of a place, with the name of its zone.
func Moment(p *text.Printer, at time.Time, loc *time.Location) string {
	return moment(p, at.In(loc), Date)
}

// MomentOfYear is a Moment with its year, for one that may be far away.
func MomentOfYear(p *text.Printer, at time.Time, loc *time.Location) string {
	return moment(p, at.In(loc), DateOfYear)
}

func moment(p *text.Printer, t time.Time, date func(*text.Printer, time.Time) string) string {
	zone, _ := t.Zone()
	if zone == "" || zone[0] == '+' || zone[0] == '-' {
		zone = "UTC" + t.Format("-07:00")
	}
	return Weekday(p, t) + ", " + date(p, t) + ", " + t.Format("15:04") + " " + zone
}

// Weekday names the day of the week.
func Weekday(p *text.Printer, t time.Time) string {
	return p.T("weekday.d" + Itoa(int(t.Weekday())))
}

// Date is a day of the year in the order of the language, with the month as a
// word: figures alone mean another day to some readers. The scripts write the same.
func Date(p *text.Printer, t time.Time) string {
	return p.T("month.day", "Day", Itoa(t.Day()), "Month", p.T("month.m"+Itoa(int(t.Month()))))
}

// LastDay is the day that ends at a moment at a place: midnight is read as that of the next.
func LastDay(p *text.Printer, end time.Time, loc *time.Location) string {
	t := end.Add(-time.Second).In(loc)
	return Weekday(p, t) + ", " + Date(p, t)
}

// DateOfYear is a date with its year.
func DateOfYear(p *text.Printer, t time.Time) string {
	return p.T("month.year", "Date", Date(p, t), "Year", Itoa(t.Year()))
}

// Zones are time zones to pick from; any other name of the IANA data base can be typed.
func Zones() []string {
	return []string{
		"Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "Europe/London", "Europe/Paris", "Europe/Madrid", "Europe/Rome", "Europe/Warsaw",
		"Europe/Athens", "Europe/Helsinki", "Europe/Istanbul", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
		"America/Sao_Paulo", "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney",
		"Pacific/Auckland", "UTC",
	}
}

// Duration says how long something takes, in the two largest units that count.
func Duration(p *text.Printer, d time.Duration) string {
	s := int((d + time.Second - 1) / time.Second)
	if s <= 0 {
		return p.N("span.seconds", 0)
	}
	var parts []string
	for _, unit := range []struct {
		key  string
		size int
	}{{"days", 24 * 3600}, {"hours", 3600}, {"minutes", 60}, {"seconds", 1}} {
		n := s / unit.size
		s %= unit.size
		if n > 0 {
			parts = append(parts, p.N("span."+unit.key, n))
		}
		if len(parts) == 2 || len(parts) == 1 && n == 0 {
			break
		}
	}
	return strings.Join(parts, " ")
}

// Stamp is a time as attributes carry it.
func Stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// StampMillis is a time for scripts that count.
func StampMillis(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) }

// Minute is a moment with its year, for lists.
func Minute(p *text.Printer, t time.Time) string {
	return DateOfYear(p, t.UTC()) + ", " + t.UTC().Format("15:04 UTC")
}

// Since says for how long nothing has happened, "" if that is not known.
func Since(p *text.Printer, now, then time.Time) string {
	if then.IsZero() || now.Before(then) {
		return ""
	}
	switch d := now.Sub(then); {
	case d < time.Minute:
		return p.T("when.now")
	case d < time.Hour:
		return p.N("when.minutes", int(d/time.Minute))
	case d < 48*time.Hour:
		return p.N("when.hours", int(d/time.Hour))
	default:
		return p.N("when.days", int(d/(24*time.Hour)))
	}
}

// Itoa is strconv.Itoa for the numbers of the game.
func Itoa[T ~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32](n T) string {
	return strconv.Itoa(int(n))
}
