package sqlite

import "github.com/bankhalter/bankhalter/game/fair"

// hash is a hash as it is stored; none is NULL.
func hash(h *fair.Hash) any {
	if h == nil {
		return nil
	}
	return h[:]
}

func toHash(b []byte) *fair.Hash {
	if len(b) != fair.Size {
		return nil
	}
	h := fair.Hash(b)
	return &h
}
