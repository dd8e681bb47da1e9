package wire

import (
	"errors"
	"fmt"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Stamp is the place of an event in the log.
type Stamp struct {
	Seq uint32
	At  time.Time
}

// ErrHidden is returned for the placeholder of an event its reader may not see.
var ErrHidden = errors.New("the event is hidden")

// maxMembers bounds the members of one line.
const maxMembers = 64

type member struct {
	key   []byte
	start int
	end   int
}

// Decode reads one line of the log. Members it does not know are skipped, so
// that a newer log can still be folded.
func Decode(st *setup.Setup, line []byte) (game.Event, Stamp, error) {
	var buf [16]member
	members, err := split(line, buf[:0])
	if err != nil {
		return game.Event{}, Stamp{}, err
	}
	kind, stamp, err := decodeHead(line, members)
	if err != nil {
		return game.Event{}, stamp, err
	}
	spec := &kinds[kind]
	e := game.Event{Kind: kind, Seat: game.Nobody, Other: game.Nobody, Space: blankSpace(spec.noSpace)}
	r := reader{st: st, e: &e}
	for pass := 0; pass < 2; pass++ { // a card's id is read when its deck is known
		for _, m := range members {
			f, ok := spec.find(m.key)
			if !ok || (f == fCard) != (pass == 1) {
				continue
			}
			r.scan = scan{b: line[m.start:m.end]}
			if err := r.value(f); err != nil {
				return game.Event{}, stamp, fmt.Errorf("event %d, %s: %w", stamp.Seq, m.key, err)
			}
		}
	}
	for _, n := range spec.fields {
		if !n.maybe && n.field != fSpeed && !has(members, n.name) { // older logs say no speed where there is none
			return game.Event{}, stamp, fmt.Errorf("event %d, %s: missing", stamp.Seq, n.name)
		}
	}
	return e, stamp, nil
}

// twiceError names a member that an object has twice.
type twiceError struct{ key string }

func (e *twiceError) Error() string { return fmt.Sprintf("%q is given twice", e.key) }

// split finds the members of the line's object.
func split(line []byte, members []member) ([]member, error) {
	s := scan{b: line}
	err := s.object(func(key []byte) error {
		s.space()
		start := s.i
		if err := s.skip(0); err != nil {
			return err
		}
		if has(members, string(key)) {
			return &twiceError{string(key)}
		}
		if len(members) == maxMembers {
			return errors.New("too many members")
		}
		members = append(members, member{key, start, s.i})
		return nil
	})
	if err == nil && !s.end() {
		err = errSyntax
	}
	return members, err
}

func has(members []member, key string) bool {
	for _, m := range members {
		if string(m.key) == key {
			return true
		}
	}
	return false
}

func decodeHead(line []byte, members []member) (game.EventKind, Stamp, error) {
	var stamp Stamp
	kind := game.NoEvent
	for _, m := range members {
		s := scan{b: line[m.start:m.end]}
		switch string(m.key) {
		case "seq":
			n, err := s.integer()
			if err != nil || n < 1 || n > 1<<32-1 {
				return kind, stamp, errors.New("seq: not a number of an event")
			}
			stamp.Seq = uint32(n)
		case "at":
			text, err := s.text()
			if err == nil {
				stamp.At, err = time.Parse(time.RFC3339Nano, string(text))
			}
			if err != nil {
				return kind, stamp, errors.New("at: not a time in RFC 3339")
			}
		case "type":
			name, err := s.text()
			if err != nil {
				return kind, stamp, errors.New("type: not a text")
			}
			if string(name) == hiddenType {
				return kind, stamp, ErrHidden
			}
			var ok bool
			if kind, ok = EventKind(string(name)); !ok {
				return kind, stamp, fmt.Errorf("type: unknown event %q", name)
			}
		}
	}
	switch {
	case kind == game.NoEvent:
		return kind, stamp, errors.New("type: missing")
	case stamp.Seq == 0:
		return kind, stamp, errors.New("seq: missing")
	case stamp.At.IsZero():
		return kind, stamp, errors.New("at: missing")
	}
	return kind, stamp, nil
}

// find returns the field that a member of the line holds, if any.
func (k *kindSpec) find(key []byte) (field, bool) {
	var named uint32
	for _, n := range k.fields {
		if string(key) == n.name {
			return n.field, true
		}
		named |= 1 << n.field.base()
	}
	for f, name := range genericNames {
		if string(key) == name && named>>f&1 == 0 {
			return field(f), true
		}
	}
	if string(key) == speedName && named>>fDice&1 == 0 {
		return fSpeed, true
	}
	return 0, false
}
