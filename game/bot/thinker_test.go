package bot_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/value"
)

// at is the command of a seat at a level, which must be accepted, and the same when asked again.
func at(t *testing.T, level string, st *setup.Setup, s *game.State, seat game.Seat) game.Command {
	t.Helper()
	p, ok := bot.New(level, st.Estimate)
	require.True(t, ok, level)
	opts := game.Options(st.Rules, s, seat, nil)
	c, ok := p.Choose(st.Rules, s, seat, opts)
	require.True(t, ok)
	require.Equal(t, game.Refusal{}, st.Rules.Check(s, &c), "%+v", c)
	again, _ := p.Choose(st.Rules, s, seat, opts)
	require.Equal(t, c, again)
	return c
}

func TestKinds(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	for _, kind := range append(bot.Kinds(), "") {
		assert.True(t, bot.Known(kind), kind)
		_, ok := bot.New(kind, st.Estimate)
		assert.True(t, ok, kind)
	}
	assert.False(t, bot.Known("nobody"))
	_, ok := bot.New("nobody", st.Estimate)
	assert.False(t, ok)
	s := setuptest.Position(st.Rules)
	setuptest.Give(&s, 0, 16, 18, 19)
	s.Turn.Phase = game.PhaseHub
	assert.Equal(t, at(t, "default", st, &s, 0), at(t, "medium", st, &s, 0), "medium is the default of old")
}

// TestHardIsNotRobbed: the offers by which haggling beat the computer players of old.
func TestHardIsNotRobbed(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	for name, c := range map[string]struct{ give, want game.Terms }{
		"the last piece of a set at its price and a half":  {game.Terms{Cash: 300}, game.Terms{Deeds: game.SetOf(19)}},
		"the last piece of a set for a useless deed":       {game.Terms{Deeds: game.SetOf(12), Cash: 100}, game.Terms{Deeds: game.SetOf(19)}},
		"a dark blue one for an orange one that completes": {game.Terms{Deeds: game.SetOf(39)}, game.Terms{Deeds: game.SetOf(19), Cash: 900}},
		"nothing to speak of":                              {game.Terms{Cash: 1}, game.Terms{Deeds: game.SetOf(5)}},
		"a deed for nearly all it has":                     {game.Terms{Deeds: game.SetOf(12)}, game.Terms{Cash: 1400}},
		"a mortgaged one for one that is not":              {game.Terms{Deeds: game.SetOf(28)}, game.Terms{Deeds: game.SetOf(5)}},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(st.Rules)
			s.Turn.Phase = game.PhaseHub
			setuptest.Give(&s, 0, 16, 18, 12, 39, 28)
			setuptest.Give(&s, 1, 19, 5, 6)
			s.Mortgaged = game.SetOf(28)
			s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1, Give: c.give, Want: c.want}
			s.NumTrades, s.LastTrade = 1, 1
			assert.Equal(t, game.RejectTrade, at(t, "hard", st, &s, 1).Kind)
		})
	}
}

func TestHardTakesADealThatHelpsIt(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 19, 12)
	setuptest.Give(&s, 1, 16, 18, 5)
	s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1, Give: game.Terms{Deeds: game.SetOf(19)}, Want: game.Terms{Cash: 300}}
	s.NumTrades, s.LastTrade = 1, 1
	assert.Equal(t, game.AcceptTrade, at(t, "hard", st, &s, 1).Kind, "the last piece of its set")
	s.Trades[0].Terms = true
	assert.Equal(t, game.RejectTrade, at(t, "hard", st, &s, 1).Kind, "not with words that nobody enforces")
}

// TestHardOffersAndTakesNoForAnAnswer: at most three proposals a turn, none of them twice.
func TestHardOffersAndTakesNoForAnAnswer(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	start := setuptest.Position(st.Rules)
	start.Turn.Phase = game.PhaseHub
	setuptest.Give(&start, 0, 16, 18, 21, 11, 13, 9)
	setuptest.Give(&start, 1, 19, 23, 24)
	setuptest.Give(&start, 2, 14, 6, 8)
	var turn game.Turn
	turn.Begin(st.Rules, &start)
	made := 0
	for range 20 {
		c := at(t, "hard", st, &turn.S, 0)
		require.True(t, turn.Decide(c, nil).OK())
		if c.Kind == game.EndTurn {
			break
		}
		if c.Kind == game.ProposeTrade {
			made++
			require.True(t, turn.Decide(game.MoveN(game.RejectTrade, c.To, int32(turn.S.LastTrade)), nil).OK())
		}
	}
	assert.Greater(t, made, 1, "a refused offer is followed by another one")
	assert.LessOrEqual(t, made, 3)
	assert.EqualValues(t, 1, turn.S.Turn.Seat, "the turn ends")
}

