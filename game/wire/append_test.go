package wire

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// slowly is the output required of Append.
func slowly(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	require.NoError(t, enc.Encode(v))
	return strings.TrimSuffix(b.String(), "\n")
}

func TestAppendWritesWhatEncodingJSONWrites(t *testing.T) {
	owner, worth, id, space := game.Seat(1), game.Money(-5), int32(7), 39
	goods := GoodsRange{Max: 5, Step: 1, Deeds: []int{1, 39}, JailCards: []string{"chance"}, Tickets: 2}
	full := State{
		Game: "k7q2m9", Seq: 8, Edition: "us-classic", Rulebook: "us", Options: map[string]any{"a": 1}, Status: "playing", Phase: "roll",
		WaitingFor: []game.Seat{1, 2},
		Turn:       Turn{Number: 3, Player: 1, Throw: 2, Dice: []int{3, 4}, Speed: "bus", Space: &space, Card: &CardShown{"chest", "c\"7"}, Locked: true},
		Players: []Player{
			{
				Seat: 1, Name: "Ada <\"\\&", Letter: "Ä", Cash: -7, Space: 39, Jailed: true, JailTurn: 2, JailCards: []string{"chance", "chest"},
				Tickets: 3, Bankrupt: true, BankerOnly: true, Wealth: &worth, Liquidation: &worth, Away: true,
			},
			{Seat: 2, Name: "Jörg\u2028\x01 \U0001F3B2", JailCards: []string{}},
		},
		Deeds: []Deed{
			{Space: 1, Owner: &owner, Mortgaged: true, Houses: 4, Hotel: true, Skyscraper: true, Depot: true, Removed: true},
			{Space: 51},
		},
		Bank:    BankStock{1, 2, 3, 4, 5, &worth},
		Auction: &Auction{Item: Item{Building: "<house>"}, Passed: []game.Seat{1}, Bidders: []game.Seat{}},
		Debts:   []Debt{{Debtor: 1, Creditor: Seat(game.Bank), Amount: 5, Reason: "tax"}},
		Claims:  []Claim{{Claim: 3, Owner: 1, Payer: 2, Space: 5, Amount: 6, Left: 1}},
		Trades:  []Trade{{Trade: 1, From: 1, To: 2, Give: Goods{Deeds: []int{1}, JailCards: []string{}}, Terms: "a & b"}},
		Moves: []MoveOption{
			{
				Move: "roll", Player: &owner, Claim: &id, Trade: &id, Space: &space, Building: "house", Price: &worth, Min: &worth, Max: &worth, Step: &worth,
				Spaces: []int{1}, FromSpaces: []int{2, 3}, ToSpaces: []int{4}, Groups: []string{"red", "blue"}, Options: []string{"flat"}, GiveRange: &goods,
				Partners: []Partner{{To: 2, WantRange: goods}, {WantRange: GoodsRange{Deeds: []int{}, JailCards: []string{}}}}, LiftRange: []int{5}, MustLift: []int{5}, NeedsLink: true, sample: &deal{}, step: &shift{3, 4},
			},
			{Move: "stay", Spaces: []int{}},
		},
		Standings: []Standing{{1, 1, 500}}, Banker: 2, TimeUp: true, Reason: "time",
		Settlement: &SettlementOffer{From: 1, Credit: 6}, Shortage: &Shortage{Building: "house", Wishes: []int{1}}, Estate: &Estate{Deeds: []int{1}},
		Transfer: &Transfer{Player: 1}, Equalise: &Equalise{Group: "red"}, Lock: &Lock{Player: 1, Ordinal: 4, Move: "roll"},
		Undo: &Undo{Player: 1, To: 3, Asked: []game.Seat{0, 2}},
	}
	bare := State{Players: []Player{}, Deeds: []Deed{}, Moves: []MoveOption{}}
	empty := bare
	empty.Options, empty.WaitingFor = map[string]any{}, []game.Seat{}
	empty.Debts, empty.Claims, empty.Trades, empty.Standings = []Debt{}, []Claim{}, []Trade{}, []Standing{}
	number := bare
	number.Turn.Speed = 3
	for _, v := range []reflect.Value{
		reflect.ValueOf(full), reflect.ValueOf(full.Turn), reflect.ValueOf(full.Bank),
		reflect.ValueOf(full.Players[0]), reflect.ValueOf(full.Deeds[0]), reflect.ValueOf(full.Moves[0]),
		reflect.ValueOf(full.Moves[0].Partners[0]), reflect.ValueOf(goods),
	} {
		for i := range v.NumField() {
			if v.Type().Field(i).Type == reflect.TypeFor[arena]() {
				continue // nothing that is written
			}
			require.False(t, v.Field(i).IsZero(), "%s is set, or nobody would see that it is not written", v.Type().Field(i).Name)
		}
	}
	for name, s := range map[string]*State{"everything set": &full, "nothing set": &bare, "nothing in the lists": &empty, "a number on the speed die": &number} {
		t.Run(name, func(t *testing.T) {
			got, err := s.Append([]byte("before "))
			require.NoError(t, err)
			after, found := strings.CutPrefix(string(got), "before ")
			assert.True(t, found)
			assert.JSONEq(t, slowly(t, s), after)
		})
	}
}

