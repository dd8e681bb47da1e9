package tablepage

import (
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
}

// shortLog is how many turns the page of a table shows.
const shortLog = 4

// logSpan is the log of one turn: which entries tell of it.
type logSpan struct {
	N     int32 // of the turn
	Seat  game.Seat
	Seq   uint32 // of the event that began it, 0 before the first one
	Lines []int
}

// shortLogSpans are the last turns of the log, the newest first.
func (v *telling) shortLogSpans() []logSpan {
	var spans []logSpan
	end := len(v.log)
	for i := len(v.log) - 1; i >= -1 && len(spans) < shortLog; i-- {
		if i >= 0 && v.log[i].Event.Kind != game.TurnStarted {
			continue
		}
		if x := v.spanOf(i, end, nil); len(x.Lines) > 0 {
			spans = append(spans, x)
		}
		end = i
	}
	return spans
}

// spanOf is the turn that an entry begins, or what was before the first one if
// it is -1. Wanted says which entries are; nil: all.
func (v *telling) spanOf(first, end int, wanted func(i int) bool) logSpan {
	var x logSpan
	if first >= 0 {
		e := &v.log[first]
		x.N, x.Seat, x.Seq = e.Event.N, e.Event.Seat, e.Seq
	}
	for i := first + 1; i < end; i++ {
		if v.tells(i) && (wanted == nil || wanted(i)) {
			x.Lines = append(x.Lines, i)
		}
	}
	return x
}

// turn is a turn of the log in words, without its lines.
func (v *telling) turn(x *logSpan) logTurn {
	if x.Seq == 0 {
		return logTurn{ID: "turn0", Title: v.T("log.before")}
	}
	return logTurn{ID: "turn" + page.Itoa(x.N), Title: v.T("log.turn", "N", page.Itoa(x.N), "Name", v.Name(x.Seat))}
}

// logTurns groups the last of the log by turn, the newest turn first, its lines in order.
func (v *telling) logTurns() []logTurn {
	var turns []logTurn
	for _, span := range v.shortLogSpans() {
		turns = append(turns, v.turnWith(&span))
	}
	return turns
}

func (v *telling) turnWith(x *logSpan) logTurn {
	t := v.turn(x)
	for _, i := range x.Lines {
		t.Lines = append(t.Lines, v.line(i))
	}
	return t
}

// turnsOf groups those entries of the log by turn that are told and wanted.
func (v *telling) turnsOf(wanted func(i int) bool) []logTurn {
	var turns []logTurn
	first := -1
	for i := range len(v.log) + 1 {
		if i < len(v.log) && v.log[i].Event.Kind != game.TurnStarted {
			continue
		}
		if x := v.spanOf(first, i, wanted); len(x.Lines) > 0 {
			turns = append(turns, v.turnWith(&x))
		}
		first = i
	}
	return turns
}

func (v *telling) line(i int) logLine {
	x := &v.log[i]
	line := logLine{ID: "e" + page.Itoa(x.Seq), Text: v.sentence(i), At: x.At, Seq: page.Itoa(x.Seq), Place: page.AtPath(v.id, x.Seq)}
	if v.past != nil && x.Seq == v.past.At {
		line.Here, line.Place = true, ""
	}
	line.New = v.missed != nil && x.Seq > v.missed.Seq
	if id := x.Event.Rule.String(); id != "" {
		line.Rule, line.Href = id[2:], page.RuleAt(v.rules, id)
	}
	return line
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
	if x.By == wire.ByClock && v.said(i) || x.By == wire.ByOrder && nobodys(&x.Event) {
		x.By = ""
	}
	return v.sentenceOf(&x)
}

// nobodys reports whether an event only followed from a move: no order did it.
func nobodys(e *game.Event) bool { return e.Kind == game.AuctionClosed && e.Other == game.Nobody }

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
	said := v.Event(&x.Event)
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
