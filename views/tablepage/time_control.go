package tablepage

import (
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
)

// paceBook is the pace of a table as one page shows it.
type paceBook struct {
	*view
	d *PaceData
	t *Timing
}

func newPaceBook(p page.Page, d *PaceData) *paceBook {
	return &paceBook{newView(p, &d.Table), d, d.Times}
}

func (s *paceBook) frame() page.Frame {
	return page.Frame{
		Title: s.T("pace.title") + " · " + s.view.d.Name, Heading: s.view.d.Name, Sub: s.T("pace.title"),
		Look: page.LookPath(page.EditionName(s.d.Table.Setup.Edition)), Body: palette.Class(s.d.Table.Setup.Edition), Script: true,
		Status: s.p.StatusOr(s.T("pace.status")), Rules: s.rules,
		Nav: s.ways(page.PacePath(s.d.Table.ID)),
	}
}

// shows reports whether the page has the form with this id.
func (s *paceBook) shows(form string) bool {
	switch form {
	case "f-pause":
		return s.mine() && !s.t.Paused && !s.voted(timecontrol.Halt)
	case "f-resume":
		return s.mine() && s.t.Paused && !s.voted(timecontrol.GoOn)
	case "f-leave":
		return s.mine() && s.t.Pace.Timed() && s.t.Pace.Vacation > 0
	case "f-pace":
		return s.mine() && !s.voted(timecontrol.NewControl)
	}
	return s.playing() && s.me < 0 && slices.ContainsFunc(s.rows(), func(row timeRow) bool { return row.Timing.Vacant && form == standForm(row.Seat) })
}

// proposes reports whether the viewer can propose anything or take days off.
func (s *paceBook) proposes() bool {
	return s.shows("f-pause") || s.shows("f-resume") || s.shows("f-leave") || s.shows("f-pace")
}

// problemOf is why the form with this id was refused, nil if it was not.
func (s *paceBook) problemOf(form string) *page.Problem {
	if s.d.Form != form {
		return nil
	}
	return s.d.Problem
}

