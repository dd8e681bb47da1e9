package setup

import "github.com/bankhalter/bankhalter/game"

// houseRules are the toggles that no rulebook prints, H-01 to H-30.
func houseRules() []OptionDef {
	flag := func(rule, key string, field func(*game.Rules) *bool, books ...string) OptionDef {
		return OptionDef{Key: key, Kind: Flag, Class: HouseRule, Rule: rule, Default: false, books: books, flag: field}
	}
	return []OptionDef{
		flag("H-01", "house.parking_pot", func(r *game.Rules) *bool { return &r.ParkingPot }),
		{Key: "house.parking_pot_start", Kind: Amount, Class: HouseRule, Rule: "H-01", Min: 0, Max: maxMoney, Default: 0,
			set: func(r *game.Rules, v any, _ game.Money) { r.PotStart = game.Money(v.(int)) }},
		flag("H-02", "house.loans", func(r *game.Rules) *bool { return &r.SideAgreements }),
		flag("H-03", "house.rent_waiver", func(r *game.Rules) *bool { return &r.SideAgreements }),
		flag("H-04", "house.double_go", func(r *game.Rules) *bool { return &r.DoubleGo }),
		flag("H-05", "house.no_auction", func(r *game.Rules) *bool { return &r.NoAuction }),
		flag("H-06", "house.no_rent_in_jail", func(r *game.Rules) *bool { return &r.NoRentInJail }),
		flag("H-07", "house.first_lap", func(r *game.Rules) *bool { return &r.FirstLap }),
		{Key: "house.snake_eyes", Kind: Flag, Class: HouseRule, Rule: "H-08", Default: false,
			set: func(r *game.Rules, _ any, scale game.Money) { r.SnakeEyes = 100 * scale }},
		{Key: "house.uneven_build", Kind: Flag, Class: HouseRule, Rule: "H-09", Default: false,
			set: func(r *game.Rules, _ any, _ game.Money) { r.UnevenBuild, r.SellUneven = true, true }},
		flag("H-10", "house.unlimited_buildings", func(r *game.Rules) *bool { return &r.Unlimited }),
		flag("H-11", "house.build_only_own_turn", func(r *game.Rules) *bool { return &r.BuildOnlyOwnTurn }),
		flag("H-12", "house.no_build_in_jail", func(r *game.Rules) *bool { return &r.NoBuildInJail }),
		{Key: "house.jail_exit_reroll", Kind: Flag, Class: HouseRule, Rule: "H-13",
			flag: func(r *game.Rules) *bool { return &r.JailExitRerolls }},
		flag("H-14", "house.sealed_auction", func(r *game.Rules) *bool { return &r.SealedAuction }),
		flag("H-15", "house.auction_all", func(r *game.Rules) *bool { return &r.AuctionAll }),
		{Key: "house.start_cash", Kind: Amount, Class: HouseRule, Rule: "H-16", Min: 1, Max: maxMoney,
			set: func(r *game.Rules, v any, _ game.Money) { r.StartCash = game.Money(v.(int)) }},
		{Key: "house.salary", Kind: Amount, Class: HouseRule, Rule: "H-16", Min: 0, Max: maxMoney,
			set: func(r *game.Rules, v any, _ game.Money) { r.Salary = game.Money(v.(int)) }},
		{Key: "house.deal_n", Kind: Number, Class: HouseRule, Rule: "H-17", Min: 1, Max: maxDeals,
			set: func(r *game.Rules, v any, _ game.Money) { r.DealDeeds = uint8(v.(int)) }},
		flag("H-17", "house.deal_free", func(r *game.Rules) *bool { return &r.DealFree }),
		{Key: "house.time_limit", Kind: Number, Class: HouseRule, Rule: "H-18", Min: 1, Max: maxMinutes,
			books: []string{bookSonic, bookStandard, bookMega, bookUS, bookDuel},
			set:   func(r *game.Rules, _ any, _ game.Money) { r.TimeLimit = true }},
		{Key: "house.round_limit", Kind: Number, Class: HouseRule, Rule: "H-18", Min: 1, Max: maxRounds,
			set: func(r *game.Rules, v any, _ game.Money) { r.RoundLimit = uint16(v.(int)) }},
		flag("H-19", "rent.auto_claim", func(r *game.Rules) *bool { return &r.AutoClaim }),
		flag("H-20", "house.reminders", func(r *game.Rules) *bool { return &r.Reminders }),
		{Key: "house.two_jail_turns", Kind: Flag, Class: HouseRule, Rule: "H-21", Default: false, set: setTwoJailTurns},
		flag("H-22", "house.trade_guard", func(r *game.Rules) *bool { return &r.TradeGuard }),
		flag("H-23", "house.gifts", func(r *game.Rules) *bool { return &r.Gifts }),
		{Key: "house.mega_majority_double", Kind: Flag, Class: HouseRule, Rule: "H-24", Default: false, books: []string{bookMega},
			set: func(r *game.Rules, _ any, _ game.Money) { r.MajorityFactor = 2 }},
		flag("H-25", "house.tickets_tradeable", func(r *game.Rules) *bool { return &r.TicketsTradeable }, bookMega),
		flag("H-26", "house.duel_any_group_lot", func(r *game.Rules) *bool { return &r.DuelAnyLot }, bookDuel),
		flag("H-27", "tournament.no_forced_shortage", func(r *game.Rules) *bool { return &r.NoForcedShortage }),
		flag("H-28", "house.mortgage_auction", func(r *game.Rules) *bool { return &r.AuctionPledged }),
		flag("H-29", "house.resign_bankrupt", func(r *game.Rules) *bool { return &r.ResignBankrupt }),
		flag("H-30", "house.no_undo", func(r *game.Rules) *bool { return &r.NoUndo }),
	}
}

// setTwoJailTurns drops one jail turn: the second becomes the last, so the bars
// of the last turn apply to the second too.
func setTwoJailTurns(r *game.Rules, _ any, _ game.Money) {
	r.JailTurns = 2
	r.FineTurns, r.CardTurns = shorten(r.FineTurns), shorten(r.CardTurns)
}

func shorten(turns game.TurnSet) game.TurnSet {
	const second, third = 1 << 2, 1 << 3
	if turns&third == 0 {
		return turns &^ second
	}
	return turns &^ third
}
