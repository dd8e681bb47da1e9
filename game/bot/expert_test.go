package bot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// pondered is a game between experts until one of them has had a decision to play out.
func pondered(t *testing.T, edition string, seed byte) (*setup.Setup, *game.State, game.Seat, bot.Player) {
	t.Helper()
	st := setuptest.Load(t, edition, "", nil)
	hard, _ := bot.New("hard", st.Estimate)
	expert, ok := bot.New("expert", st.Estimate)
	require.True(t, ok)
	start := game.NewState(st.Rules, 4, 0, false)
	var turn game.Turn
	turn.Begin(st.Rules, &start)
	luck := chance.Seeded([32]byte{seed})
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
	var order bot.Order
	seats := []bot.Wisher{hard, hard, hard, hard}
	for range 2000 {
		for seat := range game.Seat(4) {
			if turn.S.Turn.Number > 40 && turn.S.Phase() != game.PhaseAuction && bot.Ponders(expert, st.Rules, &turn.S, seat) {
				return st, &turn.S, seat, expert
			}
		}
		var c game.Command
		require.True(t, order.Next(st.Rules, &turn.S, seats, &c))
		require.True(t, turn.Decide(c, luck).OK())
		order.Note(&turn.S, &c)
	}
	require.Fail(t, "nothing to ponder")
	return nil, nil, 0, nil
}

// An expert has no clock and no luck of the table: asked again, another one of its kind answers alike.
func TestExpertsDecideAlike(t *testing.T) {
	for _, edition := range []string{"us-classic", "mega"} {
		for seed := range byte(3) {
			st, s, seat, p := pondered(t, edition, seed)
			before := *s
			opts := game.Options(st.Rules, s, seat, nil)
			c, ok := p.Choose(st.Rules, s, seat, opts)
			require.True(t, ok)
			assert.Equal(t, game.Refusal{}, st.Rules.Check(s, &c), "%+v", c)
			assert.Equal(t, before, *s, "the playouts leave the position alone")
			other, _ := bot.New("expert", st.Estimate)
			again, _ := other.Choose(st.Rules, s, seat, opts)
			assert.Equal(t, c, again)
		}
	}
}

// What others may still claim or have bid in secret is theirs to know.
func TestPlayoutsStartFromWhatTheSeatKnows(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", map[string]any{"house.sealed_auction": true})
	require.True(t, r.SealedBids())
	s := setuptest.Position(r)
	theirs := game.Claim{ID: 1, Owner: 1, Payer: 0, Space: 5, Left: 3, Amount: 25}
	mine := game.Claim{ID: 2, Owner: 0, Payer: 1, Space: 6, Left: 3, Amount: 6}
	s.Claims[0], s.Claims[1], s.NumClaims = theirs, mine, 2
	s.Auction = game.AuctionState{Open: true, Bidder: game.Nobody, Bidders: s.Alive(), Passed: game.Seats(0).With(1)}
	s.Auction.Sealed[1] = 77
	known := bot.Imagined(r, &s, 0)
	assert.Equal(t, []game.Claim{mine, {}}, known.Claims[:2])
	assert.EqualValues(t, 1, known.NumClaims)
	assert.Zero(t, known.Auction.Sealed)
	assert.Zero(t, known.Auction.Passed)
	assert.Equal(t, theirs, s.Claims[0], "the table's position stays")
}

func TestExpertsPonderOnlyWhatIsInDoubt(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	p, _ := bot.New("expert", st.Estimate)
	s := setuptest.Position(st.Rules)
	setuptest.Give(&s, 0, 16, 18)
	offer(&s, 19)
	assert.False(t, bot.Ponders(p, st.Rules, &s, 0), "the last deed of its group at its price")
	assert.Equal(t, game.Buy, at(t, "expert", st, &s, 0).Kind)
	s.Turn.Phase = game.PhaseRoll
	assert.False(t, bot.Ponders(p, st.Rules, &s, 0), "a throw is no decision")
	st, doubtful, seat, p := pondered(t, "us-classic", 1)
	assert.True(t, bot.Ponders(p, st.Rules, doubtful, seat))
	hard, _ := bot.New("hard", st.Estimate)
	assert.False(t, bot.Ponders(hard, st.Rules, doubtful, seat), "the level hard plays nothing out but offers")
}

// A playout takes place in the expert's own workspace.
func TestExpertsAllocateNothing(t *testing.T) {
	st, s, seat, p := pondered(t, "us-classic", 1)
	var c game.Command
	p.Wish(st.Rules, s, seat, &c)
	assert.LessOrEqual(t, testing.AllocsPerRun(3, func() { p.Wish(st.Rules, s, seat, &c) }), 4.0)
}
