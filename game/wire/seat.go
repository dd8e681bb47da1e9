package wire

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

const bankName = "bank"

// Seat is a seat that may also be the bank: a number, "bank", or null for nobody.
type Seat game.Seat

// MarshalJSON writes the seat as the contract spells it.
func (s Seat) MarshalJSON() ([]byte, error) { return appendSeat(nil, game.Seat(s)), nil }

func appendSeat(b []byte, s game.Seat) []byte {
	switch s {
	case game.Bank:
		return append(b, `"`+bankName+`"`...)
	case game.Nobody:
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(s), 10)
}
