package setup_test

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

func load(t testing.TB, id string, opts options) *setup.Setup {
	t.Helper()
	return setuptest.Load(t, id, "", opts)
}

// Every built-in edition with its own rulebook gives a whole board.
func TestBuiltInEditions(t *testing.T) {
	for _, id := range edition.IDs() {
		opts := options{}
		if id == "mark-classic" {
			opts["end_time"] = 60
		}
		st := load(t, id, opts)
		b := &st.Rules.Board
		size, deeds := 40, 28
		if id == "mega" {
			size, deeds = 52, 37
		}
		assert.EqualValues(t, size, b.Size, id)
		assert.Equal(t, deeds, b.Deeds.Len(), id)
		assert.Equal(t, b.Deeds, b.Lots|b.Stations|b.Utilities, id)
		assert.Equal(t, b.Stations, b.Groups[b.StationGroup].Spaces)
		assert.Equal(t, b.Utilities, b.Groups[b.UtilityGroup].Spaces)
		assert.Equal(t, game.KindJail, b.Spaces[b.Jail].Kind)
		for s := b.Deeds; s != 0; s = s.Rest() {
			def := &b.Spaces[s.First()]
			assert.True(t, b.Groups[def.Group].Spaces.Has(s.First()))
			assert.Positive(t, def.Price)
			assert.Positive(t, def.Mortgage)
		}
		for deck := range game.Deck(game.NumDecks) {
			assert.EqualValues(t, 16, b.Decks[deck].Num)
			assert.True(t, sort.StringsAreSorted(st.Cards[deck]))
			for i, card := range st.Cards[deck] {
				assert.NotEqual(t, game.OpNone, b.Decks[deck].Cards[i].Op, card)
				found, ok := st.CardIndex(deck, card)
				assert.True(t, ok)
				assert.EqualValues(t, i, found)
				assert.NotEmpty(t, st.CardText("de", deck, uint8(i)))
			}
		}
		for i, g := range st.Groups {
			found, ok := st.GroupIndex(g)
			assert.True(t, ok)
			assert.EqualValues(t, i, found)
		}
	}
}

func TestCompiledNumbers(t *testing.T) {
	b := &rules(t, "standard", nil).Rules.Board
	assert.Equal(t, game.SpaceDef{Kind: game.KindLot, Group: 2, Price: 140, Mortgage: 70, House: 100, Hotel: 100, Strength: 2500,
		Rent: [7]game.Money{7, 35, 105, 280, 350, 420, 0}}, b.Spaces[11])
	assert.EqualValues(t, []game.Money{0, 25, 50, 100, 200}, b.StationRent[:5])
	assert.EqualValues(t, []game.Money{0, 4, 10, 0}, b.UtilityFactor[:4])
	assert.Equal(t, [5]int8{0, 32, 12, 0, 0}, b.Stock)
	assert.EqualValues(t, [6]uint8{}, b.SpeedFaces)
	assert.EqualValues(t, 10, b.Spaces[4].Percent)
	assert.EqualValues(t, 0, b.Spaces[38].Percent)
	assert.Equal(t, game.Chest, b.Spaces[2].Deck)
	assert.EqualValues(t, 10, b.Jail)
}

func TestCompiledBigBoard(t *testing.T) {
	b := &rules(t, "mega", nil).Rules.Board
	assert.Equal(t, [5]int8{0, 32, 12, 8, 4}, b.Stock)
	assert.Equal(t, [6]uint8{1, 2, 3, game.SpeedMr, game.SpeedMr, game.SpeedBus}, b.SpeedFaces)
	assert.EqualValues(t, 15, b.NumTickets)
	assert.EqualValues(t, 1, b.NumExpiring)
	assert.EqualValues(t, []game.Money{0, 4, 10, 20}, b.UtilityFactor[:4])
	assert.EqualValues(t, 100, b.Spaces[6].Depot)
	assert.EqualValues(t, 2, b.DepotFactor)
	assert.EqualValues(t, 100, b.Spaces[14].Skyscraper)
	assert.EqualValues(t, 560, b.Spaces[14].Rent[6])
	for sp, kind := range map[int]game.SpaceKind{12: game.KindAuction, 25: game.KindTicket, 46: game.KindGift, 39: game.KindGoToJail, 26: game.KindParking} {
		assert.Equal(t, kind, b.Spaces[sp].Kind)
	}
	mega := load(t, "mega", nil)
	assert.EqualValues(t, 13, mega.Rules.NumTickets)
	assert.EqualValues(t, 3, mega.Rules.NumExpiring)
}

