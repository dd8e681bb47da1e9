package wire

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func TestEveryEventHasItsSpelling(t *testing.T) {
	var names []string
	for k := range kinds {
		names = append(names, kinds[k].name)
	}
	complete(t, "event", names, int(game.GameStarted))
	for k := game.GameStarted; k < game.NumEvents; k++ {
		got, ok := EventKind(EventName(k))
		assert.True(t, ok, k)
		assert.Equal(t, k, got)
	}
}

// The members of a line must be distinct whatever fields an event uses.
func TestMembersOfALineDoNotCollide(t *testing.T) {
	for k := game.GameStarted; k < game.NumEvents; k++ {
		seen := map[string]bool{"seq": true, "at": true, "type": true, "throws": true, "standings": true, "seed_commitment": true}
		var filled uint32
		for _, n := range kinds[k].fields {
			assert.Falsef(t, seen[n.name], "%s: %s twice", kinds[k].name, n.name)
			seen[n.name] = true
			filled |= 1 << n.field.base()
		}
		for f, name := range genericNames {
			if filled>>f&1 == 0 {
				assert.Falsef(t, seen[name], "%s: generic %s is taken", kinds[k].name, name)
			}
		}
	}
}

func anyTerms(t *rapid.T, label string) game.Terms {
	return game.Terms{
		Cash: game.Money(rapid.Int32().Draw(t, label+" cash")), Cards: rapid.Uint8().Draw(t, label+" cards"),
		Tickets: rapid.Uint8().Draw(t, label+" tickets"), Deeds: game.Set(rapid.Uint64().Draw(t, label+" deeds")),
	}
}

// anyEvent draws an event in which fields are set that its kind does not use.
func anyEvent(t *rapid.T) game.Event {
	e := game.Event{Kind: game.EventKind(rapid.Uint8Range(1, uint8(game.NumEvents)-1).Draw(t, "kind"))}
	e.Seat, e.Other, e.Space = game.Nobody, game.Nobody, game.NoSpace
	set := rapid.Uint32().Draw(t, "set fields")
	for f := fSeat; f < numFields; f++ {
		if set>>f&1 == 0 {
			continue
		}
		switch f {
		case fSeat:
			e.Seat = game.Seat(rapid.Int8().Draw(t, "seat"))
		case fOther:
			e.Other = game.Seat(rapid.Int8().Draw(t, "other"))
		case fSpace:
			e.Space = game.Space(rapid.Uint8().Draw(t, "space"))
		case fDest:
			e.Dest = game.Space(rapid.Uint8().Draw(t, "dest"))
		case fDice:
			e.Dice = [3]uint8{rapid.Uint8().Draw(t, "die"), rapid.Uint8().Draw(t, "die"), rapid.Uint8().Draw(t, "speed")}
		case fCause:
			e.Cause = game.Cause(rapid.Uint8().Draw(t, "cause"))
		case fRule:
			e.Rule = game.Rule(rapid.Uint8().Draw(t, "rule"))
		case fDue:
			e.Due = game.Due(rapid.Uint8().Draw(t, "due"))
		case fFlag:
			e.Flag = rapid.Bool().Draw(t, "flag")
		case fPhase:
			e.Phase = game.Phase(rapid.Uint8().Draw(t, "phase"))
		case fBuilding:
			e.Building = game.Building(rapid.Uint8().Draw(t, "building"))
		case fDeck:
			e.Deck = game.Deck(rapid.Uint8().Draw(t, "deck"))
		case fCard:
			e.Card = rapid.Uint8().Draw(t, "card")
		case fLeft:
			e.Left = rapid.Uint8().Draw(t, "left")
		case fItem:
			e.Item = game.Item{
				Kind: game.ItemKind(rapid.Uint8().Draw(t, "item")), Space: game.Space(rapid.Uint8().Draw(t, "item space")),
				Building: game.Building(rapid.Uint8().Draw(t, "item building")), Deck: game.Deck(rapid.Uint8().Draw(t, "item deck")),
			}
		case fSeats:
			e.Seats = game.Seats(rapid.Uint16().Draw(t, "seats"))
		case fN:
			e.N = rapid.Int32().Draw(t, "n")
		case fAmount:
			e.Amount = game.Money(rapid.Int32().Draw(t, "amount"))
		case fGive:
			e.Give = anyTerms(t, "give")
		case fWant:
			e.Want = anyTerms(t, "want")
		case fLift:
			e.Lift = game.Set(rapid.Uint64().Draw(t, "lift"))
		default: // the other ways of writing fill the same fields
		}
	}
	return e
}

