package setup

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
)

// demands are the demands of a rulebook on its official options. Which
// rulebook has which option at all is in the table of options.
type demands struct {
	timeAlways   bool // the closing hour is part of the game
	timeDeals    bool // end_time brings the two deeds with it
	dealWithTime bool // end_time and deal2 go only together
	dealAlone    bool // deal2 is allowed alone
	timeInQuick  bool // end_time only inside the quick game
}

// together checks that the options go together: R-SETUP-8 and the shortened
// games.
func (p picked) together(ed *edition.Edition, book Rulebook) *Error {
	for _, check := range []func(demands) *Error{p.time, p.deal, p.quick, p.house} {
		if err := check(book.demands); err != nil {
			return err
		}
	}
	return p.strengths(ed)
}

func (p picked) time(want demands) *Error {
	timed := p.has("end_time")
	switch {
	case want.timeAlways && !timed:
		return bad(game.RSetup8, "end_time", "this rulebook needs an agreed closing hour: set end_time").because(Error{Why: NeedsHour})
	case !timed:
		return nil
	case want.timeInQuick && !p.on("quick"):
		return p.drop(game.RQuick5, "end_time", "end_time is part of the quick game here: set quick too, or house.time_limit instead").because(Error{Why: Needs, Also: "quick", Instead: "house.time_limit"})
	case want.dealWithTime && !p.on("deal2"):
		return p.drop(game.RQuick4, "end_time", "end_time and deal2 go together here: set both, or house.time_limit instead").because(Error{Why: Needs, Also: "deal2", Instead: "house.time_limit"})
	case want.timeDeals && p.off("deal2"):
		return p.drop(game.RQuick4, "deal2", "the time game deals two deeds to everybody; for another deal set house.time_limit instead").because(Error{Why: AlwaysDeals, Also: "end_time"})
	case p.on("short"):
		return p.drop(game.RQuick4, "end_time", "the short game and the time game are two games: set short or end_time").because(Error{Why: Excludes, Also: "short"})
	}
	return nil
}

func (p picked) deal(want demands) *Error {
	if !p.on("deal2") || want.dealAlone || p.has("end_time") || p.on("short") || p.on("quick") {
		return nil
	}
	with := "end_time"
	if want.timeInQuick {
		with = "quick"
	}
	return p.drop(game.RQuick5, "deal2", "deal2 comes with %s in this rulebook: set %s too, or house.deal_n instead", with, with).because(Error{Why: Needs, Also: with, Instead: "house.deal_n"})
}

func (p picked) quick(demands) *Error {
	switch {
	case p.on("short") && p.off("deal2"):
		return p.drop(game.RQuick1, "deal2", "the short game deals two deeds to everybody").because(Error{Why: AlwaysDeals, Also: "short"})
	case p.off("quick.three_houses") && !p.on("quick"):
		return p.drop(game.RQuick3, "quick.three_houses", "quick.three_houses is part of the quick game: set quick too").because(Error{Why: Needs, Also: "quick"})
	}
	return nil
}

// house checks house rules that contradict each other or need another option.
func (p picked) house(want demands) *Error {
	switch {
	case p.on("house.no_auction") && p.on("house.auction_all"):
		return p.drop(game.RSetup1, "house.auction_all", "house.no_auction and house.auction_all contradict each other").because(Error{Why: Excludes, Also: "house.no_auction"})
	case p.has("house.parking_pot_start") && !p.on("house.parking_pot"):
		return p.drop(game.RSetup1, "house.parking_pot_start", "house.parking_pot_start needs house.parking_pot").because(Error{Why: Needs, Also: "house.parking_pot"})
	case p.has("house.time_limit") && p.has("end_time"):
		return p.drop(game.RSetup1, "house.time_limit", "end_time and house.time_limit are one too many").because(Error{Why: Excludes, Also: "end_time"})
	case p.has("house.deal_n") && p.dealsTwo(want):
		return p.drop(game.RSetup1, "house.deal_n", "deal2 and house.deal_n are one too many").because(Error{Why: Excludes, Also: p.dealer(want)})
	case p.on("house.deal_free") && !p.has("house.deal_n") && !p.dealsTwo(want):
		return p.drop(game.RSetup1, "house.deal_free", "house.deal_free needs dealt deeds: set house.deal_n").because(Error{Why: Needs, Also: "house.deal_n"})
	case p.on("house.duel_any_group_lot") && !p.on(optionDuel):
		return p.drop(game.RSetup1, "house.duel_any_group_lot", "house.duel_any_group_lot needs duel").because(Error{Why: Needs, Also: optionDuel})
	}
	return nil
}

// dealsTwo reports whether two deeds each are dealt at the start, said or implied.
func (p picked) dealsTwo(want demands) bool {
	implied := p.on("short") || p.on("quick") || want.timeDeals && p.has("end_time")
	return p.on("deal2") || implied && !p.off("deal2")
}

// dealer is the option that deals two deeds to everybody.
func (p picked) dealer(want demands) string {
	switch {
	case p.on("deal2"):
	case p.on("short"):
		return "short"
	case p.on("quick"):
		return "quick"
	case want.timeDeals:
		return "end_time"
	}
	return "deal2"
}

// strengths demands a strength on every lot if duels are on.
func (p picked) strengths(ed *edition.Edition) *Error {
	if !p.on(optionDuel) {
		return nil
	}
	for i := range ed.Spaces {
		if s := &ed.Spaces[i]; s.Kind == edition.Street && s.Strength == 0 {
			return p.drop(game.RData1, optionDuel, "duels need a strength on every lot; %q has none on space %d", ed.ID, i).because(Error{Why: NoStrengths})
		}
	}
	return nil
}

// drop takes an option out and blames it.
func (p picked) drop(rule game.Rule, key, format string, args ...any) *Error {
	delete(p, key)
	return bad(rule, key, format, args...)
}
