package setup_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// each lists one value for every rulebook: mark sonic standard mega us duel.
func each(vs ...any) []any { return vs }

func same(v any) []any { return each(v, v, v, v, v, v) }

// The variant matrix as it is printed, point by point; amounts are the fixture
// boards' (mark on F40M at scale 20). V-23 is the US book before 2008.
func TestMatrix(t *testing.T) {
	const mark20 = 20
	set := func(turns ...int) (s game.TurnSet) {
		for _, n := range turns {
			s |= 1 << n
		}
		return s
	}
	for _, c := range []struct {
		point string
		get   func(*game.Rules) any
		want  []any
	}{
		{"V-01", func(r *game.Rules) any { return r.MinPlayers }, each(3, 2, 2, 2, 2, 2)},
		{"V-01", func(r *game.Rules) any { return r.MaxPlayers }, each(7, 6, 8, 8, 8, 6)},
		{"V-02", func(r *game.Rules) any { return r.Unit }, each(10, 1, 1, 1, 1, 1)},
		{"V-03", func(r *game.Rules) any { return r.StartCash }, each(30000, 1500, 1500, 2500, 1500, 1500)},
		{"V-04", func(r *game.Rules) any { return r.Salary }, each(4000, 200, 200, 200, 200, 200)},
		{"V-04", func(r *game.Rules) any { return r.Fine }, each(1000, 50, 50, 50, 50, 50)},
		{"V-06", func(r *game.Rules) any { return r.BankerOnlyMin }, each(7, 0, 6, 6, 6, 6)},
		{"V-07", func(r *game.Rules) any { return r.BankerFirst }, each(false, false, true, false, true, true)},
		{"V-09", func(r *game.Rules) any { return r.SpeedDie }, each(false, false, false, true, false, false)},
		{"V-13", func(r *game.Rules) any { return r.AuctionMin }, each(10, 1, 1, 1, 1, 1)},
		{"V-16", func(r *game.Rules) any { return r.RentWindow }, each(1, 1, 1, 1, 2, 1)},
		{"V-17", func(r *game.Rules) any { return r.GroupFactor }, each(2, 2, 2, 3, 2, 2)},
		{"V-18", func(r *game.Rules) any { return r.FactorNeedsUnmortgaged }, each(false, true, false, false, false, false)},
		{"V-19", func(r *game.Rules) any { return r.MajorityFactor }, same(1)},
		{"V-21", func(r *game.Rules) any { return r.UtilityDice == game.DiceFresh }, each(false, true, false, false, false, false)},
		{"V-23", func(r *game.Rules) any { return r.TaxChoice }, each(false, false, true, true, true, false)},
		{"V-24", func(r *game.Rules) any { return r.TaxBlind }, each(false, false, false, false, true, false)},
		{"V-25", func(r *game.Rules) any { return r.FineTurns }, each(set(1, 2), set(1, 2, 3), set(1, 2), set(1, 2), set(1, 2), set(1, 2))},
		{"V-26", func(r *game.Rules) any { return r.CardTurns }, each(set(1, 2, 3), set(1, 2, 3), set(1, 2), set(1, 2), set(1, 2, 3), set(1, 2))},
		{"V-27", func(r *game.Rules) any { return r.JailThrowOptional }, each(false, true, false, false, false, false)},
		{"V-28", func(r *game.Rules) any { return r.JailTurns }, same(3)},
		{"V-30", func(r *game.Rules) any { return r.JailExitRerolls }, each(true, true, false, false, false, false)},
		{"V-33", func(r *game.Rules) any { return r.BuildMissing }, each(0, 0, 0, 1, 0, 0)},
		{"V-34", func(r *game.Rules) any { return r.GateAllDeeds }, each(true, false, false, false, false, false)},
		{"V-34", func(r *game.Rules) any { return r.GateAllLots }, same(false)},
		{"V-35", func(r *game.Rules) any { return r.BuildBetweenTurns }, each(false, false, true, true, false, true)},
		{"V-36", func(r *game.Rules) any { return r.MortgageBlock == game.ScopeLot }, each(true, false, false, false, false, false)},
		{"V-37", func(r *game.Rules) any { return r.HousesPerLot }, same(4)},
		{"V-39", func(r *game.Rules) any { return r.Skyscrapers }, each(false, false, false, true, false, false)},
		{"V-40", func(r *game.Rules) any { return r.Depots }, each(false, false, false, true, false, false)},
		{"V-43", func(r *game.Rules) any { return r.ShortMinPrinted }, each(false, false, true, true, false, true)},
		{"V-44", func(r *game.Rules) any { return r.SellRegular }, each(false, true, false, false, false, false)},
		{"V-45", func(r *game.Rules) any { return r.SellUneven }, each(true, false, false, false, false, false)},
		{"V-46", func(r *game.Rules) any { return r.HotelSoldWhole }, each(true, false, false, false, false, false)},
		{"V-48", func(r *game.Rules) any { return r.MortgageClear == game.ScopeLot }, each(true, false, true, false, false, true)},
		{"V-48", func(r *game.Rules) any { return r.OwnBuildingsOnly }, each(false, false, false, true, false, false)},
		{"V-54", func(r *game.Rules) any { return r.PayInKind }, each(true, false, false, false, false, false)},
		{"V-54", func(r *game.Rules) any { return r.SettlementOffers }, each(true, false, true, true, false, true)},
		{"V-55", func(r *game.Rules) any { return r.BankrMortgageFirst }, each(false, true, false, false, false, false)},
		{"V-56", func(r *game.Rules) any { return r.InterestOnPrice }, same(false)},
		{"V-60", func(r *game.Rules) any { return r.BankrAuctionCards }, each(true, false, false, false, true, false)},
		{"V-63", func(r *game.Rules) any { return r.TimeLimit }, each(true, false, false, false, false, false)},
		{"V-65", func(r *game.Rules) any { return r.SecondBankruptcy }, same(false)},
		{"V-67", func(r *game.Rules) any { return r.HotelFiveHouses }, each(true, false, false, false, false, false)},
		{"V-68", func(r *game.Rules) any { return r.DealDeeds }, same(0)},
		{"V-70", func(r *game.Rules) any { return r.Duel }, same(false)},
		{"V-71", func(r *game.Rules) any { return r.Tickets }, each(false, false, false, true, false, false)},
		{"V-71", func(r *game.Rules) any { return r.TripleRerolls }, each(false, false, false, true, false, false)},
		{"V-71", func(r *game.Rules) any { return r.Gift }, each(100*mark20, 100, 100, 100, 100, 100)},
		{"V-75", func(r *game.Rules) any { return r.AutoClaim || r.Reminders }, same(false)},
		{"V-76", func(r *game.Rules) any { return r.NoForcedShortage }, same(false)},
		{"V-80", func(r *game.Rules) any { return r.SideAgreements || r.Gifts }, same(false)},
		{"V-82", func(r *game.Rules) any { return r.RedistributeDuty }, each(false, false, false, true, false, false)},
	} {
		for i, book := range setup.Rulebooks() {
			got := c.get(&rules(t, book, nil).Rules.Rules)
			assert.EqualValues(t, fmt.Sprint(c.want[i]), fmt.Sprint(got), "%s in %s", c.point, book)
		}
	}
}

