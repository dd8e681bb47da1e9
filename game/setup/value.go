package setup

import (
	"maps"
	"sync"

	"github.com/bankhalter/bankhalter/game"
)

// Value is the setting of a switch of the rules in this game, by the name that
// the matrix or the options give it, such as "rent.window": a bool, an int, one
// of the switch's words or an amount of the board as game.Money. It is nil if
// there is no switch of that name.
func (s *Setup) Value(name string) any {
	if get, ok := switches()[name]; ok {
		return get(&s.Rules.Rules)
	}
	return nil
}

// switches reads every switch of the rules: those of the matrix, the flags
// among the options, and those set only by several options together or by none.
var switches = sync.OnceValue(func() map[string]func(*game.Rules) any {
	m := map[string]func(*game.Rules) any{
		"money.unit":              func(r *game.Rules) any { return r.Unit },
		"auction.open_min":        func(r *game.Rules) any { return r.AuctionMin },
		"start.deal":              func(r *game.Rules) any { return int(r.DealDeeds) },
		"house.snake_eyes":        func(r *game.Rules) any { return r.SnakeEyes > 0 },
		"house.snake_eyes_pay":    func(r *game.Rules) any { return r.SnakeEyes },
		"house.parking_pot_start": func(r *game.Rules) any { return r.PotStart },
		"house.uneven_build":      func(r *game.Rules) any { return r.UnevenBuild },
		"house.round_limit":       func(r *game.Rules) any { return int(r.RoundLimit) },
		"trade.agreements":        func(r *game.Rules) any { return r.SideAgreements },
		"end.second_bankruptcy":   func(r *game.Rules) any { return r.SecondBankruptcy },
		"duel.on":                 func(r *game.Rules) any { return r.Duel },
		"build.gate": func(r *game.Rules) any {
			switch {
			case r.GateAllDeeds:
				return "all_deeds"
			case r.GateAllLots:
				return "all_lots"
			}
			return "none"
		},
		"bankr.interest_base": func(r *game.Rules) any {
			if r.InterestOnPrice {
				return "price"
			}
			return "mortgage"
		},
	}
	rest := map[string]func(*game.Rules) any{}
	for _, d := range optionDefs() {
		if flag := d.flag; flag != nil {
			rest[d.Key] = func(r *game.Rules) any { return *flag(r) }
		}
	}
	for _, row := range Matrix() {
		rest[row.Switch] = row.get
	}
	maps.Copy(rest, m)
	return rest
})
