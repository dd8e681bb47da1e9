package orders_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

var noon = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

func next(r *game.Ruleset, s *game.State, seat game.Seat, b orders.Book) (game.Command, bool) {
	c, ok := b.Next(r, s, seat, game.Options(r, s, seat, nil))
	return c, ok
}

func book(list ...orders.Order) orders.Book {
	for i := range list {
		list[i].ID = uint32(i + 1)
	}
	return orders.Book{Orders: list, Last: uint32(len(list))}
}

func TestBuyingByOrder(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	for name, c := range map[string]struct {
		cash, keep game.Money
		orders     []orders.Order
		want       game.CommandKind // of space 39, which costs 400
	}{
		"up to a price":              {1000, 0, []orders.Order{{Kind: orders.Buy, Limit: 400}}, game.Buy},
		"too dear":                   {1000, 0, []orders.Order{{Kind: orders.Buy, Limit: 399}}, game.NoCommand},
		"too dear, and not wanted":   {1000, 0, []orders.Order{{Kind: orders.Buy, Limit: 399, Else: true}}, game.Decline},
		"without a limit":            {1000, 0, []orders.Order{{Kind: orders.Buy}}, game.Buy},
		"another group":              {1000, 0, []orders.Order{{Kind: orders.Buy, Spaces: game.SetOf(1, 3)}}, game.NoCommand},
		"this one":                   {1000, 0, []orders.Order{{Kind: orders.Buy, Spaces: game.SetOf(39)}}, game.Buy},
		"what is set aside is kept":  {1000, 601, []orders.Order{{Kind: orders.Buy}}, game.NoCommand},
		"to the last unit of it":     {1000, 600, []orders.Order{{Kind: orders.Buy}}, game.Buy},
		"the second order buys it":   {1000, 0, []orders.Order{{Kind: orders.Buy, Spaces: game.SetOf(1), Else: true}, {Kind: orders.Buy}}, game.Buy},
		"not for lack of money":      {100, 0, []orders.Order{{Kind: orders.Buy}}, game.NoCommand},
		"not for lack of money else": {100, 0, []orders.Order{{Kind: orders.Buy, Else: true}}, game.Decline},
		"in another turn":            {1000, 0, []orders.Order{{Kind: orders.Buy, Visit: true, Turn: 8}}, game.NoCommand},
		"in this turn":               {1000, 0, []orders.Order{{Kind: orders.Buy, Visit: true, Turn: 9}}, game.Buy},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(r)
			s.Turn.Phase, s.Turn.Space, s.Players[0].Space = game.PhaseBuy, 39, 39
			s.Players[0].Cash = c.cash
			b := book(c.orders...)
			b.Keep = c.keep
			got, _ := next(r, &s, 0, b)
			assert.Equal(t, c.want, got.Kind)
			_, ok := next(r, &s, 1, b)
			assert.False(t, ok, "it is not his decision")
		})
	}
}

func TestJailByOrder(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	for name, c := range map[string]struct {
		turn, cards uint8
		cash, keep  game.Money
		order       orders.Order
		want        game.CommandKind
	}{
		"throws at first":          {1, 0, 500, 0, orders.Order{Kind: orders.Jail, Throws: 1}, game.Roll},
		"pays then":                {2, 0, 500, 0, orders.Order{Kind: orders.Jail, Throws: 1}, game.PayFine},
		"uses the card":            {2, 1, 500, 0, orders.Order{Kind: orders.Jail, Throws: 1, Card: true}, game.UseJailCard},
		"keeps the card":           {2, 1, 500, 0, orders.Order{Kind: orders.Jail, Throws: 1}, game.PayFine},
		"pays at once":             {1, 0, 500, 0, orders.Order{Kind: orders.Jail}, game.PayFine},
		"spares what is set aside": {1, 0, 500, 460, orders.Order{Kind: orders.Jail}, game.Roll},
		"throws to the end":        {3, 0, 500, 0, orders.Order{Kind: orders.Jail, Throws: 3}, game.Roll},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(r)
			s.Turn.Phase = game.PhaseJail
			s.Players[0] = game.Player{Jailed: true, JailTurn: c.turn, Space: r.Jail, Cash: c.cash, Cards: c.cards}
			b := book(c.order)
			b.Keep = c.keep
			got, _ := next(r, &s, 0, b)
			assert.Equal(t, c.want, got.Kind)
		})
	}
	s := setuptest.Position(r)
	s.Turn.Acted = true
	got, _ := next(r, &s, 0, book(orders.Order{Kind: orders.Jail}))
	assert.Equal(t, game.Roll, got.Kind, "having paid he throws")
	s.Turn.Acted = false
	_, ok := next(r, &s, 0, book(orders.Order{Kind: orders.Jail}))
	assert.False(t, ok, "an ordinary turn is not his business")
}

