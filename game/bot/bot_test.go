package bot_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// begun is a game that has begun, and its luck.
func begun(t *testing.T, r *game.Ruleset, seats int) (*game.Turn, game.Luck) {
	t.Helper()
	start := game.NewState(r, seats, 0, false)
	turn, luck := new(game.Turn), chance.Seeded([32]byte{byte(seats)})
	turn.Begin(r, &start)
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
	return turn, luck
}

// offer puts a deed of the bank before seat 0.
func offer(s *game.State, sp game.Space) {
	s.Turn.Phase, s.Turn.Space = game.PhaseBuy, sp
	s.Players[0].Space = sp
}

// chosen is the command of a seat, which must be one that is accepted.
func chosen(t *testing.T, r *game.Ruleset, s *game.State, seat game.Seat) game.Command {
	t.Helper()
	c, ok := bot.Choose(r, s, seat, game.Options(r, s, seat, nil))
	require.True(t, ok, "the seat is awaited in phase %d", s.Phase())
	require.Equal(t, game.Refusal{}, r.Check(s, &c), "%+v", c)
	return c
}

func TestPersonas(t *testing.T) {
	for _, name := range bot.Names() {
		p, ok := bot.ByName(name)
		assert.True(t, ok, name)
		assert.Equal(t, name, p.Name)
	}
	p, ok := bot.ByName("")
	assert.True(t, ok)
	assert.Equal(t, bot.Usual(), p)
	_, ok = bot.ByName("nobody")
	assert.False(t, ok)
}

func TestBuying(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	for name, c := range map[string]struct {
		cash   game.Money
		own    []game.Space // beside the deed on offer, space 39
		theirs []game.Space
		want   game.CommandKind
	}{
		"with money to spare":            {1500, nil, nil, game.Buy},
		"but not with the last of it":    {405, nil, nil, game.Decline},
		"unless it makes a group":        {405, []game.Space{37}, nil, game.Buy},
		"or breaks another's":            {405, nil, []game.Space{37}, game.Buy},
		"pledging a single deed for it":  {350, []game.Space{37, 5}, nil, game.Mortgage},
		"but not what cannot be enough":  {100, []game.Space{37, 5}, nil, game.Decline},
		"nothing to buy it with":         {0, nil, nil, game.Decline},
		"a single deed is worth no pawn": {350, []game.Space{5}, nil, game.Decline},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(r)
			setuptest.Give(&s, 0, c.own...)
			setuptest.Give(&s, 1, c.theirs...)
			offer(&s, 39)
			s.Players[0].Cash = c.cash
			assert.Equal(t, c.want, chosen(t, r, &s, 0).Kind)
		})
	}
}

func TestBuildingEvenlyToThreeHouses(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	setuptest.Give(&s, 0, 16, 18, 19)
	s.Turn.Phase = game.PhaseHub
	s.Players[0].Cash = 1200
	c := chosen(t, r, &s, 0)
	require.Equal(t, game.Build, c.Kind)
	assert.Equal(t, []game.Space{19, 18, 16, 19, 18, 16, 19, 18, 16}, c.Spaces[:c.Steps], "a level at a time, the dearest first")

	s.Players[0].Cash = 100
	assert.Equal(t, game.EndTurn, chosen(t, r, &s, 0).Kind, "the reserve is not built upon")
}

func TestJail(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Players[0].Jailed, s.Players[0].JailTurn, s.Players[0].Space = true, 1, r.Jail
	s.Turn.Phase = game.PhaseJail
	assert.Equal(t, game.PayFine, chosen(t, r, &s, 0).Kind, "early there is something to buy")
	s.Players[0].Cards = 1
	assert.Equal(t, game.UseJailCard, chosen(t, r, &s, 0).Kind, "a card is cheaper")
	setuptest.Give(&s, 1, r.Deeds.First())
	s.Owned[1], s.Free = r.Deeds, 0
	for _, sp := range []game.Space{16, 18, 19} {
		s.Level[sp], s.Built = 3, s.Built.With(sp)
	}
	assert.Equal(t, game.Roll, chosen(t, r, &s, 0).Kind, "late nobody hurries out")
}

