package setup

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

const columns = 6

// Row is one point on which the rulebooks differ: a line of the variant
// matrix, with its value in each column. The values are bool, int or string.
type Row struct {
	Point  string // such as "V-17"
	Switch string // its name, as in options
	Money  bool   // an amount at scale 1
	Values [columns]any
	set    func(r *game.Rules, col int, scale game.Money)
	get    func(r *game.Rules) any // the value in a game, an amount as game.Money
}

const (
	yes = true
	no  = false
)

// Matrix returns the points on which the rulebooks differ, as they are before
// any option. Its columns are in the order of Rulebooks.
func Matrix() []Row {
	return []Row{
		//                                                                             mark sonic standard mega us duel
		count("V-01", "players.min", func(r *game.Rules) *uint8 { return &r.MinPlayers }, 3, 2, 2, 2, 2, 2),
		count("V-01", "players.max", func(r *game.Rules) *uint8 { return &r.MaxPlayers }, 7, 6, 8, 8, 8, 6),
		money("V-03", "cash.start", func(r *game.Rules) *game.Money { return &r.StartCash }, 1500, 1500, 1500, 2500, 1500, 1500),
		money("V-04", "salary", func(r *game.Rules) *game.Money { return &r.Salary }, 200, 200, 200, 200, 200, 200),
		money("V-04", "fine", func(r *game.Rules) *game.Money { return &r.Fine }, 50, 50, 50, 50, 50, 50),
		count("V-06", "banker_only.min", func(r *game.Rules) *uint8 { return &r.BankerOnlyMin }, 7, 0, 6, 6, 6, 6),
		count("V-06", "banker_only.max", func(r *game.Rules) *uint8 { return &r.BankerOnlyMax }, 7, 0, 0, 0, 0, 0),
		pair("V-07", "order.first", "seat1 banker", func(r *game.Rules) *bool { return &r.BankerFirst }, "seat1", "seat1", "banker", "seat1", "banker", "banker"),
		flag("V-09", "dice.speed_die", func(r *game.Rules) *bool { return &r.SpeedDie }, no, no, no, yes, no, no),

		count("V-16", "rent.window", func(r *game.Rules) *uint8 { return &r.RentWindow }, 1, 1, 1, 1, 2, 1),
		count("V-17", "rent.group_factor", func(r *game.Rules) *game.Money { return &r.GroupFactor }, 2, 2, 2, 3, 2, 2),
		flag("V-18", "rent.group_factor_needs_unmortgaged", func(r *game.Rules) *bool { return &r.FactorNeedsUnmortgaged }, no, yes, no, no, no, no),
		count("V-19", "rent.majority_factor", func(r *game.Rules) *game.Money { return &r.MajorityFactor }, 1, 1, 1, 1, 1, 1),
		word("V-21", "rent.utility_dice", "move fresh", func(r *game.Rules) *game.UtilityDice { return &r.UtilityDice }, "move", "fresh", "move", "move", "move", "move"),

		pair("V-23", "tax.income", "flat choice", func(r *game.Rules) *bool { return &r.TaxChoice }, "flat", "flat", "choice", "choice", "choice", "flat"),
		flag("V-24", "tax.choose_blind", func(r *game.Rules) *bool { return &r.TaxBlind }, no, no, no, no, yes, no),

		turns("V-25", "jail.fine_turns", func(r *game.Rules) *game.TurnSet { return &r.FineTurns }, "1,2", "1,2,3", "1,2", "1,2", "1,2", "1,2"),
		turns("V-26", "jail.card_turns", func(r *game.Rules) *game.TurnSet { return &r.CardTurns }, "1,2,3", "1,2,3", "1,2", "1,2", "1,2,3", "1,2"),
		flag("V-27", "jail.throw_optional", func(r *game.Rules) *bool { return &r.JailThrowOptional }, no, yes, no, no, no, no),
		count("V-28", "jail.turns", func(r *game.Rules) *uint8 { return &r.JailTurns }, 3, 3, 3, 3, 3, 3),
		flag("V-30", "jail.exit_doubles_reroll", func(r *game.Rules) *bool { return &r.JailExitRerolls }, yes, yes, no, no, no, no),

		count("V-33", "build.missing_lots", func(r *game.Rules) *uint8 { return &r.BuildMissing }, 0, 0, 0, 1, 0, 0),
		pair("V-34", "build.gate", "none all_deeds", func(r *game.Rules) *bool { return &r.GateAllDeeds }, "all_deeds", "none", "none", "none", "none", "none"),
		pair("V-35", "build.timing", "any between", func(r *game.Rules) *bool { return &r.BuildBetweenTurns }, "any", "any", "between", "between", "any", "between"),
		word("V-36", "build.mortgage_block", "group lot", func(r *game.Rules) *game.Scope { return &r.MortgageBlock }, "lot", "group", "group", "group", "group", "group"),
		count("V-37", "build.houses", func(r *game.Rules) *uint8 { return &r.HousesPerLot }, 4, 4, 4, 4, 4, 4),
		flag("V-39", "build.skyscrapers", func(r *game.Rules) *bool { return &r.Skyscrapers }, no, no, no, yes, no, no),
		flag("V-40", "build.depots", func(r *game.Rules) *bool { return &r.Depots }, no, no, no, yes, no, no),
		pair("V-43", "short.min_bid", "any printed", func(r *game.Rules) *bool { return &r.ShortMinPrinted }, "any", "any", "printed", "printed", "any", "printed"),
		pair("V-44", "sell.basis", "paid regular", func(r *game.Rules) *bool { return &r.SellRegular }, "paid", "regular", "paid", "paid", "paid", "paid"),
		pair("V-45", "sell.even", "yes no", func(r *game.Rules) *bool { return &r.SellUneven }, "no", "yes", "yes", "yes", "yes", "yes"),
		pair("V-46", "sell.hotel_mode", "break whole", func(r *game.Rules) *bool { return &r.HotelSoldWhole }, "whole", "break", "break", "break", "break", "break"),

		word("V-48", "mortgage.clear", "group lot", func(r *game.Rules) *game.Scope { return &r.MortgageClear }, "lot", "group", "lot", "group", "group", "lot"),
		flag("V-48", "mortgage.own_buildings", func(r *game.Rules) *bool { return &r.OwnBuildingsOnly }, no, no, no, yes, no, no),
		flag("V-54", "debt.pay_in_kind", func(r *game.Rules) *bool { return &r.PayInKind }, yes, no, no, no, no, no),
		flag("V-54", "debt.offers", func(r *game.Rules) *bool { return &r.SettlementOffers }, yes, no, yes, yes, no, yes),
		flag("V-55", "bankr.mortgage_first", func(r *game.Rules) *bool { return &r.BankrMortgageFirst }, no, yes, no, no, no, no),
		pair("V-60", "bankr.bank_cards", "return auction", func(r *game.Rules) *bool { return &r.BankrAuctionCards }, "auction", "return", "return", "return", "auction", "return"),

		flag("V-63", "end.time_limit", func(r *game.Rules) *bool { return &r.TimeLimit }, yes, no, no, no, no, no),
		flag("V-67", "wealth.hotel_five_houses", func(r *game.Rules) *bool { return &r.HotelFiveHouses }, yes, no, no, no, no, no),
		flag("V-71", "mega.tickets", func(r *game.Rules) *bool { return &r.Tickets }, no, no, no, yes, no, no),
		flag("V-71", "mega.triple_rerolls", func(r *game.Rules) *bool { return &r.TripleRerolls }, no, no, no, yes, no, no),
		money("V-71", "mega.gift", func(r *game.Rules) *game.Money { return &r.Gift }, 100, 100, 100, 100, 100, 100),
		flag("V-82", "mega.last_lot_duty", func(r *game.Rules) *bool { return &r.RedistributeDuty }, no, no, no, yes, no, no),
	}
}