func TestCompiledCards(t *testing.T) {
	st := rules(t, "standard", nil)
	card := func(deck game.Deck, id string) game.CardDef {
		i, ok := st.CardIndex(deck, id)
		require.True(t, ok, id)
		return st.Rules.Decks[deck].Cards[i]
	}
	assert.Equal(t, game.CardDef{Op: game.OpAdvanceTo, Space: 11, Salary: true}, card(game.Chance, "advance-c1"))
	assert.Equal(t, game.CardDef{Op: game.OpMoveBackTo, Space: 1}, card(game.Chest, "back-to-a1"))
	assert.Equal(t, game.CardDef{Op: game.OpMoveBy, Amount: -3}, card(game.Chance, "back-3"))
	assert.Equal(t, game.CardDef{Op: game.OpAdvanceNearest, Kind: game.KindStation, Rent: game.RentDouble}, card(game.Chance, "nearest-station-double"))
	assert.Equal(t, game.CardDef{Op: game.OpAdvanceNearest, Kind: game.KindUtility, Rent: game.RentDiceTen, Amount: 10}, card(game.Chance, "nearest-utility-x10"))
	assert.Equal(t, game.CardDef{Op: game.OpAdvanceNearest, Kind: game.KindUtility}, card(game.Chance, "nearest-utility"))
	assert.Equal(t, game.CardDef{Op: game.OpPayOrDraw, Amount: 10, Deck: game.Chest}, card(game.Chance, "pay-or-chest"))
	assert.Equal(t, game.CardDef{Op: game.OpRepairs, Per: [5]game.Money{0, 40, 115, 0, 0}}, card(game.Chest, "repairs"))
	assert.Equal(t, game.CardDef{Op: game.OpJailFree}, card(game.Chest, "jail-free"))
	assert.Equal(t, game.CardDef{Op: game.OpGoToJail}, card(game.Chest, "go-to-jail"))
	_, ok := st.CardIndex(game.Chest, "advance-c1")
	assert.False(t, ok)

	st = rules(t, "mark", nil)
	assert.EqualValues(t, 200, card(game.Chance, "nearest-utility-x10").Amount, "ten times the dice at scale 20")
	st = rules(t, "mega", nil)
	assert.Equal(t, [5]game.Money{0, 40, 115, 200, 25}, card(game.Chest, "repairs").Per)
}

// The eras count for the one rulebook that knows them.
func TestEras(t *testing.T) {
	tax := func(st *setup.Setup) [4]int {
		a, b := st.Rules.Spaces[4], st.Rules.Spaces[38]
		return [4]int{int(a.Tax), int(a.Percent), int(b.Tax), int(b.Percent)}
	}
	old := load(t, "us-classic", nil)
	assert.Equal(t, [4]int{200, 10, 75, 0}, tax(old))
	assert.Equal(t, "Dark purple", old.GroupName("en", 0))
	assert.Equal(t, "Dunkellila", old.GroupName("de", 0))
	_, ok := old.CardIndex(game.Chest, "opera")
	assert.True(t, ok)
	school, _ := old.CardIndex(game.Chest, "school")
	assert.EqualValues(t, 150, old.Rules.Decks[game.Chest].Cards[school].Amount)
	assert.Contains(t, old.CardText("en", game.Chest, school), "$150")

	now := load(t, "us-classic", options{"tax_era": "since2008"})
	assert.EqualValues(t, 100, now.Rules.Spaces[38].Tax)
	assert.Equal(t, "Brown", now.GroupName("en", 0))
	_, ok = now.CardIndex(game.Chest, "opera")
	assert.False(t, ok)

	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	standard, err := setup.New(ed, "standard", nil)
	require.NoError(t, err)
	assert.Equal(t, [4]int{200, 10, 100, 0}, tax(standard), "a null percentage means 10, on the first tax")

	german, err := edition.Load("german-classic")
	require.NoError(t, err)
	us, err := setup.New(german, "us", nil)
	require.NoError(t, err)
	assert.True(t, us.Rules.TaxChoice)
	assert.Equal(t, [4]int{200, 10, 100, 0}, tax(us))
}

func TestNames(t *testing.T) {
	st := load(t, "sonic", nil)
	assert.Equal(t, "Labor", st.BuildingName("de", game.House))
	assert.Equal(t, "Labore", st.BuildingsName("de", game.House))
	assert.Equal(t, "high-tech plants", st.BuildingsName("en", game.Hotel))
	assert.Equal(t, "Gotta go fast!", st.DeckName("en", game.Chance))
	assert.Equal(t, "Fahrzeuge", st.GroupName("de", st.Rules.StationGroup))
	assert.Equal(t, "Zeit vorbei!", st.SpaceName("de", 4))
	assert.Equal(t, "", st.SpaceName("de", 40))
	assert.Equal(t, "", st.GroupName("de", game.NoGroupID))
	assert.Equal(t, "", st.CardText("de", game.Chance, 16))
	assert.Equal(t, "1.500\u00a0◎", st.Money("de", 1500))
	f := rules(t, "standard", nil)
	assert.Equal(t, "Häuser", f.BuildingsName("de", game.House), "a word for a pack without one")
	assert.Equal(t, "skyscraper", f.BuildingName("en", game.Skyscraper))
}
