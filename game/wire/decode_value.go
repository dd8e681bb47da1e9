package wire

import (
	"errors"
	"math"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
)

// reader fills an event, one member of its line at a time.
type reader struct {
	scan
	st *setup.Setup
	e  *game.Event
}

var (
	errRange   = errors.New("out of range")
	errUnknown = errors.New("unknown name")
)

func (r *reader) value(f field) (err error) {
	e := r.e
	switch f {
	case fSeat:
		e.Seat, err = r.seat()
	case fOther:
		e.Other, err = r.seat()
	case fSpace:
		e.Space, err = r.board()
	case fDest:
		e.Dest, err = r.board()
	case fDice:
		err = r.dice()
	case fSpeed:
		e.Dice[2], err = r.speed()
	case fCause:
		e.Cause, err = r.cause(false)
	case fReason:
		e.Cause, err = r.cause(true)
	case fRule:
		e.Rule, err = r.rule()
	case fDue:
		e.Due, err = r.due()
	case fFlag:
		e.Flag, err = r.boolean()
	case fPhase:
		e.Phase, err = enum[game.Phase](&r.scan, phaseNames[:])
	case fBuilding:
		e.Building, err = enum[game.Building](&r.scan, buildingNames[:])
	case fDeck:
		e.Deck, err = enum[game.Deck](&r.scan, deckNames[:])
	case fCard:
		e.Card, err = r.card()
	case fCards:
		e.Card, err = r.decks()
	case fLeft:
		e.Left, err = number[uint8](&r.scan, 0, math.MaxUint8)
	case fMove:
		e.Left, err = enum[uint8](&r.scan, moveNames[:])
	case fGone:
		e.Left, err = enum[uint8](&r.scan, goneNames[:])
	case fItem:
		e.Item, err = r.item()
	case fSeats:
		var set uint64
		set, err = r.set(16)
		e.Seats = game.Seats(set)
	case fN:
		e.N, err = number[int32](&r.scan, math.MinInt32, math.MaxInt32)
	case fEnd:
		e.N, err = r.named(reasonNames[:])
	case fChoice:
		e.N, err = r.named(choiceNames[:])
	case fGroup:
		e.N, err = r.named(r.st.Groups)
	case fAmount:
		e.Amount, err = r.money()
	case fGive:
		e.Give, err = r.terms()
	case fWant:
		e.Want, err = r.terms()
	case fLift:
		var set uint64
		set, err = r.set(game.MaxSpaces)
		e.Lift = game.Set(set)
	case numFields:
	}
	return err
}

func number[T ~int8 | ~uint8 | ~int32](s *scan, low, high int64) (T, error) {
	n, err := s.integer()
	if err != nil {
		return 0, err
	}
	if n < low || n > high {
		return 0, errRange
	}
	return T(n), nil
}

// enum reads a name of the table, or the number of a value that has none.
func enum[T ~uint8](s *scan, names []string) (T, error) {
	if s.peek() != '"' {
		return number[T](s, 0, math.MaxUint8)
	}
	name, err := s.text()
	if err != nil {
		return 0, err
	}
	v, ok := find[T](names, string(name))
	if !ok {
		return 0, errUnknown
	}
	return v, nil
}

func (r *reader) named(names []string) (int32, error) {
	if r.peek() != '"' {
		return number[int32](&r.scan, math.MinInt32, math.MaxInt32)
	}
	v, err := enum[uint8](&r.scan, names)
	return int32(v), err
}

func (r *reader) money() (game.Money, error) {
	return number[game.Money](&r.scan, math.MinInt32, math.MaxInt32)
}

func (r *reader) seat() (game.Seat, error) {
	switch r.peek() {
	case 'n':
		if r.word("null") {
			return game.Nobody, nil
		}
		return 0, errSyntax
	case '"':
		name, err := r.text()
		if err != nil {
			return 0, err
		}
		if string(name) != bankName {
			return 0, errUnknown
		}
		return game.Bank, nil
	}
	return number[game.Seat](&r.scan, math.MinInt8, math.MaxInt8)
}

func (r *reader) board() (game.Space, error) {
	if r.peek() == 'n' && r.word("null") {
		return game.NoSpace, nil
	}
	return number[game.Space](&r.scan, 0, math.MaxUint8)
}

func (r *reader) dice() error {
	n := 0
	err := r.list(func() error {
		if n == 2 {
			return errRange
		}
		d, err := number[uint8](&r.scan, 0, math.MaxUint8)
		r.e.Dice[n] = d
		n++
		return err
	})
	if err == nil && n != 2 {
		return errRange
	}
	return err
}

func (r *reader) speed() (uint8, error) {
	if r.peek() == 'n' && r.word("null") {
		return 0, nil
	}
	if r.peek() != '"' {
		return number[uint8](&r.scan, 0, math.MaxUint8)
	}
	name, err := r.text()
	switch {
	case err != nil:
		return 0, err
	case string(name) == speedMr:
		return game.SpeedMr, nil
	case string(name) == speedBus:
		return game.SpeedBus, nil
	}
	return 0, errUnknown
}

func (r *reader) cause(payment bool) (game.Cause, error) {
	if r.peek() != '"' {
		return number[game.Cause](&r.scan, 0, math.MaxUint8)
	}
	name, err := r.text()
	if err != nil {
		return 0, err
	}
	c, ok := causeKind(string(name), payment)
	if !ok {
		return 0, errUnknown
	}
	return c, nil
}

func (r *reader) rule() (game.Rule, error) {
	if r.peek() != '"' {
		return number[game.Rule](&r.scan, 0, math.MaxUint8)
	}
	name, err := r.text()
	if err != nil {
		return 0, err
	}
	for rule := game.NoRule + 1; rule < game.NumRules; rule++ {
		if rule.String() == string(name) {
			return rule, nil
		}
	}
	return 0, errUnknown
}

func (r *reader) boolean() (bool, error) {
	if r.word("true") {
		return true, nil
	}
	if r.word("false") {
		return false, nil
	}
	return false, errSyntax
}

func (r *reader) card() (uint8, error) {
	if r.peek() != '"' {
		return number[uint8](&r.scan, 0, math.MaxUint8)
	}
	id, err := r.text()
	if err != nil {
		return 0, err
	}
	if r.e.Deck >= game.NumDecks {
		return 0, errUnknown
	}
	card, ok := find[uint8](r.st.Cards[r.e.Deck], string(id))
	if !ok {
		return 0, errUnknown
	}
	return card, nil
}