// TestProposalsAreFairAsFarAsTheEstimateCanTell: both gain together, and the partner loses no more than the
// error of the estimate, and gains if it has refused a proposal before.
func TestProposalsAreFairAsFarAsTheEstimateCanTell(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	hard, _ := bot.New("hard", st.Estimate)
	medium, _ := bot.New("medium", st.Estimate)
	seats := []bot.Wisher{hard, medium, medium, hard}
	made, costly, again := 0, 0, 0
	for n := range 8 {
		start := setuptest.Position(st.Rules)
		dealt := game.Seat(n) //nolint:gosec // eight
		for d := st.Rules.Deeds; d != 0; d = d.Rest() {
			dealt = (dealt*5 + game.Seat(d.First()) + 1) % game.Seat(start.NumSeats) //nolint:gosec // few seats
			setuptest.Give(&start, dealt, d.First())
		}
		start.Turn.Phase = game.PhaseHub
		var turn game.Turn
		turn.Begin(st.Rules, &start)
		var order bot.Order
		var c game.Command
		for turn.S.Turn.Seat == 0 && order.Next(st.Rules, &turn.S, seats, &c) && c.Kind != game.EndTurn {
			if c.Kind == game.ProposeTrade && c.Seat == 0 {
				var p value.Position
				var before, after value.Chances
				value.Look(&turn.S, &p)
				st.Estimate().Chances(&p, &before)
				p.Swap(0, c.To, &c.Give, &c.Want)
				st.Estimate().Chances(&p, &after)
				mine, theirs := after[0]-before[0], after[c.To]-before[c.To]
				assert.Positive(t, mine)
				st.Estimate().Deep().Chances(&p, &after)
				value.Look(&turn.S, &p)
				st.Estimate().Deep().Chances(&p, &before)
				assert.GreaterOrEqual(t, after[0]-before[0], float32(0.03), "by the net")
				if slices.ContainsFunc(turn.S.Refused[:turn.S.NumRefused], func(x game.Refused) bool { return x.To == c.To }) {
					assert.GreaterOrEqual(t, theirs, float32(0.0299), "to one who refuses")
					assert.GreaterOrEqual(t, after[c.To]-before[c.To], float32(0.0299), "by the net")
					again++
				}
				assert.GreaterOrEqual(t, theirs, float32(-0.0701))
				assert.Positive(t, mine+theirs)
				made++
				if theirs < -0.01 {
					costly++
				}
			}
			require.True(t, turn.Decide(c, nil).OK())
			order.Note(&turn.S, &c)
		}
	}
	assert.Greater(t, made, 8)
	assert.Positive(t, costly, "the margin is used")
	assert.Positive(t, again, "a player who has refused is asked again")
}

// TestHardEndsADeadlock: where nobody can build, a deal that lets somebody build is refused at
// first, and taken when waiting has led nowhere.
func TestHardEndsADeadlock(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	n := game.Seat(0)
	for d := st.Rules.Deeds; d != 0; d = d.Rest() {
		setuptest.Give(&s, n%game.Seat(s.NumSeats), d.First()) //nolint:gosec // few seats
		n++
	}
	setuptest.Give(&s, 0, 16, 18)
	setuptest.Give(&s, 1, 19)
	s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1, Give: game.Terms{Cash: 900}, Want: game.Terms{Deeds: game.SetOf(19)}}
	s.NumTrades, s.LastTrade = 1, 1
	assert.NotEqual(t, game.AcceptTrade, at(t, "hard", st, &s, 1).Kind)
	s.Turn.Number = 100 * uint16(s.NumSeats)
	assert.Equal(t, game.AcceptTrade, at(t, "hard", st, &s, 1).Kind)
	s.Trades[0].Give.Cash = 90
	assert.NotEqual(t, game.AcceptTrade, at(t, "hard", st, &s, 1).Kind, "not below what a pledge brings")
}

