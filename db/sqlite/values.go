package sqlite

import "github.com/bankhalter/bankhalter/game/fair"

func toHash(b []byte) *fair.Hash {
	if len(b) != fair.Size {
		return nil
	}
	h := fair.Hash(b)
	return &h
}
