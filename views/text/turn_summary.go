package text

import (
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// Turn is a turn that is over, to be told in short.
type Turn struct {
	Seat   game.Seat // whose turn it was; Nobody before the first one
	Events []Step    // what happened in it, without what was taken back
}

// Step is an event of a turn.
type Step struct {
	*game.Event
	Whole bool // a deed that completed a colour
}

// Summary is a turn in one or two sentences.
type Summary struct {
	Text string
	// Sum is what the turn meant in cash: to the reader if it changed theirs, else to
	// the player whose turn it was. The text leaves out an amount that is just this.
	Sum game.Money
}

const (
	summaryLength = 140 // longer ones are told more shortly still, in so many steps:
	tightest      = 3
)

// Summary tells a turn in short: a sentence for each player who did something, the one
// whose turn it was first. What was overtaken by what followed is left out, what is of
// a kind is told together, and everything that changed hands is named.
func (s *Scene) Summary(t *Turn) Summary {
	d := digest{Scene: s, turn: t}
	for i := range t.Events {
		d.read(i)
	}
	d.finish()
	sum := d.sum()
	d.bare = d.isSole(sum)
	said := d.told()
	for d.tight = 1; d.tight <= tightest && len([]rune(said)) > summaryLength; d.tight++ {
		d.tighten()
		said = d.told()
	}
	return Summary{said, sum}
}

// sum is what the turn meant in cash to the reader or, if nothing, to its player.
func (d *digest) sum() game.Money {
	var mine, theirs game.Money
	for _, e := range d.turn.Events {
		if e.Kind != game.Paid {
			continue
		}
		by := func(seat game.Seat) (n game.Money) {
			if e.Other == seat {
				n += e.Amount
			}
			if e.Seat == seat {
				n -= e.Amount
			}
			return n
		}
		if d.addressed {
			mine += by(d.you)
		}
		if d.turn.Seat >= 0 {
			theirs += by(d.turn.Seat)
		}
	}
	if mine != 0 {
		return mine
	}
	return theirs
}

// isSole reports whether the turn has one payment alone, which is its sum.
func (d *digest) isSole(sum game.Money) bool {
	n := 0
	for _, a := range d.acts {
		switch {
		case a.kind == actWin || a.kind == actTrade || a.kind == actOwes:
			return false
		case a.sum != 0:
			n++
			if sum = max(sum, -sum); a.sum != sum && -a.sum != sum {
				return false
			}
		}
	}
	return n == 1
}

// told is the turn in sentences.
func (d *digest) told() string {
	var seats []game.Seat
	if d.turn.Seat >= 0 {
		seats = append(seats, d.turn.Seat)
	}
	for _, a := range d.acts {
		if !slices.Contains(seats, a.who) {
			seats = append(seats, a.who)
		}
	}
	var said, quotes []string
	for _, seat := range seats {
		var parts []string
		for _, a := range d.acts {
			if a.who != seat {
				continue
			}
			if d.tight == tightest && d.idle(a) && len(parts) > 0 {
				continue
			}
			if a.kind == actCard && a.card != "" && d.tight == 0 {
				quotes = append(quotes, a.card+d.plus(a.sum))
				continue
			}
			for part := range strings.SplitSeq(d.act(a), "|") {
				if part != "" {
					parts = append(parts, part)
				}
			}
		}
		if len(parts) > 0 {
			who := d.Name(seat)
			if d.addressed && seat == d.you {
				who = d.T("tape.you")
			}
			said = append(said, who+" "+d.List(parts)+".")
		}
	}
	return strings.Join(append(append(said, quotes...), d.calls...), " ")
}

// idle reports whether an act has changed nothing but where its player stands.
func (d *digest) idle(a *act) bool {
	switch a.kind {
	case actVisit, actTicketDrawn:
		return true
	case actCame, actOnward:
		return !d.isRent(a.spaces[0])
	case actCard:
		return a.sum == 0
	default:
		return false
	}
}

// plus is an amount behind what it belongs to: " (+$200)"; "" if it is the only one.
func (d *digest) plus(sum game.Money) string {
	switch {
	case sum == 0 || d.bare:
		return ""
	case sum < 0:
		return " (\u2212" + d.Money(-sum) + ")"
	}
	return " (+" + d.Money(sum) + ")"
}

// act is an act without its player, in parts that are joined with others by commas.
func (d *digest) act(a *act) string {
	key := "summary." + string(a.kind)
	args := []string{"Dice", d.List(a.dice), "Plus", d.plus(a.sum), "Spaces", d.places(a.spaces), "Money", d.Money(max(a.sum, -a.sum)), "N", d.Number(int(a.n)), "Times", d.Number(len(a.dice)),
		"To", d.other(a.other), "With", d.with(a.other), "Go", d.Space(0)}
	say := func(key string) string { return d.tell(key, a.who, args...) }
	priced := func() string {
		if a.sum == 0 || d.bare || d.tight > 1 && a.kind.works() {
			return say(key)
		}
		return say(key + "_sum")
	}
	switch a.kind {
	case actRoll, actJailOut:
		switch {
		case d.tight == tightest && len(a.dice) == 2:
			key = "summary.rolls_two"
		case d.tight == tightest && len(a.dice) > 2:
			key = "summary.rolls"
		}
		switch to, past := len(a.spaces) > 0 && (d.tight < tightest || d.isRent(a.spaces[0])), a.sum > 0; {
		case to && past && d.kindOf(a.spaces[0]) != game.KindGo:
			return say(key) + say("summary.past_to")
		case to:
			return say(key) + say("summary.to") + d.plus(a.sum)
		case past:
			return say(key) + say("summary.past")
		}
		return say(key)
	case actRent, actRentIn:
		if len(a.spaces) == 0 || d.atLast(a) || d.tight == tightest {
			return priced()
		}
		return priced() + say("summary.for")
	case actBuild, actSell:
		args = append(args, "Buildings", d.buildings(a), "Where", d.where(a.spaces))
	case actMoved:
		args = append(args, "From", d.NamedFrom(a.spaces[0]), "Dest", d.Named(a.spaces[1]))
		return say(key)
	case actMortgage, actLift:
		if d.tight > 1 && len(a.spaces) > 1 {
			key += "s"
			args = append(args, "Count", d.Number(len(a.spaces)))
		}
	case actWhole:
		var groups []string
		for _, sp := range a.spaces {
			groups = append(groups, d.Group(uint8(d.groupAt([]game.Space{sp})))) //nolint:gosec // a group of the board
		}
		args = append(args, "Group", d.List(groups))
		return say(key)
	case actWin:
		if len(a.lots) == 1 && len(a.spaces) > 0 && d.about(a.spaces[0], actAuction) != nil {
			key += "_it"
		}
		args = append(args, "Lots", d.List(a.lots))
		return say(key)
	case actTrade:
		return d.exchanged(a)
	case actBankrupt:
		switch {
		case d.Scene.last.Has(a.who):
			key += "_last"
		case a.other == game.Bank:
			key += "_bank"
		}
		return say(key)
	case actOwes, actPay:
		if a.other == game.Bank {
			key += "_bank"
		}
		return say(key)
	case actCame, actOnward, actTicket, actCard, actGo:
		return say(key)
	default:
	}
	if !d.Has(key + "_sum") {
		return say(key)
	}
	return priced()
}

// isRent reports whether something was paid for standing on a space.
func (d *digest) isRent(sp game.Space) bool {
	return d.kindOf(sp) == game.KindTax || d.about(sp, actRent) != nil
}

// atLast reports whether the rent is for the space on which the turn has ended.
func (d *digest) atLast(a *act) bool {
	return a.kind == actRent && a.who == d.last.who && len(d.last.spaces) > 0 && d.last.spaces[0] == a.spaces[0]
}

func (d *digest) exchanged(a *act) string {
	key := "summary.trade"
	switch {
	case a.give.Empty() && a.other == game.Bank:
		key = "summary.got_bank"
	case a.give.Empty():
		key = "summary.got"
	case a.want.Empty() && a.other == game.Bank:
		key = "summary.gave_bank"
	case a.want.Empty():
		key = "summary.gave"
	}
	return d.tell(key, a.who, "To", d.other(a.other), "With", d.with(a.other), "Give", d.namedGoods(a.give), "Want", d.namedGoods(a.want))
}

func (d *digest) places(list []game.Space) string {
	names := make([]string, 0, len(list))
	for _, sp := range list {
		if d.on(sp) {
			names = append(names, d.Named(sp))
		}
	}
	return d.List(names)
}

func (d *digest) buildings(a *act) string {
	var parts []string
	for b, n := range a.built {
		if n > 0 {
			parts = append(parts, d.aBuilding(game.Building(b), n)) //nolint:gosec // one of the few kinds
		}
	}
	return d.List(parts)
}

// where is the space or the colour that was built on.
func (d *digest) where(spaces []game.Space) string {
	if len(spaces) == 1 || len(spaces) > 0 && d.kindOf(spaces[0]) != game.KindLot {
		names := make([]string, len(spaces))
		for i, sp := range spaces {
			names[i] = d.NamedAt(sp)
		}
		return d.T("summary.on", "Spaces", d.List(names))
	}
	var groups []string
	for _, sp := range spaces {
		if g := d.Group(uint8(d.groupAt([]game.Space{sp}))); !slices.Contains(groups, g) { //nolint:gosec // a group of the board
			groups = append(groups, g)
		}
	}
	return d.T("summary.in", "Group", d.List(groups))
}