func TestDebtByOrder(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	s.Players[0].Cash = 20
	setuptest.Give(&s, 0, 1, 5, 39)
	s.Debts[0] = game.Debt{Debtor: 0, Creditor: 1, Cause: game.ForRent, Called: true, Amount: 200}
	s.NumDebts = 1
	got, ok := next(r, &s, 0, book(orders.Order{Kind: orders.Mortgage, List: []game.Space{5, 39, 1}}))
	require.True(t, ok)
	assert.Equal(t, game.MoveAt(game.Mortgage, 0, 5), got, "the first of the list")
	_, ok = next(r, &s, 0, book(orders.Order{Kind: orders.Mortgage, List: []game.Space{5, 1}}))
	assert.False(t, ok, "150 are not enough: he has to decide himself")
	s.Players[0].Cash = 200
	got, _ = next(r, &s, 0, book(orders.Order{Kind: orders.Mortgage, List: []game.Space{5}}))
	assert.Equal(t, game.PayDebt, got.Kind)
}

func TestTradesByOrder(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	for name, c := range map[string]struct {
		trade game.Trade
		limit game.Money
		want  bool
	}{
		"too little":           {game.Trade{Give: game.Terms{Cash: 100}, Want: game.Terms{Deeds: game.SetOf(39)}}, 0, true},
		"enough":               {game.Trade{Give: game.Terms{Cash: 400}, Want: game.Terms{Deeds: game.SetOf(39)}}, 0, false},
		"not enough on top":    {game.Trade{Give: game.Terms{Cash: 450}, Want: game.Terms{Deeds: game.SetOf(39)}}, 51, true},
		"words are for people": {game.Trade{Give: game.Terms{Cash: 1}, Want: game.Terms{Deeds: game.SetOf(39)}, Terms: true}, 0, false},
		"votes are for people": {game.Trade{Give: game.Terms{Cash: 1}, Want: game.Terms{Deeds: game.SetOf(39)}, Held: true}, 0, false},
		"a mortgaged deed":     {game.Trade{Give: game.Terms{Deeds: game.SetOf(37)}, Want: game.Terms{Cash: 200}}, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(r)
			setuptest.Give(&s, 0, 39)
			setuptest.Give(&s, 1, 37)
			s.Mortgaged = game.SetOf(37)
			c.trade.ID, c.trade.From, c.trade.To = 3, 1, 0
			s.Trades[0], s.NumTrades, s.LastTrade = c.trade, 1, 3
			got, ok := next(r, &s, 0, book(orders.Order{Kind: orders.DeclineTrades, Limit: c.limit}))
			assert.Equal(t, c.want, ok)
			if ok {
				assert.Equal(t, game.MoveN(game.RejectTrade, 0, 3), got)
			}
		})
	}
}

