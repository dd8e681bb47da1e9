package beats_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/sim"
)

// TestWholeGamesAreToldInBeats plays games on every board and compares the beats
// with the states that the events fold to: cash, places, colours.
func TestWholeGamesAreToldInBeats(t *testing.T) {
	for rulebook, id := range setuptest.Pairs(t) {
		t.Run(id, func(t *testing.T) {
			var options map[string]any
			if rulebook == "mark" {
				options = map[string]any{"end_time": 90}
			}
			st := setuptest.Load(t, id, rulebook, options)
			seen := map[beats.Kind]int{}
			_, err := sim.Run(t.Context(), sim.Config{
				Setup: st, Players: 4, Games: 3, Seed: 7, Workers: 1, MaxTurns: 400,
				Bots: []string{"default", "trader", "builder"},
				Each: func(g sim.Record) error {
					compare(t, st.Rules, g.Start, g.Events, seen)
					return nil
				},
			})
			require.NoError(t, err)
			for _, k := range []beats.Kind{
				beats.Roll, beats.Walk, beats.Go, beats.Land, beats.Card, beats.Pay, beats.Deed, beats.Build, beats.Jail,
				beats.Group, beats.Bid, beats.Sold, beats.Out, beats.End,
			} {
				assert.NotZero(t, seen[k], "no %v in three games", k)
			}
		})
	}
}

// compare cuts a game into pieces, as readers see it, and checks the beats of each.
func compare(t *testing.T, r *game.Ruleset, s game.State, events []game.Event, seen map[beats.Kind]int) {
	t.Helper()
	for at, size := 0, 1; at < len(events); size = size%23 + 1 {
		piece := events[at:min(at+size, len(events))]
		at += len(piece)
		before := s
		states := make([]game.State, len(piece))
		for i := range piece {
			s.Apply(&piece[i])
			states[i] = s
		}
		last := -1
		purses, places := before.Players, before.Players
		for _, b := range beats.Of(r, &s, piece) {
			require.GreaterOrEqual(t, b.Event, last, "beats are in the order of play")
			last = b.Event
			require.NotEmpty(t, b.Kind.String())
			require.Positive(t, beats.Time(r, []beats.Beat{b}))
			seen[b.Kind]++
			if b.Money() {
				require.Positive(t, b.Sum)
				if b.From >= 0 {
					purses[b.From].Cash -= b.Sum
				}
				if b.To >= 0 {
					purses[b.To].Cash += b.Sum
				}
			}
			switch b.Kind {
			case beats.Walk:
				require.Equal(t, places[b.Seat].Space, b.Start, "a walk begins where the piece stands")
				places[b.Seat].Space = b.Space
			case beats.Jail:
				if b.Back {
					break
				}
				if b.Start != game.NoSpace {
					require.Equal(t, places[b.Seat].Space, b.Start)
				}
				places[b.Seat].Space = b.Space
			case beats.Group:
				is := states[b.Event]
				for i := range game.Space(r.Size) {
					if r.Spaces[i].Kind == game.KindLot && r.Spaces[i].Group == r.Spaces[b.Space].Group {
						require.Equal(t, b.Seat, is.Owner(i), "a group is whole")
					}
				}
			default:
			}
		}
		for i := range s.Players {
			require.Equal(t, s.Players[i].Cash, purses[i].Cash, "the purse of seat %d", i)
			require.Equal(t, s.Players[i].Space, places[i].Space, "the piece of seat %d", i)
		}
	}
}

func TestATurnIsToldInOrder(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := game.NewState(r, 2, 0, false)
	setuptest.Give(&s, 0, 37)
	events := []game.Event{
		{Kind: game.TurnStarted, Seat: 0, N: 1},
		{Kind: game.Rolled, Seat: 0, Dice: [3]uint8{4, 5}},
		{Kind: game.Moved, Seat: 0, Space: 30, Dest: 39},
		{Kind: game.Offered, Seat: 0, Space: 39},
		{Kind: game.Paid, Seat: 0, Other: game.Bank, Amount: 400, Cause: game.ForPrice, Space: 39},
		{Kind: game.DeedTransferred, Seat: game.Bank, Other: 0, Space: 39},
		{Kind: game.JailedEvent, Seat: 0, Dest: 10},
		{Kind: game.TurnEnded, Seat: 0},
	}
	for i := range events {
		s.Apply(&events[i])
	}
	list := beats.Of(r, &s, events)
	var kinds []string
	for _, b := range list {
		kinds = append(kinds, b.Kind.String())
	}
	assert.Equal(t, []string{"roll", "walk", "land", "pay", "deed", "group", "jail"}, kinds)
	assert.Equal(t, game.Space(39), list[6].Start, "the way to jail begins where the walk ended")
	assert.Equal(t, 720*time.Millisecond+1350*time.Millisecond+360*time.Millisecond, beats.Time(r, list[:2]))
}

func TestACardThatSendsBackIsWalkedBackwards(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := game.NewState(r, 2, 0, false)
	list := beats.Of(r, &s, []game.Event{
		{Kind: game.Moved, Seat: 1, Space: 7, Dest: 4, Cause: game.ByCard},
		{Kind: game.Moved, Seat: 1, Space: 36, Dest: 4, Cause: game.ByDice, Flag: true},
	})
	require.Len(t, list, 2)
	assert.True(t, list[0].Back)
	assert.False(t, list[1].Back)
	assert.Equal(t, 450*time.Millisecond+360*time.Millisecond, beats.Time(r, list[:1]))
}

// A card may send a token back over GO, where boards have a card space so near to it: then
// the way back leads to a higher number.
func TestBackOverGO(t *testing.T) {
	r := *setuptest.Rules(t, "german-classic", "standard", nil)
	s := setuptest.Position(&r)
	drawn := game.Event{Kind: game.CardDrawn, Other: game.Nobody}
	moved := game.Event{Kind: game.Moved, Space: 2, Dest: 39, Cause: game.ByCard, Other: game.Nobody}
	for _, c := range []struct {
		card game.CardDef
		back bool
	}{
		{game.CardDef{Op: game.OpMoveBy, Amount: -3}, true},
		{game.CardDef{Op: game.OpMoveBackTo, Space: 39}, true},
		{game.CardDef{Op: game.OpMoveBy, Amount: 37}, false},
		{game.CardDef{Op: game.OpAdvanceTo, Space: 39}, false},
	} {
		r.Board.Decks[0].Cards[0] = c.card
		list := beats.Of(&r, &s, []game.Event{drawn, moved})
		require.Len(t, list, 2)
		assert.Equal(t, c.back, list[1].Back, "%+v", c.card)
	}
}
