package tablepage

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// pastTurn is a turn on the tape that is over.
type pastTurn struct {
	ID    string
	N     string // its number, "" before the first turn
	Token page.Token
	Text  string
	Sum   string // with its sign; "" if nobody's cash that it tells of has changed
	Less  bool
	New   bool   // something in it happened since the viewer was here last
	Gone  bool   // all of it was taken back
	Draws string // the events that proof.js checks
	Href  string // its steps in the log
}

// pastShows is what a turn that is over is made of.
type pastShows struct {
	id          string
	n           int32
	seat        game.Seat
	first, last uint32
	kept        int // how many events count
	new         bool
}

// drawPastTurn draws a turn that is over, or takes it from those drawn before.
func (v *telling) drawPastTurn(was map[pastShows]*part, b *tapeBag, begun *begunTurn, at, end int, seen [][]beats.Beat) *part {
	entries := v.log[at:end]
	last := entries[len(entries)-1].Seq
	shows := pastShows{id: begun.ID, n: begun.N, seat: begun.Seat, first: entries[0].Seq, last: last, new: v.missed != nil && last > v.missed.Seq}
	for i := range entries {
		if v.counts(at + i) {
			shows.kept++
		}
	}
	x := was[shows]
	if x == nil {
		past := v.pastTurn(&shows, begun, at, end, seen)
		x = branch("li", begun.ID, nil, func(children templ.Component) templ.Component { return tapeOfPast(v, past, children) })
	}
	b.pasts[shows] = x
	return x
}

func (v *telling) pastTurn(shows *pastShows, begun *begunTurn, at, end int, seen [][]beats.Beat) *pastTurn {
	entries := v.log[at:end]
	x := &pastTurn{ID: begun.ID, New: shows.new, Gone: v.isGone(at, end)}
	if begun.N > 0 {
		x.N, x.Token, x.Href = page.Itoa(begun.N), v.token(begun.Seat), page.LogTurnPath(v.id, int(begun.N))
	}
	s := v.inShort(begun, at, end, func(i int) bool {
		return slices.ContainsFunc(seen[i], func(b beats.Beat) bool { return b.Kind == beats.Group })
	})
	x.Text, x.Sum, x.Less = s.Text, v.gain(s.Sum), s.Sum < 0
	var draws []string
	for i := range entries {
		if entries[i].Event.Kind == game.Rolled {
			draws = append(draws, strconv.FormatUint(uint64(entries[i].Seq), 10))
		}
	}
	x.Draws = strings.Join(draws, " ")
	return x
}

// inShort tells those entries of a turn that count in a sentence or two, all if none does.
// The deeds that whole reports have completed a colour.
func (v *telling) inShort(begun *begunTurn, at, end int, whole func(i int) bool) text.Summary {
	t := text.Turn{Seat: game.Nobody, Events: make([]text.Step, 0, end-at)}
	if begun.N > 0 {
		t.Seat = begun.Seat
	}
	late, gone := false, v.isGone(at, end) // late: the clock moved
	for i := at; i < end; i++ {
		x := &v.log[i]
		if !v.counts(i) && !gone {
			continue
		}
		late = late || x.By == wire.ByClock
		t.Events = append(t.Events, text.Step{Event: &x.Event, Whole: whole(i)})
	}
	s := v.Summary(&t)
	if late {
		s.Text = v.T("log.by_clock", "Sentence", s.Text)
	}
	return s
}

// isGone reports whether none of the entries counts any more.
func (v *telling) isGone(at, end int) bool {
	for i := at; i < end; i++ {
		if v.counts(i) {
			return false
		}
	}
	return true
}

// gain is a change of cash with its sign; "" if it is none.
func (v *telling) gain(sum game.Money) string {
	if sum == 0 {
		return ""
	}
	return v.signed(sum)
}
