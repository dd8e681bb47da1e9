package setup_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

func TestOptionsThatDoNotGoTogether(t *testing.T) {
	for _, c := range []struct {
		name, rulebook string
		opts           options
		rule           game.Rule
		option         string
	}{
		{"T-001-01 end_time with sonic", "sonic", options{"end_time": 60}, game.RSetup1, "end_time"},
		{"T-001-01 short with sonic", "sonic", options{"short": true}, game.RSetup1, "short"},
		{"R-SETUP-1 deal2 with sonic", "sonic", options{"deal2": true}, game.RSetup1, "deal2"},
		{"R-SETUP-1 duel with standard", "standard", options{"duel": true}, game.RSetup1, "duel"},
		{"R-SETUP-1 quick with us", "us", options{"quick": true}, game.RSetup1, "quick"},
		{"R-SETUP-1 tax_era with standard", "standard", options{"tax_era": "pre2008"}, game.RSetup1, "tax_era"},
		{"R-SETUP-1 unknown option", "us", options{"house.free_money": true}, game.RSetup1, "house.free_money"},
		{"R-SETUP-1 gate with us", "us", options{"build.gate": "all_lots"}, game.RSetup1, "build.gate"},
		{"R-SETUP-1 tickets as goods without tickets", "us", options{"house.tickets_tradeable": true}, game.RSetup1, "house.tickets_tradeable"},
		{"R-SETUP-8 mark without a closing hour", "mark", options{}, game.RSetup8, "end_time"},
		{"R-QUICK-4 end_time alone, T-002S-16", "standard", options{"end_time": 60}, game.RQuick4, "end_time"},
		{"R-QUICK-5 deal2 alone, T-002S-16", "standard", options{"deal2": true}, game.RQuick5, "deal2"},
		{"R-QUICK-4 mega end_time alone", "mega", options{"end_time": 60}, game.RQuick4, "end_time"},
		{"R-QUICK-5 mega deal2 alone", "mega", options{"deal2": true}, game.RQuick5, "deal2"},
		{"R-QUICK-5 us deal2 alone", "us", options{"deal2": true}, game.RQuick5, "deal2"},
		{"R-QUICK-4 us time game without the deeds", "us", options{"end_time": 60, "deal2": false}, game.RQuick4, "deal2"},
		{"R-QUICK-1 us short game without the deeds", "us", options{"short": true, "deal2": false}, game.RQuick1, "deal2"},
		{"R-QUICK-4 us short and timed", "us", options{"short": true, "end_time": 60}, game.RQuick4, "end_time"},
		{"R-QUICK-5 duel end_time without quick", "duel", options{"end_time": 60}, game.RQuick5, "end_time"},
		{"R-QUICK-5 duel deal2 without quick", "duel", options{"deal2": true}, game.RQuick5, "deal2"},
		{"R-QUICK-3 three houses without quick", "duel", options{"quick.three_houses": false}, game.RQuick3, "quick.three_houses"},
		{"two house rules that contradict", "us", options{"house.no_auction": true, "house.auction_all": true}, game.RSetup1, "house.auction_all"},
		{"a start for a pot that is not there", "us", options{"house.parking_pot_start": 100}, game.RSetup1, "house.parking_pot_start"},
		{"two time limits", "us", options{"end_time": 60, "house.time_limit": 90}, game.RSetup1, "house.time_limit"},
		{"two deals", "mark", options{"end_time": 60, "deal2": true, "house.deal_n": 3}, game.RSetup1, "house.deal_n"},
		{"two deals, one implied", "us", options{"end_time": 60, "house.deal_n": 3}, game.RSetup1, "house.deal_n"},
		{"a free deal of nothing", "us", options{"house.deal_free": true}, game.RSetup1, "house.deal_free"},
		{"duels on more lots without duels", "duel", options{"house.duel_any_group_lot": true}, game.RSetup1, "house.duel_any_group_lot"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := refused(t, board(t, c.rulebook), c.rulebook, c.opts)
			assert.Equal(t, c.rule.String(), e.Rule.String(), e.Detail)
			assert.Equal(t, c.option, e.Option)
		})
	}
}

