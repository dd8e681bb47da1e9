package timecontrol

import (
	"encoding/json"
	"strconv"
	"time"
)

// Append appends the state as encoding/json would write it. It is stored with
// every move, so the common parts are written without reflection.
func (t *State) Append(b []byte) ([]byte, error) {
	if len(t.Pauses)+len(t.Motions)+len(t.Decided) > 0 {
		return appendJSON(b, t)
	}
	var err error
	b = append(b, '{')
	if len(t.Seats) > 0 {
		b = append(b, `"seats":[`...)
		for i := range t.Seats {
			if i > 0 {
				b = append(b, ',')
			}
			if b, err = t.Seats[i].append(b); err != nil {
				return b, err
			}
		}
		b = append(b, ']')
	}
	if !t.Seen.IsZero() {
		if len(t.Seats) > 0 {
			b = append(b, ',')
		}
		if b, err = appendTime(append(b, `"seen":`...), t.Seen); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

func (s *SeatTime) append(b []byte) ([]byte, error) {
	if len(s.Leaves) > 0 {
		return appendJSON(b, s)
	}
	var err error
	b = strconv.AppendInt(append(b, `{"bank":`...), int64(s.Bank), 10)
	if !s.Asked.IsZero() {
		if b, err = appendTime(append(b, `,"asked":`...), s.Asked); err != nil {
			return b, err
		}
	}
	if !s.Notified.IsZero() {
		if b, err = appendTime(append(b, `,"told":`...), s.Notified); err != nil {
			return b, err
		}
	}
	b = appendCount(b, `,"missed":`, int64(s.Missed))
	b = appendFlag(b, `,"bid":true`, s.Bid)
	b = appendCount(b, `,"given":`, int64(s.Given))
	b = appendCount(b, `,"ask":`, int64(s.Ask))
	b = appendCount(b, `,"lapsed":`, int64(s.Lapsed))
	b = appendFlag(b, `,"sent":true`, s.Sent)
	b = appendCount(b, `,"nudged":`, int64(s.Nudged))
	if !s.NudgedAt.IsZero() {
		if b, err = appendTime(append(b, `,"nudged_at":`...), s.NudgedAt); err != nil {
			return b, err
		}
	}
	b = appendCount(b, `,"thinks":`, int64(s.Thinks))
	if !s.ThinksUntil.IsZero() {
		if b, err = appendTime(append(b, `,"thinks_until":`...), s.ThinksUntil); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

func appendJSON(b []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(b, text...), err
}

func appendTime(b []byte, t time.Time) ([]byte, error) {
	b, err := t.AppendText(append(b, '"'))
	return append(b, '"'), err
}

func appendCount(b []byte, key string, n int64) []byte {
	if n == 0 {
		return b
	}
	return strconv.AppendInt(append(b, key...), n, 10)
}

func appendFlag(b []byte, member string, set bool) []byte {
	if !set {
		return b
	}
	return append(b, member...)
}
