package rulebook

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

var factsByName = sync.OnceValue(func() map[string]Fact {
	m := map[string]Fact{}
	for _, f := range facts() {
		m[f.Name] = f
	}
	return m
})

// facts is the table of all facts. A test compares it with the matrix and
// makes sure that no switch of the engine is left out.
func facts() []Fact {
	return slices.Concat(startFacts(), playFacts(), buildFacts(), moneyFacts(), specialFacts())
}

func startFacts() []Fact {
	return []Fact{
		count("board.deeds", "Deeds", func(r *game.Ruleset) int { return r.Deeds.Len() }),
		{Name: "board.cards", as: "Cards", wide: true, get: func(st *setup.Setup) any {
			return strconv.Itoa(int(st.Rules.Decks[game.Chance].Num)) + " + " + strconv.Itoa(int(st.Rules.Decks[game.Chest].Num))
		}},
		{Name: "options.official", as: "Offered", wide: true, get: func(st *setup.Setup) any { return strings.Join(offered(st.Rulebook), ",") }},
		point("players.min", "Min"),
		point("players.max", "Max"),
		{Name: "money.scale", get: func(st *setup.Setup) any { return st.Edition.Currency.Scale }},
		point("money.unit", "Unit"),
		point("cash.start", "Cash"),
		{Name: "cash.notes", wide: true, get: notes},
		point("salary", "Salary"),
		point("fine", "Fine"),
		point("banker_only.min", "BankerOnly"),
		point("banker_only.max", "BankerOnlyMax"),
		point("order.first", ""),
		point("start.deal", "Deal"),
		quiet("house.deal_free", ""),
		count("stock.houses", "Houses", func(r *game.Ruleset) int8 { return r.Stock[game.House] }),
		count("stock.hotels", "Hotels", func(r *game.Ruleset) int8 { return r.Stock[game.Hotel] }),
		count("stock.skyscrapers", "Skyscrapers", func(r *game.Ruleset) int8 { return r.Stock[game.Skyscraper] }),
		count("stock.depots", "Depots", func(r *game.Ruleset) int8 { return r.Stock[game.Depot] }),
		count("stock.tickets", "Tickets", func(r *game.Ruleset) int { return int(r.NumTickets) + int(r.NumExpiring) }),
		point("dice.speed_die", ""),
	}
}

// offered lists the keys of a rulebook's own options.
func offered(rulebook string) []string { return offers()[rulebook] }

var offers = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for _, book := range setup.Rulebooks() {
		for _, d := range setup.OptionsOf(book) {
			if d.Class == setup.Official {
				m[book] = append(m[book], d.Key)
			}
		}
	}
	return m
})

// notes lists the start money in notes: "2x500 4x100", "" if the amount is
// a house rule's.
func notes(st *setup.Setup) any {
	var list []string
	for _, b := range st.Bills {
		list = append(list, strconv.Itoa(b.Count)+"x"+strconv.Itoa(b.Value))
	}
	return strings.Join(list, " ")
}

func playFacts() []Fact {
	return []Fact{
		point("auction.open_min", "OpenMin"),
		quiet("house.no_auction", ""),
		quiet("house.auction_all", ""),
		quiet("house.mortgage_auction", ""),
		quiet("house.sealed_auction", ""),

		point("rent.window", ""),
		point("rent.group_factor", "GroupFactor"),
		point("rent.majority_factor", "MajorityFactor"),
		point("rent.group_factor_needs_unmortgaged", ""),
		point("rent.utility_dice", ""),
		{Name: "rent.stations", as: "Stations", get: func(st *setup.Setup) any { return byNumber(st.Rules.StationRent, st.Rules.Stations) }},
		{Name: "rent.utilities", as: "Utilities", get: func(st *setup.Setup) any { return byNumber(st.Rules.UtilityFactor, st.Rules.Utilities) }},
		count("board.utilities", "UtilityCount", func(r *game.Ruleset) int { return r.Utilities.Len() }),
		quiet("rent.auto_claim", ""),
		quiet("house.reminders", ""),
		quiet("house.no_rent_in_jail", ""),
		money("board.dice_card", "DiceCard", diceCard),

		point("tax.income", ""),
		point("tax.choose_blind", ""),
		{Name: "board.taxes", as: "Taxes", get: taxes},
		count("board.tax_percent", "Percent", taxPercent),

		point("jail.turns", "JailTurns"),
		point("jail.fine_turns", "FineTurns"),
		point("jail.card_turns", "CardTurns"),
		point("jail.throw_optional", ""),
		point("jail.exit_doubles_reroll", ""),

		quiet("house.double_go", ""),
		quiet("house.first_lap", ""),
		quiet("house.snake_eyes", ""),
		quiet("house.snake_eyes_pay", "SnakeEyes"),
		quiet("house.parking_pot", ""),
		quiet("house.parking_pot_start", ""),
	}
}

// byNumber cuts a list by number owned to the spaces there are.
func byNumber(list [game.MaxGroups]game.Money, of game.Set) (a amounts) {
	for n := 1; n <= of.Len() && n <= len(a); n++ {
		a[n-1] = list[n]
	}
	return a
}

// diceCard is a card's charge for each pip of a fresh throw, 0 if there is no such card.
func diceCard(r *game.Ruleset) game.Money {
	for _, d := range r.Decks {
		for _, c := range d.Cards[:d.Num] {
			if c.Rent == game.RentDiceTen {
				return c.Amount
			}
		}
	}
	return 0
}

// taxes are the amounts on the tax spaces, in board order.
func taxes(st *setup.Setup) any {
	var a amounts
	n := 0
	for sp := range st.Rules.Size {
		if d := &st.Rules.Spaces[sp]; d.Kind == game.KindTax && n < len(a) {
			a[n] = d.Tax
			n++
		}
	}
	return a
}

// taxPercent is the share that the tax choice takes.
func taxPercent(r *game.Ruleset) int32 {
	for sp := range r.Size {
		if p := r.Spaces[sp].Percent; p > 0 {
			return p
		}
	}
	return 0
}

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
