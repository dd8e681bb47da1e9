package wire

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func view(s *game.State, viewer game.Seat) View {
	return View{Game: "k7q2m9", Names: []string{"Ada", "Ben", "Cem"}, S: s, Viewer: viewer}
}

func TestStateHasTheShapeOfTheContract(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", map[string]any{"tax_era": "since2008"})
	s := playing(st, 3)
	m := toMap(t, NewState(st, view(&s, 0)))
	for _, key := range []string{
		"game", "seq", "edition", "rulebook", "options", "status", "phase", "waiting_for", "turn", "players",
		"deeds", "bank", "auction", "debts", "claims", "trades", "standings", "moves",
	} {
		assert.Contains(t, m, key)
	}
	assert.Equal(t, "k7q2m9", m["game"])
	assert.Equal(t, "us-classic", m["edition"])
	assert.Equal(t, "us", m["rulebook"])
	assert.Equal(t, map[string]any{"tax_era": "since2008"}, m["options"])
	assert.Equal(t, "playing", m["status"])
	assert.Equal(t, "roll", m["phase"])
	assert.Equal(t, []any{0.0}, m["waiting_for"])
	assert.Equal(t, map[string]any{"number": 1.0, "player": 0.0, "throw": 1.0}, m["turn"])
	assert.Nil(t, m["auction"])
	assert.Nil(t, m["standings"])
	for _, key := range []string{"debts", "claims", "trades", "moves"} {
		assert.Equal(t, []any{}, m[key], "%s is an empty list, never null", key)
	}
	assert.Equal(t, map[string]any{"houses": 32.0, "hotels": 12.0, "skyscrapers": 0.0, "depots": 0.0, "tickets": 0.0}, m["bank"])
	assert.Equal(t, map[string]any{
		"seat": 1.0, "name": "Ben", "letter": "B", "cash": 1500.0, "space": 0.0, "jailed": false, "jail_turn": 0.0, "jail_cards": []any{},
		"tickets": 0.0, "bankrupt": false, "banker_only": false, "wealth": 1500.0, "liquidation": 1500.0,
	}, m["players"].([]any)[1])
	deeds := m["deeds"].([]any)
	assert.Len(t, deeds, 28)
	assert.Equal(t, map[string]any{
		"space": 1.0, "owner": nil, "mortgaged": false, "houses": 0.0, "hotel": false, "skyscraper": false, "depot": false,
	}, deeds[0])
}

func TestLobbyAndEmptyOptions(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	s := game.NewState(st.Rules, 0, 0, false)
	m := toMap(t, NewState(st, View{S: &s, Viewer: game.Nobody}))
	assert.Equal(t, "lobby", m["status"])
	assert.Equal(t, "lobby", m["phase"])
	assert.Equal(t, map[string]any{}, m["options"])
	assert.Equal(t, []any{}, m["players"])
	assert.Equal(t, []any{}, m["waiting_for"])
}

func TestDeedsShowWhatStandsOnThem(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	s := playing(st, 2)
	lots := st.Rules.Groups[0].Spaces
	a := lots.First()
	b := lots.Rest().First()
	c := lots.Rest().Rest().First()
	station := st.Rules.Stations.First()
	setuptest.Give(&s, 1, a, b, c, station)
	s.Level[a], s.Level[b], s.Level[c] = 6, 5, 4
	s.Built, s.Depots = game.SetOf(a, b, c), game.SetOf(station)
	s.Mortgaged = game.SetOf(st.Rules.Utilities.First())
	s.Free = s.Free.Without(st.Rules.Utilities.First())
	deeds := map[int]Deed{}
	for _, d := range NewState(st, view(&s, 0)).Deeds {
		deeds[d.Space] = d
	}
	one := game.Seat(1)
	assert.Equal(t, Deed{Space: int(a), Owner: &one, Skyscraper: true}, deeds[int(a)])
	assert.Equal(t, Deed{Space: int(b), Owner: &one, Hotel: true}, deeds[int(b)])
	assert.Equal(t, Deed{Space: int(c), Owner: &one, Houses: 4}, deeds[int(c)])
	assert.Equal(t, Deed{Space: int(station), Owner: &one, Depot: true}, deeds[int(station)])
	utility := deeds[int(st.Rules.Utilities.First())]
	assert.True(t, utility.Removed, "neither the bank's nor a player's")
	assert.Nil(t, utility.Owner)
}

