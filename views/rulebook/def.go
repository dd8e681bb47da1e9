package rulebook

import (
	"sync"

	"github.com/bankhalter/bankhalter/game"
)

// def says when a rule is in force and what can differ about it.
type def struct {
	when  func(now, printed *game.Ruleset) bool // nil: always
	facts []string
}

// in tells whether the rule is in force under some rules; printed are those of
// the rulebook without options.
func (d *def) in(now, printed *game.Ruleset) bool { return d.when == nil || d.when(now, printed) }

// only is a condition on the rules in force.
func only(cond func(r *game.Ruleset) bool) func(now, printed *game.Ruleset) bool {
	return func(now, _ *game.Ruleset) bool { return cond(now) }
}

func bankerOnly(r *game.Ruleset) bool  { return r.BankerOnlyMin > 0 }
func dealt(r *game.Ruleset) bool       { return r.DealDeeds > 0 }
func speedDie(r *game.Ruleset) bool    { return r.SpeedDie }
func tickets(r *game.Ruleset) bool     { return r.Rules.Tickets }
func taxChoice(r *game.Ruleset) bool   { return r.TaxChoice }
func mayStay(r *game.Ruleset) bool     { return r.JailThrowOptional }
func gate(r *game.Ruleset) bool        { return r.GateAllDeeds || r.GateAllLots }
func orderly(r *game.Ruleset) bool     { return !r.SellUneven && !r.UnevenBuild || r.SellLIFO }
func hotelWhole(r *game.Ruleset) bool  { return r.HotelSoldWhole }
func hotelBreaks(r *game.Ruleset) bool { return !r.HotelSoldWhole }
func mayOffer(r *game.Ruleset) bool    { return r.SettlementOffers }
func inKind(r *game.Ruleset) bool      { return r.PayInKind }
func neither(r *game.Ruleset) bool     { return !r.SettlementOffers && !r.PayInKind }
func pledged(r *game.Ruleset) bool     { return r.BankrMortgageFirst }
func asTheyAre(r *game.Ruleset) bool   { return !r.BankrMortgageFirst }
func timed(r *game.Ruleset) bool       { return r.TimeLimit || r.RoundLimit > 0 }
func second(r *game.Ruleset) bool      { return r.SecondBankruptcy }
func counted(r *game.Ruleset) bool     { return timed(r) || r.SecondBankruptcy }
func gap(r *game.Ruleset) bool         { return r.BuildMissing > 0 }
func skyscrapers(r *game.Ruleset) bool { return r.Skyscrapers }
func depots(r *game.Ruleset) bool      { return r.Rules.Depots }
func lastLot(r *game.Ruleset) bool     { return r.RedistributeDuty }
func ownOnly(r *game.Ruleset) bool     { return r.OwnBuildingsOnly }
func threeWorks(r *game.Ruleset) bool  { return r.Utilities.Len() > 2 }
func duels(r *game.Ruleset) bool       { return r.Rules.Duel }
func fewHouses(r *game.Ruleset) bool   { return r.HousesPerLot < usualHouses }
func megaGoods(r *game.Ruleset) bool {
	return r.Skyscrapers || r.Rules.Depots || r.Rules.Tickets
}
func quickTimed(r *game.Ruleset) bool { return r.TimeLimit && r.HousesPerLot < usualHouses }
func timedDeal(r *game.Ruleset) bool {
	return r.TimeLimit && r.DealDeeds > 0 && r.HousesPerLot == usualHouses
}

// usualHouses stand on a lot before a hotel unless the game is shortened.
const usualHouses = 4

// byItself is the agreed hour of a rulebook that is never played without one.
func byItself(_, printed *game.Ruleset) bool { return printed.TimeLimit }

var defs = sync.OnceValue(makeDefs)