func TestOrdersEnd(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	for name, c := range map[string]struct {
		order orders.Order
		state func(*game.State)
		now   time.Time
		want  orders.Why
	}{
		"not yet":               {orders.Order{Kind: orders.EndTurn, Until: noon.Add(time.Hour)}, nil, noon, ""},
		"time over":             {orders.Order{Kind: orders.EndTurn, Until: noon}, nil, noon, orders.Sunset},
		"rounds over":           {orders.Order{Kind: orders.EndTurn, Round: 5}, func(s *game.State) { s.Round = 5 }, noon, orders.Sunset},
		"turn over":             {orders.Order{Kind: orders.Roll, Visit: true, Turn: 8}, nil, noon, orders.Done},
		"auction over":          {orders.Order{Kind: orders.Bid, Auction: 17}, nil, noon, orders.Done},
		"all of them sold":      {orders.Order{Kind: orders.Buy, Spaces: game.SetOf(39)}, func(s *game.State) { setuptest.Give(s, 1, 39) }, noon, orders.Gone},
		"nothing to bid for":    {orders.Order{Kind: orders.Bid, Spaces: game.SetOf(39)}, func(s *game.State) { setuptest.Give(s, 1, 39) }, noon, orders.Gone},
		"under the hammer soon": {orders.Order{Kind: orders.Bid, Spaces: game.SetOf(39)}, func(s *game.State) { s.Free = 0; s.Estate.Open, s.Estate.Deeds = true, game.SetOf(39) }, noon, ""},
		"the pawns are sold":    {orders.Order{Kind: orders.Mortgage, List: []game.Space{5}}, nil, noon, orders.Gone},
		"bankrupt":              {orders.Order{Kind: orders.ClaimRents}, func(s *game.State) { s.Players[0].Bankrupt = true }, noon, orders.Out},
		"game over":             {orders.Order{Kind: orders.ClaimRents}, func(s *game.State) { s.Status = game.Finished }, noon, orders.Out},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(r)
			if c.state != nil {
				c.state(&s)
			}
			b := book(c.order)
			ended := b.Tidy(r, &s, 0, 0, c.now)
			if c.want == "" {
				assert.Empty(t, ended)
				assert.Len(t, b.Orders, 1)
				return
			}
			require.Len(t, ended, 1)
			assert.Equal(t, c.want, ended[0].Why)
			assert.True(t, b.Empty())
			assert.Equal(t, c.want == orders.Sunset || c.want == orders.Gone, len(b.Ended) == 1, "its owner is told")
		})
	}
	auto := setuptest.Rules(t, "us-classic", "us", map[string]any{"rent.auto_claim": true})
	s := setuptest.Position(auto)
	b := book(orders.Order{Kind: orders.ClaimRents, Until: noon.Add(time.Hour)})
	assert.Len(t, b.Tidy(auto, &s, 0, 0, noon), 1, "rent claims itself at this table")
}

// TestABookRemembersTheLastThatEnded: with the time at which each did.
func TestABookRemembersTheLastThatEnded(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	var list []orders.Order
	for i := range 7 {
		list = append(list, orders.Order{ID: uint32(i + 1), Kind: orders.EndTurn, Until: noon.Add(time.Duration(i) * time.Hour)})
	}
	b := book(list...)
	before := b.Clone()
	b.Tidy(r, &s, 0, 0, noon.Add(90*time.Minute))
	require.Len(t, b.Ended, 2)
	assert.Equal(t, noon.Add(time.Hour), b.Ended[1].At)
	b.Tidy(r, &s, 0, 0, noon.Add(24*time.Hour))
	require.Len(t, b.Ended, 5)
	assert.EqualValues(t, 3, b.Ended[0].ID)
	assert.EqualValues(t, 7, b.Ended[4].ID)
	assert.Empty(t, before.Ended)
}

// TestVisitIsOneTurn: a visit given before its turn waits for it.
func TestVisitIsOneTurn(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Seat = 1
	var b orders.Book
	for _, k := range []orders.Kind{orders.Roll, orders.EndTurn} {
		_, err := b.Add(r, &s, 0, orders.Order{Kind: k, Visit: true}, 0, noon)
		require.NoError(t, err)
	}
	_, ok := next(r, &s, 0, b)
	assert.False(t, ok)
	s.Turn.Seat, s.Turn.Number = 0, 12
	assert.Empty(t, b.Tidy(r, &s, 0, 0, noon))
	c, ok := next(r, &s, 0, b)
	require.True(t, ok)
	assert.Equal(t, game.Roll, c.Kind)
	s.Turn.Phase = game.PhaseHub
	c, _ = next(r, &s, 0, b)
	assert.Equal(t, game.EndTurn, c.Kind)
	s.Turn.Seat, s.Turn.Number = 1, 13
	assert.Len(t, b.Tidy(r, &s, 0, 0, noon), 2)
}