func TestDebts(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	owing := func(amount, cash game.Money, own ...game.Space) game.State {
		s := setuptest.Position(r)
		s.Turn.Phase = game.PhaseHub
		s.Players[0].Cash = cash
		setuptest.Give(&s, 0, own...)
		s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Called: true, Amount: amount}
		s.NumDebts = 1
		return s
	}
	s := owing(100, 100)
	assert.Equal(t, game.PayDebt, chosen(t, r, &s, 0).Kind)
	s = owing(100, 20, 1, 5)
	c := chosen(t, r, &s, 0)
	assert.Equal(t, game.Mortgage, c.Kind)
	assert.Equal(t, game.Space(5), c.Space, "the one that is enough")
	s = owing(500, 20, 1, 5)
	assert.Equal(t, game.DeclareBankruptcy, chosen(t, r, &s, 0).Kind, "nothing can help")
	s = owing(150, 20, 5, 16, 18, 19)
	for _, sp := range []game.Space{16, 18, 19} {
		s.Level[sp], s.Built, s.PaidFor(sp)[0] = 1, s.Built.With(sp), 100
	}
	s.Stock[game.House] -= 3
	c = chosen(t, r, &s, 0)
	assert.Equal(t, game.Mortgage, c.Kind, "single deeds go before houses")
	s.Mortgaged = s.Mortgaged.With(5)
	c = chosen(t, r, &s, 0)
	assert.Equal(t, game.Sell, c.Kind)
	assert.EqualValues(t, 3, c.Steps, "as many as the debt asks")
}

func TestRentIsClaimedAtOnce(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Claims[0] = game.Claim{ID: 4, Owner: 2, Payer: 0, Space: 16, Left: 2, Turn: 9, Amount: 14}
	s.NumClaims, s.LastClaim = 1, 4
	setuptest.Give(&s, 2, 16)
	c := chosen(t, r, &s, 2)
	assert.Equal(t, game.ClaimRent, c.Kind)
	assert.EqualValues(t, 4, c.N)
	_, ok := bot.Choose(r, &s, 1, game.Options(r, &s, 1, nil))
	assert.False(t, ok, "nobody else wants anything")
}

// TestProposalsHaveAnEnd: a partner who always says no is asked once a turn at most.
func TestProposalsHaveAnEnd(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 16, 18, 21)
	setuptest.Give(&s, 1, 19, 23, 24)
	proposals := 0
	for number := range uint16(400) {
		s.Turn.Number = number
		for n := 0; ; n++ {
			require.Less(t, n, 3, "turn %d", number)
			c := chosen(t, r, &s, 0)
			if c.Kind != game.ProposeTrade {
				require.Equal(t, game.EndTurn, c.Kind)
				break
			}
			proposals++
			assert.Zero(t, n, "one proposal a turn")
			s.LastTrade++ // refused
		}
	}
	assert.Positive(t, proposals, "it is a good deal")
	assert.Less(t, proposals, 400/3)
}

func TestTradesAreJudged(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	setuptest.Give(&s, 0, 16, 18, 5)
	setuptest.Give(&s, 1, 19, 15)
	propose := func(give, want game.Terms) game.CommandKind {
		s := s
		s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1, Give: give, Want: want}
		s.NumTrades, s.LastTrade = 1, 1
		return chosen(t, r, &s, 1).Kind
	}
	assert.Equal(t, game.ProposeTrade, propose(game.Terms{Cash: 220}, game.Terms{Deeds: game.SetOf(19)}), "the last lot of a group for little: it names its price")
	assert.Equal(t, game.AcceptTrade, propose(game.Terms{Cash: 600}, game.Terms{Deeds: game.SetOf(19)}), "for a price")
	assert.Equal(t, game.AcceptTrade, propose(game.Terms{Deeds: game.SetOf(5)}, game.Terms{Cash: 150}), "a second station")
	assert.Equal(t, game.ProposeTrade, propose(game.Terms{Deeds: game.SetOf(5)}, game.Terms{Cash: 1450}), "for nearly all it has: for less")

	s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1, Give: game.Terms{Cash: 600}, Want: game.Terms{Deeds: game.SetOf(19)}, Terms: true}
	s.NumTrades, s.LastTrade = 1, 1
	assert.Equal(t, game.RejectTrade, chosen(t, r, &s, 1).Kind, "a good price, but with words that nobody enforces")
	s.Trades[0].Terms = false
	assert.Equal(t, game.AcceptTrade, chosen(t, r, &s, 1).Kind, "the same without them")
}

// TestDefaultsNeverStall plays tables whose players have all left.
func TestDefaultsNeverStall(t *testing.T) {
	for rulebook, id := range setuptest.Pairs(t) {
		t.Run(rulebook, func(t *testing.T) {
			r := setuptest.Rules(t, id, rulebook, nil)
			turn, luck := begun(t, r, 3)
			for n := 0; turn.S.Status == game.Playing && turn.S.Turn.Number < 300; n++ {
				require.Less(t, n, 10000)
				seat := turn.S.Waiting().First()
				c, ok := bot.Default(r, &turn.S, seat, game.Options(r, &turn.S, seat, nil))
				require.True(t, ok, "phase %d", turn.S.Phase())
				require.True(t, turn.Decide(c, luck).OK(), "%+v", c)
				for other := range game.Seat(3) {
					if turn.S.Waiting().Has(other) {
						continue
					}
					_, ok := bot.Default(r, &turn.S, other, game.Options(r, &turn.S, other, nil))
					assert.False(t, ok, "who is not asked says nothing")
				}
			}
		})
	}
}