func TestOpenClaimsShowToTheirOwnerAlone(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	s := playing(st, 3)
	s.NumClaims, s.LastClaim = 1, 3
	s.Claims[0] = game.Claim{ID: 3, Owner: 1, Payer: 0, Space: 11, Amount: 14, Left: 2}
	want := []Claim{{Claim: 3, Owner: 1, Payer: 0, Space: 11, Amount: 14, Left: 2}}
	assert.Equal(t, want, NewState(st, view(&s, 1)).Claims)
	assert.Equal(t, want, NewState(st, view(&s, All)).Claims)
	for _, other := range []game.Seat{0, 2, game.Nobody, game.Bank} {
		assert.Empty(t, NewState(st, view(&s, other)).Claims, "seat %d", other)
	}
	reminding := setuptest.Load(t, "us-classic", "", map[string]any{"house.reminders": true})
	assert.Equal(t, want, NewState(reminding, view(&s, 0)).Claims)
}

func TestFinalPhaseTellsNobodyWhoStillHasAClaim(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	s := playing(st, 3)
	s.Turn.Phase = game.PhaseFinal
	s.NumClaims = 2
	s.Claims[0] = game.Claim{ID: 1, Owner: 1, Payer: 0, Space: 11, Amount: 14}
	s.Claims[1] = game.Claim{ID: 2, Owner: 2, Payer: 0, Space: 12, Amount: 14}
	assert.Equal(t, []game.Seat{1}, NewState(st, view(&s, 1)).WaitingFor)
	assert.Equal(t, []game.Seat{2}, NewState(st, view(&s, 2)).WaitingFor)
	assert.Equal(t, []game.Seat{}, NewState(st, view(&s, 0)).WaitingFor)
	assert.Equal(t, []game.Seat{}, NewState(st, view(&s, game.Nobody)).WaitingFor)
	assert.Equal(t, []game.Seat{1, 2}, NewState(st, view(&s, All)).WaitingFor)
}

func TestBlindTaxChoiceHidesTheWorth(t *testing.T) {
	blind, open := setuptest.Load(t, "us-classic", "", nil), setuptest.Load(t, "german-classic", "", nil)
	s := playing(blind, 2)
	s.Turn.Phase, s.Turn.Space = game.PhaseTax, 4
	for _, viewer := range []game.Seat{0, 1, game.Nobody, All} {
		players := NewState(blind, view(&s, viewer)).Players
		assert.Nil(t, players[0].Wealth)
		assert.Nil(t, players[0].Liquidation)
		assert.NotNil(t, players[1].Wealth)
	}
	s = playing(open, 2)
	s.Turn.Phase = game.PhaseTax
	assert.NotNil(t, NewState(open, view(&s, 0)).Players[0].Wealth, "elsewhere he may count first")
}

func TestProceduresShow(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	s := playing(st, 3)
	s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemJailCard, Deck: game.Chest}, Bid: 120, Bidder: 2, Passed: 1 << 1, Bidders: 7, Min: 1}
	s.Estate = game.Estate{Open: true, Deeds: game.SetOf(3), Cards: 1}
	s.NumDebts = 1
	s.Debts[0] = game.Debt{Debtor: 0, Creditor: game.Bank, Cause: game.ForFine, Rule: game.RJail9, Amount: 50, Called: true}
	s.Offer = game.Settlement{Open: true, Credit: 40, Give: game.Terms{Cash: 10, Deeds: game.SetOf(1)}}
	s.NumTrades = 1
	s.Trades[0] = game.Trade{ID: 5, From: 0, To: 1, Give: game.Terms{Cash: 100}, Want: game.Terms{Deeds: game.SetOf(39)}, Lift: game.SetOf(39)}
	s.Transfer = game.Transfer{Open: true, Seat: 1, Deeds: game.SetOf(5), Due: 10}
	s.Equal = game.Equalise{Open: true, Seat: 1, Group: 2, MayMove: true}
	s.Shortage = game.Shortage{Open: true, Building: game.House, Requester: 1, Asked: 4, Placing: 0, Price: 60}
	s.NumRanked = 1
	s.Standings[0] = game.Standing{Seat: 0, Rank: 1, Wealth: 2600}
	m := toMap(t, NewState(st, view(&s, 0)))
	want := `{
	 "auction": {"item": {"jail_card": "chest"}, "bid": 120, "bidder": 2, "passed": [1], "minimum": 1, "bidders": [0, 1, 2]},
	 "debts": [{"debtor": 0, "creditor": "bank", "amount": 50, "reason": "fine", "rule": "R-JAIL-9", "called": true}],
	 "trades": [{"trade": 5, "from": 0, "to": 1, "give": {"cash": 100, "deeds": [], "jail_cards": []}, "want": {"cash": 0, "deeds": [39], "jail_cards": []}, "lift": [39]}],
	 "settlement": {"from": 0, "to": "bank", "give": {"cash": 10, "deeds": [1], "jail_cards": []}, "credit": 40},
	 "estate": {"deeds": [3], "jail_cards": ["chance"]},
	 "transfer": {"player": 1, "deeds": [5], "interest": 10},
	 "equalise": {"player": 1, "group": "` + st.Groups[2] + `", "move_house": true},
	 "shortage": {"building": "house", "player": 1, "asked": [2], "wishes": [0, 0, 0], "placing": 0, "price": 60, "auction": false},
	 "standings": [{"seat": 0, "rank": 1, "wealth": 2600}]}`
	for key, value := range lineMap(t, []byte(want)) {
		assert.Equal(t, value, m[key], key)
	}
}

