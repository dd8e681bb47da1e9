package table

import (
	"encoding/json"
	"time"

	"github.com/bankhalter/bankhalter/game/wire"
)

// How many of the last events stay in memory with a table, and how many of them
// with their lines of the log; a quarter more at times. Pages tell what happened
// in the last turns; programs ask for lines, and only for those they have missed.
const (
	maxShown = 128
	maxLines = 32
)

// tail is the last events of a game, in as little memory as it takes to serve
// those who follow it without the log. One that can be seen is never changed;
// the arrays behind it only grow.
type tail struct {
	last   uint32    // number of the last event
	at     time.Time // when it happened
	n      int       // how many are packed
	packed []byte    // those
	lines  []json.RawMessage
	joint  joint // before the events that were added last, which most readers ask for
}

// joint is a place between two packed events.
type joint struct {
	seq    uint32    // of the event before it
	at     time.Time // when that happened
	behind int       // bytes from here to the end
}

// with is the tail after more events.
func (t tail) with(more []Entry) tail {
	if len(more) == 0 {
		return t
	}
	t.lines = addLines(t.lines, more)
	if len(more) >= maxShown {
		more, t.n, t.packed = more[len(more)-maxShown:], 0, nil
	}
	before := t.at
	if t.n == 0 {
		before = time.Time{}
	}
	t.joint = joint{more[0].Seq - 1, before, -len(t.packed)}
	for i := range more {
		x := shownEvent(&more[i])
		t.packed = packEvent(t.packed, &x, before)
		before = x.At
	}
	t.joint.behind += len(t.packed)
	t.n, t.last, t.at = t.n+len(more), more[len(more)-1].Seq, before
	if t.n > maxShown+maxShown/4 {
		t.packed, t.n = t.cut(t.n-maxShown), maxShown
	}
	return t
}

// shownEvent is an entry of the log as it is shown.
func shownEvent(e *Entry) ShownEvent {
	return ShownEvent{e.Seq, e.At, e.Event, wire.Agreement(&e.Event, e.JSON), wire.ActedBy(e.JSON)}
}

func addLines(lines []json.RawMessage, more []Entry) []json.RawMessage {
	if len(more) > maxLines {
		lines, more = nil, more[len(more)-maxLines:] // those before would not join on
	}
	if len(lines)+len(more) > cap(lines) {
		keep := min(len(lines), maxLines-len(more))
		lines = append(make([]json.RawMessage, 0, maxLines+maxLines/4), lines[len(lines)-keep:]...)
	}
	for i := range more {
		lines = append(lines, more[i].JSON)
	}
	return lines
}

// cut is what is packed without the first n, in an array of its own.
func (t *tail) cut(n int) []byte {
	x, rest := t.skip(n)
	behind := unpackEvent(rest, &x)
	packed := make([]byte, 0, len(rest)+len(rest)/4)
	return append(packEvent(packed, &x, time.Time{}), behind...)
}

// first is the number of the first event that is packed.
func (t *tail) first() uint32 { return t.last + 1 - uint32(t.n) }

// skip passes over n events and returns the number and time of the last of them, and
// what stands behind it.
func (t *tail) skip(n int) (x ShownEvent, rest []byte) {
	x.Seq, rest = t.first()-1, t.packed
	if m := &t.joint; m.seq >= t.first() && int(m.seq-x.Seq) <= n {
		n -= int(m.seq - x.Seq)
		x.Seq, x.At, rest = m.seq, m.at, t.packed[len(t.packed)-m.behind:]
	}
	for range n {
		rest = unpackEvent(rest, &x)
	}
	return x, rest
}

// since is the events after one, at most limit of them; 0: all. Without ok they
// are not in memory.
func (t *tail) since(after uint32, limit int) (list []ShownEvent, ok bool) {
	if t.n == 0 || after+1 < t.first() || after >= t.last {
		return nil, false
	}
	list = make([]ShownEvent, most(t.last-after, limit))
	x, rest := t.skip(int(after + 1 - t.first()))
	for i := range list {
		rest = unpackEvent(rest, &x)
		list[i] = x
	}
	return list, true
}

// entries is since with the lines of the log.
func (t *tail) entries(after uint32, limit int) (list []Entry, ok bool) {
	if after >= t.last || int(t.last-after) > len(t.lines) {
		return nil, false
	}
	lines := t.lines[len(t.lines)-int(t.last-after):]
	list = make([]Entry, most(t.last-after, limit))
	x, rest := t.skip(int(after + 1 - t.first()))
	for i := range list {
		rest = unpackEvent(rest, &x)
		list[i] = Entry{x.Seq, x.At, x.Event, lines[i]}
	}
	return list, true
}

// most is how many of n are meant by a limit; 0: all.
func most(n uint32, limit int) int {
	if limit > 0 {
		return min(int(n), limit)
	}
	return int(n)
}
