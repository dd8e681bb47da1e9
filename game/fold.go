package game

// Fold is a state that follows a whole log, decisions that were taken back
// included. It keeps the state after the last event that cannot be undone and
// the events since.
type Fold struct {
	State
	held  State
	since []Event
}

// NewFold begins in the state, before the first event of a log.
func NewFold(s *State) Fold { return Fold{State: *s, held: *s} }

// Apply folds one event. It reports false for an Undone event that goes back
// to where no undo can: then nothing has changed.
func (f *Fold) Apply(e *Event) bool {
	if e.Kind != Undone {
		f.State.Apply(e)
		if Reveals(e.Kind) {
			f.hold()
		} else {
			f.since = append(f.since, *e)
		}
		return true
	}
	var back State
	if !f.Back(uint32(e.N), &back) {
		return false
	}
	f.State.ApplyUndone(e, &back)
	f.hold()
	return true
}

func (f *Fold) hold() { f.held, f.since = f.State, f.since[:0] }

// Back sets s to the state after the event with the number, and reports whether
// it is still known: it is as long as nothing was revealed after it.
func (f *Fold) Back(seq uint32, s *State) bool {
	if seq < f.held.Seq || seq > f.Seq {
		return false
	}
	*s = f.held
	for i := range f.since[:seq-f.held.Seq] {
		s.Apply(&f.since[i])
	}
	return true
}

// TakenBack says of each event of a list, in order and with the number that seq
// gives by its index, whether it counts no more: it was taken back, or only dealt
// with that. It is nil where nobody asked.
func TakenBack(events []Event, seq func(i int) uint32) []bool {
	var gone []bool
	for i := range events {
		switch events[i].Kind {
		case UndoAsked, UndoAgreed, UndoRefused, Undone:
			if gone == nil {
				gone = make([]bool, len(events))
			}
			gone[i] = true
			for k := i - 1; events[i].Kind == Undone && k >= 0 && seq(k) > uint32(events[i].N); k-- {
				gone[k] = true
			}
		default:
		}
	}
	return gone
}
