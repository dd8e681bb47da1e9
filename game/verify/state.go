package verify

import (
	"bytes"
	"encoding/json"
	"reflect"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

// state checks the redundant data of the lines, the deeds at the end and the standings.
func (b *book) state() Check {
	if !b.whole {
		return notWhole()
	}
	if status := b.f.Header.Status; status != "" && status != wire.StatusName(b.end.Status) {
		return b.fail(b.end.Seq, "the header says %q, after the last event the game is %q", status, wire.StatusName(b.end.Status))
	}
	if c := b.repeats(); c.Result == Fail {
		return c
	}
	seen := b.end.Free
	for _, deeds := range b.end.Owned {
		if deeds&seen != 0 || deeds&^b.st.Rules.Deeds != 0 {
			return b.fail(b.end.Seq, "at the end a deed is in two hands, or a space without a deed in one")
		}
		seen |= deeds
	}
	if c := b.standings(); c.Result == Fail {
		return c
	}
	switch b.end.Status {
	case game.InLobby:
		return none("the game has not begun")
	case game.Finished:
		return pass("the game is over; %d standings agree with what everybody held", b.end.NumRanked)
	default:
		return pass("turn %d, phase %s; every deed is in one place", b.end.Turn.Number, wire.PhaseName(b.end.Phase()))
	}
}

// repeats compares each line with its own event, written anew: lines hold more
// than the fold reads, such as the list of standings.
func (b *book) repeats() Check {
	anew := wire.Encode(b.st, 1, time.Time{}, b.events, wire.Extra{SeedCommitment: b.committed()})
	for i, line := range b.lines {
		if b.events[i].Kind == game.NoEvent || says(timeless(line.JSON), timeless(anew[i])) {
			continue
		}
		if key := contradicts(line.JSON, anew[i]); key != "" {
			return b.fail(uint32(i)+1, "%s does not agree with the rest of the log", key)
		}
	}
	return pass("")
}

// says reports at a glance that a line has all members of another one, perhaps
// followed by more: those that the protocol of the draws adds.
func says(line, anew []byte) bool {
	n := len(anew) - 1
	return len(line) > n && bytes.Equal(line[:n], anew[:n]) && (line[n] == '}' || line[n] == ',')
}

// timeless is a line as the server writes it without its time.
func timeless(line []byte) []byte {
	const key = `,"at":"`
	start := bytes.Index(line, []byte(key))
	if start < 0 {
		return line
	}
	end := bytes.IndexByte(line[start+len(key):], '"')
	if end < 0 {
		return line
	}
	return append(line[:start:start], line[start+len(key)+end:]...)
}

// contradicts is the first member that a line has otherwise than it should, ""
// if there is none. Members that it has besides do not count.
func contradicts(line, anew []byte) string {
	is, should := map[string]any{}, map[string]any{}
	if json.Unmarshal(line, &is) != nil || json.Unmarshal(anew, &should) != nil {
		return "the line"
	}
	for key, want := range should {
		if key != "at" && !reflect.DeepEqual(is[key], want) {
			return key
		}
	}
	return ""
}

// standings counts the wealth again, just before the event that gives it.
func (b *book) standings() Check {
	s, rank := game.NewFold(&b.start), int32(0)
	last := game.Money(-1)
	for i := range b.events {
		e := &b.events[i]
		if e.Kind == game.Ranked {
			want := game.Money(0)
			if p := s.Players[e.Seat]; p.Out == 0 && !p.BankerOnly {
				want = b.st.Rules.Wealth(&s.State, e.Seat)
			}
			falls := last < 0 || e.Amount <= last
			if n := int32(s.NumRanked) + 1; e.Amount != last || s.Players[e.Seat].Out > 0 {
				rank, last = n, e.Amount
			}
			if e.Amount != want || e.N != rank || !falls {
				return b.fail(uint32(i)+1, "seat %d has rank %d with %d; by what it holds it has rank %d with %d", e.Seat, e.N, e.Amount, rank, want)
			}
		}
		if err := wire.Fold(&s, e); err != nil {
			return b.fail(uint32(i)+1, "%v", err)
		}
	}
	return pass("")
}
