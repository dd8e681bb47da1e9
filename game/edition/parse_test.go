package edition_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
)

type doc = map[string]any

func space(d doc, i int) doc { return d["spaces"].([]any)[i].(doc) }
func group(d doc, i int) doc { return d["groups"].([]any)[i].(doc) }
func card(d doc, deck string, i int) doc {
	return d["decks"].(doc)[deck].(doc)["cards"].([]any)[i].(doc)
}

// parse changes a fixture and returns the problems as lines.
func parse(t testing.TB, name string, change func(doc)) []string {
	t.Helper()
	var d doc
	require.NoError(t, json.Unmarshal(fixture(t, name), &d))
	change(d)
	data, err := json.Marshal(d)
	require.NoError(t, err)
	_, err = edition.Parse(data)
	if err == nil {
		return nil
	}
	var problems *edition.Problems
	require.ErrorAs(t, err, &problems)
	return strings.Split(problems.Error(), "\n")
}

func TestProblems(t *testing.T) {
	for _, c := range []struct {
		name, fixture string
		change        func(doc)
		want          string
	}{
		{"nothing wrong", "f40", func(doc) {}, ""},
		{"unknown schema", "f40", func(d doc) { d["schema"] = "editions/2" }, `schema: is "editions/2"; must be one of editions/1`},
		{"no title", "f40", func(d doc) { delete(d, "title") }, "title: is missing"},
		{"id with spaces", "f40", func(d doc) { d["id"] = "My board" }, `id: is "My board"; an id has lowercase letters, digits, - and _ only, at most 40`},
		{"long name", "f40", func(d doc) { space(d, 1)["name"] = strings.Repeat("x", 61) }, "spaces[1].name: has 61 characters; at most 60 are allowed"},
		{"empty name", "f40", func(d doc) { space(d, 1)["name"] = " " }, "spaces[1].name: must not be empty"},
		{"control character", "f40", func(d doc) { space(d, 1)["name"] = "a\nb" }, "spaces[1].name: contains a control character; write plain text on one line"},
		{"direction character", "f40", func(d doc) { space(d, 1)["name"] = "a\u202eb" }, "spaces[1].name: contains a control character; write plain text on one line"},
		{"fraction", "f40", func(d doc) { space(d, 1)["price"] = 60.5 }, "spaces[1].price: must be a whole number, not 60.5"},
		{"text for a number", "f40", func(d doc) { space(d, 1)["price"] = "60" }, "spaces[1].price: must be a number, not a text"},
		{"huge", "f40", func(d doc) { space(d, 1)["price"] = 2_000_000 }, "spaces[1].price: is 2000000; must be 1 to 1000000"},
		{"negative tax", "f40", func(d doc) { space(d, 4)["tax"].(doc)["amount"] = -200 }, "spaces[4].tax.amount: is -200; must be 1 to 1000000"},
		{"no price", "f40", func(d doc) { delete(space(d, 1), "price") }, "spaces[1].price: is missing"},
		{"no mortgage", "f40", func(d doc) { delete(space(d, 5), "mortgage") }, "spaces[5].mortgage: is missing"},
		{"mortgage above price", "f40", func(d doc) { space(d, 5)["mortgage"] = 201 }, "spaces[5].mortgage: is 201, more than the price of 200"},
		{"no house price", "f40", func(d doc) { delete(space(d, 1), "house_cost") }, "spaces[1].house_cost: is missing"},
		{"group says another price", "f40", func(d doc) { space(d, 1)["hotel_cost"] = 60 }, `spaces[1].hotel_cost: is 60, but group "brown" says 50`},
		{"too few rents", "f40", func(d doc) { space(d, 1)["rents"] = []any{1, 2, 3} }, "spaces[1].rents: has 3 entries; must have 6 to 7"},
		{"skyscraper rent on a small board", "f40", func(d doc) { space(d, 1)["rents"] = []any{1, 2, 3, 4, 5, 6, 7} }, "spaces[1].rents: has 7 entries; must have 6"},
		{"no skyscraper rent on a big board", "f52", func(d doc) { space(d, 1)["rents"] = []any{1, 2, 3, 4, 5, 6} }, "spaces[1].rents: has 6 entries; must have 7"},
		{"too few spaces", "f40", func(d doc) { d["spaces"] = d["spaces"].([]any)[:39] }, "spaces: has 39 entries; must have 40 to 52"},
		{"a second jail", "f40", func(d doc) { space(d, 20)["kind"] = "jail" }, "spaces[20].kind: is a second jail; there is exactly one"},
		{"no jail", "f40", func(d doc) { space(d, 10)["kind"] = "free_parking" }, "spaces: have no jail; there is exactly one"},
		{"unknown kind", "f40", func(d doc) { space(d, 20)["kind"] = "casino" }, `spaces[20].kind: is "casino"; must be one of go, street, station, utility, tax, chance, chest, jail, free_parking, go_to_jail, auction, bus_ticket, birthday`},
		{"ticket square on a small board", "f40", func(d doc) { space(d, 20)["kind"] = "bus_ticket" }, "spaces[20].kind: is bus_ticket, which only boards of 52 spaces have"},
		{"wrong index", "f40", func(d doc) { space(d, 3)["index"] = 4 }, "spaces[3].index: must be 3: spaces stand in the order of the board"},
		{"group twice", "f40", func(d doc) { group(d, 1)["id"] = "brown" }, `groups[1].id: is "brown" again; every group has an id of its own`},
		{"space in two groups", "f40", func(d doc) { group(d, 1)["spaces"] = []any{6, 8, 1} }, `groups[1].spaces[2]: is space 1, which group "brown" has already`},
		{"space beyond the board", "f40", func(d doc) { group(d, 0)["spaces"] = []any{1, 45} }, "groups[0].spaces[1]: is 45; the board has spaces 0 to 39"},
		{"station in a colour group", "f40", func(d doc) { group(d, 0)["spaces"] = []any{1, 3, 5} }, `groups[0].spaces[2]: is space 5, a station; group "brown" has spaces of kind street`},
		{"wrong size", "f40", func(d doc) { group(d, 0)["size"] = 3 }, "groups[0].size: does not count the spaces of the group; they are 2"},
		{"too few station rents", "f40", func(d doc) { d["rent_rules"].(doc)["station_rents"] = []any{25, 50, 100} }, "rent_rules.station_rents: has 3 entries, but there are 4 stations; one entry for each number owned"},
		{"other interest", "f40", func(d doc) { d["mortgage"].(doc)["interest_percent"] = 20 }, "mortgage.interest_percent: is 20; must be 10"},
		{"fifteen cards", "f40", func(d doc) { deck := d["decks"].(doc)["chest"].(doc); deck["cards"] = deck["cards"].([]any)[:15] }, "decks.chest.cards: has 15 entries; must have 16"},
		{"card id twice", "f40", func(d doc) { card(d, "chest", 1)["id"] = "advance-go" }, `decks.chest.cards[1].id: is "advance-go" again; every card of a deck has an id of its own`},
		{"second jail-free card", "f40", func(d doc) { card(d, "chest", 0)["effect"] = doc{"op": "jail_free"} }, "decks.chest.cards[3].effect.op: is a second jail_free; a deck has at most one"},
		{"unknown op", "f40", func(d doc) { card(d, "chest", 0)["effect"] = doc{"op": "win"} }, `decks.chest.cards[0].effect.op: is "win"; must be one of advance_to, move_back_to, move_by, advance_to_nearest, pay, collect, pay_each, collect_each, repairs, pay_or_draw, go_to_jail, jail_free`},
		{"no amount", "f40", func(d doc) { card(d, "chest", 0)["effect"] = doc{"op": "pay"} }, "decks.chest.cards[0].effect.amount: is missing"},
		{"card beyond the board", "f40", func(d doc) { card(d, "chest", 0)["effect"] = doc{"op": "advance_to", "space": 40} }, "decks.chest.cards[0].effect.space: is 40; the board has spaces 0 to 39"},
		{"draws from its own deck", "f40", func(d doc) { card(d, "chest", 15)["effect"].(doc)["deck"] = "chest" }, "decks.chest.cards[15].effect.deck: must be the other deck"},
		{"no text", "f40", func(d doc) { delete(card(d, "chest", 0), "label_de"); delete(card(d, "chest", 0), "label_en") }, "decks.chest.cards[0]: needs a text in label_de or label_en"},
		{"back by more than a lap", "f40", func(d doc) { card(d, "chance", 0)["effect"] = doc{"op": "move_by", "steps": -45} }, ""},
		{"not the unit", "f40m", func(d doc) { space(d, 1)["price"] = 1205 }, "spaces[1].price: is 1205; amounts go in steps of 10 at scale 20"},
		{"not the unit, of a depot", "f40m", func(d doc) { space(d, 5)["depot_cost"] = 2005 }, "spaces[5].depot_cost: is 2005; amounts go in steps of 10 at scale 20"},
		{"not the unit, of a skyscraper", "f40m", func(d doc) { space(d, 1)["skyscraper_cost"] = 1005 }, "spaces[1].skyscraper_cost: is 1005; amounts go in steps of 10 at scale 20"},
		{"not the unit, of repairs", "f40m", func(d doc) {
			card(d, "chest", 0)["effect"] = doc{"op": "repairs", "house": 800, "hotel": 2000, "skyscraper": 3005, "depot": 400}
		}, "decks.chest.cards[0].effect: is 3005; amounts go in steps of 10 at scale 20"},
		{"not the unit, of an era", "f40m", func(d doc) { d["eras"] = doc{"old": doc{"taxes": doc{"4": doc{"amount": 75}}}} }, "eras.old.taxes.4.amount: is 75; amounts go in steps of 10 at scale 20"},
		{"not the unit, of other decks", "f40m", func(d doc) {
			other := card(d, "chest", 0)["effect"].(doc)
			d["alt_decks"] = doc{"old": d["decks"]}
			other["op"], other["amount"] = "collect", 25
			for _, key := range []string{"space", "collect_salary"} {
				delete(other, key)
			}
		}, "alt_decks.old.chest.cards[0].effect: is 25; amounts go in steps of 10 at scale 20"},
		{"soft name of another word", "f40", func(d doc) { space(d, 1)["name_soft"] = "B\u00ad1" }, "spaces[1].name_soft: is not the name with soft hyphens in it"},
		{"no station group", "f40", func(d doc) { group(d, 8)["id"] = "rail" }, `groups: lack the group "station"`},
		{"speed die with a seven", "f52", func(d doc) {
			d["setup"].(doc)["dice"].(doc)["speed_die"] = doc{"faces": []any{1, 2, 3, 7, "bus", "bus"}}
		}, "setup.dice.speed_die.faces[3]: is 7; must be 1 to 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := parse(t, c.fixture, c.change)
			if c.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.Contains(t, got, c.want)
		})
	}
}