// TestBidStandsUntilItsAuctionIsOver: a bid whose time ends while an auction runs
// that it is about was the answer in it, and is it to the end.
func TestBidStandsUntilItsAuctionIsOver(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Phase = game.PhaseHub
	s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 39}, Bidder: game.Nobody, Bidders: 0b11}
	b := book(orders.Order{Kind: orders.Bid, Limit: 100, Until: noon}, orders.Order{Kind: orders.Bid, Limit: 90, Spaces: game.SetOf(1), Until: noon})
	ended := b.Tidy(r, &s, 0, 17, noon.Add(time.Hour))
	require.Len(t, ended, 1)
	assert.Equal(t, orders.Sunset, ended[0].Why)
	assert.EqualValues(t, 90, ended[0].Limit, "the other is about another deed")
	bid, ok := b.Standing(r, &s, 0, 17)
	assert.True(t, ok && bid.Limit == 100)
	assert.Empty(t, b.Tidy(r, &s, 0, 17, noon.Add(2*time.Hour)))
	s.Auction = game.AuctionState{}
	ended = b.Tidy(r, &s, 0, 0, noon.Add(2*time.Hour))
	require.Len(t, ended, 1)
	assert.Equal(t, orders.Done, ended[0].Why)
}

// TestVisitLooksAFewTurnsAhead: three turns of its owner, whichever players come between.
func TestVisitLooksAFewTurnsAhead(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Turn.Number = 9
	var b orders.Book
	_, err := b.Add(r, &s, 0, orders.Order{Kind: orders.Roll, Visit: true, Turns: 3}, 0, noon)
	require.NoError(t, err)
	for n := uint16(9); n < 9+3*2; n++ {
		s.Turn.Number, s.Turn.Seat = n, game.Seat((n-9)%2)
		s.Turn.Phase = game.PhaseRoll
		if n == 14 {
			require.Len(t, b.Tidy(r, &s, 0, 0, noon), 1, "three turns are over")
			assert.True(t, b.Empty())
			return
		}
		require.Empty(t, b.Tidy(r, &s, 0, 0, noon), "turn %d", n)
		_, ok := next(r, &s, 0, b)
		assert.Equal(t, s.Turn.Seat == 0, ok, "turn %d", n)
		// A repeated look at the same turn counts nothing.
		require.Empty(t, b.Tidy(r, &s, 0, 0, noon))
	}
	t.Fatal("it went on")
}

