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

// TakenBack says of each of n events in order, of which at gives number and event
// by index, whether it counts no more: it was taken back, or only dealt with that.
// It is nil where nobody asked.
func TakenBack(n int, at func(i int) (seq uint32, e *Event)) []bool {
	var gone []bool
	for i := range n {
		_, e := at(i)
		switch e.Kind {
		case UndoAsked, UndoAgreed, UndoRefused, Undone:
			if gone == nil {
				gone = make([]bool, n)
			}
			gone[i] = true
			for k := i - 1; e.Kind == Undone && k >= 0; k-- {
				if seq, _ := at(k); seq <= uint32(e.N) {
					break
				}
				gone[k] = true
			}
		default:
		}
	}
	return gone
}

// Kept is the part of a list of events that still counts; the list itself where
// nobody asked to take anything back.
func Kept[E any](list []E, at func(i int) (seq uint32, e *Event)) []E {
	gone := TakenBack(len(list), at)
	if gone == nil {
		return list
	}
	kept := make([]E, 0, len(list))
	for i := range list {
		if !gone[i] {
			kept = append(kept, list[i])
		}
	}
	return kept
}