// A board on which tables play was stored before all of its amounts were looked at.
func TestStoredBoardsMayHaveAmountsOffTheUnit(t *testing.T) {
	data := fixture(t, "f40m")
	ed, err := edition.ParseStored(data)
	require.NoError(t, err)
	assert.False(t, ed.OffUnit)
	for amount, off := range map[int]bool{2005: true, 2010: false} {
		var d doc
		require.NoError(t, json.Unmarshal(data, &d))
		space(d, 5)["depot_cost"] = amount
		changed, err := json.Marshal(d)
		require.NoError(t, err)
		ed, err := edition.ParseStored(changed)
		require.NoError(t, err)
		assert.Equal(t, off, ed.OffUnit)
		_, err = edition.Parse(changed)
		assert.Equal(t, off, err != nil)
		space(d, 5)["price"] = 4005 // always looked at
		changed, err = json.Marshal(d)
		require.NoError(t, err)
		_, err = edition.ParseStored(changed)
		assert.ErrorContains(t, err, "spaces[5].price")
	}
}

// R-BUY-5, T-004-26: board and deed print different prices.
func TestBoardAndDeedPriceMustAgree(t *testing.T) {
	lines := parse(t, "f40", func(d doc) { space(d, 31)["deed_price"] = 320 })
	assert.Equal(t, []string{"spaces[31].deed_price: is 320 but the other printed price is 300; board and deed must agree"}, lines)
	lines = parse(t, "f40", func(d doc) {
		delete(space(d, 31), "price")
		space(d, 31)["board_price"], space(d, 31)["deed_price"] = 300, 320
	})
	assert.Len(t, lines, 1)
	assert.Empty(t, parse(t, "f40", func(d doc) { space(d, 31)["board_price"], space(d, 31)["deed_price"] = 300, 300 }))

	var d doc
	require.NoError(t, json.Unmarshal(fixture(t, "f40"), &d))
	space(d, 31)["deed_price"] = 320
	data, _ := json.Marshal(d)
	_, err := edition.Parse(data)
	var problems *edition.Problems
	require.ErrorAs(t, err, &problems)
	assert.Equal(t, "R-BUY-5", problems.Rule())
}

