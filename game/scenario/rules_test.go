package scenario_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

var moment = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

type object = map[string]any

// changed is the fixture board F40 after a change.
func changed(t *testing.T, change func(object)) error {
	t.Helper()
	data, err := os.ReadFile("../testdata/fixtures/f40.json")
	require.NoError(t, err)
	var doc object
	require.NoError(t, json.Unmarshal(data, &doc))
	change(doc)
	data, err = json.Marshal(doc)
	require.NoError(t, err)
	_, err = edition.Parse(data)
	return err
}

func spaceOf(doc object, i int) object { return doc["spaces"].([]any)[i].(object) }

// TestBoardsMustBeComplete: R-DATA-1.
func TestBoardsMustBeComplete(t *testing.T) {
	require.NoError(t, changed(t, func(object) {}))
	for name, change := range map[string]func(object){
		"a deed without a price":        func(d object) { delete(spaceOf(d, 5), "price") },
		"a deed without mortgage value": func(d object) { delete(spaceOf(d, 12), "mortgage") },
		"a lot without rents":           func(d object) { delete(spaceOf(d, 1), "rents") },
		"a lot with five rents":         func(d object) { spaceOf(d, 1)["rents"] = []any{3, 15, 45, 120, 150} },
		"a lot without a house price":   func(d object) { delete(spaceOf(d, 1), "house_cost") },
		"a lot without a hotel price":   func(d object) { delete(spaceOf(d, 1), "hotel_cost") },
		"a deck of fifteen": func(d object) {
			deck := d["decks"].(object)["chance"].(object)
			deck["cards"] = deck["cards"].([]any)[1:]
		},
		"one deck": func(d object) { delete(d["decks"].(object), "chest") },
	} {
		t.Run(name, func(t *testing.T) {
			var problems *edition.Problems
			require.ErrorAs(t, changed(t, change), &problems)
			assert.NotEmpty(t, problems.List)
		})
	}
}

// TestOnePriceADeed: R-BUY-5, T-004-26.
func TestOnePriceADeed(t *testing.T) {
	var problems *edition.Problems
	require.ErrorAs(t, changed(t, func(d object) {
		delete(spaceOf(d, 31), "price")
		spaceOf(d, 31)["board_price"], spaceOf(d, 31)["deed_price"] = 300, 320
	}), &problems)
	assert.Equal(t, "R-BUY-5", problems.Rule())
}

// TestStartNotes: R-SETUP-3, T-003-07.
func TestStartNotes(t *testing.T) {
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	for era, want := range map[string][]edition.Bill{
		"pre2008":   {{Value: 500, Count: 2}, {Value: 100, Count: 2}, {Value: 50, Count: 2}, {Value: 20, Count: 6}, {Value: 10, Count: 5}, {Value: 5, Count: 5}, {Value: 1, Count: 5}},
		"since2008": {{Value: 500, Count: 2}, {Value: 100, Count: 4}, {Value: 50, Count: 1}, {Value: 20, Count: 1}, {Value: 10, Count: 2}, {Value: 5, Count: 1}, {Value: 1, Count: 5}},
	} {
		st, err := setup.New(ed, "us", map[string]any{"tax_era": era})
		require.NoError(t, err)
		assert.Equal(t, want, st.Bills, era)
		assert.Equal(t, game.Money(1500), st.Rules.StartCash, era)
	}
}

// loop leads a token round the six card spaces of F40, the first throw onto
// the first of them.
var loop = [][3]uint8{{3, 4}, {4, 6}, {2, 3}, {5, 6}, {1, 2}, {2, 4}, {2, 3}}