func TestAnyEventReadsBackWhole(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	rapid.Check(t, func(t *rapid.T) {
		e := anyEvent(t)
		first := rapid.Uint32Range(1, 1<<31).Draw(t, "seq")
		lines := Encode(st, first, noon, []game.Event{e, e}, Extra{})
		for i, line := range lines {
			if !json.Valid(line) {
				t.Fatalf("no JSON: %s", line)
			}
			got, stamp, err := Decode(st, line)
			if err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			if got != e {
				t.Fatalf("%+v came back as %+v: %s", e, got, line)
			}
			if stamp.Seq != first+uint32(i) || !stamp.At.Equal(noon) {
				t.Fatalf("stamp %+v", stamp)
			}
		}
	})
}

func TestReadingBackSurvivesAnotherProgram(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	e := game.Event{Kind: game.CardDrawn, Seat: 2, Other: game.Nobody, Deck: game.Chest, Card: 5}
	m := lineMap(t, encodeOne(st, e))
	m["draw"] = map[string]any{"ordinal": 1, "link": "ä\"\\"} // a newer log says more
	line, err := json.MarshalIndent(m, "", "  ")              // sorted keys: the card precedes its deck
	require.NoError(t, err)
	got, _, err := Decode(st, line)
	require.NoError(t, err)
	assert.Equal(t, e, got)
}

