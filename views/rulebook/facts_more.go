package rulebook

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

func buildFacts() []Fact {
	return []Fact{
		count("build.missing_lots", "", func(r *game.Ruleset) uint8 { return r.BuildMissing }),
		{Name: "build.gate", get: func(st *setup.Setup) any {
			switch {
			case st.Rules.GateAllDeeds:
				return "all_deeds"
			case st.Rules.GateAllLots:
				return "all_lots"
			}
			return "none"
		}},
		either("build.timing", "any", "between", func(r *game.Ruleset) bool { return r.BuildBetweenTurns }),
		house("house.build_only_own_turn", func(r *game.Ruleset) bool { return r.BuildOnlyOwnTurn }),
		house("house.no_build_in_jail", func(r *game.Ruleset) bool { return r.NoBuildInJail }),
		either("build.mortgage_block", "group", "lot", func(r *game.Ruleset) bool { return r.MortgageBlock == game.ScopeLot }),
		count("build.houses", "PerLot", func(r *game.Ruleset) uint8 { return r.HousesPerLot }),
		house("house.uneven_build", func(r *game.Ruleset) bool { return r.UnevenBuild }),
		house("house.unlimited_buildings", func(r *game.Ruleset) bool { return r.Unlimited }),
		flag("build.skyscrapers", func(r *game.Ruleset) bool { return r.Skyscrapers }),
		flag("build.depots", func(r *game.Ruleset) bool { return r.Rules.Depots }),
		money("board.depot", "DepotPrice", depot),
		money("board.depot_half", "DepotHalf", func(r *game.Ruleset) game.Money { return depot(r) / 2 / r.Unit * r.Unit }),

		either("short.min_bid", "any", "printed", func(r *game.Ruleset) bool { return r.ShortMinPrinted }),
		either("sell.basis", "paid", "regular", func(r *game.Ruleset) bool { return r.SellRegular }),
		either("sell.even", "yes", "no", func(r *game.Ruleset) bool { return r.SellUneven }),
		house("sell.lifo", func(r *game.Ruleset) bool { return r.SellLIFO }),
		either("sell.hotel_mode", "break", "whole", func(r *game.Ruleset) bool { return r.HotelSoldWhole }),
		house("tournament.no_forced_shortage", func(r *game.Ruleset) bool { return r.NoForcedShortage }),
	}
}

// depot is the price of a depot, 0 if there are none.
func depot(r *game.Ruleset) game.Money {
	if !r.Rules.Depots || r.Stations == 0 {
		return 0
	}
	return r.Spaces[r.Stations.First()].Depot
}

func moneyFacts() []Fact {
	return []Fact{
		either("mortgage.clear", "group", "lot", func(r *game.Ruleset) bool { return r.MortgageClear == game.ScopeLot }),
		flag("mortgage.own_buildings", func(r *game.Ruleset) bool { return r.OwnBuildingsOnly }),

		house("house.gifts", func(r *game.Ruleset) bool { return r.Gifts }),
		house("trade.agreements", func(r *game.Ruleset) bool { return r.SideAgreements }),
		house("house.trade_guard", func(r *game.Ruleset) bool { return r.TradeGuard }),
		house("house.tickets_tradeable", func(r *game.Ruleset) bool { return r.TicketsTradeable }),

		flag("debt.pay_in_kind", func(r *game.Ruleset) bool { return r.PayInKind }),
		flag("debt.offers", func(r *game.Ruleset) bool { return r.SettlementOffers }),
		flag("bankr.mortgage_first", func(r *game.Ruleset) bool { return r.BankrMortgageFirst }),
		either("bankr.interest_base", "mortgage", "price", func(r *game.Ruleset) bool { return r.InterestOnPrice }),
		either("bankr.bank_cards", "return", "auction", func(r *game.Ruleset) bool { return r.BankrAuctionCards }),
		house("house.resign_bankrupt", func(r *game.Ruleset) bool { return r.ResignBankrupt }),

		flag("end.time_limit", func(r *game.Ruleset) bool { return r.TimeLimit }),
		{Name: "end.minutes", as: "Minutes", quiet: true, get: func(st *setup.Setup) any { return st.Minutes }},
		flag("end.second_bankruptcy", func(r *game.Ruleset) bool { return r.SecondBankruptcy }),
		{Name: "house.round_limit", as: "Rounds", quiet: true, get: func(st *setup.Setup) any { return int(st.Rules.RoundLimit) }},
		flag("wealth.hotel_five_houses", func(r *game.Ruleset) bool { return r.HotelFiveHouses }),
	}
}

func specialFacts() []Fact {
	return []Fact{
		flag("mega.tickets", func(r *game.Ruleset) bool { return r.Rules.Tickets }),
		flag("mega.triple_rerolls", func(r *game.Ruleset) bool { return r.TripleRerolls }),
		money("mega.gift", "Gift", func(r *game.Ruleset) game.Money { return r.Gift }),
		flag("mega.last_lot_duty", func(r *game.Ruleset) bool { return r.RedistributeDuty }),
		flag("duel.on", func(r *game.Ruleset) bool { return r.Rules.Duel }),
		house("house.duel_any_group_lot", func(r *game.Ruleset) bool { return r.DuelAnyLot }),
	}
}
