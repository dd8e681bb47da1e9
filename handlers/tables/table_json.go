package tables

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game/wire"
)

// append appends the state as encoding/json would write it. What every table
// has is written without reflection.
func (s *State) append(b []byte) ([]byte, error) {
	b, err := s.State.Append(b)
	if err != nil {
		return b, err
	}
	b = append(b[:len(b)-1], `,"seat":`...)
	if s.Seat == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, int64(*s.Seat), 10)
	}
	if s.Offer != "" {
		b = append(append(append(b, `,"offer":"`...), s.Offer...), '"')
	}
	if b, err = s.Table.append(append(b, `,"table":`...)); err != nil {
		return b, err
	}
	if s.Beats != nil {
		b = wire.AppendBeats(append(b, `,"beats":`...), s.Beats)
	}
	return append(b, '}'), nil
}

func (a *About) append(b []byte) ([]byte, error) {
	b = wire.AppendString(append(b, `{"title":`...), a.Title)
	b = appendOrNull(append(b, `,"host":`...), a.Host)
	b = strconv.AppendBool(append(b, `,"owner":`...), a.Owner)
	b = strconv.AppendBool(append(b, `,"private":`...), a.Private)
	b = wire.AppendString(append(b, `,"pace":`...), a.Pace)
	var err error
	b = a.Clock.append(b)
	if b, err = a.Times.append(b); err != nil {
		return b, err
	}
	b = strconv.AppendInt(append(b, `,"seats_wanted":`...), int64(a.Wanted), 10)
	b = append(b, `,"seats":[`...)
	for i := range a.Seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = a.Seats[i].Append(b)
	}
	b = append(b, ']')
	if len(a.Together) > 0 {
		if b, err = appendRare(b, `,"together":`, &a.Together); err != nil {
			return b, err
		}
	}
	if len(a.Device) > 0 {
		if b, err = appendRare(b, `,"device":`, &a.Device); err != nil {
			return b, err
		}
	}
	b = strconv.AppendBool(append(b, `,"sandbox":`...), a.Sandbox)
	if a.Imported {
		b = append(b, `,"imported":true`...)
	}
	if a.Rematch != "" {
		b = wire.AppendString(append(b, `,"rematch":`...), a.Rematch)
	}
	if a.Commitment != "" {
		b = wire.AppendString(append(b, `,"seed_commitment":`...), a.Commitment)
	}
	if a.EndsAt != nil {
		if b, err = appendTime(append(b, `,"ends_at":`...), a.EndsAt); err != nil {
			return b, err
		}
	}
	if b, err = a.Dice.append(b); err != nil {
		return b, err
	}
	if b, err = appendPresence(b, a.Presence); err != nil {
		return b, err
	}
	return append(b, '}'), nil
}

// appendPresence writes the member presence, or nothing if nobody has one.
func appendPresence(b []byte, list []seatPresence) (_ []byte, err error) {
	if len(list) == 0 {
		return b, nil
	}
	b = append(b, `,"presence":[`...)
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(b, `{"seat":`...), int64(list[i].Seat), 10)
		b = wire.AppendString(append(b, `,"presence":`...), string(list[i].Presence))
		if at := list[i].Since; at != nil {
			if b, err = appendTime(append(b, `,"since":`...), at); err != nil {
				return b, err
			}
		}
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

