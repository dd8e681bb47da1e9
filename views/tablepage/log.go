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
}

// shortLog is how many turns the page of a table shows.
const shortLog = 4

// logTurns groups the last of the log by turn, the newest turn first, its lines in order.
func (v *view) logTurns() []logTurn {
	turns := v.turnsOf(func(int) bool { return true })
	slices.Reverse(turns)
	if len(turns) > shortLog {
		turns = turns[:shortLog]
	}
	return turns
}

// turnsOf groups those entries of the log by turn that are told and wanted.
func (v *view) turnsOf(wanted func(i int) bool) []logTurn {
	var turns []logTurn
	cur := logTurn{ID: "turn0", Title: v.T("log.before")}
	for i := range v.d.Log {
		e := &v.d.Log[i].Event
		if e.Kind == game.TurnStarted {
			turns = flush(turns, cur)
			cur = logTurn{ID: "turn" + page.Itoa(e.N), Title: v.T("log.turn", "N", page.Itoa(e.N), "Name", v.Name(e.Seat))}
			continue
		}
		if !v.veiled(i) && v.tells(i) && wanted(i) {
			cur.Lines = append(cur.Lines, v.line(i))
		}
	}
	return flush(turns, cur)
}

func (v *view) line(i int) logLine {
	x := &v.d.Log[i]
	line := logLine{ID: "e" + page.Itoa(x.Seq), Text: v.sentence(i), At: x.At, Seq: page.Itoa(x.Seq), Place: page.AtPath(v.d.ID, x.Seq)}
	if v.d.Past != nil && x.Seq == v.d.Past.At {
		line.Here, line.Place = true, ""
	}
	line.New = v.d.Missed != nil && x.Seq > v.d.Missed.Seq
	if id := x.Event.Rule.String(); id != "" {
		line.Rule, line.Href = id[2:], page.RuleAt(v.rules, id)
	}
	return line
}

func flush(turns []logTurn, cur logTurn) []logTurn {
	if len(cur.Lines) == 0 {
		return turns
	}
	return append(turns, cur)
}

// hidden marks the entries that would betray somebody else's open claim.
func (v *view) hidden() []bool {
	if v.s.NumClaims == 0 {
		return nil
	}
	events := make([]game.Event, len(v.d.Log))
	for i := range v.d.Log {
		events[i] = v.d.Log[i].Event
	}
	return wire.Hide(v.d.Setup, v.s, v.me, events)
}

// veiled reports whether an entry would betray somebody else's claim.
func (v *view) veiled(i int) bool { return v.veil != nil && v.veil[i] }

// tells reports whether the log shows an entry. Left out is what the neighbouring
// line says already, the engine's bookkeeping, and claims of others, settled or not.
func (v *view) tells(i int) bool {
	e := &v.d.Log[i].Event
	switch e.Kind {
	case game.TurnEnded:
		return v.d.Log[i].By != ""
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
func (v *view) sentence(i int) string {
	x := &v.d.Log[i]
	said := v.Event(&x.Event)
	if x.Terms != "" {
		said = v.T("log.terms", "Sentence", said, "Terms", x.Terms)
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
func (v *view) beside(i int, why game.Cause) bool {
	for _, j := range []int{i - 1, i + 1, i - 2} {
		if j < 0 || j >= len(v.d.Log) {
			continue
		}
		n := &v.d.Log[j].Event
		if n.Kind == game.Paid && n.Cause == why && n.Space == v.d.Log[i].Event.Space {
			return true
		}
	}
	return false
}

// mineLapsed reports whether a lapsed claim was the viewer's own.
func (v *view) mineLapsed(i int) bool {
	n := v.d.Log[i].Event.N
	for j := i - 1; j >= 0; j-- {
		if e := &v.d.Log[j].Event; e.Kind == game.ClaimOpened && e.N == n {
			return e.Seat == v.me || v.r.RemindersOn()
		}
	}
	return false
}

// last is the newest line that the viewer may read, for the status line.
func (v *view) last() string {
	for i := len(v.d.Log) - 1; i >= 0; i-- {
		if !v.veiled(i) && v.tells(i) {
			return v.sentence(i)
		}
		if v.d.Log[i].Event.Kind == game.TurnStarted {
			return v.Event(&v.d.Log[i].Event)
		}
	}
	return v.T("event.turn_started", "Name", v.Name(v.s.Turn.Seat))
}