func TestSeatsReadAsNumberBankOrNull(t *testing.T) {
	data, err := json.Marshal([]Seat{0, 8, Seat(game.Bank), Seat(game.Nobody)})
	require.NoError(t, err)
	assert.Equal(t, `[0,8,"bank",null]`, string(data))
}

func TestHiddenEvents(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	s := playing(st, 3)
	evs := []game.Event{
		{Kind: game.Rolled, Seat: 0, Other: game.Nobody, Dice: [3]uint8{3, 4}, Cause: game.ByMove},
		{Kind: game.Rolled, Seat: 0, Other: game.Nobody, Dice: [3]uint8{3, 4}, Cause: game.ForRent},
		{Kind: game.ClaimLapsed, Seat: game.Nobody, Other: game.Nobody, N: 1},
		{Kind: game.ClaimOpened, N: 2, Seat: 1, Other: 0, Space: 12, Amount: 28, Left: 2},
		{Kind: game.Rolled, Seat: 0, Other: game.Nobody, Dice: [3]uint8{3, 4}, Cause: game.ForRent},
		{Kind: game.ClaimOpened, N: 3, Seat: 2, Other: 0, Space: 28, Amount: 28, Left: 2},
	}
	for i := range evs {
		s.Apply(&evs[i])
	}
	assert.Equal(t, []bool{false, true, false, true, true, true}, Hide(st, &s, game.Nobody, evs))
	assert.Equal(t, []bool{false, false, false, false, true, true}, Hide(st, &s, 1, evs))
	assert.Equal(t, []bool{false, true, false, true, false, false}, Hide(st, &s, 2, evs))
	assert.Nil(t, Hide(st, &s, All, evs))
	s.Apply(&game.Event{Kind: game.RentClaimed, N: 2})
	assert.Equal(t, []bool{false, false, false, false, true, true}, Hide(st, &s, 0, evs), "a claim that was raised is no secret")
	s.Apply(&game.Event{Kind: game.GameEnded, N: int32(game.EndTime)})
	assert.Nil(t, Hide(st, &s, 0, evs), "after the game nothing is")
}

// Every member of an entry of moves must be known to the parser of that move,
// so that a program may send the entry back.
func TestEntriesMayBeSentBack(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	s := playing(st, 3)
	for k := game.Roll; k <= game.Resign; k++ {
		o := game.Option{
			Kind: k, Building: game.Hotel, N: 1, Min: 1, Max: 9, Step: 1, Spaces: 2, Dests: 2, Groups: 1,
			Choices: 1 << game.Flat, Seats: 4, Cards: 1, Lift: 2, Must: 2,
		}
		entry := Moves(st, &s, 0, []game.Option{o})[0]
		entry.Player = ptr(game.Seat(0))
		body, err := json.Marshal(entry)
		require.NoError(t, err)
		if _, _, problem := ParseJSON(st, 0, body); problem != nil {
			assert.Equal(t, Missing, problem.Code, "%s may only lack arguments: %s", body, problem.Detail)
		}
	}
}