func values[T any](vs [columns]T) (out [columns]any) {
	for i, v := range vs {
		out[i] = v
	}
	return out
}

func flag(point, name string, field func(*game.Rules) *bool, mark, sonic, standard, mega, us, duel bool) Row {
	vs := [columns]bool{mark, sonic, standard, mega, us, duel}
	return Row{point, name, false, values(vs), func(r *game.Rules, col int, _ game.Money) { *field(r) = vs[col] },
		func(r *game.Rules) any { return *field(r) }}
}

// count is a plain number, also in a field of type Money.
func count[T uint8 | game.Money](point, name string, field func(*game.Rules) *T, mark, sonic, standard, mega, us, duel int) Row {
	vs := [columns]int{mark, sonic, standard, mega, us, duel}
	return Row{point, name, false, values(vs), func(r *game.Rules, col int, _ game.Money) { *field(r) = T(vs[col]) },
		func(r *game.Rules) any { return int(*field(r)) }}
}

// money is an amount, which the edition's scale multiplies.
func money(point, name string, field func(*game.Rules) *game.Money, mark, sonic, standard, mega, us, duel int) Row {
	vs := [columns]int{mark, sonic, standard, mega, us, duel}
	return Row{point, name, true, values(vs), func(r *game.Rules, col int, scale game.Money) { *field(r) = game.Money(vs[col]) * scale },
		func(r *game.Rules) any { return *field(r) }}
}

// word is one of a few named values, listed in the order of their numbers.
func word[T ~uint8](point, name, words string, field func(*game.Rules) *T, mark, sonic, standard, mega, us, duel string) Row {
	vs := [columns]string{mark, sonic, standard, mega, us, duel}
	named := strings.Fields(words)
	return Row{point, name, false, values(vs), func(r *game.Rules, col int, _ game.Money) {
		*field(r) = T(slices.Index(named, vs[col]))
	}, func(r *game.Rules) any { return named[*field(r)] }}
}

// pair is one of two named values: the first is false, the second true.
func pair(point, name, words string, field func(*game.Rules) *bool, mark, sonic, standard, mega, us, duel string) Row {
	vs := [columns]string{mark, sonic, standard, mega, us, duel}
	named := strings.Fields(words)
	return Row{point, name, false, values(vs), func(r *game.Rules, col int, _ game.Money) {
		*field(r) = slices.Index(named, vs[col]) == 1
	}, func(r *game.Rules) any {
		if *field(r) {
			return named[1]
		}
		return named[0]
	}}
}

func turns(point, name string, field func(*game.Rules) *game.TurnSet, mark, sonic, standard, mega, us, duel string) Row {
	vs := [columns]string{mark, sonic, standard, mega, us, duel}
	return Row{point, name, false, values(vs), func(r *game.Rules, col int, _ game.Money) { *field(r) = turnSet(vs[col]) },
		func(r *game.Rules) any { return turnList(*field(r)) }}
}

// turnSet reads a list such as "1,2".
func turnSet(list string) (set game.TurnSet) {
	for one := range strings.SplitSeq(list, ",") {
		if n, err := strconv.Atoi(one); err == nil {
			set |= 1 << n
		}
	}
	return set
}

// turnList writes a set as turnSet reads it.
func turnList(set game.TurnSet) string {
	var list []string
	for n := range uint8(8) {
		if set.Has(n) {
			list = append(list, strconv.Itoa(int(n)))
		}
	}
	return strings.Join(list, ",")
}
