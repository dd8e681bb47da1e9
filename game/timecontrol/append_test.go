package timecontrol_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// TestStateIsWrittenAsEncodingJSONWritesIt holds what is written by hand to the
// members that the types declare, byte for byte.
func TestStateIsWrittenAsEncodingJSONWritesIt(t *testing.T) {
	berlin := time.FixedZone("", 7200)
	clock := timecontrol.Clock{Bank: 59, Asked: noon, Notified: noon.Add(123456789).In(berlin), Missed: 2, Bid: true, Given: 60}
	seat := timecontrol.SeatTime{Clock: clock, Ask: 1 << 31, Lapsed: 7, Sent: true, Nudged: 1 << 31, NudgedAt: noon, Thinks: 3, ThinksUntil: noon.In(berlin)}
	away := seat
	away.Leaves = []timecontrol.Leave{{From: 1, To: 2, Asked: noon}}
	full := timecontrol.State{
		Seats: []timecontrol.SeatTime{seat, away, {}}, Seen: noon, Pauses: []timecontrol.Span{{From: noon}},
		Motions: []timecontrol.Motion{{What: timecontrol.Halt}}, Decided: []timecontrol.Decided{{Result: timecontrol.Yes}},
	}
	for _, v := range []any{clock, away, full} {
		for i := range reflect.TypeOf(v).NumField() {
			require.False(t, reflect.ValueOf(v).Field(i).IsZero(), "%s is set, or nobody would see that it is not written", reflect.TypeOf(v).Field(i).Name)
		}
	}
	for name, s := range map[string]timecontrol.State{
		"nothing": {}, "seen": {Seen: noon}, "everything": full, "a pause": {Pauses: full.Pauses}, "a motion": {Motions: full.Motions}, "a vote that is over": {Decided: full.Decided},
		"seats": {Seats: []timecontrol.SeatTime{seat, {}}}, "seats and seen": {Seats: []timecontrol.SeatTime{{}, seat}, Seen: noon}, "days off": {Seats: []timecontrol.SeatTime{seat, away}, Seen: noon},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := s.Append([]byte("["))
			require.NoError(t, err)
			want, err := json.Marshal(&s)
			require.NoError(t, err)
			assert.Equal(t, "["+string(want), string(got))
		})
	}
}