func TestEventsAsTheContractSpellsThem(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	card := st.Cards[game.Chance][3]
	cases := []struct {
		e    game.Event
		want string
	}{
		{game.Event{Kind: game.DeedDealt, Seat: 1, Space: 39}, `{"type":"deed_dealt","player":1,"space":39}`},
		{game.Event{Kind: game.TurnStarted, Seat: 0, N: 17, Phase: game.PhaseRoll}, `{"type":"turn_started","player":0,"number":17}`},
		{game.Event{Kind: game.Rolled, Seat: 0, Dice: [3]uint8{3, 4}, Cause: game.ByMove}, `{"type":"rolled","player":0,"dice":[3,4],"for":"move"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{3, 4, 2}, Cause: game.ByMove}, `{"type":"rolled","player":0,"dice":[3,4],"speed":2,"for":"move"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{3, 4, game.SpeedMr}, Cause: game.ByMove}, `{"type":"rolled","player":0,"dice":[3,4],"speed":"mr","for":"move"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{3, 4, game.SpeedBus}, Cause: game.ByMove}, `{"type":"rolled","player":0,"dice":[3,4],"speed":"bus","for":"move"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{1, 1}, Cause: game.ByJail}, `{"type":"rolled","player":0,"dice":[1,1],"for":"jail"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{1, 1}, Cause: game.ForRent}, `{"type":"rolled","player":0,"dice":[1,1],"for":"rent"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{1, 1}, Cause: game.ForDuel}, `{"type":"rolled","player":0,"dice":[1,1],"for":"duel"}`},
		{game.Event{Kind: game.Rolled, Dice: [3]uint8{1, 1}, Cause: game.ByOrder}, `{"type":"rolled","player":0,"dice":[1,1],"for":"order"}`},
		{game.Event{Kind: game.Moved, Seat: 2, Space: 51, Dest: 4, Cause: game.ByDice, Flag: true}, `{"type":"moved","player":2,"from":51,"to":4,"cause":"dice","passed_go":true}`},
		{game.Event{Kind: game.Paid, Seat: 0, Other: game.Bank, Amount: 200, Cause: game.ForPrice, Space: game.NoSpace}, `{"type":"paid","from":0,"to":"bank","amount":200,"reason":"price"}`},
		{game.Event{Kind: game.Paid, Seat: game.Bank, Other: 1, Amount: 50, Cause: game.ForCard, Rule: game.RCard5, Space: game.NoSpace}, `{"type":"paid","from":"bank","to":1,"amount":50,"reason":"card","rule":"R-CARD-5"}`},
		{game.Event{Kind: game.CardDrawn, Seat: 1, Card: 3}, `{"type":"card_drawn","player":1,"deck":"chance","card":"` + card + `"}`},
		{game.Event{Kind: game.CardReturned, Seat: 1, Card: 3}, `{"type":"card_returned","deck":"chance","card":"` + card + `"}`},
		{game.Event{Kind: game.JailedEvent, Seat: 1, Cause: game.ByDoubles, Dest: 13}, `{"type":"jailed","player":1,"cause":"doubles"}`},
		{game.Event{Kind: game.JailedEvent, Seat: 1, Cause: game.ByCard, Dest: 13}, `{"type":"jailed","player":1,"cause":"card"}`},
		{game.Event{Kind: game.Freed, Seat: 1, Cause: game.ByFine}, `{"type":"freed","player":1,"cause":"fine"}`},
		{game.Event{Kind: game.Offered, Seat: 1, Space: 3}, `{"type":"offered","player":1,"space":3}`},
		{game.Event{Kind: game.DeedTransferred, Space: 3, Seat: game.Bank, Other: 0}, `{"type":"deed_transferred","space":3,"from":"bank","to":0}`},
		{game.Event{Kind: game.Mortgaged, Seat: 1, Space: 3}, `{"type":"mortgaged","player":1,"space":3}`},
		{game.Event{Kind: game.Lifted, Seat: 1, Space: 3}, `{"type":"lifted","player":1,"space":3}`},
		{game.Event{Kind: game.Built, Seat: 1, Space: 3, Building: game.Skyscraper, Amount: 50}, `{"type":"built","player":1,"space":3,"building":"skyscraper"}`},
		{game.Event{Kind: game.BuildingSold, Seat: 1, Space: 3, Building: game.Depot}, `{"type":"building_sold","player":1,"space":3,"building":"depot"}`},
		{game.Event{Kind: game.HouseMoved, Seat: 1, Space: 3, Dest: 4}, `{"type":"house_moved","player":1,"from":3,"to":4}`},
		{game.Event{Kind: game.ClaimOpened, N: 7, Seat: 1, Other: 0, Space: 11, Amount: 14, Left: 1}, `{"type":"claim_opened","claim":7,"owner":1,"payer":0,"space":11,"amount":14}`},
		{game.Event{Kind: game.RentClaimed, N: 7}, `{"type":"rent_claimed","claim":7}`},
		{game.Event{Kind: game.ClaimLapsed, N: 7}, `{"type":"claim_lapsed","claim":7}`},
		{game.Event{Kind: game.DebtOpened, Seat: 0, Other: game.Bank, Amount: 50, Cause: game.ForFine, Space: game.NoSpace}, `{"type":"debt_opened","debtor":0,"creditor":"bank","amount":50,"reason":"fine"}`},
		{game.Event{Kind: game.DebtSettled, Seat: 0, Other: 1}, `{"type":"debt_settled","debtor":0,"creditor":1}`},
		{game.Event{Kind: game.AuctionOpened, Item: game.Item{Kind: game.ItemDeed, Space: 39}, Amount: 1}, `{"type":"auction_opened","item":{"deed":39},"minimum":1}`},
		{game.Event{Kind: game.AuctionOpened, Item: game.Item{Kind: game.ItemBuilding, Building: game.House}, Amount: 1}, `{"type":"auction_opened","item":{"building":"house"},"minimum":1}`},
		{game.Event{Kind: game.BidPlaced, Seat: 1, Amount: 120}, `{"type":"bid_placed","player":1,"amount":120}`},
		{game.Event{Kind: game.Passed, Seat: 1}, `{"type":"passed","player":1}`},
		{game.Event{Kind: game.AuctionClosed, Item: game.Item{Kind: game.ItemJailCard, Deck: game.Chest}, Other: 2, Amount: 30}, `{"type":"auction_closed","item":{"jail_card":"chest"},"winner":2,"amount":30}`},
		{game.Event{Kind: game.AuctionClosed, Item: game.Item{Kind: game.ItemDeed}, Other: game.Nobody}, `{"type":"auction_closed","item":{"deed":0},"winner":null,"amount":0}`},
		{game.Event{Kind: game.TradeProposed, N: 5, Seat: 0, Other: 1, Give: game.Terms{Cash: 100}, Want: game.Terms{Deeds: game.SetOf(39), Cards: 2}}, `{"type":"trade_proposed","trade":5,"from":0,"to":1,"give":{"cash":100,"deeds":[],"jail_cards":[]},"want":{"cash":0,"deeds":[39],"jail_cards":["chest"]}}`},
		{game.Event{Kind: game.TradeAccepted, N: 5}, `{"type":"trade_accepted","trade":5}`},
		{game.Event{Kind: game.TradeRejected, N: 5}, `{"type":"trade_rejected","trade":5}`},
		{game.Event{Kind: game.TradeCancelled, N: 5}, `{"type":"trade_cancelled","trade":5}`},
		{game.Event{Kind: game.TicketDrawn, Seat: 1, Flag: true}, `{"type":"ticket_drawn","player":1,"expires_others":true}`},
		{game.Event{Kind: game.TicketUsed, Seat: 1, Space: 20}, `{"type":"ticket_used","player":1,"space":20}`},
		{game.Event{Kind: game.TicketsExpired, Seat: 1, N: 2}, `{"type":"tickets_expired","player":1,"count":2}`},
		{game.Event{Kind: game.DuelFought, Seat: 1, Space: 3}, `{"type":"duel_fought","player":1,"space":3,"won":false}`},
		{game.Event{Kind: game.Bankrupted, Seat: 1, Other: game.Bank}, `{"type":"bankrupt","player":1,"creditor":"bank"}`},
		{game.Event{Kind: game.TurnEnded, Seat: 1}, `{"type":"turn_ended","player":1}`},
		{game.Event{Kind: game.TimeStruck}, `{"type":"time_up"}`},
	}
	for _, c := range cases {
		want := lineMap(t, []byte(c.want))
		got := lineMap(t, encodeOne(st, c.e))
		assert.EqualValues(t, 1, got["seq"])
		assert.Equal(t, "2026-05-04T12:00:00.123456789Z", got["at"])
		for key, value := range want {
			assert.Equalf(t, value, got[key], "%s: %s", want["type"], key)
		}
		if c.e.Kind == game.Rolled && c.e.Dice[2] == 0 {
			assert.Contains(t, got, "speed", "the contract names it")
			assert.Nil(t, got["speed"])
		}
	}
}

