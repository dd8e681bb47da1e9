package wire

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"net/url"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// Meta is the data of a move besides the command.
type Meta struct {
	Seq    *uint32    // number of the last event that its maker saw
	Player *game.Seat // the seat moved for, if the maker may move for others
	Terms  string     // the side agreement written into a trade, "" if none
	Link   *Link      // the mover's number for a draw, nil if there is none
	Offer  string     // the offer its maker saw, as the state names it; "" if not given
}

// ParseJSON reads a move of the seat from a JSON object. It is strict: whatever it
// does not understand is a Problem, never a guess. An entry of the state's
// moves may be sent back as it is, with the missing arguments added.
func ParseJSON(st *setup.Setup, seat game.Seat, body []byte) (game.Command, Meta, *Problem) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '{' {
		return game.Command{}, Meta{}, problem(Malformed, "", "A move is a JSON object such as {\"move\": \"roll\"}.")
	}
	members, err := split(body, nil)
	if err != nil {
		return game.Command{}, Meta{}, unread(err)
	}
	return parseMove(st, seat, &object{body, members})
}

// unread says why an object could not be taken apart.
func unread(err error) *Problem {
	var again *twiceError
	if errors.As(err, &again) {
		return problem(Duplicate, clip(again.key), fmt.Sprintf("“%s” is given twice.", shown(again.key)))
	}
	return problem(Malformed, "", fmt.Sprintf("The move cannot be read: %v.", err))
}

// ParseForm reads a move from the fields of a form: the same names and
// arguments. Empty fields and fields that the move does not take are ignored.
func ParseForm(st *setup.Setup, seat game.Seat, values url.Values) (game.Command, Meta, *Problem) {
	return parseMove(st, seat, form{values: values})
}

func parseMove(st *setup.Setup, seat game.Seat, src source) (game.Command, Meta, *Problem) {
	p := parser{st: st, src: src}
	meta := Meta{Seq: p.seq(), Player: p.player(), Link: p.link(), Offer: p.offer()}
	name, is := src.text("move")
	p.typed("move", is, aText, Mistyped)
	if is == absent {
		p.fail(Missing, "move", "The move's name is missing: the field “move”.")
	}
	kind, ok := MoveKind(name)
	if p.problem == nil && !ok {
		p.failAt(UnknownMove, "move", NoMove, shown(name), fmt.Sprintf("There is no move “%s”. The list of moves in the state of the table has those that are open.", shown(name)))
	}
	if p.problem != nil {
		return game.Command{}, meta, p.problem
	}
	p.c = game.Move(kind, seat)
	p.arguments()
	if p.problem != nil && p.problem.Status == unprocessable && !st.Rules.Known(kind).OK() {
		return game.Move(kind, seat), meta, nil // whatever its arguments say, the table has no such move
	}
	if p.problem != nil {
		return game.Move(kind, seat), meta, p.problem
	}
	meta.Terms = p.terms
	return p.c, meta, nil
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}

// shown is a word of a request as a sentence repeats it, cut and without characters
// that cannot be seen.
func shown(s string) string {
	quoted := strconv.Quote(clip(s))
	return quoted[1 : len(quoted)-1]
}

// parser fills a command. It keeps the first problem it meets.
type parser struct {
	st      *setup.Setup
	src     source
	c       game.Command
	terms   string
	problem *Problem
}

func (p *parser) fail(code, field, detail string) { p.failAt(code, field, NoFault, "", detail) }

func (p *parser) failAt(code, field string, fault Fault, value, detail string) {
	if p.problem == nil {
		p.problem = problem(code, field, detail)
		p.problem.Fault, p.problem.Value = fault, value
	}
}

// typed fails unless the value has the type of the field; oddCode is for numbers that are none of ours.
func (p *parser) typed(field string, is found, holds content, oddCode string) bool {
	switch is {
	case wrong:
		p.failAt(Mistyped, field, holds.fault, "", fmt.Sprintf("“%s” has to be %s.", field, holds.words))
	case twice:
		p.fail(Duplicate, field, fmt.Sprintf("“%s” is given twice.", field))
	case odd:
		fault, which := Odd, ""
		if holds == someSpaces {
			fault, which = OddEntry, "An entry of "
		}
		p.failAt(oddCode, field, fault, "", fmt.Sprintf("%s“%s” is not a whole number of a sensible size.", which, field))
	case absent, good:
	}
	return is == good
}