// A catalogue of texts says a problem anew from its code and what it names.
func TestProblemsNameTheirFault(t *testing.T) {
	var d doc
	require.NoError(t, json.Unmarshal(fixture(t, "f40"), &d))
	space(d, 5)["mortgage"] = 201
	data, err := json.Marshal(d)
	require.NoError(t, err)
	_, err = edition.Parse(data)
	var problems *edition.Problems
	require.ErrorAs(t, err, &problems)
	require.Len(t, problems.List, 1)
	assert.Contains(t, edition.Faults(), problems.List[0].Code)
	assert.Equal(t, "mortgage_above_price", problems.List[0].Code)
	assert.Equal(t, []any{201, 200}, problems.List[0].Args)
}

func TestAllProblemsAtOnceInOrder(t *testing.T) {
	lines := parse(t, "f40", func(d doc) {
		delete(d, "currency")
		space(d, 10)["kind"] = "chest"
		space(d, 1)["price"] = 0
		space(d, 3)["mortgage"] = 90
		card(d, "chance", 2)["effect"].(doc)["space"] = 70
		card(d, "chest", 0)["id"] = "?"
	})
	places := make([]string, len(lines))
	for i, line := range lines {
		places[i], _, _ = strings.Cut(line, ": ")
	}
	assert.Equal(t, []string{"currency", "spaces", "spaces[1].price", "spaces[3].mortgage", "decks.chance.cards[2].effect.space", "decks.chest.cards[0].id"}, places)
}

