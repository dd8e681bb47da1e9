package tablepage

import (
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// logTurn is the log of one turn.
type logTurn struct {
	ID    string
	Title string
	Lines []logLine
}

// logLine is one thing that happened.
type logLine struct {
	ID    string
	Text  string
	Rule  string // "RENT-9", or ""
	Href  string // where it is explained
	Seq   string
	Place string // the position after it, "" for the one that is shown
	At    time.Time
	New   bool // since the viewer was here last
	Here  bool // the position that is shown
	Gone  bool // it was taken back
}

// shortLog is how many turns the page of a table shows.
const shortLog = 4

// begunTurn is a turn as the log tells it: what it begins with, and whose it is.
type begunTurn struct {
	ID   string
	At   int   // the entry that begins it, -1: the first entries
	N    int32 // 0 before the first turn
	Seat game.Seat
}

// begunTurns are the turns of the log in order. A turn goes on where an undo leads
// back into it. Where the log is the end of a longer one, its first entries are of a
// turn that is not known; they are left out unless there is nothing else.
func (v *telling) begunTurns() []begunTurn {
	list := make([]begunTurn, 1, shownTurns+1)
	list[0] = begunTurn{At: -1, ID: "turn0"}
	tail := len(v.log) > 0 && v.log[0].Seq > 1
	if tail {
		list[0] = begunTurn{At: -1, ID: turnID(int32(v.s.Turn.Number)), N: int32(v.s.Turn.Number), Seat: v.s.Turn.Seat}
	}
	for i := range v.log {
		switch e := &v.log[i].Event; e.Kind {
		case game.TurnStarted:
			x := begunTurn{At: i, ID: turnID(e.N), N: e.N, Seat: e.Seat}
			if !v.counts(i) {
				x.ID += "-" + page.Itoa(v.log[i].Seq)
			}
			list = append(list, x)
		case game.Undone:
			k := len(list) - 1
			for k > 0 && v.log[list[k].At].Seq > uint32(e.N) {
				k--
			}
			if back := list[k]; back.N != list[len(list)-1].N && (k > 0 || !tail) {
				back.At, back.ID = i, turnID(back.N)+"-"+page.Itoa(v.log[i].Seq)
				list = append(list, back)
			}
		default:
		}
	}
	if tail && len(list) > 1 {
		return list[1:]
	}
	return list
}

func turnID(n int32) string { return "turn" + page.Itoa(n) }

// logSpan is the log of one turn: which entries tell of it.
type logSpan struct {
	begunTurn
	Lines []int
}

// spansOf are the turns of the log in order with the entries that are told and
// wanted, nil: all. Turns without any are left out.
func (v *telling) spansOf(wanted func(i int) bool) []logSpan {
	turns := v.begunTurns()
	spans := make([]logSpan, 0, len(turns))
	for k, turn := range turns {
		end := len(v.log)
		if k+1 < len(turns) {
			end = turns[k+1].At
		}
		x := logSpan{begunTurn: turn}
		for i := max(turn.At, 0); i < end; i++ {
			if v.log[i].Event.Kind != game.TurnStarted && v.tells(i) && (wanted == nil || wanted(i)) {
				x.Lines = append(x.Lines, i)
			}
		}
		if len(x.Lines) > 0 {
			spans = append(spans, x)
		}
	}
	return spans
}

// turnWith is a turn of the log in words.
func (v *telling) turnWith(x *logSpan) logTurn {
	t := logTurn{ID: x.ID, Title: v.before()}
	if x.N > 0 {
		t.Title = v.T("log.turn", "N", page.Itoa(x.N), "Name", v.Name(x.Seat))
	}
	for _, i := range x.Lines {
		t.Lines = append(t.Lines, v.line(i))
	}
	return t
}

// logTurns are the last turns of the log, the newest first, their lines in order.
func (v *telling) logTurns() []logTurn {
	var turns []logTurn
	for _, span := range slices.Backward(v.spansOf(nil)) {
		if len(turns) == shortLog {
			break
		}
		turns = append(turns, v.turnWith(&span))
	}
	return turns
}

// turnsOf groups those entries of the log by turn that are told and wanted.
func (v *telling) turnsOf(wanted func(i int) bool) []logTurn {
	var turns []logTurn
	for _, span := range v.spansOf(wanted) {
		turns = append(turns, v.turnWith(&span))
	}
	return turns
}

func (v *telling) line(i int) logLine {
	x := &v.log[i]
	line := logLine{ID: "e" + page.Itoa(x.Seq), Text: v.sentence(i), At: x.At, Seq: page.Itoa(x.Seq), Place: page.AtPath(v.id, x.Seq), Gone: v.takenBack(i)}
	if v.past != nil && x.Seq == v.past.At {
		line.Here, line.Place = true, ""
	}
	line.New = v.missed != nil && x.Seq > v.missed.Seq
	if id := x.Event.Rule.String(); id != "" {
		line.Rule, line.Href = id[2:], page.RuleAt(v.rules, id)
	}
	return line
}

// logTime is the hour of an entry, with the day unless that was the last time it was this hour.
func (v *view) logTime(at time.Time) string {
	if v.d.Now.Sub(at) < 24*time.Hour {
		return hourUTC(at)
	}
	return dayUTC(v.Printer, at)
}

// tells reports whether the log shows an entry. Left out is what the neighbouring
// line says already, the engine's bookkeeping, and claims of others, settled or not.
func (v *telling) tells(i int) bool {
	e := &v.log[i].Event
	switch e.Kind {
	case game.TurnEnded:
		return v.log[i].By != ""
	case game.NoEvent, game.CardReturned, game.DueLost, game.Unlocked, game.Asked, game.DebtCalled,
		game.TransferClosed, game.EstateClosed, game.StepNoted, game.PotChanged, game.Lapped, game.RentClaimed, game.Ranked,
		game.RollLocked, game.ServerReanchored:
		return false
	case game.ClaimOpened:
		return e.Seat == v.me || v.r.RemindersOn()
	case game.ClaimLapsed:
		return v.mineLapsed(i)
	case game.Mortgaged:
		return !v.beside(i, game.ForMortgage)
	case game.Lifted:
		return !v.beside(i, game.ForLift)
	case game.DeedTransferred:
		return !v.beside(i, game.ForPrice) && !v.beside(i, game.ForAuction)
	case game.Paid:
		switch e.Cause {
		case game.ForBuild, game.ForDepot:
			return e.Seat == game.Bank
		case game.ForAuction:
			return false
		default:
			return true
		}
	default:
		return true
	}
}

// sentence tells an entry, with the words that belong to it.
func (v *telling) sentence(i int) string {
	x := v.log[i]
	if x.By == wire.ByClock && v.said(i) || x.By == wire.ByOrder && !v.ordered(i) {
		x.By = ""
	}
	return v.sentenceOf(&x)
}

// standIn is who plays for an absent player since an entry, "" if it tells of anything else:
// in the log a seat is taken again also where somebody else does so for its player.
func (v *telling) standIn(x *Entry) string {
	e := &x.Event
	if e.Kind != game.Returned || int(e.Seat) >= len(v.seats) {
		return ""
	}
	for i := range v.log {
		if n := &v.log[i].Event; v.log[i].Seq > x.Seq && n.Seat == e.Seat && (n.Kind == game.Returned || n.Kind == game.Resigned) {
			return ""
		}
	}
	return v.seats[e.Seat].StandIn
}

// ordered reports whether an entry of a move by an order tells what was ordered. The turn
// that begins when another ends is none of it. An auction ends with the order of the last
// player to pass: it counts only if the winning bid was one.
func (v *telling) ordered(i int) bool {
	switch v.log[i].Event.Kind {
	case game.TurnStarted:
		return false
	case game.AuctionClosed:
	default:
		return true
	}
	for j := i - 1; j >= 0; j-- {
		if bid := &v.log[j]; bid.Event.Kind == game.BidPlaced {
			return bid.Event.Seat == v.log[i].Event.Other && bid.By == wire.ByOrder
		}
	}
	return false
}

// said reports whether the move of an entry has been told with who made it by an entry before.
func (v *telling) said(i int) bool {
	x := &v.log[i]
	for j := i - 1; j >= 0 && v.log[j].By == x.By && v.log[j].At.Equal(x.At); j-- {
		if v.tells(j) {
			return true
		}
	}
	return false
}

func (v *telling) sentenceOf(x *Entry) string {
	if by := v.standIn(x); by != "" {
		name := v.Names[x.Event.Seat]
		switch {
		case x.Event.Seat != v.me:
			return v.T("log.stand_in", "By", by, "Name", name)
		case v.relieved:
			return v.T("log.stand_in_for_you", "By", by)
		default:
			return v.T("log.stand_in_you", "Name", name)
		}
	}
	said := v.event(&x.Event)
	if x.Terms != "" {
		said = v.T("log.terms", "Sentence", said, "Terms", x.Terms)
	}
	if x.Why != nil {
		said = v.T("log.why", "Sentence", said, "Why", v.Reason(x.Why))
	}
	switch x.By {
	case wire.ByOrder:
		return v.T("log.by_order", "Sentence", said)
	case wire.ByClock:
		return v.T("log.by_clock", "Sentence", said)
	}
	return said
}

// beside reports whether a payment for the same space stands next to the entry.
func (v *telling) beside(i int, why game.Cause) bool {
	for _, j := range []int{i - 1, i + 1, i - 2} {
		if j < 0 || j >= len(v.log) {
			continue
		}
		n := &v.log[j].Event
		if n.Kind == game.Paid && n.Cause == why && n.Space == v.log[i].Event.Space {
			return true
		}
	}
	return false
}

// mineLapsed reports whether a lapsed claim was the viewer's own.
func (v *telling) mineLapsed(i int) bool {
	n := v.log[i].Event.N
	for j := i - 1; j >= 0; j-- {
		if e := &v.log[j].Event; e.Kind == game.ClaimOpened && e.N == n {
			return e.Seat == v.me || v.r.RemindersOn()
		}
	}
	return false
}

// last is the newest line that the viewer may read, for the status line.
func (v *telling) last() string {
	for i := len(v.log) - 1; i >= 0; i-- {
		if v.tells(i) {
			return v.sentence(i)
		}
		if v.log[i].Event.Kind == game.TurnStarted {
			return v.Event(&v.log[i].Event)
		}
	}
	return v.T("event.turn_started", "Name", v.Name(v.s.Turn.Seat))
}