// content is the type of a field, in the words of a refusal.
type content struct {
	fault Fault // if it is another one
	words string
}

var (
	aText      = content{NoText, "a text"}
	aNumber    = content{NoNumber, "a whole number"}
	someSpaces = content{NoSpaces, "a list of spaces, which are whole numbers"}
	someDecks  = content{NoDecks, "a list of decks: chance, chest"}
	someGoods  = content{NoGoods, "an object with cash, deeds and jail_cards"}
)

func (p *parser) need(field string, is found) {
	if is == absent {
		p.fail(Missing, field, fmt.Sprintf("The move “%s” needs “%s”.", MoveName(p.c.Kind), field))
	}
}

func (p *parser) seq() *uint32 {
	n, is := p.src.number("seq")
	if is == good && n < 0 {
		is = odd
	}
	if !p.typed("seq", is, aNumber, Mistyped) {
		return nil
	}
	seq := uint32(n)
	return &seq
}

func (p *parser) offer() string {
	offer, is := p.src.text("offer")
	p.typed("offer", is, aText, Mistyped)
	return offer
}

func (p *parser) player() *game.Seat {
	n, is := p.src.number("player")
	if p.typed("player", is, aNumber, badSeat) && (n < 0 || n >= game.MaxSeats) {
		p.failAt(badSeat, "player", NoSeat, strconv.FormatInt(n, 10), fmt.Sprintf("“player”: there is no seat %d.", n))
	}
	if p.problem != nil && p.problem.Code == badSeat {
		p.problem.Rule = game.RTurn1.String()
	}
	if is != good || p.problem != nil {
		return nil
	}
	seat := game.Seat(n)
	return &seat
}

func (p *parser) space(field string) game.Space {
	n, is := p.src.number(field)
	p.need(field, is)
	if !p.typed(field, is, aNumber, badTarget) {
		return game.NoSpace
	}
	return p.board(field, n)
}

func (p *parser) board(field string, n int64) game.Space {
	if n < 0 || n >= int64(p.st.Rules.Size) {
		p.failAt(badTarget, field, NoSpace, strconv.FormatInt(n, 10), fmt.Sprintf("“%s”: the board has no space %d.", field, n))
		return game.NoSpace
	}
	return game.Space(n)
}

func (p *parser) money(field string) game.Money { return p.cash(p.src, field, field) }

// cash reads an amount. One beyond all money is for the rules to judge: it is
// too high a bid, or more than any player has.
func (p *parser) cash(src source, field, place string) game.Money {
	n, is := src.number(field)
	if is == odd && n >= beyond {
		is = good
	}
	p.typed(place, is, aNumber, badAmount)
	return game.Money(n)
}

// id reads the number of a claim or trade, -1 if it is left out. A number that
// no claim can have stays one that the core does not know.
func (p *parser) id(field string) int32 {
	n, is := p.src.number(field)
	switch {
	case is == absent:
		return -1
	case is == odd, is == good && n < 1:
		return math.MaxInt32
	}
	p.typed(field, is, aNumber, badChoice)
	return int32(n)
}

func (p *parser) count(field string) int32 {
	n, is := p.src.number(field)
	p.need(field, is)
	if p.typed(field, is, aNumber, badAmount) && n < 0 {
		p.failAt(badAmount, field, Negative, "", fmt.Sprintf("“%s” cannot be below 0.", field))
	}
	return int32(n)
}

func (p *parser) partner(field string) game.Seat {
	if name, is := p.src.text(field); is == good && name == bankName {
		if p.failAt(forbidden, field, ToBank, "", "Nothing is sold to the bank."); p.problem.Code == forbidden {
			p.problem.Rule = game.RMort9.String()
		}
		return game.Nobody
	}
	n, is := p.src.number(field)
	p.need(field, is)
	if p.typed(field, is, aNumber, badTarget) && (n < 0 || n >= game.MaxSeats) {
		p.failAt(badTarget, field, NoSeat, strconv.FormatInt(n, 10), fmt.Sprintf("“%s”: there is no seat %d.", field, n))
		return game.Nobody
	}
	return game.Seat(n)
}

