package setup

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// OptionKind is the kind of an option's value.
type OptionKind uint8

// The kinds.
const (
	Flag   OptionKind = iota // true or false
	Number                   // a whole number from Min to Max
	Amount                   // money of the edition, a multiple of its unit
	Word                     // one of Values
)

// OptionClass distinguishes official options from others.
type OptionClass uint8

// The classes. A game with a house rule is no official game.
const (
	Official  OptionClass = iota // offered by the rulebook itself
	Reading                      // another reading of an unclear passage of the rulebook
	HouseRule                    // not part of any rulebook
)

// OptionDef describes an option of a rulebook.
type OptionDef struct {
	Key      string
	Kind     OptionKind
	Class    OptionClass
	Rule     string // the passage it belongs to, such as "R-QUICK-1", "I-07" or "H-13"
	Min, Max int    // Number and Amount
	Values   []string
	Default  any // bool, int or string; nil if the rulebook's own value holds

	books []string // nil: all
	set   func(r *game.Rules, v any, scale game.Money)
	flag  func(r *game.Rules) *bool // the one switch that a Flag sets, in place of set
}

// OptionsOf lists the options of a rulebook in a fixed order: official ones
// first, then other readings, then house rules.
func OptionsOf(rulebook string) []OptionDef {
	var defs []OptionDef
	for _, d := range optionDefs() {
		if d.in(rulebook) {
			defs = append(defs, d)
		}
	}
	return defs
}

func (d *OptionDef) in(rulebook string) bool {
	return d.books == nil || slices.Contains(d.books, rulebook)
}

func optionDef(key string) (OptionDef, bool) {
	for _, d := range optionDefs() {
		if d.Key == key {
			return d, true
		}
	}
	return OptionDef{}, false
}

// optionDuel is the key of the option that the duel rulebook has its name from.
const optionDuel = "duel"

// The eras of tax_era.
const (
	eraOld = "pre2008"
	eraNew = "since2008"
)

// Bounds of options.
const (
	maxMinutes = 30 * 24 * 60
	maxRounds  = 1000
	maxDeals   = 6
	maxMoney   = 1_000_000
)

// optionDefs is the table of all options.
func optionDefs() []OptionDef {
	return slices.Concat(officialOptions(), readings(), houseRules())
}

func officialOptions() []OptionDef {
	return []OptionDef{
		{Key: "end_time", Kind: Number, Rule: "R-END-2", Min: 1, Max: maxMinutes, books: []string{bookMark, bookStandard, bookMega, bookUS, bookDuel},
			set: func(r *game.Rules, _ any, _ game.Money) { r.TimeLimit = true }},
		{Key: "deal2", Kind: Flag, Rule: "R-SETUP-9", books: []string{bookMark, bookStandard, bookMega, bookUS, bookDuel}, set: setDeal2},
		{Key: "short", Kind: Flag, Rule: "R-QUICK-1", Default: false, books: []string{bookUS}, set: setQuick},
		{Key: "quick", Kind: Flag, Rule: "R-QUICK-1", Default: false, books: []string{bookDuel}, set: setQuick},
		{Key: "quick.three_houses", Kind: Flag, Rule: "R-QUICK-3", Default: true, books: []string{bookDuel}, set: setThreeHouses},
		{Key: optionDuel, Kind: Flag, Rule: "R-DUEL-1", Default: false, books: []string{bookDuel}, flag: func(r *game.Rules) *bool { return &r.Duel }},
		{Key: "tax_era", Kind: Word, Rule: "R-TAX-2", Values: []string{eraOld, eraNew}, Default: eraOld, books: []string{bookUS},
			set: func(r *game.Rules, v any, _ game.Money) { r.TaxChoice = v == eraOld }},
	}
}

// readings are the other readings that the matrix names for unclear passages.
func readings() []OptionDef {
	return []OptionDef{
		{Key: "build.gate", Kind: Word, Class: Reading, Rule: "I-04", Values: []string{"all_deeds", "all_lots"}, Default: "all_deeds", books: []string{bookMark},
			set: func(r *game.Rules, v any, _ game.Money) {
				r.GateAllDeeds, r.GateAllLots = v == "all_deeds", v == "all_lots"
			}},
		{Key: "jail.exit_doubles_reroll", Kind: Flag, Class: Reading, Rule: "I-07", Default: true, books: []string{bookMark, bookSonic},
			flag: func(r *game.Rules) *bool { return &r.JailExitRerolls }},
		{Key: "jail.fine_turns", Kind: Word, Class: Reading, Rule: "I-08", Values: []string{"1", "1,2", "1,2,3"}, Default: "1,2,3", books: []string{bookSonic},
			set: func(r *game.Rules, v any, _ game.Money) { r.FineTurns = turnSet(v.(string)) }},
		{Key: "jail.card_turns", Kind: Word, Class: Reading, Rule: "I-10", Values: []string{"1,2", "1,2,3"}, Default: "1,2", books: []string{bookStandard, bookMega, bookDuel},
			set: func(r *game.Rules, v any, _ game.Money) { r.CardTurns = turnSet(v.(string)) }},
		{Key: "sell.lifo", Kind: Flag, Class: Reading, Rule: "I-22", Default: false, books: []string{bookUS},
			flag: func(r *game.Rules) *bool { return &r.SellLIFO }},
		{Key: "bankr.interest_base", Kind: Word, Class: Reading, Rule: "I-29", Values: []string{"mortgage", "price"}, Default: "mortgage", books: []string{bookUS},
			set: func(r *game.Rules, v any, _ game.Money) { r.InterestOnPrice = v == "price" }},
		{Key: "mega.triple_rerolls", Kind: Flag, Class: Reading, Rule: "I-38", Default: true, books: []string{bookMega},
			flag: func(r *game.Rules) *bool { return &r.TripleRerolls }},
	}
}

// apply sets the rules that a value of the option changes.
func (d *OptionDef) apply(r *game.Rules, v any, scale game.Money) {
	if d.flag != nil {
		*d.flag(r) = v == true
		return
	}
	d.set(r, v, scale)
}

func setDeal2(r *game.Rules, v any, _ game.Money) {
	r.DealDeeds = 0
	if v == true {
		r.DealDeeds = 2
	}
}

// setQuick is the short or quick game: two deeds each, hotels after three
// houses, over at the second bankruptcy.
func setQuick(r *game.Rules, v any, _ game.Money) {
	if v == true {
		r.HousesPerLot, r.SecondBankruptcy = 3, true
	}
}

func setThreeHouses(r *game.Rules, v any, _ game.Money) {
	if v == false {
		r.HousesPerLot = 4
	}
}

// HouseRules names the house rules that are in force, in the order of the
// options. A game that has any is no official one.
func (s *Setup) HouseRules() []string {
	var keys []string
	for _, d := range optionDefs() {
		if _, set := s.Options[d.Key]; set && d.Class == HouseRule {
			keys = append(keys, d.Key)
		}
	}
	return keys
}