func TestOrdersThatCannotBeGiven(t *testing.T) {
	r := setuptest.Rules(t, "mark-classic", "mark", nil) // unit 10
	later := noon.Add(time.Hour)
	for name, c := range map[string]struct {
		order      orders.Order
		field, why string
	}{
		"unknown kind":     {orders.Order{Kind: "trade", Until: later}, "kind", "unknown"},
		"no sunset":        {orders.Order{Kind: orders.EndTurn}, "until", "missing"},
		"sunset past":      {orders.Order{Kind: orders.EndTurn, Until: noon}, "until", "past"},
		"sunset far":       {orders.Order{Kind: orders.EndTurn, Until: noon.Add(100 * 24 * time.Hour)}, "until", "far"},
		"round past":       {orders.Order{Kind: orders.EndTurn, Round: 1}, "until", "past"},
		"negative":         {orders.Order{Kind: orders.Buy, Limit: -10, Until: later}, "limit", "range"},
		"not of the unit":  {orders.Order{Kind: orders.Buy, Limit: 15, Until: later}, "limit", "unit"},
		"no such group":    {orders.Order{Kind: orders.Buy, Groups: 1 << 15, Until: later}, "groups", "unknown"},
		"GO is no deed":    {orders.Order{Kind: orders.Buy, Spaces: game.SetOf(0), Until: later}, "spaces", "unknown"},
		"nothing to pawn":  {orders.Order{Kind: orders.Mortgage, Until: later}, "list", "missing"},
		"pawned twice":     {orders.Order{Kind: orders.Mortgage, List: []game.Space{1, 1}, Until: later}, "list", "twice"},
		"a wall of throws": {orders.Order{Kind: orders.Jail, Throws: 4, Until: later}, "throws", "range"},
		"many turns":       {orders.Order{Kind: orders.Roll, Visit: true, Turns: 4}, "turns", "range"},
		"turns of what":    {orders.Order{Kind: orders.EndTurn, Turns: 2, Until: later}, "turns", "range"},
		"dice for weeks":   {orders.Order{Kind: orders.Roll, Until: later}, "until", "missing"},
		"no such auction":  {orders.Order{Kind: orders.Bid, Auction: 4}, "auction", "past"},
		"not an auction":   {orders.Order{Kind: orders.Buy, Auction: 4}, "auction", "unknown"},
		"no such building": {orders.Order{Kind: orders.Bid, Building: 9, Until: later}, "building", "unknown"},
		"already useless":  {orders.Order{Kind: orders.Mortgage, List: []game.Space{1}, Until: later}, "kind", "useless"},
	} {
		t.Run(name, func(t *testing.T) {
			s := setuptest.Position(r)
			s.Round = 1
			var b orders.Book
			_, err := b.Add(r, &s, 0, c.order, 0, noon)
			var invalid *orders.Invalid
			require.ErrorAs(t, err, &invalid)
			assert.Equal(t, orders.Invalid{Field: c.field, Why: c.why}, *invalid)
			assert.True(t, b.Empty())
		})
	}
	s := setuptest.Position(r)
	var b orders.Book
	for range orders.MaxOrders {
		_, err := b.Add(r, &s, 0, orders.Order{Kind: orders.EndTurn, Until: later}, 0, noon)
		require.NoError(t, err)
	}
	_, err := b.Add(r, &s, 0, orders.Order{Kind: orders.EndTurn, Until: later}, 0, noon)
	require.Error(t, err)
	assert.True(t, b.Revoke(3))
	assert.False(t, b.Revoke(3))
	assert.Nil(t, b.Find(3))
	require.Error(t, b.SetKeep(r, 15))
	require.NoError(t, b.SetKeep(r, 100))
}

// A bid for this auction takes the place of the one before, also in a full book.
func TestABidIsReconsideredInAFullBook(t *testing.T) {
	r := setuptest.Rules(t, "us-classic", "us", nil)
	s := setuptest.Position(r)
	s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 39}, Min: 1, Bidder: game.Nobody, Bidders: s.Alive()}
	var b orders.Book
	for range orders.MaxOrders - 1 {
		_, err := b.Add(r, &s, 0, orders.Order{Kind: orders.EndTurn, Until: noon.Add(time.Hour)}, 7, noon)
		require.NoError(t, err)
	}
	for _, limit := range []game.Money{100, 200} {
		given, err := b.Add(r, &s, 0, orders.Order{Kind: orders.Bid, Limit: limit, Auction: 7}, 7, noon)
		require.NoError(t, err)
		assert.Len(t, b.Orders, orders.MaxOrders)
		assert.Equal(t, limit, b.Find(given.ID).Limit)
	}
	_, err := b.Add(r, &s, 0, orders.Order{Kind: orders.Bid, Limit: 300, Until: noon.Add(time.Hour)}, 7, noon)
	assert.Equal(t, &orders.Invalid{Field: "orders", Why: "full"}, err)
}