func TestBatchesTellOrderAndStandings(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	evs := []game.Event{
		{Kind: game.GameStarted, Seat: game.Nobody, Other: game.Nobody},
		{Kind: game.Rolled, Seat: 0, Other: game.Nobody, Dice: [3]uint8{4, 5}, Cause: game.ByOrder},
		{Kind: game.Rolled, Seat: 1, Other: game.Nobody, Dice: [3]uint8{2, 5}, Cause: game.ByOrder},
		{Kind: game.Ordered, Seat: game.Nobody, Other: 0},
		{Kind: game.Ranked, Seat: 1, Other: game.Nobody, N: 1, Amount: 2600},
		{Kind: game.GameEnded, Seat: game.Nobody, Other: game.Nobody, N: int32(game.EndTime)},
	}
	lines := Encode(st, 10, noon, evs, Extra{SeedCommitment: "ab\"c"})
	assert.Equal(t, "ab\"c", lineMap(t, lines[0])["seed_commitment"])
	ordered := lineMap(t, lines[3])
	assert.EqualValues(t, 13, ordered["seq"])
	assert.EqualValues(t, 0, ordered["first"])
	assert.Equal(t, []any{
		map[string]any{"player": 0.0, "dice": []any{4.0, 5.0}},
		map[string]any{"player": 1.0, "dice": []any{2.0, 5.0}},
	}, ordered["throws"])
	ended := lineMap(t, lines[5])
	assert.Equal(t, "time", ended["reason"])
	assert.Equal(t, []any{map[string]any{"seat": 1.0, "rank": 1.0, "wealth": 2600.0}}, ended["standings"])
	for i, line := range lines {
		got, _, err := Decode(st, line)
		require.NoError(t, err)
		assert.Equal(t, evs[i], got)
	}
}