// steps reads a list of spaces, one entry a building.
func (p *parser) steps(field string) {
	list, is := p.src.numbers(field)
	if is == good && len(list) == 0 {
		is = absent
	}
	p.need(field, is)
	if !p.typed(field, is, someSpaces, badTarget) {
		return
	}
	if len(list) > game.MaxSteps {
		p.failAt(badLimit, field, ManySteps, strconv.Itoa(game.MaxSteps), fmt.Sprintf("“%s”: at most %d buildings at once.", field, game.MaxSteps))
		return
	}
	for i, n := range list {
		p.c.Spaces[i] = p.board(field, n)
	}
	p.c.Steps = uint8(len(list))
}

func (p *parser) set(src source, field, place string) (set game.Set) {
	list, is := src.numbers(field)
	p.typed(place, is, someSpaces, badTarget)
	for _, n := range list {
		sp := p.board(place, n)
		if set.Has(sp) {
			p.fail(Duplicate, place, fmt.Sprintf("“%s” names space %d twice.", place, n))
		}
		if sp != game.NoSpace {
			set = set.With(sp)
		}
	}
	return set
}

var goodsKeys = []string{"cash", "deeds", "jail_cards", "tickets"}

// goods reads one side of a trade; left out it is empty.
func (p *parser) goods(field string) (t game.Terms) {
	src, is := p.src.sub(field)
	if !p.typed(field, is, someGoods, badAmount) {
		return t
	}
	if key := src.stranger(goodsKeys, nil, nil); key != "" {
		p.fail(Foreign, field+"."+clip(key), fmt.Sprintf("“%s” takes no “%s”; it takes cash, deeds and jail_cards.", field, shown(key)))
	}
	t.Cash = p.cash(src, "cash", field+".cash")
	if field == "want" && t.Cash >= beyond && p.problem == nil { // no proposal that can never be accepted
		p.failAt(badAmount, field+".cash", ManyMoney, "", fmt.Sprintf("“%s” is more than there can be.", field+".cash"))
		p.problem.TooMuch = true
	}
	t.Deeds = p.set(src, "deeds", field+".deeds")
	t.Cards = p.decks(src, field+".jail_cards")
	tickets, is := src.number("tickets")
	if p.typed(field+".tickets", is, aNumber, badAmount) && (tickets < 0 || tickets > math.MaxUint8) {
		p.failAt(badAmount, field+".tickets", NoTickets, strconv.FormatInt(tickets, 10), fmt.Sprintf("“%s” cannot be %d.", field+".tickets", tickets))
	}
	t.Tickets = uint8(tickets)
	return t
}

func (p *parser) decks(src source, place string) (set uint8) {
	list, is := src.texts("jail_cards")
	p.typed(place, is, someDecks, Mistyped)
	for _, id := range list {
		d, ok := DeckKind(id)
		switch {
		case !ok:
			p.failAt(badTarget, place, NoDeck, shown(id), fmt.Sprintf("“%s”: there is no deck “%s”.", place, shown(id)))
		case set>>d&1 == 1:
			p.fail(Duplicate, place, fmt.Sprintf("“%s” names the deck “%s” twice.", place, id))
		default:
			set |= 1 << d
		}
	}
	return set
}

// choice reads an answer that the question can have.
func (p *parser) choice(answers ...game.Choice) game.Choice {
	const field = "option"
	name, is := p.src.text(field)
	p.need(field, is)
	if !p.typed(field, is, aText, badChoice) {
		return game.NoAnswer
	}
	c, ok := choiceKind(name)
	for _, a := range answers {
		if ok && a == c {
			return c
		}
	}
	p.failAt(badChoice, field, NoAnswer, shown(name), fmt.Sprintf("“%s” cannot be “%s” here.", field, shown(name)))
	return game.NoAnswer
}

func (p *parser) building(field string) game.Building {
	name, is := p.src.text(field)
	if !p.typed(field, is, aText, badChoice) {
		return game.NoBuilding
	}
	b, ok := BuildingKind(name)
	if !ok {
		p.failAt(badChoice, field, NoBuilding, shown(name), fmt.Sprintf("“%s”: there is no building “%s”.", field, shown(name)))
	}
	return b
}

func (p *parser) group(field string) uint8 {
	id, is := p.src.text(field)
	p.need(field, is)
	if !p.typed(field, is, aText, badTarget) {
		return 0
	}
	g, ok := p.st.GroupIndex(id)
	if !ok {
		p.failAt(badTarget, field, NoGroup, shown(id), fmt.Sprintf("“%s”: there is no group “%s”.", field, shown(id)))
	}
	return g
}
