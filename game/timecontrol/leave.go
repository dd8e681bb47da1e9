package timecontrol

import (
	"time"
)

// Leave is days off of a person, both ends included. They begin at the moment
// at which they were asked for if that is later: time that has run is not given back.
type Leave struct {
	From  Day       `json:"from"`
	To    Day       `json:"to"`
	Asked time.Time `json:"asked"`
}

// OffUntil is when a player who has days off now is back; zero if they have none.
func OffUntil(leaves []Leave, now time.Time, loc *time.Location) time.Time {
	today := DayOf(now, loc)
	for i := range leaves {
		if l := &leaves[i]; l.From <= today && today <= l.To && !now.Before(l.Asked) {
			return l.Ends(loc)
		}
	}
	return time.Time{}
}

// Errors of days off.
var (
	ErrLeavePast  error = &Invalid{"bad_leave", "from", "leave_past", "days off cannot begin before today"}
	ErrLeaveOrder error = &Invalid{"bad_leave", "to", "leave_order", "days off end before they begin"}
	ErrLeaveTwice error = &Invalid{"bad_leave", "from", "leave_twice", "some of these days are off already"}
	ErrLeaveCap   error = &Invalid{"bad_leave", "to", "leave_cap", "not so many days off are left"}
	ErrLeaveFar   error = &Invalid{"bad_leave", "to", "leave_far", "days off lie too far ahead"}
	ErrNoLeave    error = &Invalid{"bad_leave", "from", "leave_none", "no such days off"}
)

// maxAhead is how far ahead days off can be taken.
const maxAhead = 366

// DaysOff counts the days that have been taken. Days of the week that do not
// count at the table cost nothing.
func (p *Control) DaysOff(leaves []Leave) int {
	n := 0
	for i := range leaves {
		n += p.cost(leaves[i].From, leaves[i].To)
	}
	return n
}

func (p *Control) cost(from, to Day) int {
	n := 0
	for d := from; d <= to; d++ {
		if !p.Hours.Closed.Has(d.Weekday()) {
			n++
		}
	}
	return n
}

// TakeLeave adds days off to those a person has. The list it was given stays as it is.
func (p *Control) TakeLeave(leaves []Leave, from, to Day, now time.Time) ([]Leave, error) {
	loc, err := p.Hours.Location()
	if err != nil {
		return nil, err
	}
	today := DayOf(now, loc)
	switch {
	case to < from:
		return nil, ErrLeaveOrder
	case from < today:
		return nil, ErrLeavePast
	case to > today+maxAhead:
		return nil, ErrLeaveFar
	}
	for i := range leaves {
		if from <= leaves[i].To && leaves[i].From <= to {
			return nil, ErrLeaveTwice
		}
	}
	if p.DaysOff(leaves)+p.cost(from, to) > p.Vacation {
		return nil, ErrLeaveCap
	}
	return append(leaves[:len(leaves):len(leaves)], Leave{From: from, To: to, Asked: now}), nil
}

// EndLeave gives back what is left of days off from tomorrow on; days that have
// not begun are given back whole. The list it was given stays as it is.
func (p *Control) EndLeave(leaves []Leave, from Day, now time.Time) ([]Leave, error) {
	loc, err := p.Hours.Location()
	if err != nil {
		return nil, err
	}
	today := DayOf(now, loc)
	kept := make([]Leave, 0, len(leaves))
	found := false
	for _, l := range leaves {
		if l.From != from || l.To < today {
			kept = append(kept, l)
			continue
		}
		found = true
		if l.From <= today {
			l.To = today
			kept = append(kept, l)
		}
	}
	if !found {
		return nil, ErrNoLeave
	}
	return kept, nil
}
