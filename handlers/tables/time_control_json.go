package tables

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// Pace is a pace as programs see it; lengths are whole seconds of time that counts.
type Pace struct {
	Kind      timecontrol.Kind    `json:"kind"`
	Each      timecontrol.Seconds `json:"each"`
	Bid       timecontrol.Seconds `json:"bid"`
	Bank      timecontrol.Seconds `json:"bank"`
	Notice    timecontrol.Seconds `json:"notice"`
	Vacation  int                 `json:"vacation"`
	Zone      string              `json:"zone"`
	QuietFrom *string             `json:"quiet_from"`
	QuietTo   *string             `json:"quiet_to"`
	DaysOff   []string            `json:"days_off"`
}

func newPace(p *timecontrol.Control) Pace {
	j := Pace{Kind: p.Kind, Each: p.Each, Bid: p.Bid, Bank: p.Bank, Notice: p.Notice, Vacation: p.Vacation, Zone: p.Hours.Zone, DaysOff: p.Hours.Closed.Names()}
	if j.Kind == "" {
		j.Kind = timecontrol.Open
	}
	if j.Zone == "" {
		j.Zone = "UTC"
	}
	if from, to := p.Hours.QuietFrom, p.Hours.QuietTo; from != to {
		f, t := from.String(), to.String()
		j.QuietFrom, j.QuietTo = &f, &t
	}
	return j
}

// TimeControlRequest is a pace as it is asked for: a kind, and what is to be different
// from what is usual for it.
type TimeControlRequest struct {
	Kind      string               `json:"kind" schema:"PaceName,required"`
	Each      *timecontrol.Seconds `json:"each"`
	Bid       *timecontrol.Seconds `json:"bid"`
	Bank      *timecontrol.Seconds `json:"bank"`
	Notice    *timecontrol.Seconds `json:"notice"`
	Vacation  *int                 `json:"vacation"`
	Zone      string               `json:"zone"`
	QuietFrom string               `json:"quiet_from"`
	QuietTo   string               `json:"quiet_to"`
	DaysOff   []string             `json:"days_off"`
}

// paceField begins the names of the members of a pace in failures.
const paceField = "pace."

// ReadPace reads the field "pace" of a document: a kind, or an object.
func ReadPace(raw json.RawMessage) (TimeControlRequest, error) {
	var w TimeControlRequest
	if len(raw) == 0 || string(raw) == "null" {
		return w, nil
	}
	if json.Unmarshal(raw, &w.Kind) == nil {
		return w, nil
	}
	if err := web.DecodeJSON(raw, paceField, &w); err != nil {
		if wrong, ok := errors.AsType[*web.Error](err); ok && wrong.Field == "" {
			return w, web.Mistyped("pace", web.ExpectText)
		}
		return w, err
	}
	if w.Kind == "" {
		return w, web.Blame("missing", paceField+"kind")
	}
	return w, nil
}

// Fill reads a pace from form fields, lengths with their units. What is left
// empty is as usual for the kind.
func (w *TimeControlRequest) Fill(f url.Values) error {
	w.Kind, w.Zone = f.Get("pace"), strings.TrimSpace(f.Get("pace_zone"))
	w.QuietFrom, w.QuietTo = strings.TrimSpace(f.Get("pace_quiet_from")), strings.TrimSpace(f.Get("pace_quiet_to"))
	w.DaysOff = web.SplitList(f["pace_days_off"])
	for key, into := range map[string]**timecontrol.Seconds{"pace_each": &w.Each, "pace_bid": &w.Bid, "pace_bank": &w.Bank, "pace_notice": &w.Notice} {
		n, ok, err := web.FormInteger(f, key)
		if err != nil {
			return err
		}
		if ok {
			s := timecontrol.Seconds(min(n*unitSeconds(f.Get(key+"_unit")), 1<<30))
			*into = &s
		}
	}
	n, ok, err := web.FormInteger(f, "pace_vacation")
	if ok {
		days := int(min(n, 1<<20))
		w.Vacation = &days
	}
	return err
}

// unitSeconds is the length of a unit of time of a form; seconds if it names none.
func unitSeconds(unit string) int64 {
	switch unit {
	case "minutes":
		return 60
	case "hours":
		return 60 * 60
	case "days":
		return 24 * 60 * 60
	default:
		return 1
	}
}

// Pace is what is asked for, checked. The errors wrap timecontrol.ErrControl.
func (w *TimeControlRequest) Pace() (timecontrol.Control, error) {
	p := timecontrol.Usual(timecontrol.Kind(w.Kind))
	if string(p.Kind) != w.Kind {
		return p, timecontrol.ErrKind
	}
	for _, one := range []struct{ from, into *timecontrol.Seconds }{{w.Each, &p.Each}, {w.Bid, &p.Bid}, {w.Bank, &p.Bank}, {w.Notice, &p.Notice}} {
		if one.from != nil && p.Timed() {
			*one.into = *one.from
		}
	}
	if w.Bid == nil {
		p.Bid = min(p.Bid, p.Each)
	}
	if w.Vacation != nil && p.Timed() {
		p.Vacation = *w.Vacation
	}
	if w.Zone != "" && w.Zone != "UTC" {
		p.Hours.Zone = w.Zone
	}
	if w.QuietFrom != "" || w.QuietTo != "" {
		var err error
		if p.Hours.QuietFrom, err = timecontrol.ParseMinute(w.QuietFrom); err != nil {
			return p, err
		}
		if p.Hours.QuietTo, err = timecontrol.ParseMinute(w.QuietTo); err != nil {
			return p, err
		}
	}
	var err error
	if p.Hours.Closed, err = timecontrol.ParseWeekdays(w.DaysOff); err != nil {
		return p, err
	}
	return p, p.Check()
}