// draws plays until each deck was drawn from 32 times and returns the cards.
func draws(t *testing.T, seed byte) [game.NumDecks][]uint8 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "boards/f40-collect.json"))
	require.NoError(t, err)
	ed, err := edition.Parse(data)
	require.NoError(t, err)
	st, err := setup.New(ed, "standard", nil)
	require.NoError(t, err)

	luck := &chance.Script{Rest: chance.Seeded([32]byte{seed})}
	s := game.NewState(st.Rules, 2, 0, false)
	s.Status = game.Playing
	s.Turn = game.TurnState{Number: 1, Throw: 1, Phase: game.PhaseRoll, Space: game.NoSpace}
	var turn game.Turn
	turn.Begin(st.Rules, &s)

	var out [game.NumDecks][]uint8
	for n := 0; len(out[game.Chance]) < 32 || len(out[game.Chest]) < 32; n++ {
		step := n / 2
		if step >= len(loop) {
			step = 1 + (step-1)%(len(loop)-1)
		}
		luck.Dice = [][3]uint8{loop[step]}
		require.True(t, turn.Decide(game.Move(game.Roll, turn.S.Turn.Seat), luck).OK())
		for _, e := range turn.Events {
			if e.Kind == game.CardDrawn {
				out[e.Deck] = append(out[e.Deck], e.Card)
			}
		}
		require.True(t, turn.Decide(game.Move(game.EndTurn, turn.S.Turn.Seat), luck).OK())
		require.Less(t, n, 200, "too few cards are drawn")
	}
	return out
}

// TestDecksAreShuffledAndGoRound: R-SETUP-5 and R-CARD-1. Each of the sixteen
// cards comes up once, then all come again in the same order; another shuffle
// gives another order, and the decks are shuffled separately.
func TestDecksAreShuffledAndGoRound(t *testing.T) {
	first, second := draws(t, 1), draws(t, 2)
	for deck := range first {
		cards := first[deck]
		once := map[uint8]bool{}
		for _, c := range cards[:16] {
			once[c] = true
		}
		assert.Len(t, once, 16, "a card came twice before all had come")
		assert.Equal(t, cards[:16], cards[16:32], "a drawn card goes under its deck")
		assert.NotEqual(t, cards[:16], second[deck][:16], "another seed, the same shuffle")
	}
	assert.NotEqual(t, first[game.Chance][:16], first[game.Chest][:16])
}

// TestOpenClaimsShowToTheirOwnerAlone: R-RENT-10, T-000-31.
func TestOpenClaimsShowToTheirOwnerAlone(t *testing.T) {
	data, err := os.ReadFile("../testdata/fixtures/f40m.json")
	require.NoError(t, err)
	ed, err := edition.Parse(data)
	require.NoError(t, err)
	st, err := setup.New(ed, "mark", map[string]any{"end_time": 120})
	require.NoError(t, err)

	const payer, owner, banker = game.Seat(0), game.Seat(1), game.Seat(2)
	s := game.NewState(st.Rules, 3, banker, false)
	s.Status = game.Playing
	s.Turn = game.TurnState{Number: 1, Throw: 1, Phase: game.PhaseRoll, Space: game.NoSpace}
	s.Players[payer].Space = 10
	s.Free, s.Owned[owner] = s.Free.Without(13), s.Owned[owner].With(13)
	var turn game.Turn
	turn.Begin(st.Rules, &s)
	luck := &chance.Script{Dice: [][3]uint8{{1, 2}}, Rest: chance.Seeded([32]byte{})}
	require.True(t, turn.Decide(game.Move(game.Roll, payer), luck).OK())
	events := append([]game.Event(nil), turn.Events...)

	view := func(viewer game.Seat) wire.State {
		return wire.NewState(st, wire.View{S: &turn.S, Viewer: viewer, Options: game.Options(st.Rules, &turn.S, viewer, nil)})
	}
	for _, viewer := range []game.Seat{payer, banker, game.Nobody} {
		seen := view(viewer)
		assert.Empty(t, seen.Claims, "seat %d sees the claim", viewer)
		assert.NotContains(t, text(plain(seen)), "claim_rent")
		assert.Equal(t, []game.Seat{payer}, seen.WaitingFor)
		hidden := wire.Hide(st, &turn.S, viewer, events)
		require.NotEmpty(t, hidden)
		for i, e := range events {
			assert.Equal(t, e.Kind == game.ClaimOpened, hidden[i])
		}
	}
	seen := view(owner)
	require.Len(t, seen.Claims, 1)
	assert.Equal(t, game.Money(140), seen.Claims[0].Amount)
	assert.Contains(t, text(plain(seen)), "claim_rent")
	for _, h := range wire.Hide(st, &turn.S, owner, events) {
		assert.False(t, h)
	}

	require.True(t, turn.Decide(game.Move(game.ClaimRent, owner), luck).OK())
	for _, h := range wire.Hide(st, &turn.S, banker, events) {
		assert.False(t, h, "a claim that was made is no secret")
	}
}
