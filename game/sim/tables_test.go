package sim

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
)

// table is one game to be played in tests.
type table struct {
	name     string
	edition  string
	rulebook string
	options  map[string]any
	players  int
	games    int // of the long test
	ends     int // percent of the games that must end by themselves
}

// tables are all the default pairs and the official options that change the course of a game.
func tables() []table {
	return []table{
		{"us", "us-classic", "us", nil, 4, 500, 95},
		{"standard", "german-classic", "standard", nil, 4, 500, 95},
		{"mark", "mark-classic", "mark", map[string]any{"end_time": 60}, 4, 120, 90},
		{"sonic", "sonic", "sonic", nil, 4, 120, 90},
		{"mega", "mega", "mega", nil, 4, 120, 90},
		{"duel", "duel-masters", "duel", map[string]any{"duel": true}, 4, 120, 90},
		{"us-short", "us-classic", "us", map[string]any{"short": true}, 5, 60, 90},
		{"us-two", "us-classic", "us", nil, 2, 60, 90},
		{"us-eight", "us-classic", "us", nil, 8, 40, 90},
		{"duel-quick", "duel-masters", "duel", map[string]any{"quick": true, "duel": true}, 3, 40, 90},
		{"us-house", "us-classic", "us", map[string]any{
			"house.sealed_auction": true, "house.trade_guard": true, "sell.lifo": true, "house.parking_pot": true, "house.gifts": true,
		}, 4, 40, 90},
		{"standard-house", "german-classic", "standard", map[string]any{
			"house.uneven_build": true, "house.no_auction": true, "house.mortgage_auction": true, "house.build_only_own_turn": true,
		}, 4, 40, 60},
		{"mark-house", "mark-classic", "mark", map[string]any{
			"end_time": 30, "house.auction_all": true, "house.no_build_in_jail": true, "house.no_rent_in_jail": true, "house.first_lap": true,
		}, 5, 40, 90},
		{"mega-house", "mega", "mega", map[string]any{
			"house.tickets_tradeable": true, "house.mega_majority_double": true, "house.unlimited_buildings": true, "house.resign_bankrupt": true,
		}, 4, 40, 90},
		{"standard-timed", "german-classic", "standard", map[string]any{"end_time": 90, "deal2": true}, 6, 40, 90},
	}
}

func (c table) load(t testing.TB) *setup.Setup {
	t.Helper()
	return setuptest.Load(t, c.edition, c.rulebook, c.options)
}

func usual(n int) []Player {
	players := make([]Player, n)
	for i := range players {
		p := bot.Usual()
		players[i] = &p
	}
	return players
}
