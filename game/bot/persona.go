package bot

import "github.com/bankhalter/bankhalter/game"

// Persona is how a bot weighs things. The methods choose commands.
type Persona struct {
	Name    string
	Reserve game.Money // jail fines never spent of one's own will
	Fear    game.Money // percent of the worst rent within one throw kept besides
	Bid     game.Money // percent of a thing's worth to it that it bids at most
	Greed   game.Money // percent of the partner's gain that it asks from a trade itself
	Offers  uint16     // about one of so many of its turns brings a proposal; 0 none ever
	Pledge  uint8      // level up to which it mortgages single deeds to build
}

// Usual is the persona of a bot without a name.
func Usual() Persona {
	return Persona{Name: "default", Reserve: 2, Fear: 40, Bid: 90, Greed: 60, Offers: 9, Pledge: 3}
}

// Names lists the personas, the default one first.
func Names() []string { return []string{"default", "cautious", "builder", "trader"} }

// ByName finds a persona; the empty name is the default one.
func ByName(name string) (Persona, bool) {
	switch name {
	case "", "default":
		return Usual(), true
	case "cautious":
		return Persona{Name: name, Reserve: 4, Fear: 80, Bid: 75, Greed: 80, Offers: 14, Pledge: 0}, true
	case "builder":
		return Persona{Name: name, Reserve: 1, Fear: 20, Bid: 95, Greed: 60, Offers: 9, Pledge: 4}, true
	case "trader":
		return Persona{Name: name, Reserve: 2, Fear: 40, Bid: 85, Greed: 45, Offers: 4, Pledge: 2}, true
	default:
		return Persona{}, false
	}
}