func TestAppendOfABoard(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	s := playing(st, 3)
	w := NewState(st, view(&s, 0))
	got, err := w.Append(nil)
	require.NoError(t, err)
	assert.Equal(t, slowly(t, w), string(got))
}

func TestShowLeavesNothingOfTheStateBefore(t *testing.T) {
	mega, us := setuptest.Load(t, "mega", "", nil), setuptest.Load(t, "us-classic", "", nil)
	many, few := playing(mega, 6), playing(us, 2)
	var w State
	for _, x := range []struct {
		st *setup.Setup
		s  *game.State
	}{{mega, &many}, {us, &few}, {mega, &many}} {
		v := view(x.s, 0)
		v.Options = game.Options(x.st.Rules, x.s, 0, nil)
		require.NotEmpty(t, v.Options)
		w.Show(x.st, v)
		assert.Equal(t, slowly(t, NewState(x.st, v)), slowly(t, w))
	}
	few.Status = game.InLobby
	w.Show(us, view(&few, game.Nobody))
	assert.Equal(t, slowly(t, NewState(us, view(&few, game.Nobody))), slowly(t, w))
	assert.Equal(t, []MoveOption{}, w.Moves, "an empty list, never null")
}

// TestShowUsesTheRoomOfTheStateBefore: the lists grow, and reuse the memory of others.
func TestShowUsesTheRoomOfTheStateBefore(t *testing.T) {
	us := setuptest.Load(t, "us-classic", "", nil)
	var w State
	rich := playing(us, 3)
	for i, deeds := range []game.Set{game.SetOf(1, 3, 5), game.SetOf(39, 37), game.SetOf(12)} {
		rich.Owned[i], rich.Free = deeds, rich.Free&^deeds
	}
	rich.Players[1].Cards = 1
	for range 3 {
		for seat := range game.Seat(3) {
			v := view(&rich, seat)
			v.Options = game.Options(us.Rules, &rich, seat, nil)
			w.Show(us, v)
			assert.Equal(t, slowly(t, NewState(us, v)), slowly(t, w))
		}
	}
	trade := w.Moves[slices.IndexFunc(w.Moves, func(m MoveOption) bool { return m.Move == "propose_trade" })]
	require.Len(t, trade.Partners, 2)
	assert.Equal(t, []int{1, 3, 5}, trade.Partners[0].WantRange.Deeds)
	v := view(&rich, 0)
	v.Options = game.Options(us.Rules, &rich, 0, nil)
	assert.LessOrEqual(t, testing.AllocsPerRun(50, func() { w.Show(us, v) }), 5.0, "what moves lead to is not made again")
}

func TestAppendReportsWhatCannotBeWritten(t *testing.T) {
	s := State{Options: map[string]any{"no": func() {}}}
	_, err := s.Append(nil)
	require.Error(t, err)
}

func BenchmarkAppend(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "", nil)
	s := playing(st, 4)
	setuptest.Give(&s, 0, 1, 3, 5, 11, 13, 24)
	setuptest.Give(&s, 1, 6, 8, 15, 21)
	v := view(&s, 0)
	v.Options = game.Options(st.Rules, &s, 0, nil)
	w := NewState(st, v)
	b.Run("append", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			buf, _ = w.Append(buf[:0])
		}
	})
	b.Run("reflect", func(b *testing.B) {
		var buf bytes.Buffer
		for b.Loop() {
			buf.Reset()
			_ = json.NewEncoder(&buf).Encode(&w)
		}
	})
}
