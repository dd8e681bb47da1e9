package bot_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// The answers of a stand-in and of the clock in each phase in which a seat can be
// asked: in whole games of computer players on boards that are dealt out and
// nearly without buildings, where every decision is made as for an absent player.
func TestDefaultsRiskNothingInAnyPhase(t *testing.T) {
	everywhere := []game.Phase{
		game.PhaseJail, game.PhaseRoll, game.PhaseBuy, game.PhaseAuction, game.PhaseHub, game.PhaseDebt, game.PhaseTransfer,
		game.PhaseIntent, game.PhaseBuildingAuction, game.PhaseLiquidation,
	}
	for rulebook, c := range map[string]struct {
		edition string
		options map[string]any
		phases  []game.Phase // besides those of all
	}{
		"us":       {"us-classic", map[string]any{"end_time": 60, "deal2": true}, []game.Phase{game.PhaseTax, game.PhaseFinal}},
		"standard": {"german-classic", map[string]any{"end_time": 60, "deal2": true}, []game.Phase{game.PhaseTax, game.PhaseFinal}},
		"mark":     {"mark-classic", map[string]any{"end_time": 60}, []game.Phase{game.PhaseCard, game.PhaseFinal}},
		"sonic":    {"sonic", nil, nil},
		"mega": {"mega", map[string]any{"end_time": 60, "deal2": true}, []game.Phase{
			game.PhaseTriple, game.PhaseTax, game.PhaseBus, game.PhaseGift, game.PhaseCard, game.PhasePick, game.PhaseEqualise, game.PhaseFinal,
		}},
		"duel": {"duel-masters", map[string]any{"duel": true}, []game.Phase{game.PhaseCard, game.PhaseDuel, game.PhaseTake}},
	} {
		t.Run(rulebook, func(t *testing.T) {
			st := setuptest.Load(t, c.edition, rulebook, c.options)
			seen := map[game.Phase]int{}
			for n := range byte(45) {
				scarce(t, st.Rules, n, func(s *game.State, seat game.Seat) {
					seen[s.Phase()]++
					harmless(t, st.Rules, s, seat)
					if s.Shortage.Placing == seat {
						lone := *s // the only one left who wants buildings may take no more
						lone.Shortage.Printed = true
						harmless(t, st.Rules, &lone, seat)
					}
				})
			}
			want := slices.Sorted(slices.Values(append(slices.Clone(everywhere), c.phases...)))
			assert.Equal(t, want, slices.Sorted(maps.Keys(seen)), "%v", seen)
		})
	}
}

// scarce plays a game in which all deeds but a few are dealt and the bank has few
// buildings, and passes each position to asked with the seats that have to decide.
func scarce(t *testing.T, r *game.Ruleset, n byte, asked func(s *game.State, seat game.Seat)) {
	t.Helper()
	start := game.NewState(r, 4, 0, false)
	var turn game.Turn
	turn.Begin(r, &start)
	luck := chance.Seeded([32]byte{n, 10})
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
	s := &turn.S
	s.Stock[game.House] = int8(1 + n%3)
	for deeds := s.Free; deeds.Len() > 6*int(n%2); deeds = deeds.Rest() {
		sp := deeds.First()
		group := r.Spaces[sp].Group
		if n%3 == 1 && r.Groups[group].Spaces.Without(sp)&s.Free == 0 {
			continue // another player comes to complete the group
		}
		setuptest.Give(s, game.Seat((int(group)+int(n))%4), sp)
	}
	for i := range 4 {
		s.Players[i].Cash *= 1 + 2*game.Money(n%2)
		if n%9 == 0 { // a seat to go bankrupt
			s.Mortgaged = r.Deeds &^ s.Free
			s.Players[i].Cash = r.Fine
		}
	}
	for moves := 0; s.Status == game.Playing && moves < 800; moves++ {
		if moves == 400 && r.TimeLimit && n%2 == 0 {
			require.True(t, turn.Decide(game.Move(game.TimeUp, game.Nobody), luck).OK())
			continue
		}
		var next game.Command
		for seat := range game.Seat(4) {
			if s.Waiting().Has(seat) {
				asked(s, seat)
			}
			choose := bot.Choose
			if moves%4 == 0 {
				choose = bot.Default
			}
			if c, ok := choose(r, s, seat, game.Options(r, s, seat, nil)); ok && next.Kind == game.NoCommand {
				next = c
			}
		}
		require.True(t, turn.Decide(next, luck).OK(), "%+v", next)
	}
}

// harmless checks the computer's answer for a seat that has to decide.
func harmless(t *testing.T, r *game.Ruleset, s *game.State, seat game.Seat) {
	t.Helper()
	may := func(kind game.CommandKind) bool {
		return slices.ContainsFunc(game.Options(r, s, seat, nil), func(o game.Option) bool { return o.Kind == kind })
	}
	for name, answer := range map[string]func(*game.Ruleset, *game.State, game.Seat, []game.Option) (game.Command, bool){
		"stand-in": bot.Absent, "clock": bot.Default,
	} {
		c, ok := answer(r, s, seat, bot.Allowed(game.Options(r, s, seat, nil), true))
		require.True(t, ok, "%s in phase %d", name, s.Phase())
		switch c.Kind {
		case game.ProposeTrade, game.AcceptTrade, game.CancelTrade, game.OfferSettlement, game.AcceptSettlement,
			game.Bid, game.Buy, game.PickDeed, game.Duel, game.UseTicket, game.ChooseSpace:
			require.Fail(t, "not harmless", "%s: %+v", name, c)
		case game.Build: // a group that has just become whole has to be even
			require.Equal(t, game.PhaseEqualise, s.Phase(), name)
			require.False(t, may(game.Done), name)
		case game.Place:
			require.False(t, s.Shortage.Printed, "%s: only what a bid has won has to be placed", name)
		case game.Lift: // a mortgage that cannot be kept has to be lifted
			keep := game.MoveAt(game.Keep, seat, c.Space)
			require.False(t, r.Check(s, &keep).OK(), name)
		case game.Mortgage, game.Sell, game.SellGroup:
			require.Contains(t, []game.Phase{game.PhaseDebt, game.PhaseTransfer, game.PhaseEqualise}, s.Phase(), name)
		default:
		}
	}
}