func TestOfficialGames(t *testing.T) {
	t.Run("R-QUICK-4 T-002S-16 timed with deeds", func(t *testing.T) {
		for _, book := range []string{"standard", "mega"} {
			st := rules(t, book, options{"end_time": 90, "deal2": true})
			assert.True(t, st.Rules.TimeLimit)
			assert.EqualValues(t, 2, st.Rules.DealDeeds)
			assert.Equal(t, 90, st.Minutes)
		}
	})
	t.Run("R-QUICK-4 mark deals or not", func(t *testing.T) {
		assert.EqualValues(t, 0, rules(t, "mark", nil).Rules.DealDeeds)
		assert.EqualValues(t, 2, rules(t, "mark", options{"deal2": true}).Rules.DealDeeds)
	})
	t.Run("R-QUICK-4 T-003-24 the time game brings the deeds", func(t *testing.T) {
		st := rules(t, "us", options{"end_time": 90})
		assert.EqualValues(t, 2, st.Rules.DealDeeds)
		assert.EqualValues(t, 4, st.Rules.HousesPerLot)
		assert.False(t, st.Rules.SecondBankruptcy)
		assert.Equal(t, options{"end_time": 90}, st.Options, "only what was set")
	})
	t.Run("R-QUICK-1 T-003-17 T-003-23 the short game", func(t *testing.T) {
		st := rules(t, "us", options{"short": true})
		assert.EqualValues(t, 2, st.Rules.DealDeeds)
		assert.EqualValues(t, 3, st.Rules.HousesPerLot)
		assert.EqualValues(t, 4, st.Rules.HotelLevel())
		assert.True(t, st.Rules.SecondBankruptcy)
		assert.EqualValues(t, 420, st.Rules.RentAt(11, 4), "hotel rent unchanged: 60 x 7")
	})
	t.Run("R-QUICK-1 the quick game", func(t *testing.T) {
		st := rules(t, "duel", options{"quick": true})
		assert.EqualValues(t, 2, st.Rules.DealDeeds)
		assert.EqualValues(t, 3, st.Rules.HousesPerLot)
		assert.True(t, st.Rules.SecondBankruptcy)
		assert.EqualValues(t, 0, rules(t, "duel", options{"quick": true, "deal2": false}).Rules.DealDeeds)
	})
	t.Run("R-QUICK-3 the quick game with a closing hour", func(t *testing.T) {
		st := rules(t, "duel", options{"quick": true, "end_time": 45})
		assert.EqualValues(t, 2, st.Rules.DealDeeds)
		assert.EqualValues(t, 3, st.Rules.HousesPerLot)
		assert.False(t, st.Rules.SecondBankruptcy)
		st = rules(t, "duel", options{"quick": true, "end_time": 45, "quick.three_houses": false, "deal2": false})
		assert.EqualValues(t, 4, st.Rules.HousesPerLot)
		assert.EqualValues(t, 0, st.Rules.DealDeeds)
	})
	t.Run("V-70 duel", func(t *testing.T) { assert.True(t, rules(t, "duel", options{"duel": true}).Rules.Duel) })
	t.Run("I-54 tax_era", func(t *testing.T) {
		assert.True(t, rules(t, "us", nil).Rules.TaxChoice)
		assert.True(t, rules(t, "us", options{"tax_era": "pre2008"}).Rules.TaxChoice)
		assert.False(t, rules(t, "us", options{"tax_era": "since2008"}).Rules.TaxChoice, "T-003-06")
	})
}

func TestReadings(t *testing.T) {
	st := rules(t, "mark", options{"build.gate": "all_lots"})
	assert.True(t, st.Rules.GateAllLots && !st.Rules.GateAllDeeds, "I-04")
	assert.False(t, rules(t, "sonic", options{"jail.exit_doubles_reroll": false}).Rules.JailExitRerolls, "I-07")
	assert.EqualValues(t, 1<<1, rules(t, "sonic", options{"jail.fine_turns": "1"}).Rules.FineTurns, "I-08")
	assert.EqualValues(t, 1<<1, rules(t, "sonic", options{"jail.fine_turns": []any{1.0}}).Rules.FineTurns)
	assert.EqualValues(t, 1<<1|1<<2|1<<3, rules(t, "standard", options{"jail.card_turns": "1, 2, 3"}).Rules.CardTurns, "I-10")
	assert.True(t, rules(t, "us", options{"bankr.interest_base": "price"}).Rules.InterestOnPrice, "I-29, T-003-16")
	assert.False(t, rules(t, "mega", options{"mega.triple_rerolls": false}).Rules.TripleRerolls, "I-38")
}

