package ledger_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/ledger"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/sim"
)

// TestBotGamesBalance follows whole games of every rulebook event by event:
// after each one every purse and the pot hold the amounts of the state.
func TestBotGamesBalance(t *testing.T) {
	seen := [ledger.NumAccounts]int{}
	trades, ruined := 0, 0
	for _, c := range []struct {
		name, edition, rulebook string
		options                 map[string]any
		players                 int
	}{
		{"us", "us-classic", "us", nil, 4},
		{"standard", "german-classic", "standard", nil, 5},
		{"mark", "mark-classic", "mark", map[string]any{"end_time": 60}, 4},
		{"sonic", "sonic", "sonic", nil, 4},
		{"mega", "mega", "mega", nil, 6},
		{"duel", "duel-masters", "duel", map[string]any{"duel": true}, 3},
		{"house", "us-classic", "us", map[string]any{"house.parking_pot": true, "house.gifts": true}, 8},
		{"dealt", "german-classic", "standard", map[string]any{"end_time": 90, "deal2": true, "house.mortgage_auction": true}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := setuptest.Load(t, c.edition, c.rulebook, c.options)
			_, err := sim.Run(t.Context(), sim.Config{
				Setup: st, Players: c.players, Games: games(), Seed: 4, Workers: 1, Bots: []string{"default", "trader", "builder", "cautious"},
				Each: func(r sim.Record) error {
					b := follow(t, st.Rules, &r)
					for i := range b.Entries {
						seen[b.Entries[i].Debit]++
						seen[b.Entries[i].Credit]++
						if b.Entries[i].Trade > 0 {
							trades++
						}
					}
					ruined += bankrupts(t, &r, b)
					return nil
				},
			})
			require.NoError(t, err)
		})
	}
	for a := ledger.Capital; a < ledger.Sundry; a++ {
		assert.Positive(t, seen[a], "no game used %s", a.ID())
	}
	assert.Zero(t, seen[ledger.Sundry], "every payment has an account that says what it was for")
	assert.Positive(t, trades)
	assert.Positive(t, ruined)
}

func games() int {
	if testing.Short() {
		return 4
	}
	return 60
}

// follow keeps the books of a game and compares them after every event.
func follow(t *testing.T, rules *game.Ruleset, r *sim.Record) *ledger.Ledger {
	t.Helper()
	s := r.Start
	b := ledger.New(rules, &s)
	require.NoError(t, b.Check(&s), "at the start")
	began := b.Totals[ledger.Capital].Balance()
	assert.Equal(t, -int64(s.NumSeats)*int64(rules.StartCash), began, "the bank gives what the players begin with")
	payments := 0
	for i := range r.Events {
		e := &r.Events[i]
		s.Apply(e)
		b.Add(e)
		require.NoError(t, b.Check(&s), "game %d, event %d: %+v", r.Game, s.Seq, *e)
		if e.Kind == game.Paid {
			payments++
		}
	}
	booked := map[uint32]game.Money{}
	for _, x := range b.Entries {
		require.Positive(t, x.Amount)
		require.NotEqual(t, x.Debit, x.Credit)
		if x.Seq > 0 && r.Events[x.Seq-1].Kind == game.Paid {
			booked[x.Seq] += x.Amount
		}
	}
	require.Len(t, booked, payments, "every payment is booked")
	for seq, amount := range booked {
		require.Equal(t, r.Events[seq-1].Amount, amount, "event %d is booked in full", seq)
	}
	last := b.Turns[len(b.Turns)-1]
	for a := range ledger.NumAccounts {
		require.Equal(t, b.Totals[a].Balance(), last.Balances[a], a.ID())
	}
	assert.Equal(t, len(b.Entries), last.To)
	for i := 1; i < len(b.Turns); i++ {
		require.Equal(t, b.Turns[i-1].To, b.Turns[i].From, "no entry falls between two turns")
	}
	return b
}

// bankrupts counts the players who went bankrupt and lost all their cash; their accounts are empty.
func bankrupts(t *testing.T, r *sim.Record, b *ledger.Ledger) int {
	t.Helper()
	n := 0
	for i := range r.Events {
		if e := &r.Events[i]; e.Kind == game.Bankrupted && r.Events[len(r.Events)-1].Kind == game.GameEnded {
			purse := b.Totals[ledger.Purse(e.Seat)]
			var handed int64
			for _, x := range b.Entries {
				if x.Cause == game.ForBankruptcy && x.Credit == ledger.Purse(e.Seat) {
					handed += int64(x.Amount)
				}
			}
			if handed > 0 {
				n++
				require.Zero(t, purse.Balance(), "seat %d handed everything over", e.Seat)
			}
		}
	}
	return n
}

func BenchmarkBookOfAGame(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "us", nil)
	var events []game.Event
	start := game.State{}
	_, err := sim.Run(b.Context(), sim.Config{Setup: st, Seed: 4, Each: func(r sim.Record) error {
		events, start = append(events, r.Events...), r.Start
		return nil
	}})
	require.NoError(b, err)
	b.ReportMetric(float64(len(events)), "events")
	for b.Loop() {
		book := ledger.New(st.Rules, &start)
		for i := range events {
			book.Add(&events[i])
		}
	}
}