// V-05: the start money in notes, which must add up to it.
func TestNotes(t *testing.T) {
	for book, want := range map[string]string{
		"mark":     "10000x1 2000x6 1000x4 400x3 200x10 100x7 20x5",
		"sonic":    "500x2 100x4 50x1 20x1 10x2 5x1 1x5",
		"standard": "500x2 100x4 50x1 20x1 10x2 5x1 1x5",
		"mega":     "1000x1 500x2 100x2 50x2 20x6 10x5 5x5 1x5",
		"us":       "500x2 100x2 50x2 20x6 10x5 5x5 1x5",
		"duel":     "500x2 100x4 50x1 20x1 10x2 5x1 1x5",
	} {
		st := rules(t, book, nil)
		var got []string
		sum := 0
		for _, b := range st.Bills {
			got = append(got, fmt.Sprintf("%dx%d", b.Value, b.Count))
			sum += b.Value * b.Count
		}
		assert.Equal(t, want, strings.Join(got, " "), book)
		assert.EqualValues(t, st.Rules.StartCash, sum, book)
	}
	// T-003-07: the newer printing has other notes.
	st := rules(t, "us", options{"tax_era": "since2008"})
	assert.Equal(t, 4, st.Bills[1].Count)
	assert.Nil(t, rules(t, "us", options{"house.start_cash": 2000}).Bills)
}

// The printed matrix has every switch once, with a value in each column.
func TestMatrixRows(t *testing.T) {
	var names []string
	for _, row := range setup.Matrix() {
		assert.Regexp(t, `^V-\d\d$`, row.Point)
		assert.NotContains(t, names, row.Switch)
		names = append(names, row.Switch)
		for i, v := range row.Values {
			assert.NotNil(t, v, "%s in %s", row.Switch, setup.Rulebooks()[i])
		}
	}
	assert.True(t, slices.IsSortedFunc(setup.Matrix(), func(a, b setup.Row) int { return strings.Compare(a.Point, b.Point) }), "in the order of the points")
}