// TestHardPaysToEndADeadlock: who has refused is asked for no more that costs them, but where nobody can build and
// waiting leads nowhere they are offered what they cannot easily refuse.
func TestHardPaysToEndADeadlock(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	n := game.Seat(0)
	for d := st.Rules.Deeds &^ game.SetOf(16, 18, 19); d != 0; d = d.Rest() {
		setuptest.Give(&s, n%game.Seat(s.NumSeats), d.First()) //nolint:gosec // few seats
		n++
	}
	setuptest.Give(&s, 0, 16, 18)
	setuptest.Give(&s, 1, 19)
	for to := game.Seat(1); to < 4; to++ {
		s.Refused[s.NumRefused] = game.Refused{Deeds: game.SetOf(19), From: 0, To: to, Paid: 200, Purse: s.Players[to].Cash, Times: 1}
		s.NumRefused++
	}
	ask := at(t, "hard", st, &s, 0)
	require.Equal(t, game.Terms{Deeds: game.SetOf(19)}, ask.Want)
	usual := ask.Give.Cash
	s.Turn.Number = 112 * uint16(s.NumSeats)
	ask = at(t, "hard", st, &s, 0)
	require.Equal(t, game.ProposeTrade, ask.Kind)
	assert.Equal(t, game.Terms{Deeds: game.SetOf(19)}, ask.Want)
	assert.Greater(t, ask.Give.Cash, usual+usual/4)
}

// TestHardPaysWithDeeds: short of cash, it gives a deed that neither needs for one that it does.
func TestHardPaysWithDeeds(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 16, 18, 12)
	setuptest.Give(&s, 1, 19, 1, 6)
	setuptest.Give(&s, 2, 11, 21, 5)
	setuptest.Give(&s, 3, 26, 31)
	s.Players[0].Cash = 330
	c := at(t, "hard", st, &s, 0)
	require.Equal(t, game.ProposeTrade, c.Kind)
	assert.Equal(t, game.SetOf(19), c.Want.Deeds)
	assert.Equal(t, game.SetOf(12), c.Give.Deeds, "of whose group the partner has nothing")
}

// TestHardNeverStopsAsking: a deal that nobody has refused is proposed late in a game as well.
func TestHardNeverStopsAsking(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 16, 18, 21)
	setuptest.Give(&s, 1, 19, 23, 24)
	for n := range uint16(8) {
		s.Turn.Number = 160 + n
		assert.Equal(t, game.ProposeTrade, at(t, "hard", st, &s, 0).Kind, "turn %d", s.Turn.Number)
	}
}

// TestHardNamesRoundSums: people do not offer 447.
func TestHardNamesRoundSums(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	hard, _ := bot.New("hard", st.Estimate)
	seats := []bot.Wisher{hard, hard, hard, hard}
	luck := chance.Seeded([32]byte{5})
	start := game.NewState(st.Rules, 4, 0, false)
	var turn game.Turn
	turn.Begin(st.Rules, &start)
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
	var order bot.Order
	var c game.Command
	sums := 0
	for turn.S.Status == game.Playing && turn.S.Turn.Number < 120 && order.Next(st.Rules, &turn.S, seats, &c) {
		if cash := c.Give.Cash + c.Want.Cash; c.Kind == game.ProposeTrade && cash > 0 {
			assert.Zero(t, cash%5, "%+v", c)
			sums++
		}
		require.True(t, turn.DecideOn(&c, luck).OK())
		order.Note(&turn.S, &c)
	}
	assert.Greater(t, sums, 2)
}

func TestHardRaisesMoneyWhereItHurtsLeast(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase, s.Players[0].Cash = game.PhaseHub, 20
	setuptest.Give(&s, 0, 5, 16, 18, 19)
	for _, sp := range []game.Space{16, 18, 19} {
		s.Level[sp], s.Built = 3, s.Built.With(sp)
		copy(s.PaidFor(sp)[:], []game.Money{100, 100, 100})
	}
	s.Stock[game.House] -= 9
	s.Debts[0], s.NumDebts = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Called: true, Amount: 110}, 1
	c := at(t, "hard", st, &s, 0)
	assert.Equal(t, game.Mortgage, c.Kind, "the houses earn more")
	assert.Equal(t, game.Space(5), c.Space)
}

// TestHardCountsWhatKeepingCosts: where a creditor pays a tenth of the price for keeping
// a mortgage, lifting is worth more than where it is a tenth of the mortgage.
func TestHardCountsWhatKeepingCosts(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", map[string]any{"bankr.interest_base": "price"})
	for rule, want := range map[game.Rule]game.CommandKind{game.RBankr5: game.Lift, game.RMort6: game.Keep} {
		s := setuptest.Position(st.Rules)
		s.Turn.Phase = game.PhaseHub
		setuptest.Give(&s, 1, 5)
		s.Mortgaged, s.Players[1].Cash = game.SetOf(5), 800
		s.Transfer = game.Transfer{Open: true, Seat: 1, Rule: rule, Deeds: game.SetOf(5)}
		assert.Equal(t, want, at(t, "hard", st, &s, 1).Kind, rule)
	}
}