func TestDecodeRefusesWhatIsNoEvent(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	const head = `{"seq":1,"at":"2026-05-04T12:00:00Z",`
	for name, line := range map[string]string{
		"nothing":             ``,
		"no object":           `[]`,
		"cut off":             head + `"type":"passed","player":1`,
		"rest":                head + `"type":"passed","player":1} {}`,
		"unknown type":        head + `"type":"flown","player":1}`,
		"no type":             head + `"player":1}`,
		"no seq":              `{"at":"2026-05-04T12:00:00Z","type":"passed","player":1}`,
		"seq zero":            `{"seq":0,"at":"2026-05-04T12:00:00Z","type":"passed","player":1}`,
		"seq fraction":        `{"seq":1.5,"at":"2026-05-04T12:00:00Z","type":"passed","player":1}`,
		"no time":             `{"seq":1,"type":"passed","player":1}`,
		"wrong time":          `{"seq":1,"at":"noon","type":"passed","player":1}`,
		"missing player":      head + `"type":"passed"}`,
		"player text":         head + `"type":"passed","player":"1"}`,
		"player huge":         head + `"type":"passed","player":300}`,
		"amount beyond int32": head + `"type":"bid_placed","player":1,"amount":2147483648}`,
		"amount long":         head + `"type":"bid_placed","player":1,"amount":99999999999999999999}`,
		"amount fraction":     head + `"type":"bid_placed","player":1,"amount":1.5}`,
		"twice":               head + `"type":"bid_placed","player":1,"amount":1,"amount":2}`,
		"three dice":          head + `"type":"rolled","player":1,"dice":[1,2,3],"for":"move"}`,
		"one die":             head + `"type":"rolled","player":1,"dice":[1],"for":"move"}`,
		"unknown cause":       head + `"type":"rolled","player":1,"dice":[1,2],"for":"fun"}`,
		"unknown card":        head + `"type":"card_drawn","player":1,"deck":"chance","card":"no-such-card"}`,
		"unknown deck":        head + `"type":"card_drawn","player":1,"deck":"tarot","card":"go-to-jail"}`,
		"unknown rule":        head + `"type":"paid","from":1,"to":0,"amount":1,"reason":"rent","rule":"R-NONE-1"}`,
		"space off a set":     head + `"type":"transfer_opened","player":1,"deeds":[64]}`,
		"bad number":          head + `"type":"bid_placed","player":1,"amount":01}`,
		"deep":                head + `"type":"passed","player":1,"x":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}`,
	} {
		_, _, err := Decode(st, []byte(line))
		assert.Error(t, err, name)
	}
	_, stamp, err := Decode(st, HiddenLine(9, noon))
	assert.ErrorIs(t, err, ErrHidden)
	assert.EqualValues(t, 9, stamp.Seq)
	assert.Equal(t, map[string]any{"seq": 9.0, "at": "2026-05-04T12:00:00.123456789Z", "type": "hidden"}, lineMap(t, HiddenLine(9, noon)))
}

func FuzzDecode(f *testing.F) {
	st := setuptest.Load(f, "mega", "", nil)
	for k := game.GameStarted; k < game.NumEvents; k++ {
		f.Add([]byte(encodeOne(st, game.Event{Kind: k, Seat: 1, Other: game.Bank, Space: 3, Dice: [3]uint8{1, 2, 4}, Lift: 6})))
	}
	f.Add([]byte(`{"seq":1,"at":"2026-05-04T12:00:00Z","type":"passed","player":1,"x":{"a":[1e5,null,"\u00e4"]}}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, stamp, err := Decode(st, line)
		if err != nil {
			return
		}
		again := Encode(st, stamp.Seq, stamp.At, []game.Event{e}, Extra{})[0]
		got, _, err := Decode(st, again)
		if err != nil || got != e {
			t.Fatalf("%q: %+v came back as %+v, %v: %s", line, e, got, err, again)
		}
	})
}

func TestEncodeRowIsTheLinesOneAfterTheOther(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	evs := benchEvents()
	lines, row := EncodeRow(st, 7, noon, evs, Extra{})
	other, _ := EncodeRow(st, 900, noon, evs[:1], Extra{}) // a later row does not write over an earlier one
	require.Len(t, lines, len(evs))
	var joined []byte
	for i, line := range Encode(st, 7, noon, evs, Extra{}) {
		assert.Equal(t, string(line), string(lines[i]))
		joined = append(append(joined, line...), '\n')
	}
	assert.Equal(t, string(joined), string(row))
	assert.Equal(t, len(row), cap(row), "nothing is kept but the row")
	assert.NotEqual(t, string(lines[0]), string(other[0]))
	_ = append(lines[0], "!!!"...)
	assert.Equal(t, string(joined), string(row), "who appends to a line does not touch the row")
}

func BenchmarkEncode(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "", nil)
	evs := benchEvents()
	b.ReportAllocs()
	for b.Loop() {
		Encode(st, 1, noon, evs, Extra{})
	}
}

func BenchmarkDecode(b *testing.B) {
	st := setuptest.Load(b, "us-classic", "", nil)
	lines := Encode(st, 1, noon, benchEvents(), Extra{})
	b.ReportAllocs()
	for b.Loop() {
		for _, line := range lines {
			if _, _, err := Decode(st, line); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func benchEvents() []game.Event {
	return []game.Event{
		{Kind: game.Rolled, Seat: 1, Other: game.Nobody, Dice: [3]uint8{3, 4}, Cause: game.ByMove, Flag: true},
		{Kind: game.Moved, Seat: 1, Other: game.Nobody, Space: 35, Dest: 2, Cause: game.ByDice, N: 7, Flag: true},
		{Kind: game.Paid, Seat: game.Bank, Other: 1, Amount: 200, Cause: game.ForSalary, Rule: game.RGo1, Space: game.NoSpace},
		{Kind: game.CardDrawn, Seat: 1, Other: game.Nobody, Deck: game.Chest, Card: 4},
	}
}