// wrong marks a field of the form with this id if it was refused.
func (s *paceBook) wrong(form, field string) templ.Attributes {
	if pr := s.problemOf(form); pr == nil || pr.Field != field {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": "problem"}
}

// standForm is the id of the form by which somebody offers to play for a seat.
func standForm(seat game.Seat) string { return "f-stand-" + page.Itoa(seat) }

// playing reports whether the game runs.
func (s *paceBook) playing() bool { return s.s.Status == game.Playing }

// mine reports whether the viewer may propose and vote: they play and are there.
func (s *paceBook) mine() bool {
	return s.playing() && s.d.Mine && s.seated() && s.s.In(s.me) && !s.s.Players[s.me].Away
}

// timeRow is one player as the page shows them.
type timeRow struct {
	Seat   game.Seat
	Name   string
	Marks  []string
	Asked  *Asked
	Timing *SeatTiming
	Leaves []leaveRow
}

type leaveRow struct{ Text, End, ID string }

func (s *paceBook) rows() []timeRow {
	list := make([]timeRow, 0, len(s.t.Seats))
	for i := range s.t.Seats {
		seat, t := game.Seat(i), &s.t.Seats[i]
		row := timeRow{Seat: seat, Name: s.Name(seat), Marks: s.marks(seat, seat == s.me), Timing: t}
		for j := range s.t.Asked {
			if s.t.Asked[j].Seat == seat {
				row.Asked = &s.t.Asked[j]
			}
		}
		for j := range t.Leaves {
			l := &t.Leaves[j]
			one := leaveRow{Text: leaveText(s.Printer, l), ID: "lv-" + page.Itoa(seat) + "-" + l.From.String()}
			if seat == s.me && s.mine() && l.To > timecontrol.DayOf(s.t.Now, s.zone()) {
				one.End = s.p.InHand(page.EndLeavePath(s.d.Table.ID, l.From.String()))
			}
			row.Leaves = append(row.Leaves, one)
		}
		list = append(list, row)
	}
	return list
}

// clocked reports whether the seat has a clock: a person at a table where time runs.
func (s *paceBook) clocked(row *timeRow) bool {
	return s.t.Pace.Timed() && int(row.Seat) < len(s.d.Table.Seats) && s.d.Table.Seats[row.Seat].Bot == "" && s.s.In(row.Seat)
}

// clockText says what a seat has left of its time and what of it ran out, "" if it has no
// clock or there is nothing to say.
func (s *paceBook) clockText(row *timeRow) string {
	if !s.clocked(row) {
		return ""
	}
	var said []string
	if text := s.reserveText(row.Timing.Bank); text != "" {
		said = append(said, text)
	}
	if s.t.Pace.Vacation > 0 {
		said = append(said, s.N("pace.days_left", row.Timing.DaysLeft))
	}
	if row.Timing.Missed > 0 {
		said = append(said, s.missedText(row.Seat, row.Timing.Missed))
	}
	return strings.Join(said, " ")
}

// reserveText says how much of the reserve is left, "" at a table that has none.
func (s *paceBook) reserveText(left timecontrol.Seconds) string {
	switch {
	case left > 0:
		return s.T("pace.bank_left", "Span", page.Duration(s.Printer, left.Duration()))
	case s.t.Pace.Bank > 0:
		return s.T("pace.bank_none")
	}
	return ""
}

func voteID(x Vote) string { return VoteID(&x.Motion) }

// VoteID is the id of what is voted on, on the page about the pace of its table.
func VoteID(m *timecontrol.Motion) string {
	return "vt-" + string(m.What) + "-" + page.Itoa(max(0, m.About))
}

// DecidedID is the id of what was voted on lately.
const DecidedID = "done-h"

// voice is what a vote is for. Where no clock runs, nothing answers for a player who is
// waited for.
func (v *view) voice(x timecontrol.Voice) string {
	if x == timecontrol.Wait && !v.d.Times.Pace.Timed() {
		return v.T("pace_voice.wait_open")
	}
	return v.T("pace_voice." + voiceName(x))
}

// voteText says what is voted on.
func (v *view) voteText(m *timecontrol.Motion) string {
	about, by := "", ""
	if m.About >= 0 {
		about = v.Name(m.About)
	}
	if m.By >= 0 {
		by = v.Name(m.By)
	}
	switch m.What {
	case timecontrol.NewControl:
		return v.T("pace_vote.pace", "Name", by, "Pace", paceText(v.Printer, m.Pace))
	case timecontrol.Halt:
		return v.T("pace_vote.pause", "Name", by, "Time", timeMark)
	case timecontrol.GoOn:
		return v.T("pace_vote.resume", "Name", by)
	case timecontrol.StandIn:
		switch {
		case m.TakenBack() && m.About == v.me:
			return v.T("pace_vote.taken_back_you", "Who", m.Name)
		case m.TakenBack():
			return v.T("pace_vote.taken_back", "Who", m.Name, "Name", about)
		}
		return v.T("pace_vote.stand_in", "Who", m.Name, "Name", about)
	case timecontrol.Absent:
	}
	if v.misses(m) {
		return v.T("pace_vote.absent_you")
	}
	return v.T("pace_vote.absent", "Name", about)
}

// misses reports whether the vote is about the absence of the viewer, who ends it by
// doing anything at the table.
func (v *view) misses(m *timecontrol.Motion) bool {
	return m.What == timecontrol.Absent && v.seated() && m.About == v.me
}

// voteRule says what it takes.
func (v *view) voteRule(m *timecontrol.Motion) string {
	key := "pace_rule." + string(m.What)
	if m.What == timecontrol.Absent && m.Harsh {
		key = "pace_rule.harsh"
	}
	if v.misses(m) {
		key += "_you"
	}
	return v.T(key)
}

// verdict says what a vote has come to.
func (v *view) verdict(d *Verdict) string {
	key := "pace_verdict." + voiceName(d.Result)
	switch {
	case d.TakenBack(): // voteText has said what has become of it
		return "(" + timeMark + ")"
	case d.Result == timecontrol.Wait && !v.d.Times.Pace.Timed():
		key = "pace_verdict.wait_open"
	}
	return v.T(key, "Time", timeMark)
}

// spoken lists who has voted what.
func (v *view) spoken(m *timecontrol.Motion) []string {
	var list []string
	for i, voice := range m.Votes {
		if voice != timecontrol.Silent && i < int(v.s.NumSeats) {
			list = append(list, v.Name(game.Seat(i))+": "+v.voice(voice))
		}
	}
	return list
}