func TestMovesListWhatTheSeatMayDo(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	s := playing(st, 2)
	setuptest.Give(&s, 0, 1, 3)
	setuptest.Give(&s, 1, 39)
	s.Mortgaged = game.SetOf(39)
	v := view(&s, 0)
	v.Options = game.Options(st.Rules, &s, 0, nil)
	list := NewState(st, v).Moves
	byName := map[string]map[string]any{}
	for _, m := range list {
		byName[m.Move] = toMap(t, m)
	}
	assert.Equal(t, map[string]any{"move": "roll"}, byName["roll"])
	assert.Equal(t, map[string]any{"move": "mortgage", "spaces": []any{1.0, 3.0}}, byName["mortgage"])
	assert.Equal(t, map[string]any{"move": "build", "building": "house", "spaces": []any{1.0, 3.0}}, byName["build"])
	assert.Equal(t, map[string]any{
		"move":       "propose_trade",
		"give_range": map[string]any{"max_cash": 1500.0, "step": 1.0, "deeds": []any{1.0, 3.0}, "jail_cards": []any{}},
		"partners": []any{map[string]any{"to": 1.0, "want_range": map[string]any{
			"max_cash": 1500.0, "step": 1.0, "deeds": []any{39.0}, "jail_cards": []any{},
		}}},
	}, byName["propose_trade"])
	assert.NotContains(t, byName, "return")
	s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemDeed, Space: 5}, Bid: 120, Bidder: 1, Bidders: 3, Min: 1}
	s.Turn.Phase = game.PhaseHub
	v.Options = game.Options(st.Rules, &s, 0, nil)
	assert.Equal(t, map[string]any{"move": "bid", "min": 121.0, "max": 1500.0, "step": 1.0}, toMap(t, NewState(st, v).Moves[0]))
}

func BenchmarkNewState(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "", nil)
	s := playing(st, 4)
	v := view(&s, 0)
	v.Options = game.Options(st.Rules, &s, 0, nil)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(NewState(st, v)); err != nil {
			b.Fatal(err)
		}
	}
}

func TestSecretBidsShowToTheirBidder(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", map[string]any{"house.sealed_auction": true})
	s := playing(st, 3)
	bid := func(seat game.Seat, amount game.Money) game.Event {
		return game.Event{Kind: game.BidSealed, Seat: seat, Other: game.Nobody, Amount: amount}
	}
	item := game.Item{Kind: game.ItemDeed, Space: 39}
	open := game.Event{Kind: game.AuctionOpened, Seat: game.Nobody, Other: game.Nobody, Item: item, Amount: 1, Seats: 7}
	evs := []game.Event{open, bid(0, 100), bid(1, 80), {Kind: game.AuctionClosed, Item: item, Other: 0, Amount: 100}, open, bid(0, 50), bid(1, 60)}
	for i := range evs {
		s.Apply(&evs[i])
	}
	assert.Equal(t, []bool{false, false, false, false, false, true, true}, Hide(st, &s, 2, evs), "the first envelopes are open")
	assert.Equal(t, []bool{false, false, false, false, false, false, true}, Hide(st, &s, 0, evs))
	assert.Nil(t, Hide(st, &s, All, evs))
	assert.Nil(t, NewState(st, view(&s, 2)).Auction.Sealed)
	assert.Empty(t, NewState(st, view(&s, 2)).Auction.Bids)
	assert.EqualValues(t, 60, *NewState(st, view(&s, 1)).Auction.Sealed)
	assert.Empty(t, NewState(st, view(&s, 1)).Auction.Bids)
	assert.Equal(t, []SealedBid{{0, 50}, {1, 60}}, NewState(st, view(&s, All)).Auction.Bids)
	s.Apply(&game.Event{Kind: game.AuctionClosed, Item: item, Other: 1, Amount: 60})
	assert.Nil(t, Hide(st, &s, 2, evs))
}

func TestTradesUnderVoteShowWhoIsAsked(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", map[string]any{"house.trade_guard": true})
	s := playing(st, 4)
	s.NumTrades = 1
	s.Trades[0] = game.Trade{ID: 1, From: 0, To: 1, Held: true, Ask: 1<<2 | 1<<3}
	trade := toMap(t, NewState(st, view(&s, 2)))["trades"].([]any)[0].(map[string]any)
	assert.Equal(t, true, trade["held"])
	assert.Equal(t, []any{2.0, 3.0}, trade["asked"])
}