// A landing must end: a deck whose cards all lead to another card would go on
// for ever.
func TestEndlessDeckIsRefused(t *testing.T) {
	lines := parse(t, "f40", func(d doc) {
		for i := range 15 {
			card(d, "chance", i)["effect"] = doc{"op": "advance_to", "space": 22}
		}
		card(d, "chance", 15)["effect"] = doc{"op": "jail_free"}
	})
	assert.Equal(t, []string{"decks.chance.cards: all lead to another card; at least one must end the chain"}, lines)
	// Going back 3 from space 36 draws a chest card: no sure end either.
	lines = parse(t, "f40", func(d doc) {
		for i := range 16 {
			card(d, "chance", i)["effect"] = doc{"op": "move_by", "steps": -3}
		}
	})
	assert.Len(t, lines, 1)
	lines = parse(t, "f40", func(d doc) { // the same space, a lap further back
		for i := range 16 {
			card(d, "chance", i)["effect"] = doc{"op": "move_by", "steps": -43}
		}
	})
	assert.Len(t, lines, 1)
}

func TestWholeDocument(t *testing.T) {
	for name, data := range map[string]string{
		"empty":           "",
		"not JSON":        "board:",
		"a list":          "[]",
		"a number":        "7",
		"cut off":         `{"schema": "editions/1"`,
		"two documents":   `{} {}`,
		"key twice":       `{"id": "a", "id": "b"}`,
		"not UTF-8":       "{\"id\": \"\xff\"}",
		"nested too deep": strings.Repeat("[", 100) + strings.Repeat("]", 100),
		"too long":        strings.Repeat(" ", edition.MaxBytes) + "{}",
	} {
		_, err := edition.Parse([]byte(data))
		var problems *edition.Problems
		require.True(t, errors.As(err, &problems), name)
		assert.NotEmpty(t, problems.List[0].Text, name)
		assert.Equal(t, "R-DATA-1", problems.Rule(), name)
	}
}

func TestVeryManyProblemsAreCutShort(t *testing.T) {
	lines := parse(t, "f40", func(d doc) {
		for i := range 40 {
			d["spaces"].([]any)[i] = doc{"bad": true}
		}
	})
	assert.Len(t, lines, 101)
	assert.Equal(t, "there is more; fix these first", lines[100])
}

func TestUnknownFieldsAreNoted(t *testing.T) {
	var d doc
	require.NoError(t, json.Unmarshal(fixture(t, "f40"), &d))
	space(d, 4)["colour"] = "red"
	data, _ := json.Marshal(d)
	ed, err := edition.Parse(data)
	require.NoError(t, err)
	assert.Equal(t, []string{"spaces[4].colour: is not a known field and is ignored"}, ed.Notes)
}
