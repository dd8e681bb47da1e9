package rulebook

import (
	"slices"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// def defines when a rule is in force and its variable parts.
type def struct {
	when  func(now, printed *setup.Setup) bool // nil: always
	facts []string
}

// in reports whether the rule is in force under some rules; printed are those of
// the rulebook without options.
func (d *def) in(now, printed *setup.Setup) bool { return d.when == nil || d.when(now, printed) }

// A cond is a condition on the rules in force.
type cond = func(now, printed *setup.Setup) bool

// is reports whether a switch has a value.
func is(name string, value any) cond {
	return func(now, _ *setup.Setup) bool { return now.Value(name) == value }
}

func on(name string) cond { return is(name, true) }

// some reports whether a switch that is a number is not 0.
func some(name string) cond { return not(is(name, 0)) }

func not(c cond) cond {
	return func(now, printed *setup.Setup) bool { return !c(now, printed) }
}

func either(conds ...cond) cond {
	return func(now, printed *setup.Setup) bool {
		return slices.ContainsFunc(conds, func(c cond) bool { return c(now, printed) })
	}
}

func both(conds ...cond) cond {
	return func(now, printed *setup.Setup) bool {
		return !slices.ContainsFunc(conds, func(c cond) bool { return !c(now, printed) })
	}
}

// The conditions that more than one rule has.
var (
	tickets     = on("mega.tickets")
	skyscrapers = on("build.skyscrapers")
	depots      = on("build.depots")
	hotelBreaks = is("sell.hotel_mode", "break")
	timed       = either(on("end.time_limit"), some("house.round_limit"))
	second      = on("end.second_bankruptcy")
	fewHouses   = not(is("build.houses", usualHouses))
)

// usualHouses is the number of houses on a lot before a hotel unless the game is shortened.
const usualHouses = 4

// byItself is the agreed hour of a rulebook that is never played without one.
func byItself(_, printed *setup.Setup) bool { return printed.Value("end.time_limit") == true }

func threeUtilities(now, _ *setup.Setup) bool { return now.Rules.Utilities.Len() > 2 }

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
		game.RSetup7: {when: some("banker_only.min"), facts: facts("banker_only.max", "banker_only.min")},
		game.RSetup8: {when: byItself, facts: facts("end.minutes")},
		game.RSetup9: {when: some("start.deal"), facts: facts("house.deal_free", "start.deal")},
		game.ROrder1: {facts: facts("order.first")},
		game.ROrder3: {facts: facts("dice.speed_die")},
		game.RTurn2:  {facts: facts("mega.tickets")},
		game.RTurn5:  {facts: facts("house.no_undo")},
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
		game.RTax2:   {when: is("tax.income", "choice"), facts: facts("tax.income", "board.tax_percent")},
		game.RTax3:   {when: is("tax.income", "choice"), facts: facts("tax.choose_blind")},
		game.RTax4:   {when: is("tax.income", "choice"), facts: facts("mega.tickets")},
		game.RTax5:   {facts: facts("house.parking_pot", "house.parking_pot_start")},
		game.RJail3:  {facts: facts("house.no_build_in_jail", "house.no_rent_in_jail")},
		game.RJail4:  {facts: facts("jail.turns")},
		game.RJail5:  {facts: facts("fine", "jail.fine_turns")},
		game.RJail6:  {facts: facts("jail.card_turns")},
		game.RJail7:  {facts: facts("house.no_build_in_jail")},
		game.RJail9:  {facts: facts("jail.turns", "fine")},
		game.RJail10: {facts: facts("jail.exit_doubles_reroll")},
		game.RJail11: {when: on("jail.throw_optional"), facts: facts("jail.throw_optional", "jail.turns")},
		game.RJail12: {when: on("dice.speed_die")},

		game.RBuild1:  {facts: facts("build.missing_lots")},
		game.RBuild2:  {when: not(is("build.gate", "none")), facts: facts("build.gate")},
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
		game.RSell3:  {when: hotelBreaks, facts: facts("house.unlimited_buildings", "sell.hotel_mode", "build.houses")},
		game.RSell4:  {when: is("sell.hotel_mode", "whole"), facts: facts("sell.hotel_mode")},
		game.RSell5:  {facts: facts("sell.hotel_mode")},
		game.RSell6:  {when: either(on("sell.lifo"), both(is("sell.even", "yes"), not(on("house.uneven_build")))), facts: facts("sell.lifo", "sell.even")},
		game.RSell7:  {when: hotelBreaks, facts: facts("tournament.no_forced_shortage")},
		game.RMort2:  {facts: facts("mortgage.clear")},
		game.RTrade1: {facts: facts("house.tickets_tradeable", "mega.tickets")},
		game.RTrade3: {facts: facts("house.trade_guard")},
		game.RTrade4: {facts: facts("trade.agreements")},
		game.RTrade5: {facts: facts("house.gifts", "money.unit")},
		game.RTrade7: {facts: facts("house.no_build_in_jail")},

		game.RDebt4:   {when: on("debt.offers"), facts: facts("debt.offers")},
		game.RDebt5:   {when: on("debt.pay_in_kind"), facts: facts("debt.pay_in_kind")},
		game.RDebt6:   {when: not(either(on("debt.offers"), on("debt.pay_in_kind")))},
		game.RBankr1:  {facts: facts("house.resign_bankrupt")},
		game.RBankr3:  {when: not(on("bankr.mortgage_first")), facts: facts("bankr.mortgage_first")},
		game.RBankr4:  {when: on("bankr.mortgage_first"), facts: facts("bankr.mortgage_first")},
		game.RBankr5:  {facts: facts("bankr.interest_base")},
		game.RBankr7:  {facts: facts("house.mortgage_auction")},
		game.RBankr8:  {facts: facts("bankr.bank_cards")},
		game.RBankr12: {when: either(skyscrapers, depots, tickets)},
		game.REnd2:    {when: timed, facts: facts("end.minutes", "house.round_limit", "end.time_limit")},
		game.REnd3:    {when: second, facts: facts("end.second_bankruptcy")},
		game.REnd4:    {when: either(timed, second), facts: facts("wealth.hotel_five_houses")},
		game.REnd5:    {when: either(timed, second)},
		game.REnd6:    {when: timed},

		game.RMdice1:  {when: on("dice.speed_die"), facts: facts("dice.speed_die")},
		game.RMdice2:  {when: on("dice.speed_die")},
		game.RMdice3:  {when: on("dice.speed_die")},
		game.RMdice4:  {when: on("dice.speed_die")},
		game.RMdice5:  {when: on("dice.speed_die")},
		game.RMdice6:  {when: on("dice.speed_die")},
		game.RMdice7:  {when: on("dice.speed_die"), facts: facts("mega.triple_rerolls")},
		game.RMdice8:  {when: on("dice.speed_die")},
		game.RMtick1:  {when: tickets, facts: facts("mega.tickets")},
		game.RMtick2:  {when: tickets},
		game.RMtick3:  {when: tickets, facts: facts("stock.tickets")},
		game.RMtick4:  {when: tickets},
		game.RMsq1:    {when: tickets, facts: facts("mega.gift")},
		game.RMsq2:    {when: tickets},
		game.RMsq3:    {when: tickets},
		game.RMsq4:    {when: tickets},
		game.RMbuild1: {when: some("build.missing_lots"), facts: facts("build.missing_lots")},
		game.RMbuild2: {when: skyscrapers, facts: facts("build.skyscrapers", "stock.skyscrapers")},
		game.RMbuild3: {when: some("build.missing_lots"), facts: facts("rent.majority_factor", "rent.group_factor")},
		game.RMbuild4: {when: skyscrapers},
		game.RMbuild5: {when: on("mega.last_lot_duty"), facts: facts("mega.last_lot_duty")},
		game.RMbuild6: {when: on("mega.last_lot_duty"), facts: facts("mega.last_lot_duty", "house.no_build_in_jail")},
		game.RMbuild7: {when: depots, facts: facts("build.depots", "board.depot", "board.depot_half", "stock.depots")},
		game.RMmort1:  {when: on("mortgage.own_buildings"), facts: facts("mortgage.own_buildings")},
		game.RMutil1:  {when: threeUtilities, facts: facts("board.utilities", "rent.utilities")},

		game.RDuel1:  {when: on("duel.on"), facts: facts("house.duel_any_group_lot", "duel.on")},
		game.RDuel2:  {when: on("duel.on")},
		game.RDuel3:  {when: on("duel.on")},
		game.RDuel4:  {when: on("duel.on")},
		game.RDuel5:  {when: on("duel.on")},
		game.RDuel6:  {when: on("duel.on")},
		game.RDuel7:  {when: on("duel.on"), facts: facts("house.duel_any_group_lot")},
		game.RDuel8:  {when: on("duel.on")},
		game.RDuel9:  {when: on("duel.on")},
		game.RQuick1: {when: second, facts: facts("start.deal", "build.houses", "end.second_bankruptcy")},
		game.RQuick2: {when: fewHouses, facts: facts("build.houses")},
		game.RQuick3: {when: both(on("end.time_limit"), fewHouses), facts: facts("build.houses", "end.time_limit")},
		game.RQuick4: {when: both(on("end.time_limit"), some("start.deal"), not(fewHouses)), facts: facts("start.deal", "build.houses")},
		game.RQuick5: {facts: facts("options.official")},
	}
}
