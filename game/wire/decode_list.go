package wire

import (
	"math"

	"github.com/bankhalter/bankhalter/game"
)

func (r *reader) due() (game.Due, error) {
	if r.peek() != '[' {
		return number[game.Due](&r.scan, 0, math.MaxUint8)
	}
	var due game.Due
	err := r.list(func() error {
		i, err := enum[uint8](&r.scan, dueNames[:])
		if err != nil {
			return err
		}
		if int(i) >= len(dueNames) {
			return errRange
		}
		due |= 1 << i
		return nil
	})
	return due, err
}

func (r *reader) set(size int64) (uint64, error) {
	var set uint64
	err := r.list(func() error {
		n, err := number[uint8](&r.scan, 0, size-1)
		set |= 1 << n
		return err
	})
	return set, err
}

func (r *reader) decks() (uint8, error) {
	var set uint8
	err := r.list(func() error {
		d, err := enum[uint8](&r.scan, deckNames[:])
		if err == nil && d >= 8 {
			return errRange
		}
		set |= 1 << d
		return err
	})
	return set, err
}

func (r *reader) terms() (game.Terms, error) {
	var t game.Terms
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "cash":
			t.Cash, err = r.money()
		case "deeds":
			var set uint64
			set, err = r.set(game.MaxSpaces)
			t.Deeds = game.Set(set)
		case "jail_cards":
			t.Cards, err = r.decks()
		case "tickets":
			t.Tickets, err = number[uint8](&r.scan, 0, math.MaxUint8)
		default:
			err = r.skip(0)
		}
		return err
	})
	return t, err
}

func (r *reader) item() (game.Item, error) {
	var it game.Item
	err := r.object(func(key []byte) (err error) {
		switch string(key) {
		case "deed":
			it.Kind = game.ItemDeed
			it.Space, err = r.board()
		case "building":
			it.Kind = game.ItemBuilding
			it.Building, err = enum[game.Building](&r.scan, buildingNames[:])
		case "jail_card":
			it.Kind = game.ItemJailCard
			it.Deck, err = enum[game.Deck](&r.scan, deckNames[:])
		case "kind":
			it.Kind, err = number[game.ItemKind](&r.scan, 0, math.MaxUint8)
		case "space":
			it.Space, err = r.board()
		case "step":
			it.Building, err = number[game.Building](&r.scan, 0, math.MaxUint8)
		case "deck":
			it.Deck, err = number[game.Deck](&r.scan, 0, math.MaxUint8)
		default:
			err = r.skip(0)
		}
		return err
	})
	return it, err
}
