package sqlite

import (
	"database/sql"
	"time"

	"github.com/bankhalter/bankhalter/game/fair"
)

// millis is a time as it is stored; the zero time is NULL.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func fromMillis(v sql.NullInt64) time.Time {
	if !v.Valid {
		return time.Time{}
	}
	return time.UnixMilli(v.Int64).UTC()
}

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

// orNull stores an empty text as NULL, for references that may be absent.
func orNull[T ~string](v T) any {
	if v == "" {
		return nil
	}
	return string(v)
}
