package tablepage

import (
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/page"
)

// timed reports whether the page has anything to say about time.
func (v *view) timed() bool {
	t := v.d.Times
	return t != nil && v.d.Past == nil && v.s.Status == game.Playing
}

// isSlow reports whether the players look in now and then and are not at the table.
func (v *view) isSlow() bool {
	return v.timed() && v.d.Times.Pace.Kind == timecontrol.Correspondence
}

// myDeadline is the viewer's own, false if they have none.
func (v *view) myDeadline() (Asked, bool) {
	if !v.timed() || !v.seated() {
		return Asked{}, false
	}
	for _, a := range v.d.Times.Asked {
		if a.Seat == v.me && !a.Until.IsZero() {
			return a, true
		}
	}
	return Asked{}, false
}

// others are the deadlines of everybody else.
func (v *view) others() []Asked {
	var list []Asked
	for _, a := range v.d.Times.Asked {
		if a.Seat != v.me && !a.Until.IsZero() {
			list = append(list, a)
		}
	}
	return list
}

// absences warns of people whose time has run out, one sentence each.
func (v *view) absences() []string {
	var list []string
	for i := range v.d.Times.Seats {
		seat, t := game.Seat(i), &v.d.Times.Seats[i]
		if t.Missed > 0 {
			list = append(list, v.missedText(seat, t.Missed))
		}
		if off := v.offText(seat); off != "" {
			list = append(list, off)
		}
	}
	return list
}

// offText says which day is the last that a player has taken off, "" if they have not.
func (v *view) offText(seat game.Seat) string {
	if !v.timed() || int(seat) >= len(v.d.Times.Seats) || v.d.Times.Seats[seat].OffUntil.IsZero() {
		return ""
	}
	return v.T("pace.off_until", "Name", v.Name(seat), "Day", page.LastDay(v.Printer, v.d.Times.Seats[seat].OffUntil, v.zone()))
}

// nudgedText says that a player was nudged about their decision.
func (v *view) nudgedText(seat game.Seat) string {
	if seat == v.me {
		return v.T("pace.nudged_you", "Time", timeMark)
	}
	return v.T("pace.nudged", "Name", v.Name(seat), "Time", timeMark)
}

// missedText says how many decisions in a row a player has missed, and what comes of it.
func (v *view) missedText(seat game.Seat, missed int) string {
	key := "pace.missed"
	if _, put := v.d.Times.Pace.Patience(); !put && !v.r.LeavingRuins() {
		key = "pace.missed_live"
	}
	if seat == v.me {
		return v.N(key+"_you", missed)
	}
	return v.N(key, missed, "Name", v.Name(seat))
}

// vacancies are the seats that a watcher could offer to play.
func (v *view) vacancies() []game.Seat {
	var list []game.Seat
	if v.me >= 0 {
		return list
	}
	for i := range v.d.Times.Seats {
		if v.d.Times.Seats[i].Vacant {
			list = append(list, game.Seat(i))
		}
	}
	return list
}

// closingSoon reports whether the table page has to say that the table closes:
// when nobody is there, or little of its time is left.
func (v *view) closingSoon() bool {
	t := v.d.Times
	if t.Closes.IsZero() {
		return false
	}
	return t.Resting || t.Closes.Sub(t.Now) < t.Pace.Term().Duration()/2
}

// timeMark stands in a sentence where a time goes, so that a page can put an
// element there which the script may change.
const timeMark = "\x00"

// around is what stands before and behind the mark of a sentence.
func around(sentence string) (before, behind string) {
	before, behind, _ = strings.Cut(sentence, timeMark)
	return before, behind
}

// at is a time by the clock of the table.
func (v *view) at(t time.Time) string { return page.Moment(v.Printer, t, v.zone()) }

func (v *view) zone() *time.Location {
	if v.d.Times != nil && v.d.Times.Zone != nil {
		return v.d.Times.Zone
	}
	return time.UTC
}

// atOnce reports whether a time is so near that how long there is says all.
func (v *view) atOnce(until time.Time) bool { return until.Sub(v.d.Times.Now) < 10*time.Minute }

// left says how long there is still.
func (v *view) left(until time.Time) string {
	return page.Duration(v.Printer, until.Sub(v.d.Times.Now))
}

// late reports whether the time of a player is over although an auction still takes their
// answer: it goes on until all the others have decided.
func (v *view) late(a Asked) bool { return v.s.Auction.Open && !a.Until.After(v.d.Times.Now) }

// lateText says of a player who is late that their answer still counts.
func (v *view) lateText(seat game.Seat) string {
	if seat == v.me {
		return v.T("pace.late_you")
	}
	return v.T("pace.late", "Name", v.Name(seat))
}

// short reports whether time gets short.
func (v *view) short(a Asked) bool { return !v.d.Times.Now.Before(a.Remind) }

// nextText says what happens next if nobody does anything.
func (v *view) nextText() string {
	n := v.d.Times.Next
	if n == nil {
		return ""
	}
	key, name := "pace_next."+n.What, ""
	if n.Seat >= 0 {
		name = v.Name(n.Seat)
	} else if n.What == "answer" {
		key = "pace_next.answer_someone"
	}
	return v.T(key, "Name", name, "Time", timeMark)
}

// claimEnds says until when a rent can be claimed at the latest where time runs.
func (v *view) claimEnds() string {
	if !v.timed() || v.s.NumClaims == 0 {
		return ""
	}
	for _, a := range v.d.Times.Asked {
		if a.Seat == v.s.Turn.Seat && a.Seat != v.me && !a.Until.IsZero() {
			return v.T("pace.claim_ends", "Name", v.Name(a.Seat), "Time", v.at(a.Until))
		}
	}
	return ""
}

// openVotes are the votes that wait for the viewer's voice.
func (v *view) openVotes() []Vote {
	if !v.seated() || v.d.Times == nil {
		return nil
	}
	var list []Vote
	for _, x := range v.d.Times.Votes {
		if len(x.Choices) > 0 && x.Missing.Has(v.me) {
			list = append(list, x)
		}
	}
	return list
}

// voted reports whether this is being voted on, so that nobody can propose it once more.
func (v *view) voted(what timecontrol.What) bool {
	return slices.ContainsFunc(v.d.Times.Votes, func(x Vote) bool { return x.What == what })
}

// newVerdict is what the last vote has come to, as long as nothing has happened since.
func (v *view) newVerdict() (*Verdict, bool) {
	if !v.timed() || len(v.d.Times.Decided) == 0 {
		return nil, false
	}
	last := &v.d.Times.Decided[len(v.d.Times.Decided)-1]
	return last, last.Over.After(v.d.Since)
}