// anyBook orders everything there is, with random limits.
func anyBook(rng *rand.Rand, r *game.Ruleset) orders.Book {
	money := func() game.Money { return game.Money(rng.IntN(60)) * r.Unit * max(1, r.StartCash/r.Unit/40) }
	var list []game.Space
	for d := r.Deeds; d != 0; d = d.Rest() {
		if rng.IntN(2) == 0 {
			list = append(list, d.First())
		}
	}
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	all := []orders.Order{
		{Kind: orders.ClaimRents}, {Kind: orders.Buy, Limit: money(), Else: rng.IntN(2) == 0},
		{Kind: orders.Buy, Groups: uint16(rng.IntN(1 << r.NumGroups)), Spaces: game.Set(rng.Uint64()) & r.Deeds},
		{Kind: orders.Bid, Limit: money(), Building: game.House, List: list}, {Kind: orders.Bid, Limit: money()},
		{Kind: orders.Jail, Throws: uint8(rng.IntN(4)), Card: rng.IntN(2) == 0}, {Kind: orders.Mortgage, List: list},
		{Kind: orders.DeclineTrades, Limit: money()}, {Kind: orders.EndTurn}, {Kind: orders.Usual},
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	b := book(all[:rng.IntN(len(all)+1)]...)
	b.Keep = money()
	return b
}

// TestOrdersKeepTheirPromises lets random books look at every position of whole
// games: their commands are accepted, cost nothing that is set aside, and
// neither trades nor gives up anything.
func TestOrdersKeepTheirPromises(t *testing.T) {
	var acted [game.NumCommands]int
	for rulebook, id := range setuptest.Pairs(t) {
		t.Run(rulebook, func(t *testing.T) {
			r := setuptest.Rules(t, id, rulebook, nil)
			for n := range uint64(12) {
				rng := rand.New(rand.NewPCG(n, 9))
				watch(t, r, rng, func(s *game.State, seat game.Seat, c game.Command, b *orders.Book, after *game.State) {
					acted[c.Kind]++
					check(t, s, seat, c, b, after)
				})
			}
		})
	}
	for _, k := range []game.CommandKind{game.ClaimRent, game.Buy, game.Decline, game.Roll, game.PayFine, game.UseJailCard, game.Mortgage, game.PayDebt, game.RejectTrade, game.EndTurn} {
		assert.Positive(t, acted[k], "command %d was never ordered", k)
	}
}

func check(t *testing.T, s *game.State, seat game.Seat, c game.Command, b *orders.Book, after *game.State) {
	t.Helper()
	switch c.Kind {
	case game.ProposeTrade, game.AcceptTrade, game.OfferSettlement, game.AcceptSettlement, game.Resign, game.DeclareBankruptcy,
		game.Build, game.Sell, game.SellGroup, game.PayInKind, game.UseTicket, game.Lift:
		t.Fatalf("an order gave command %d", c.Kind)
	case game.Buy, game.PayFine:
		require.GreaterOrEqual(t, after.Players[seat].Cash, b.Keep, "command %d spent what was set aside", c.Kind)
	default:
	}
	if c.Kind != game.PayDebt && c.Kind != game.Roll && c.Kind != game.EndTurn {
		require.Equal(t, s.Owned[seat], after.Owned[seat]&s.Owned[seat], "a deed is gone")
	}
}

// watch plays a game of bots and consults a random book for each seat in each position.
func watch(t *testing.T, r *game.Ruleset, rng *rand.Rand, see func(*game.State, game.Seat, game.Command, *orders.Book, *game.State)) {
	t.Helper()
	start := game.NewState(r, 4, 0, false)
	var turn, try game.Turn
	turn.Begin(r, &start)
	luck := chance.Seeded([32]byte{byte(rng.IntN(256)), byte(rng.IntN(256))})
	require.True(t, turn.Decide(game.Move(game.Start, game.Nobody), luck).OK())
	s := &turn.S
	for range 4000 {
		if s.Status != game.Playing {
			return
		}
		for i := range game.Seat(4) {
			b := anyBook(rng, r)
			c, ok := b.Next(r, s, i, game.Options(r, s, i, nil))
			if !ok {
				continue
			}
			before := *s
			try.Begin(r, s)
			no := try.Decide(c, chance.Seeded([32]byte{1}))
			require.True(t, no.OK(), "%+v refused: %+v", c, no)
			see(&before, i, c, &b, &try.S)
		}
		c, ok := anyMove(r, s, rng)
		require.True(t, ok)
		require.True(t, turn.Decide(c, luck).OK(), "%+v", c)
	}
}

// anyMove returns the next move of some bot.
func anyMove(r *game.Ruleset, s *game.State, rng *rand.Rand) (game.Command, bool) {
	first := rng.IntN(4)
	for i := range 4 {
		seat := game.Seat((first + i) % 4)
		if !s.Waiting().Has(seat) {
			if rng.IntN(3) > 0 { // claims are forgotten now and then
				continue
			}
		}
		if c, ok := bot.Choose(r, s, seat, game.Options(r, s, seat, nil)); ok {
			return c, true
		}
	}
	seat := s.Waiting().First()
	return bot.Choose(r, s, seat, game.Options(r, s, seat, nil))
}