func TestHouseRules(t *testing.T) {
	r := func(book string, opts options) game.Rules { return rules(t, book, opts).Rules.Rules }
	assert.True(t, r("us", options{"house.parking_pot": true}).ParkingPot, "H-01")
	assert.EqualValues(t, 500, r("us", options{"house.parking_pot": true, "house.parking_pot_start": 500}).PotStart, "H-01")
	assert.True(t, r("us", options{"house.loans": true}).SideAgreements, "H-02")
	assert.True(t, r("us", options{"house.rent_waiver": true}).SideAgreements, "H-03")
	assert.True(t, r("us", options{"house.double_go": true}).DoubleGo, "H-04")
	assert.True(t, r("us", options{"house.no_auction": true}).NoAuction, "H-05")
	assert.True(t, r("us", options{"house.no_rent_in_jail": true}).NoRentInJail, "H-06")
	assert.True(t, r("us", options{"house.first_lap": true}).FirstLap, "H-07")
	assert.EqualValues(t, 100, r("us", options{"house.snake_eyes": true}).SnakeEyes, "H-08")
	assert.EqualValues(t, 2000, r("mark", options{"house.snake_eyes": true}).SnakeEyes, "H-08")
	uneven := r("us", options{"house.uneven_build": true})
	assert.True(t, uneven.UnevenBuild && uneven.SellUneven, "H-09")
	assert.True(t, r("us", options{"house.unlimited_buildings": true}).Unlimited, "H-10")
	assert.True(t, r("us", options{"house.build_only_own_turn": true}).BuildOnlyOwnTurn, "H-11")
	assert.True(t, r("us", options{"house.no_build_in_jail": true}).NoBuildInJail, "H-12")
	assert.True(t, r("us", options{"house.jail_exit_reroll": true}).JailExitRerolls, "H-13")
	assert.False(t, r("mark", options{"house.jail_exit_reroll": false}).JailExitRerolls, "H-13 the other way")
	assert.True(t, r("us", options{"house.auction_all": true}).AuctionAll, "H-15")
	assert.EqualValues(t, 40000, r("mark", options{"house.start_cash": 40000}).StartCash, "H-16")
	assert.EqualValues(t, 0, r("us", options{"house.salary": 0}).Salary, "H-16")
	assert.EqualValues(t, 3, r("sonic", options{"house.deal_n": 3}).DealDeeds, "H-17")
	assert.True(t, r("us", options{"short": true, "house.deal_free": true}).DealFree, "H-17")
	assert.True(t, r("sonic", options{"house.time_limit": 60}).TimeLimit, "H-18")
	assert.Equal(t, 60, rules(t, "sonic", options{"house.time_limit": 60}).Minutes)
	assert.True(t, r("us", options{"rent.auto_claim": true}).AutoClaim, "H-19")
	assert.True(t, r("us", options{"house.reminders": true}).Reminders, "H-20")
	two := r("us", options{"house.two_jail_turns": true})
	assert.EqualValues(t, 2, two.JailTurns, "H-21")
	assert.EqualValues(t, 1<<1, two.FineTurns, "H-21: no fine before the last throw")
	assert.EqualValues(t, 1<<1|1<<2, two.CardTurns, "H-21: the card on every turn")
	assert.True(t, r("us", options{"house.gifts": true}).Gifts, "H-23")
	assert.EqualValues(t, 2, r("mega", options{"house.mega_majority_double": true}).MajorityFactor, "H-24")
	assert.True(t, r("mega", options{"house.tickets_tradeable": true}).TicketsTradeable, "H-25")
	assert.True(t, r("duel", options{"duel": true, "house.duel_any_group_lot": true}).DuelAnyLot, "H-26")
	assert.True(t, r("us", options{"tournament.no_forced_shortage": true}).NoForcedShortage, "H-27")
	assert.True(t, r("us", options{"house.mortgage_auction": true}).AuctionPledged, "H-28")
	assert.True(t, r("us", options{"house.resign_bankrupt": true}).ResignBankrupt, "H-29")
}

// Values come as JSON, from forms and from the command line.
func TestValues(t *testing.T) {
	for _, v := range []any{true, "true", "on", "1", "TRUE"} {
		st := rules(t, "us", options{"short": v})
		assert.Equal(t, options{"short": true}, st.Options)
	}
	for _, v := range []any{45, int64(45), 45.0, "45", json.Number("45")} {
		st := rules(t, "us", options{"end_time": v})
		assert.Equal(t, options{"end_time": 45}, st.Options)
	}
	for _, v := range []any{nil, ""} {
		assert.Empty(t, rules(t, "us", options{"end_time": v, "short": v, "tax_era": v}).Options)
	}
	assert.Empty(t, rules(t, "sonic", options{"short": false, "rent.auto_claim": "off"}).Options, "off is always allowed")
	for _, c := range []options{
		{"end_time": 0}, {"end_time": -5}, {"end_time": 45.5}, {"end_time": "soon"}, {"end_time": true}, {"end_time": 1e12},
		{"short": "maybe"}, {"short": 1}, {"short": []any{}}, {"tax_era": "2008"}, {"tax_era": 2008}, {"tax_era": options{}},
		{"house.start_cash": 0}, {"house.start_cash": 1.5}, {"house.deal_n": 7}, {"bankr.interest_base": "value"},
	} {
		refused(t, board(t, "us"), "us", c)
	}
	e := refused(t, board(t, "mark"), "mark", options{"end_time": 60, "house.start_cash": 30005})
	assert.Contains(t, e.Detail, "steps of 10")
}