// makeDefs is the table. A rule that is not in it is in force everywhere and
// the same everywhere; in each line the facts of house rules come first,
// because the first fact that has a text of its own decides.
func makeDefs() *[game.NumRules]def {
	facts := func(names ...string) []string { return names }
	return &[game.NumRules]def{
		game.RData1:  {facts: facts("board.deeds", "board.cards")},
		game.RSetup2: {facts: facts("players.min", "players.max")},
		game.RSetup3: {facts: facts("cash.start", "cash.notes", "money.scale")},
		game.RSetup4: {facts: facts("house.unlimited_buildings", "build.skyscrapers", "stock.houses", "stock.hotels", "stock.skyscrapers", "stock.depots")},
		game.RSetup5: {facts: facts("mega.tickets", "stock.tickets")},
		game.RSetup7: {when: only(bankerOnly), facts: facts("banker_only.max", "banker_only.min")},
		game.RSetup8: {when: byItself, facts: facts("end.minutes")},
		game.RSetup9: {when: only(dealt), facts: facts("house.deal_free", "start.deal")},
		game.ROrder1: {facts: facts("order.first")},
		game.ROrder3: {facts: facts("dice.speed_die")},
		game.RTurn2:  {facts: facts("mega.tickets")},
		game.RMove1:  {facts: facts("dice.speed_die")},
		game.RMove7:  {facts: facts("house.parking_pot")},
		game.RDbl1:   {facts: facts("house.snake_eyes", "house.snake_eyes_pay")},
		game.RDbl2:   {facts: facts("dice.speed_die")},
		game.RGo1:    {facts: facts("house.double_go", "salary")},
		game.RBuy1:   {facts: facts("house.auction_all", "house.first_lap")},
		game.RBuy3:   {facts: facts("house.no_auction", "house.auction_all")},

		game.RAuct1:  {facts: facts("house.no_auction", "house.auction_all", "mega.tickets")},
		game.RAuct2:  {facts: facts("house.sealed_auction")},
		game.RAuct3:  {facts: facts("auction.open_min")},
		game.RAuct4:  {facts: facts("house.sealed_auction", "money.unit")},
		game.RAuct6:  {facts: facts("house.sealed_auction")},
		game.RAuct9:  {facts: facts("house.mortgage_auction")},
		game.RRent3:  {facts: facts("rent.group_factor")},
		game.RRent4:  {facts: facts("rent.group_factor_needs_unmortgaged")},
		game.RRent6:  {facts: facts("build.depots", "rent.stations")},
		game.RRent7:  {facts: facts("rent.utility_dice", "rent.utilities")},
		game.RRent9:  {facts: facts("rent.auto_claim", "rent.window", "jail.throw_optional", "mega.tickets")},
		game.RRent10: {facts: facts("rent.auto_claim", "house.reminders")},
		game.RRent12: {facts: facts("house.no_rent_in_jail")},
		game.RRent13: {facts: facts("trade.agreements")},
		game.RCard7:  {facts: facts("board.dice_card")},

		game.RTax1:   {facts: facts("tax.income", "board.taxes")},
		game.RTax2:   {when: only(taxChoice), facts: facts("tax.income", "board.tax_percent")},
		game.RTax3:   {when: only(taxChoice), facts: facts("tax.choose_blind")},
		game.RTax4:   {when: only(taxChoice), facts: facts("mega.tickets")},
		game.RTax5:   {facts: facts("house.parking_pot", "house.parking_pot_start")},
		game.RJail3:  {facts: facts("house.no_build_in_jail", "house.no_rent_in_jail")},
		game.RJail4:  {facts: facts("jail.turns")},
		game.RJail5:  {facts: facts("fine", "jail.fine_turns")},
		game.RJail6:  {facts: facts("jail.card_turns")},
		game.RJail7:  {facts: facts("house.no_build_in_jail")},
		game.RJail9:  {facts: facts("jail.turns", "fine")},
		game.RJail10: {facts: facts("jail.exit_doubles_reroll")},
		game.RJail11: {when: only(mayStay), facts: facts("jail.throw_optional", "jail.turns")},
		game.RJail12: {when: only(speedDie)},

		game.RBuild1:  {facts: facts("build.missing_lots")},
		game.RBuild2:  {when: only(gate), facts: facts("build.gate")},
		game.RBuild3:  {facts: facts("house.build_only_own_turn", "house.no_build_in_jail", "build.timing")},
		game.RBuild5:  {facts: facts("house.uneven_build")},
		game.RBuild6:  {facts: facts("build.houses")},
		game.RBuild7:  {facts: facts("build.houses", "build.missing_lots")},
		game.RBuild8:  {facts: facts("build.skyscrapers")},
		game.RBuild9:  {facts: facts("house.unlimited_buildings")},
		game.RBuild10: {facts: facts("build.mortgage_block", "build.missing_lots")},
		game.RBuild11: {facts: facts("mega.last_lot_duty")},
		game.RBuild14: {facts: facts("build.depots")},
		game.RShort1:  {facts: facts("house.unlimited_buildings")},
		game.RShort4:  {facts: facts("short.min_bid", "auction.open_min")},
		game.RShort6:  {facts: facts("sell.basis")},

		game.RSell1:  {facts: facts("sell.basis")},
		game.RSell2:  {facts: facts("house.uneven_build", "sell.even")},
		game.RSell3:  {when: only(hotelBreaks), facts: facts("house.unlimited_buildings", "sell.hotel_mode", "build.houses")},
		game.RSell4:  {when: only(hotelWhole), facts: facts("sell.hotel_mode")},
		game.RSell5:  {facts: facts("sell.hotel_mode")},
		game.RSell6:  {when: only(orderly), facts: facts("sell.lifo", "sell.even")},
		game.RSell7:  {when: only(hotelBreaks), facts: facts("tournament.no_forced_shortage")},
		game.RMort2:  {facts: facts("mortgage.clear")},
		game.RTrade1: {facts: facts("house.tickets_tradeable", "mega.tickets")},
		game.RTrade3: {facts: facts("house.trade_guard")},
		game.RTrade4: {facts: facts("trade.agreements")},
		game.RTrade5: {facts: facts("house.gifts", "money.unit")},
		game.RTrade7: {facts: facts("house.no_build_in_jail")},

		game.RDebt4:   {when: only(mayOffer), facts: facts("debt.offers")},
		game.RDebt5:   {when: only(inKind), facts: facts("debt.pay_in_kind")},
		game.RDebt6:   {when: only(neither)},
		game.RBankr1:  {facts: facts("house.resign_bankrupt")},
		game.RBankr3:  {when: only(asTheyAre), facts: facts("bankr.mortgage_first")},
		game.RBankr4:  {when: only(pledged), facts: facts("bankr.mortgage_first")},
		game.RBankr5:  {facts: facts("bankr.interest_base")},
		game.RBankr7:  {facts: facts("house.mortgage_auction")},
		game.RBankr8:  {facts: facts("bankr.bank_cards")},
		game.RBankr12: {when: only(megaGoods)},
		game.REnd2:    {when: only(timed), facts: facts("end.minutes", "house.round_limit", "end.time_limit")},
		game.REnd3:    {when: only(second), facts: facts("end.second_bankruptcy")},
		game.REnd4:    {when: only(counted), facts: facts("wealth.hotel_five_houses")},
		game.REnd5:    {when: only(counted)},
		game.REnd6:    {when: only(timed)},

		game.RMdice1:  {when: only(speedDie), facts: facts("dice.speed_die")},
		game.RMdice2:  {when: only(speedDie)},
		game.RMdice3:  {when: only(speedDie)},
		game.RMdice4:  {when: only(speedDie)},
		game.RMdice5:  {when: only(speedDie)},
		game.RMdice6:  {when: only(speedDie)},
		game.RMdice7:  {when: only(speedDie), facts: facts("mega.triple_rerolls")},
		game.RMdice8:  {when: only(speedDie)},
		game.RMtick1:  {when: only(tickets), facts: facts("mega.tickets")},
		game.RMtick2:  {when: only(tickets)},
		game.RMtick3:  {when: only(tickets), facts: facts("stock.tickets")},
		game.RMtick4:  {when: only(tickets)},
		game.RMsq1:    {when: only(tickets), facts: facts("mega.gift")},
		game.RMsq2:    {when: only(tickets)},
		game.RMsq3:    {when: only(tickets)},
		game.RMsq4:    {when: only(tickets)},
		game.RMbuild1: {when: only(gap), facts: facts("build.missing_lots")},
		game.RMbuild2: {when: only(skyscrapers), facts: facts("build.skyscrapers", "stock.skyscrapers")},
		game.RMbuild3: {when: only(gap), facts: facts("rent.majority_factor", "rent.group_factor")},
		game.RMbuild4: {when: only(skyscrapers)},
		game.RMbuild5: {when: only(lastLot), facts: facts("mega.last_lot_duty")},
		game.RMbuild6: {when: only(lastLot), facts: facts("mega.last_lot_duty")},
		game.RMbuild7: {when: only(depots), facts: facts("build.depots", "board.depot", "board.depot_half", "stock.depots")},
		game.RMmort1:  {when: only(ownOnly), facts: facts("mortgage.own_buildings")},
		game.RMutil1:  {when: only(threeWorks), facts: facts("board.utilities", "rent.utilities")},

		game.RDuel1:  {when: only(duels), facts: facts("house.duel_any_group_lot", "duel.on")},
		game.RDuel2:  {when: only(duels)},
		game.RDuel3:  {when: only(duels)},
		game.RDuel4:  {when: only(duels)},
		game.RDuel5:  {when: only(duels)},
		game.RDuel6:  {when: only(duels)},
		game.RDuel7:  {when: only(duels), facts: facts("house.duel_any_group_lot")},
		game.RDuel8:  {when: only(duels)},
		game.RDuel9:  {when: only(duels)},
		game.RQuick1: {when: only(second), facts: facts("start.deal", "build.houses", "end.second_bankruptcy")},
		game.RQuick2: {when: only(fewHouses), facts: facts("build.houses")},
		game.RQuick3: {when: only(quickTimed), facts: facts("build.houses", "end.time_limit")},
		game.RQuick4: {when: only(timedDeal), facts: facts("start.deal", "build.houses")},
		game.RQuick5: {facts: facts("options.official")},
	}
}