// append writes the member dice, or nothing if there are none.
func (d *Dice) append(b []byte) ([]byte, error) {
	if d == nil {
		return b, nil
	}
	b = wire.AppendString(append(b, `,"dice":{"protocol":`...), d.Protocol)
	b = append(hex.AppendEncode(append(b, `,"server":"`...), d.Server[:]), '"')
	if d.Head != nil {
		b = append(hex.AppendEncode(append(b, `,"head":"`...), d.Head[:]), '"')
	}
	if d.Source != "" {
		b = wire.AppendString(append(b, `,"source":`...), string(d.Source))
	}
	if d.Anchor != nil {
		b = append(hex.AppendEncode(append(b, `,"anchor":"`...), d.Anchor[:]), '"')
	}
	if d.Next != 0 {
		b = strconv.AppendUint(append(b, `,"next":`...), uint64(d.Next), 10)
	}
	if len(d.Awaiting) > 0 {
		var err error
		if b, err = appendRare(b, `,"awaiting":`, &d.Awaiting); err != nil {
			return b, err
		}
	}
	if d.Until != nil {
		var err error
		if b, err = appendTime(append(b, `,"until":`...), d.Until); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

// append writes the member clock, or nothing if there is none.
func (p *Pace) append(b []byte) []byte {
	if p == nil {
		return b
	}
	b = wire.AppendString(append(b, `,"clock":{"kind":`...), string(p.Kind))
	b = strconv.AppendInt(append(b, `,"each":`...), int64(p.Each), 10)
	b = strconv.AppendInt(append(b, `,"bid":`...), int64(p.Bid), 10)
	b = strconv.AppendInt(append(b, `,"bank":`...), int64(p.Bank), 10)
	b = strconv.AppendInt(append(b, `,"notice":`...), int64(p.Notice), 10)
	b = strconv.AppendInt(append(b, `,"vacation":`...), int64(p.Vacation), 10)
	b = wire.AppendString(append(b, `,"zone":`...), p.Zone)
	b = appendOrNull(append(b, `,"quiet_from":`...), p.QuietFrom)
	b = appendOrNull(append(b, `,"quiet_to":`...), p.QuietTo)
	if p.DaysOff == nil {
		return append(b, `,"days_off":null}`...)
	}
	b = append(b, `,"days_off":[`...)
	for i, day := range p.DaysOff {
		if i > 0 {
			b = append(b, ',')
		}
		b = wire.AppendString(b, day)
	}
	return append(b, "]}"...)
}

// append writes the member times, or nothing if there are none.
func (t *Times) append(b []byte) (_ []byte, err error) {
	if t == nil {
		return b, nil
	}
	if b = append(b, `,"times":{"waiting":`...); t.Waiting == nil {
		b = append(b, "null"...)
	} else if b, err = appendWaiting(b, t.Waiting); err != nil {
		return b, err
	}
	if b, err = appendTime(append(b, `,"paused_until":`...), t.PausedUntil); err != nil {
		return b, err
	}
	b = strconv.AppendInt(append(b, `,"votes":`...), int64(t.Votes), 10)
	if b, err = t.Next.append(append(b, `,"next":`...)); err != nil {
		return b, err
	}
	if b, err = appendTime(append(b, `,"closes_at":`...), t.ClosesAt); err != nil {
		return b, err
	}
	b = strconv.AppendBool(append(b, `,"resting":`...), t.Resting)
	return append(wire.AppendString(append(b, `,"path":`...), t.Path), '}'), nil
}

func appendWaiting(b []byte, list []awaitedJSON) (_ []byte, err error) {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		w := &list[i]
		b = strconv.AppendInt(append(b, `{"seat":`...), int64(w.Seat), 10)
		if b, err = appendTime(append(b, `,"asked":`...), &w.Asked); err != nil {
			return b, err
		}
		if b, err = appendTime(append(b, `,"told":`...), w.Notified); err != nil {
			return b, err
		}
		if b, err = appendTime(append(b, `,"begins":`...), w.Begins); err != nil {
			return b, err
		}
		if b, err = appendTime(append(b, `,"remind":`...), w.Remind); err != nil {
			return b, err
		}
		if b, err = appendTime(append(b, `,"deadline":`...), w.Deadline); err != nil {
			return b, err
		}
		if b = append(b, `,"default":`...); w.Default == nil {
			b = append(b, "null}"...)
		} else {
			b = append(append(b, w.Default...), '}')
		}
	}
	return append(b, ']'), nil
}

func (n *nextJSON) append(b []byte) (_ []byte, err error) {
	if n == nil {
		return append(b, "null"...), nil
	}
	b = wire.AppendString(append(b, `{"what":`...), string(n.What))
	if b, err = appendTime(append(b, `,"at":`...), &n.At); err != nil {
		return b, err
	}
	if b = append(b, `,"seat":`...); n.Seat == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, int64(*n.Seat), 10)
	}
	if n.Vote != "" {
		b = wire.AppendString(append(b, `,"vote":`...), string(n.Vote))
	}
	return append(b, '}'), nil
}

// appendTime writes a time as encoding/json does.
func appendTime(b []byte, t *time.Time) ([]byte, error) {
	if t == nil {
		return append(b, "null"...), nil
	}
	b, err := t.AppendText(append(b, '"'))
	return append(b, '"'), err
}

func appendOrNull(b []byte, s *string) []byte {
	if s == nil {
		return append(b, "null"...)
	}
	return wire.AppendString(b, *s)
}

// appendRare writes a member that few tables have, or nothing if there is none.
func appendRare[T any](b []byte, key string, v *T) ([]byte, error) {
	if v == nil {
		return b, nil
	}
	text, err := json.Marshal(v)
	return append(append(b, key...), text...), err
}

// shownState is a state that is sent alone.
type shownState struct {
	*State
	tag string
}

// AppendJSON appends the state.
func (x shownState) AppendJSON(b []byte) ([]byte, error) { return x.append(b) }

// Tag is made of the sequence number alone.
func (x shownState) Tag() string { return x.tag }

// playedState is the state after a change and what happened. The events are JSON
// already and need not be read again.
type playedState struct {
	State  *State            `json:"state" schema:",set"`
	Events []json.RawMessage `json:"events" schema:"[]Event"`
	Beats  []wire.Beat       `json:"beats,omitempty"` // since before the change, those of computers too
	tag    string
}

// AppendJSON appends the state and the events.
func (x playedState) AppendJSON(b []byte) ([]byte, error) {
	b, err := x.State.append(append(b, `{"state":`...))
	if err != nil {
		return b, err
	}
	b = append(b, `,"events":[`...)
	for i, line := range x.Events {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, line...)
	}
	return append(wire.AppendBeats(append(b, `],"beats":`...), x.Beats), '}'), nil
}

// Tag is that of the state.
func (x playedState) Tag() string { return x.tag }
