package tables

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// TestStateIsWrittenAsEncodingJSONWritesIt holds what is written by hand to
// the members that the types declare.
func TestStateIsWrittenAsEncodingJSONWritesIt(t *testing.T) {
	host, kind, seat, hash, at := `A "<&>`, cards.Computer("hard-builder"), game.Seat(2), fair.Hash{1, 2}, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	state := wire.State{Players: []wire.Player{}, Deeds: []wire.Deed{}, Moves: []wire.MoveOption{}}
	space, from, night := 39, "22:00", "06:30"
	clock := Pace{Kind: timecontrol.Live, Each: 60, Bid: 15, Bank: 61, Notice: 30, Vacation: 2, Zone: "Europe/Berlin", QuietFrom: &from, QuietTo: &night, DaysOff: []string{"sat", "sun"}}
	awaited := awaitedJSON{Seat: 1, Asked: at, Notified: &at, Begins: &at, Remind: &at, Deadline: &at, Default: json.RawMessage(`{"move":"end_turn"}`)}
	next := nextJSON{What: table.NextVote, At: at, Seat: &seat, Vote: timecontrol.Absent}
	times := Times{Waiting: []awaitedJSON{awaited, {}}, PausedUntil: &at, Votes: 2, Next: &next, ClosesAt: &at, Resting: true, Path: "/p"}
	beat := wire.Beat{Seq: 7, Beat: "roll", Seat: &seat, Text: "<", Dice: []int{1, 2}, From: 3, To: "bank", Sum: 200, Space: &space, Card: "go", Item: "back"}
	full := State{State: state, Seat: &seat, Offer: "1k2", Table: About{
		Title: "é\n", Host: &host, Owner: true, Private: true, Pace: "live", Clock: &clock, Times: &times, Wanted: 3,
		Seats:    []cards.Seat{{Seat: 1, Name: "<", Bot: &kind, Taken: true, StandIn: "b", Token: "boat", Colour: "teal"}, {}},
		Together: [][]int{{0, 1}}, Device: []int{0, 2}, Sandbox: true, Imported: true, Rematch: "r", Commitment: "c", EndsAt: &at,
		Dice:     &Dice{Protocol: "PF1", Server: hash, Head: &hash, Source: fair.Client, Anchor: &hash, Next: 4, Awaiting: []game.Seat{1}, Until: &at},
		Presence: []seatPresence{{Seat: 1, Presence: tablepage.Away, Since: &at}, {}},
	}, Beats: []wire.Beat{beat, {From: "bank", To: 0}}}
	for _, v := range []any{full, full.Table, full.Table.Seats[0], *full.Table.Dice, clock, awaited, next, times, beat} {
		for i := range reflect.TypeOf(v).NumField() {
			if field := reflect.TypeOf(v).Field(i); field.IsExported() {
				require.False(t, reflect.ValueOf(v).Field(i).IsZero(), "%s is set, or nobody would see that it is not written", field.Name)
			}
		}
	}
	bare := State{State: state, Table: About{Seats: []cards.Seat{}, Dice: &Dice{}}}
	plain := State{State: state, Table: About{Seats: []cards.Seat{}}}
	quiet := State{State: state, Table: About{Seats: []cards.Seat{}, Clock: &Pace{DaysOff: []string{}}, Times: &Times{Waiting: []awaitedJSON{}}}}
	empty := State{State: state, Table: About{Seats: []cards.Seat{}, Clock: &Pace{}, Times: &Times{Next: &nextJSON{}}}}
	for name, s := range map[string]*State{"everything set": &full, "nothing set": &bare, "no dice": &plain, "empty lists": &quiet, "nothing asked": &empty} {
		t.Run(name, func(t *testing.T) {
			got, err := s.append([]byte("["))
			require.NoError(t, err)
			want, err := json.Marshal(s)
			require.NoError(t, err)
			assert.JSONEq(t, "["+string(want)+"]", string(append(got, ']')))
		})
	}
}
