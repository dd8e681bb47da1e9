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
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/cards"
)

// TestStateIsWrittenAsEncodingJSONWritesIt holds what is written by hand to
// the members that the types declare.
func TestStateIsWrittenAsEncodingJSONWritesIt(t *testing.T) {
	host, kind, seat, hash, at := `A "<&>`, cards.Computer("hard-builder"), game.Seat(2), fair.Hash{1, 2}, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	state := wire.State{Players: []wire.Player{}, Deeds: []wire.Deed{}, Moves: []wire.MoveOption{}}
	full := State{State: state, Seat: &seat, Offer: "1k2", Table: About{
		Title: "é\n", Host: &host, Owner: true, Private: true, Pace: "live", Clock: &Pace{}, Times: &Times{}, Wanted: 3,
		Seats:   []cards.Seat{{Seat: 1, Name: "<", Bot: &kind, Taken: true, StandIn: "b"}, {}},
		Sandbox: true, Imported: true, Rematch: "r", Commitment: "c", EndsAt: &at,
		Dice: &Dice{Protocol: "PF1", Server: hash, Head: &hash, Source: fair.Client, Anchor: &hash, Next: 4, Awaiting: []game.Seat{1}, Until: &at},
	}, Beats: []wire.Beat{{Seq: 7, Beat: "roll", Seat: &seat, Text: "<", Dice: []int{1, 2}}}}
	for _, v := range []any{full, full.Table, full.Table.Seats[0], *full.Table.Dice} {
		for i := range reflect.TypeOf(v).NumField() {
			if field := reflect.TypeOf(v).Field(i); field.IsExported() {
				require.False(t, reflect.ValueOf(v).Field(i).IsZero(), "%s is set, or nobody would see that it is not written", field.Name)
			}
		}
	}
	bare := State{State: state, Table: About{Seats: []cards.Seat{}, Dice: &Dice{}}}
	plain := State{State: state, Table: About{Seats: []cards.Seat{}}}
	for name, s := range map[string]*State{"everything set": &full, "nothing set": &bare, "no dice": &plain} {
		t.Run(name, func(t *testing.T) {
			got, err := s.append([]byte("["))
			require.NoError(t, err)
			want, err := json.Marshal(s)
			require.NoError(t, err)
			assert.JSONEq(t, "["+string(want)+"]", string(append(got, ']')))
		})
	}
}