// TestAnAuctionTakesAHandfulOfBids: two computers who both want a deed are done after as many bids as people would
// watch.
func TestAnAuctionTakesAHandfulOfBids(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	turn := game.Turn{R: st.Rules, S: setuptest.Position(st.Rules)}
	turn.S.Auction = game.AuctionState{
		Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 39}, Min: st.Rules.Step(), Bidder: game.Nobody, Bidders: turn.S.Alive(),
	}
	bids := 0
	for ; turn.S.Auction.Open; bids++ {
		require.Less(t, bids, 15)
		c := at(t, "hard", st, &turn.S, turn.S.Waiting().First())
		no := turn.Decide(c, nil)
		require.True(t, no.OK(), "%+v", c)
	}
	assert.Greater(t, bids, 4, "both want it")
}

// bidAt is the answer of a level with some cash to a bid for a deed, the last one that the bank has.
func bidAt(t *testing.T, level string, sp game.Space, cash, bid game.Money) game.Command {
	t.Helper()
	st := setuptest.Load(t, "us-classic", "us", nil)
	s := setuptest.Position(st.Rules)
	n := game.Seat(0)
	for d := st.Rules.Deeds.Without(sp); d != 0; d = d.Rest() {
		setuptest.Give(&s, n%game.Seat(s.NumSeats), d.First()) //nolint:gosec // few seats
		n++
	}
	s.Players[0].Cash = cash
	s.Auction = game.AuctionState{
		Open: true, Item: game.Item{Kind: game.ItemDeed, Space: sp}, Bidder: 1, Bid: bid, Min: 1, Bidders: s.Alive(),
	}
	return at(t, level, st, &s, 0)
}

// TestNobodyLeavesADeedBelowItsMortgage: who mortgages it at once has more than before.
func TestNobodyLeavesADeedBelowItsMortgage(t *testing.T) {
	for _, level := range []string{"hard", "expert"} {
		for _, sp := range []game.Space{1, 3} {
			for _, cash := range []game.Money{120, 331, 600, 1500} {
				c := bidAt(t, level, sp, cash, 18)
				assert.Equal(t, game.Bid, c.Kind, "%s, %d, $%d", level, sp, cash)
			}
		}
	}
}

// TestExpertsRaiseByATenth: an auction among them is no row of raises by one.
func TestExpertsRaiseByATenth(t *testing.T) {
	bids := 0
	for _, sp := range []game.Space{5, 6, 16, 24} {
		for _, cash := range []game.Money{120, 200, 600} {
			if c := bidAt(t, "expert", sp, cash, 80); c.Kind == game.Bid {
				bids++
				assert.GreaterOrEqual(t, c.Amount, min(88, cash), "%d, $%d", sp, cash)
			}
		}
	}
	assert.Greater(t, bids, 4)
}

// TestDecisionsAllocateNothing: bulk simulations live by it.
func TestDecisionsAllocateNothing(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "us", nil)
	p, _ := bot.New("hard", st.Estimate)
	s := setuptest.Position(st.Rules)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 16, 18, 21, 11, 13)
	setuptest.Give(&s, 1, 19, 23, 24)
	var c game.Command
	assert.LessOrEqual(t, testing.AllocsPerRun(20, func() { p.Wish(st.Rules, &s, 0, &c) }), 4.0, "no more than its own workspace")
}

// Characters are tastes of every level: each kind that Kind makes is known and splits again.
func TestLevelsHaveCharacters(t *testing.T) {
	for _, level := range bot.Levels() {
		for _, character := range bot.Characters() {
			kind := bot.Kind(level, character)
			assert.True(t, bot.Known(kind), kind)
			l, c, ok := bot.Level(kind)
			assert.True(t, ok)
			assert.Equal(t, []string{level, character}, []string{l, c}, kind)
		}
	}
	for _, kind := range []string{"hard-", "hard-default", "hard-x", "x-builder", "trader-builder", "-builder", "hard-builder-x"} {
		assert.False(t, bot.Known(kind), kind)
		if kind != "hard-default" {
			_, ok := bot.New(kind, func() *value.Model { return nil })
			assert.False(t, ok, kind)
		}
	}
	medium, ok := bot.New("medium-trader", nil)
	assert.True(t, ok)
	trader, _ := bot.ByName("trader")
	assert.Equal(t, &trader, medium, "medium is the persona")
}
