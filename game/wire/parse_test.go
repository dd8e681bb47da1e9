package wire

import (
	"encoding/json"
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func TestMovesAsTheContractSpellsThem(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	trade := game.Move(game.ProposeTrade, 1)
	trade.To, trade.Give = 2, game.Terms{Cash: 100, Deeds: game.SetOf(1, 39)}
	trade.Want = game.Terms{Cards: 1<<game.Chance | 1<<game.Chest}
	terms := game.Move(game.ProposeTrade, 1)
	terms.To, terms.HasTerms = 0, true
	accept := game.MoveN(game.AcceptTrade, 1, 5)
	accept.Lift = game.SetOf(3, 7)
	offer := game.MoveFor(game.OfferSettlement, 1, 350)
	offer.Give = game.Terms{Cash: 200, Deeds: game.SetOf(6)}
	build := game.MoveSteps(game.Build, 1, 1, 3, 1)
	build.Building = game.Hotel
	group := game.Move(game.SellGroup, 1)
	group.Group = 2
	house := game.MoveAt(game.MoveHouse, 1, 3)
	house.Dest = 4
	cases := []struct {
		body, form string
		want       game.Command
	}{
		{`{"move":"roll"}`, "move=roll", game.Move(game.Roll, 1)},
		{` {"move" : "roll", "seq": 41 } `, "move=roll&seq=41&csrf=x", game.Move(game.Roll, 1)},
		{`{"move":"use_ticket","space":20}`, "move=use_ticket&space=20", game.MoveAt(game.UseTicket, 1, 20)},
		{`{"move":"choose_space","space":0}`, "move=choose_space&space=0", game.MoveAt(game.ChooseSpace, 1, 0)},
		{`{"move":"bid","amount":120}`, "move=bid&amount=+120+", game.MoveFor(game.Bid, 1, 120)},
		{`{"move":"bid","amount":0}`, "move=bid&amount=0", game.MoveFor(game.Bid, 1, 0)},
		{`{"move":"bid","amount":-5}`, "move=bid&amount=-5", game.MoveFor(game.Bid, 1, -5)},
		{`{"move":"bid","amount":1e2}`, "move=bid&amount=100.0", game.MoveFor(game.Bid, 1, 100)},
		{`{"move":"choose_tax","option":"flat"}`, "move=choose_tax&option=flat", game.MoveChoice(game.ChooseTax, 1, game.Flat)},
		{`{"move":"choose_bus","option":"advance"}`, "move=choose_bus&option=advance", game.MoveChoice(game.ChooseBus, 1, game.Advance)},
		{`{"move":"choose_bus","option":"ticket"}`, "move=choose_bus&option=ticket", game.MoveChoice(game.ChooseBus, 1, game.TakeTicket)},
		{`{"move":"choose_gift","option":"cash"}`, "move=choose_gift&option=cash", game.MoveChoice(game.ChooseGift, 1, game.TakeCash)},
		{`{"move":"choose_card","option":"draw"}`, "move=choose_card&option=draw", game.MoveChoice(game.ChooseCard, 1, game.DrawCard)},
		{`{"move":"build","spaces":[1,3,1],"building":"hotel"}`, "move=build&spaces=1&spaces=3&spaces=1&building=hotel", build},
		{`{"move":"sell","spaces":[1,3]}`, "move=sell&spaces=1,+3", game.MoveSteps(game.Sell, 1, 1, 3)},
		{`{"move":"sell_group","group":"` + st.Groups[2] + `"}`, "move=sell_group&group=" + st.Groups[2], group},
		{`{"move":"move_house","from":3,"to":4}`, "move=move_house&from=3&to=4", house},
		{`{"move":"intent","count":0}`, "move=intent&count=0", game.MoveN(game.Intent, 1, 0)},
		{`{"move":"claim_rent"}`, "move=claim_rent&claim=", game.Move(game.ClaimRent, 1)},
		{`{"move":"claim_rent","claim":null}`, "move=claim_rent", game.Move(game.ClaimRent, 1)},
		{`{"move":"claim_rent","claim":3}`, "move=claim_rent&claim=3", game.MoveN(game.ClaimRent, 1, 3)},
		{`{"move":"claim_rent","claim":-3}`, "move=claim_rent&claim=-3", game.MoveN(game.ClaimRent, 1, math.MaxInt32)},
		{`{"move":"claim_rent","claim":1e99}`, "move=claim_rent&claim=1e99", game.MoveN(game.ClaimRent, 1, math.MaxInt32)},
		{`{"move":"waive_claim","claim":3}`, "move=waive_claim&claim=3", game.MoveN(game.WaiveClaim, 1, 3)},
		{
			`{"move":"propose_trade","to":2,"give":{"cash":100,"deeds":[39,1]},"want":{"cash":0,"deeds":[],"jail_cards":["chance","chest"]},"terms":""}`,
			"move=propose_trade&to=2&give_cash=100&give_deeds=39&give_deeds=1&give_jail_cards=&want_cash=&want_jail_cards=chance,chest&terms=+", trade,
		},
		{`{"move":"propose_trade","to":0,"terms":"pay later"}`, "move=propose_trade&to=0&terms=pay+later", terms},
		{`{"move":"accept_trade","trade":5,"lift":[7,3]}`, "move=accept_trade&trade=5&lift=7&lift=3", accept},
		{`{"move":"reject_trade","trade":5}`, "move=reject_trade&trade=5", game.MoveN(game.RejectTrade, 1, 5)},
		{`{"move":"offer_settlement","give":{"cash":200,"deeds":[6]},"credit":350}`, `move=offer_settlement&give={"cash":200,"deeds":[6]}&credit=350`, offer},
		{`{"move":"resign"}`, "move=resign&amount=7&space=x", game.Move(game.Resign, 1)},
		{`{"move":"buy","price":400,"space":3}`, "move=buy&price=400", game.Move(game.Buy, 1)}, // an entry of moves, sent back
		{`{"move":"mortgage","spaces":[1,3],"space":3}`, "move=mortgage&spaces=1,3&space=3", game.MoveAt(game.Mortgage, 1, 3)},
	}
	for _, c := range cases {
		got, _, problem := ParseJSON(st, 1, []byte(c.body))
		if assert.Nilf(t, problem, c.body) {
			assert.Equalf(t, c.want, got, c.body)
		}
		values, err := url.ParseQuery(c.form)
		require.NoError(t, err)
		got, _, problem = ParseForm(st, 1, values)
		if assert.Nilf(t, problem, "%s: %+v", c.form, problem) {
			assert.Equalf(t, c.want, got, c.form)
		}
	}
}

func TestMovesThatCannotBeUnderstood(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	long := strings.Repeat("1,", game.MaxSteps) + "1"
	cases := []struct {
		body, code, field string
		status            int
	}{
		{``, Malformed, "", 400},
		{`[]`, Malformed, "", 400},
		{`"roll"`, Malformed, "", 400},
		{`{"move":"roll"`, Malformed, "", 400},
		{`{"move":"roll"}}`, Malformed, "", 400},
		{`{"move":"roll","move":"buy"}`, Duplicate, "move", 400},
		{`{"move":"bid","amount":01}`, Malformed, "", 400},
		{`{}`, Missing, "move", 400},
		{`{"move":7}`, Mistyped, "move", 400},
		{`{"move":"fly"}`, UnknownMove, "move", 400},
		{`{"move":"time_up"}`, UnknownMove, "move", 400},
		{`{"move":"start"}`, UnknownMove, "move", 400},
		{`{"move":"return"}`, UnknownMove, "move", 400},
		{`{"move":"abandon"}`, UnknownMove, "move", 400},
		{`{"move":"roll","amount":5}`, Foreign, "amount", 400},
		{`{"move":"bid","amount":5,"spaces":[1]}`, Foreign, "spaces", 400},
		{`{"move":"roll","seq":"x"}`, Mistyped, "seq", 400},
		{`{"move":"roll","seq":-1}`, Mistyped, "seq", 400},
		{`{"move":"roll","player":99}`, "seat", "player", 422},
		{`{"move":"bid"}`, Missing, "amount", 400},
		{`{"move":"bid","amount":null}`, Missing, "amount", 400},
		{`{"move":"bid","amount":"10"}`, Mistyped, "amount", 400},
		{`{"move":"bid","amount":[10]}`, Mistyped, "amount", 400},
		{`{"move":"bid","amount":true}`, Mistyped, "amount", 400},
		{`{"move":"bid","amount":10.5}`, "amount", "amount", 422},
		{`{"move":"bid","amount":-2147483649}`, "amount", "amount", 422},
		{`{"move":"bid","amount":-1e999}`, "amount", "amount", 422},
		{`{"move":"bid","amount":2147483648.5}`, "amount", "amount", 422},
		{`{"move":"mortgage","space":2147483648}`, "target", "space", 422},
		{`{"move":"mortgage"}`, Missing, "space", 400},
		{`{"move":"mortgage","space":"one"}`, Mistyped, "space", 400},
		{`{"move":"mortgage","space":40}`, "target", "space", 422},
		{`{"move":"mortgage","space":-1}`, "target", "space", 422},
		{`{"move":"mortgage","space":1.5}`, "target", "space", 422},
		{`{"move":"mortgage","space":256}`, "target", "space", 422},
		{`{"move":"build"}`, Missing, "spaces", 400},
		{`{"move":"build","spaces":[]}`, Missing, "spaces", 400},
		{`{"move":"build","spaces":1}`, Mistyped, "spaces", 400},
		{`{"move":"build","spaces":["1"]}`, Mistyped, "spaces", 400},
		{`{"move":"build","spaces":[1,40]}`, "target", "spaces", 422},
		{`{"move":"build","spaces":[1],"building":"castle"}`, "choice", "building", 422},
		{`{"move":"build","spaces":[` + long + `]}`, "limit", "spaces", 422},
		{`{"move":"sell_group"}`, Missing, "group", 400},
		{`{"move":"sell_group","group":"mauve"}`, "target", "group", 422},
		{`{"move":"move_house","from":1}`, Missing, "to", 400},
		{`{"move":"choose_tax"}`, Missing, "option", 400},
		{`{"move":"choose_tax","option":"none"}`, "choice", "option", 422},
		{`{"move":"choose_tax","option":"ticket"}`, "choice", "option", 422},
		{`{"move":"intent"}`, Missing, "count", 400},
		{`{"move":"intent","count":-1}`, "amount", "count", 422},
		{`{"move":"claim_rent","claim":"x"}`, Mistyped, "claim", 400},
		{`{"move":"propose_trade"}`, Missing, "to", 400},
		{`{"move":"propose_trade","to":9}`, "target", "to", 422},
		{`{"move":"propose_trade","to":-1}`, "target", "to", 422},
		{`{"move":"propose_trade","to":"bank"}`, "forbidden", "to", 422},
		{`{"move":"propose_trade","to":1,"give":7}`, Mistyped, "give", 400},
		{`{"move":"propose_trade","to":1,"give":{"cash":1,"cash":2}}`, Duplicate, "give", 400},
		{`{"move":"propose_trade","to":1,"give":{"loan":50}}`, Foreign, "give.loan", 400},
		{`{"move":"propose_trade","to":1,"give":{"cash":1.5}}`, "amount", "give.cash", 422},
		{`{"move":"propose_trade","to":1,"give":{"deeds":[1]},"want":{"cash":1e30}}`, "amount", "want.cash", 422},
		{`{"move":"propose_trade","to":1,"give":{"deeds":[1,1]}}`, Duplicate, "give.deeds", 400},
		{`{"move":"propose_trade","to":1,"give":{"deeds":[99]}}`, "target", "give.deeds", 422},
		{`{"move":"propose_trade","to":1,"want":{"jail_cards":["tarot"]}}`, "target", "want.jail_cards", 422},
		{`{"move":"propose_trade","to":1,"want":{"jail_cards":["chest","chest"]}}`, Duplicate, "want.jail_cards", 400},
		{`{"move":"propose_trade","to":1,"want":{"tickets":-1}}`, "amount", "want.tickets", 422},
		{`{"move":"propose_trade","to":1,"terms":5}`, Mistyped, "terms", 400},
		{`{"move":"offer_settlement","give":{}}`, Missing, "credit", 400},
	}
	for _, c := range cases {
		_, _, problem := ParseJSON(st, 0, []byte(c.body))
		if assert.NotNilf(t, problem, c.body) {
			assert.Equalf(t, c.code, problem.Code, "%s: %s", c.body, problem.Detail)
			assert.Equal(t, c.field, problem.Field, c.body)
			assert.Equal(t, c.status, problem.Status, c.body)
			assert.NotEmpty(t, problem.Detail)
		}
	}
	for body, says := range map[string]string{
		`{"move":7}`:                                                    `“move” has to be a text.`,
		`{"move":"bid","amount":"10"}`:                                  `“amount” has to be a whole number.`,
		`{"move":"roll","player":9}`:                                    `“player”: there is no seat 9.`,
		`{"move":"build","spaces":1}`:                                   `“spaces” has to be a list of spaces`,
		`{"move":"build","spaces":[1.5]}`:                               `An entry of “spaces” is not a whole number`,
		`{"move":"propose_trade","to":1,"give":5}`:                      `“give” has to be an object with cash`,
		`{"move":"propose_trade","to":1,"give":{"deeds":1}}`:            `“give.deeds” has to be a list of spaces`,
		`{"move":"propose_trade","to":1,"give":{"cash":"1"}}`:           `“give.cash” has to be a whole number.`,
		`{"move":"propose_trade","to":1,"want":{"jail_cards":["x",1]}}`: `“want.jail_cards” has to be a list of decks`,
	} {
		_, _, problem := ParseJSON(st, 0, []byte(body))
		assert.Contains(t, problem.Detail, says, body)
	}
	_, _, problem := ParseJSON(st, 0, []byte(`{"move":"propose_trade","to":"bank"}`))
	assert.Equal(t, "R-MORT-9", problem.Rule)
}

// More money than there is reaches the rules, which have a reason to refuse it;
// its last digits say whether it is a multiple of the unit.
func TestAmountsBeyondAllMoney(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	for text, want := range map[string]game.Money{
		"2147483648": beyond + 48, "99999999995": beyond + 95, "1e12": beyond, "1e999": beyond,
	} {
		c, _, problem := ParseJSON(st, 0, []byte(`{"move":"bid","amount":`+text+`}`))
		require.Nil(t, problem, text)
		assert.Equal(t, want, c.Amount, text)
		c, _, problem = ParseJSON(st, 0, []byte(`{"move":"propose_trade","to":1,"give":{"cash":`+text+`},"want":{"deeds":[1]}}`))
		require.Nil(t, problem, text)
		assert.Equal(t, want, c.Give.Cash, text)
		c, _, problem = ParseForm(st, 0, url.Values{"move": {"bid"}, "amount": {text}})
		require.Nil(t, problem, text)
		assert.Equal(t, want, c.Amount, text)
	}
}

func TestFormsThatCannotBeUnderstood(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	for body, code := range map[string]string{
		"":                      Missing,
		"move=":                 Missing,
		"move=fly":              UnknownMove,
		"move=roll&move=buy":    Duplicate,
		"move=bid":              Missing,
		"move=bid&amount=":      Missing,
		"move=bid&amount=ten":   Mistyped,
		"move=bid&amount=1.5":   "amount",
		"move=bid&amount=1.000": "amount",
		"move=propose_trade&to=1&want_deeds=39&give_cash=1.000": "amount",
		"move=bid&amount=1&amount=2":                            Duplicate,
		"move=bid&amount=inf":                                   Mistyped,
		"move=bid&amount=0x10":                                  Mistyped,
		"move=mortgage&space=40":                                "target",
		"move=build":                                            Missing,
		"move=build&spaces=":                                    Missing,
		"move=build&spaces=1,x":                                 Mistyped,
		"move=propose_trade&to=1&give={":                        Mistyped,
		"move=propose_trade&to=1&give_cash=x":                   Mistyped,
	} {
		values, err := url.ParseQuery(body)
		require.NoError(t, err)
		_, _, problem := ParseForm(st, 0, values)
		if assert.NotNil(t, problem, body) {
			assert.Equal(t, code, problem.Code, body)
		}
	}
	// the same move from two buttons is one move
	c, meta, problem := ParseForm(st, 2, url.Values{"move": {"roll", "roll"}, "seq": {"", "7"}, "player": {"2"}})
	require.Nil(t, problem)
	assert.Equal(t, game.Move(game.Roll, 2), c)
	assert.EqualValues(t, 7, *meta.Seq)
	assert.EqualValues(t, 2, *meta.Player)
}

// anyMove draws a command as the parser makes it: only the arguments of its kind.
func anyMove(t *rapid.T, size uint8, groups int) game.Command {
	c := game.Move(game.CommandKind(rapid.Uint8Range(uint8(game.Roll), uint8(game.Resign)).Draw(t, "kind")), 1)
	sp := func(label string) game.Space { return game.Space(rapid.Uint8Range(0, size-1).Draw(t, label)) }
	deeds := func(label string) game.Set { return game.Set(rapid.Uint64().Draw(t, label)) & (1<<size - 1) }
	goods := func(label string) game.Terms {
		return game.Terms{
			Cash: game.Money(rapid.Int32().Draw(t, label)), Cards: rapid.Uint8Range(0, 3).Draw(t, label),
			Tickets: rapid.Uint8().Draw(t, label), Deeds: deeds(label),
		}
	}
	arguments := moveArguments[c.Kind].arguments
	for _, name := range arguments {
		switch name {
		case "space", "from":
			c.Space = sp(name)
		case "to":
			if c.Kind == game.MoveHouse {
				c.Dest = sp(name)
			} else {
				c.To = game.Seat(rapid.Int8Range(0, game.MaxSeats-1).Draw(t, name))
			}
		case "amount", "credit":
			c.Amount = game.Money(rapid.Int32().Draw(t, name))
		case "option":
			c.Choice = map[game.CommandKind][]game.Choice{
				game.ChooseTax: {game.Flat, game.Percent}, game.ChooseBus: {game.TakeTicket, game.Advance},
				game.ChooseGift: {game.TakeCash, game.TakeTicket}, game.ChooseCard: {game.PayCard, game.DrawCard},
			}[c.Kind][rapid.IntRange(0, 1).Draw(t, name)]
		case "spaces":
			n := rapid.Uint8Range(1, game.MaxSteps).Draw(t, "steps")
			for i := range c.Spaces[:n] {
				c.Spaces[i] = sp(name)
			}
			c.Steps = n
		case "building":
			c.Building = game.Building(rapid.Uint8Range(0, uint8(game.Depot)).Draw(t, name))
		case "group":
			c.Group = uint8(rapid.IntRange(0, groups-1).Draw(t, name))
		case "count":
			c.N = rapid.Int32Range(0, math.MaxInt32).Draw(t, name)
		case "claim", "trade":
			if rapid.Bool().Draw(t, "given") {
				c.N = rapid.Int32Range(1, math.MaxInt32).Draw(t, name)
			}
		case "give":
			c.Give = goods(name)
		case "want":
			c.Want = goods(name)
			c.Want.Cash = min(c.Want.Cash, beyond-1) // no one may want more
		case "lift":
			c.Lift = deeds(name)
		case "terms":
			c.HasTerms = rapid.Bool().Draw(t, name)
		}
	}
	return c
}

func TestAnyMoveReadsBackWhole(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	rapid.Check(t, func(t *rapid.T) {
		c := anyMove(t, st.Rules.Size, len(st.Groups))
		body := EncodeMove(st, c)
		got, _, problem := ParseJSON(st, 1, body)
		if problem != nil || got != c {
			t.Fatalf("%+v came back as %+v, %+v: %s", c, got, problem, body)
		}
	})
}

func TestCommandsWithoutAMoveReadBack(t *testing.T) {
	st := setuptest.Load(t, "us-classic", "", nil)
	for _, k := range []game.CommandKind{game.Return, game.TimeUp, game.Start, game.Abandon, game.Roll} {
		c, err := DecodeMove(st, 2, EncodeMove(st, game.Move(k, 2)))
		require.NoError(t, err)
		assert.Equal(t, game.Move(k, 2), c)
	}
	_, err := DecodeMove(st, 2, []byte(`{"move":"fly"}`))
	assert.Error(t, err)
}

func TestEveryMoveHasItsArguments(t *testing.T) {
	st := setuptest.Load(t, "mega", "", nil)
	for k := game.Roll; k <= game.Resign; k++ {
		body := EncodeMove(st, game.Command{Kind: k, To: 1, N: 1, Choice: game.Flat, Steps: 1})
		assert.True(t, json.Valid(body), string(body))
		arguments, ranges := moveArguments[k].arguments, moveArguments[k].ranges
		for _, name := range append(arguments, ranges...) {
			assert.NotContains(t, always, name)
		}
	}
}

func FuzzParseMove(f *testing.F) {
	st := setuptest.Load(f, "mega", "", nil)
	for _, seed := range []string{
		`{"move":"roll"}`, `{"move":"bid","amount":1e2}`, `{"move":"build","spaces":[1,3],"building":"house"}`,
		`{"move":"propose_trade","to":1,"give":{"cash":1,"deeds":[1],"jail_cards":["chest"]},"want":{},"terms":"\u00e4"}`,
		`move=bid&amount=5&seq=3`, `move=propose_trade&to=1&give={"cash":5}&want_deeds=1,3`, `{"move":"claim_rent","claim":-1}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		check := func(c game.Command, problem *Problem) {
			if problem != nil {
				if problem.Code == "" || problem.Status == 0 || problem.Detail == "" {
					t.Fatalf("%q: half a problem: %+v", body, problem)
				}
				return
			}
			again, _, problem := ParseJSON(st, 0, EncodeMove(st, c))
			if problem != nil || again != c {
				t.Fatalf("%q: %+v came back as %+v, %+v", body, c, again, problem)
			}
		}
		c, _, problem := ParseJSON(st, 0, []byte(body))
		check(c, problem)
		if values, err := url.ParseQuery(body); err == nil {
			c, _, problem := ParseForm(st, 0, values)
			check(c, problem)
		}
	})
}
