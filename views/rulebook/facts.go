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
		count("players.min", "Min", func(r *game.Ruleset) uint8 { return r.MinPlayers }),
		count("players.max", "Max", func(r *game.Ruleset) uint8 { return r.MaxPlayers }),
		{Name: "money.scale", get: func(st *setup.Setup) any { return st.Edition.Currency.Scale }},
		money("money.unit", "Unit", func(r *game.Ruleset) game.Money { return r.Unit }),
		money("cash.start", "Cash", func(r *game.Ruleset) game.Money { return r.StartCash }),
		{Name: "cash.notes", wide: true, get: notes},
		money("salary", "Salary", func(r *game.Ruleset) game.Money { return r.Salary }),
		money("fine", "Fine", func(r *game.Ruleset) game.Money { return r.Fine }),
		count("banker_only.min", "BankerOnly", func(r *game.Ruleset) uint8 { return r.BankerOnlyMin }),
		count("banker_only.max", "BankerOnlyMax", func(r *game.Ruleset) uint8 { return r.BankerOnlyMax }),
		either("order.first", "seat1", "banker", func(r *game.Ruleset) bool { return r.BankerFirst }),
		count("start.deal", "Deal", func(r *game.Ruleset) uint8 { return r.DealDeeds }),
		house("house.deal_free", func(r *game.Ruleset) bool { return r.DealFree }),
		count("stock.houses", "Houses", func(r *game.Ruleset) int8 { return r.Stock[game.House] }),
		count("stock.hotels", "Hotels", func(r *game.Ruleset) int8 { return r.Stock[game.Hotel] }),
		count("stock.skyscrapers", "Skyscrapers", func(r *game.Ruleset) int8 { return r.Stock[game.Skyscraper] }),
		count("stock.depots", "Depots", func(r *game.Ruleset) int8 { return r.Stock[game.Depot] }),
		count("stock.tickets", "Tickets", func(r *game.Ruleset) int { return int(r.NumTickets) + int(r.NumExpiring) }),
		flag("dice.speed_die", func(r *game.Ruleset) bool { return r.SpeedDie }),
	}
}

// offered lists the keys of what a rulebook itself leaves open.
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
		money("auction.open_min", "OpenMin", func(r *game.Ruleset) game.Money { return r.AuctionMin }),
		house("house.no_auction", func(r *game.Ruleset) bool { return r.NoAuction }),
		house("house.auction_all", func(r *game.Ruleset) bool { return r.AuctionAll }),
		house("house.mortgage_auction", func(r *game.Ruleset) bool { return r.AuctionPledged }),
		house("house.sealed_auction", func(r *game.Ruleset) bool { return r.SealedAuction }),

		count("rent.window", "", func(r *game.Ruleset) uint8 { return r.RentWindow }),
		count("rent.group_factor", "GroupFactor", func(r *game.Ruleset) game.Money { return r.GroupFactor }),
		count("rent.majority_factor", "MajorityFactor", func(r *game.Ruleset) game.Money { return r.MajorityFactor }),
		flag("rent.group_factor_needs_unmortgaged", func(r *game.Ruleset) bool { return r.FactorNeedsUnmortgaged }),
		either("rent.utility_dice", "move", "fresh", func(r *game.Ruleset) bool { return r.UtilityDice == game.DiceFresh }),
		{Name: "rent.stations", as: "Stations", get: func(st *setup.Setup) any { return byNumber(st.Rules.StationRent, st.Rules.Stations) }},
		{Name: "rent.utilities", as: "Utilities", get: func(st *setup.Setup) any { return byNumber(st.Rules.UtilityFactor, st.Rules.Utilities) }},
		count("board.utilities", "UtilityCount", func(r *game.Ruleset) int { return r.Utilities.Len() }),
		house("rent.auto_claim", func(r *game.Ruleset) bool { return r.AutoClaim }),
		house("house.reminders", func(r *game.Ruleset) bool { return r.Reminders }),
		house("house.no_rent_in_jail", func(r *game.Ruleset) bool { return r.NoRentInJail }),
		money("board.dice_card", "DiceCard", diceCard),

		either("tax.income", "flat", "choice", func(r *game.Ruleset) bool { return r.TaxChoice }),
		flag("tax.choose_blind", func(r *game.Ruleset) bool { return r.TaxBlind }),
		{Name: "board.taxes", as: "Taxes", get: taxes},
		count("board.tax_percent", "Percent", taxPercent),

		count("jail.turns", "JailTurns", func(r *game.Ruleset) uint8 { return r.JailTurns }),
		turns("jail.fine_turns", "FineTurns", func(r *game.Ruleset) game.TurnSet { return r.FineTurns }),
		turns("jail.card_turns", "CardTurns", func(r *game.Ruleset) game.TurnSet { return r.CardTurns }),
		flag("jail.throw_optional", func(r *game.Ruleset) bool { return r.JailThrowOptional }),
		flag("jail.exit_doubles_reroll", func(r *game.Ruleset) bool { return r.JailExitRerolls }),

		house("house.double_go", func(r *game.Ruleset) bool { return r.DoubleGo }),
		house("house.first_lap", func(r *game.Ruleset) bool { return r.FirstLap }),
		house("house.snake_eyes", func(r *game.Ruleset) bool { return r.SnakeEyes > 0 }),
		{Name: "house.snake_eyes_pay", as: "SnakeEyes", quiet: true, get: func(st *setup.Setup) any { return amount(st.Rules.SnakeEyes) }},
		house("house.parking_pot", func(r *game.Ruleset) bool { return r.ParkingPot }),
		{Name: "house.parking_pot_start", quiet: true, get: func(st *setup.Setup) any { return amount(st.Rules.PotStart) }},
	}
}

// byNumber cuts a list by number owned to the spaces there are.
func byNumber(list [game.MaxGroups]game.Money, of game.Set) (a amounts) {
	for n := 1; n <= of.Len() && n <= len(a); n++ {
		a[n-1] = list[n]
	}
	return a
}

// diceCard is what a card asks for each pip of a fresh throw, 0 if none does.
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