// With an error about options there is still a game to show.
func TestSetupBesideAnError(t *testing.T) {
	st, err := setup.New(board(t, "mark"), "mark", nil)
	require.Error(t, err)
	require.NotNil(t, st)
	assert.True(t, st.Rules.TimeLimit)
	assert.EqualValues(t, 30000, st.Rules.StartCash)

	st, err = setup.New(board(t, "standard"), "standard", options{"end_time": 60, "rent.auto_claim": true})
	require.Error(t, err)
	assert.Equal(t, options{"rent.auto_claim": true}, st.Options)
	assert.False(t, st.Rules.TimeLimit)
}

func TestBoardAndRulebook(t *testing.T) {
	assert.Equal(t, game.RData1, refused(t, fixture(t, "f40"), "mega", nil).Rule)
	assert.Equal(t, game.RData1, refused(t, fixture(t, "f52"), "us", nil).Rule)
	assert.Equal(t, game.RSetup1, refused(t, fixture(t, "f40"), "chess", nil).Rule)
	for _, book := range []string{"sonic", "standard", "us", "duel"} {
		_, err := setup.New(fixture(t, "f40m"), book, nil)
		assert.NoError(t, err, "any small board goes with any small rulebook")
	}
	// Duels need strengths, but only when they are fought.
	plain, err := edition.Load("german-classic")
	require.NoError(t, err)
	_, err = setup.New(plain, "duel", nil)
	assert.NoError(t, err)
	assert.Equal(t, game.RData1, refused(t, plain, "duel", options{"duel": true}).Rule)
}

func TestScaleMultipliesTheRulebooksAmounts(t *testing.T) {
	st, err := setup.New(fixture(t, "f40m"), "us", nil)
	require.NoError(t, err)
	assert.EqualValues(t, []game.Money{30000, 4000, 1000, 10}, []game.Money{st.Rules.StartCash, st.Rules.Salary, st.Rules.Fine, st.Rules.Unit})
	st, err = setup.New(fixture(t, "f40"), "mark", options{"end_time": 60})
	require.NoError(t, err)
	assert.EqualValues(t, []game.Money{1500, 200, 50, 1}, []game.Money{st.Rules.StartCash, st.Rules.Salary, st.Rules.Fine, st.Rules.Unit})
}

func TestDefaultRulebooks(t *testing.T) {
	for id, want := range map[string]string{
		"mark-classic": "mark", "german-classic": "standard", "us-classic": "us", "sonic": "sonic", "mega": "mega", "duel-masters": "duel",
	} {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		assert.Equal(t, want, setup.DefaultRulebookOf(ed), id)
	}
	assert.Equal(t, "mega", setup.DefaultRulebookOf(fixture(t, "f52")))
	assert.Equal(t, "standard", setup.DefaultRulebookOf(fixture(t, "f40")))
}

// Every option of every rulebook is described well enough for a form, and its
// default can be set.
func TestOptionDefs(t *testing.T) {
	for _, book := range setup.Rulebooks() {
		seen := map[string]bool{}
		for _, d := range setup.OptionsOf(book) {
			assert.False(t, seen[d.Key], d.Key)
			seen[d.Key] = true
			assert.Regexp(t, `^([RHI]-[A-Z0-9-]+)$`, d.Rule, d.Key)
			switch d.Kind {
			case setup.Number, setup.Amount:
				assert.Less(t, d.Min, d.Max, d.Key)
			case setup.Word:
				assert.Contains(t, d.Values, d.Default, d.Key)
			case setup.Flag:
			}
			if d.Default != nil && d.Kind != setup.Amount {
				rules(t, book, options{d.Key: d.Default})
			}
		}
	}
}

func TestHouseRulesInForce(t *testing.T) {
	assert.Empty(t, rules(t, "us", options{"short": true, "bankr.interest_base": "price"}).HouseRules())
	st := rules(t, "us", options{"rent.auto_claim": true, "house.double_go": true, "house.gifts": false, "end_time": 30})
	assert.Equal(t, []string{"house.double_go", "rent.auto_claim"}, st.HouseRules())
}
