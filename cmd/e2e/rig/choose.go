package rig

import (
	"math/rand/v2"
)

// weights say how gladly Choose makes a move: enough of everything to visit
// every phase, enough of going on to reach the end of a game. Moves not
// named here are never made.
var weights = map[string]int{
	"roll": 400, "end_turn": 300, "done": 300, "pay_debt": 400, "claim_rent": 900,
	"buy": 300, "decline": 60, "bid": 60, "pass": 60,
	"pay_fine": 100, "use_jail_card": 100, "stay": 60, "use_ticket": 30, "choose_space": 100, "choose_sum": 50,
	"choose_tax": 100, "choose_bus": 100, "choose_gift": 100, "choose_card": 100,
	"pick_deed": 100, "skip_pick": 10, "duel": 50, "no_duel": 50, "take": 80, "leave": 20,
	"build": 120, "sell": 4, "sell_group": 4, "mortgage": 4, "lift": 12, "keep": 30,
	"intent": 50, "place": 100, "pay_in_kind": 40, "declare_bankruptcy": 40,
	"accept_trade": 60, "reject_trade": 60, "cancel_trade": 4,
	"accept_settlement": 50, "reject_settlement": 50, "waive_claim": 4,
}

// Choose picks one of the listed moves and fills in its arguments; false if
// there is none that it would make.
func Choose(moves []Move, rng *rand.Rand) (Move, bool) {
	total := 0
	for _, m := range moves {
		total += weights[m.Name()]
	}
	if total == 0 {
		return nil, false
	}
	n := rng.IntN(total)
	for _, m := range moves {
		if n -= weights[m.Name()]; n < 0 {
			return Fill(m, rng), true
		}
	}
	return nil, false
}

// Fill turns an entry of the list into a move: of a range it takes the lower
// end, of several possibilities one.
func Fill(entry Move, rng *rand.Rand) Move {
	m := Move{}
	for key, v := range entry {
		if _, many := v.([]any); !many && key != "min" && key != "max" && key != "step" && key != "cost" {
			m[key] = v
		}
	}
	for many, one := range map[string]string{
		"spaces": "space", "options": "option", "groups": "group", "claims": "claim", "trades": "trade", "dests": "to",
	} {
		if list, ok := entry[many].([]any); ok && len(list) > 0 {
			m[one] = list[rng.IntN(len(list))]
		}
	}
	switch entry.Name() {
	case "bid":
		m["amount"] = entry["min"]
	case "intent":
		m["count"] = entry["max"]
	case "build", "sell":
		m["spaces"] = []any{m["space"]}
		delete(m, "space")
	}
	return m
}
