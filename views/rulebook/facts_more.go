package rulebook

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

func buildFacts() []Fact {
	return []Fact{
		point("build.missing_lots", ""),
		point("build.gate", ""),
		point("build.timing", ""),
		quiet("house.build_only_own_turn", ""),
		quiet("house.no_build_in_jail", ""),
		point("build.mortgage_block", ""),
		point("build.houses", "PerLot"),
		quiet("house.uneven_build", ""),
		quiet("house.unlimited_buildings", ""),
		point("build.skyscrapers", ""),
		point("build.depots", ""),
		money("board.depot", "DepotPrice", depot),
		money("board.depot_half", "DepotHalf", func(r *game.Ruleset) game.Money { return r.Half(depot(r)) }),

		point("short.min_bid", ""),
		point("sell.basis", ""),
		point("sell.even", ""),
		quiet("sell.lifo", ""),
		point("sell.hotel_mode", ""),
		quiet("tournament.no_forced_shortage", ""),
	}
}

// depot is the price of a depot, 0 if there are none.
func depot(r *game.Ruleset) game.Money {
	if !r.HasDepots() || r.Stations == 0 {
		return 0
	}
	return r.Spaces[r.Stations.First()].Depot
}

func moneyFacts() []Fact {
	return []Fact{
		point("mortgage.clear", ""),
		point("mortgage.own_buildings", ""),

		quiet("house.gifts", ""),
		quiet("trade.agreements", ""),
		quiet("house.trade_guard", ""),
		quiet("house.no_undo", ""),
		quiet("house.tickets_tradeable", ""),

		point("debt.pay_in_kind", ""),
		point("debt.offers", ""),
		point("bankr.mortgage_first", ""),
		point("bankr.interest_base", ""),
		point("bankr.bank_cards", ""),
		quiet("house.resign_bankrupt", ""),

		point("end.time_limit", ""),
		{Name: "end.minutes", as: "Minutes", quiet: true, get: func(st *setup.Setup) any { return st.Minutes }},
		point("end.second_bankruptcy", ""),
		quiet("house.round_limit", "Rounds"),
		point("wealth.hotel_five_houses", ""),
	}
}

func specialFacts() []Fact {
	return []Fact{
		point("mega.tickets", ""),
		point("mega.triple_rerolls", ""),
		point("mega.gift", "Gift"),
		point("mega.last_lot_duty", ""),
		point("duel.on", ""),
		quiet("house.duel_any_group_lot", ""),
	}
}
