package postgres

import (
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game/fair"
)

// millis is a time as it is stored; the zero time is NULL.
func millis(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	ms := t.UnixMilli()
	return &ms
}

func fromMillis(v *int64) time.Time {
	if v == nil {
		return time.Time{}
	}
	return time.UnixMilli(*v).UTC()
}

// hash is a hash as it is stored; none is NULL.
func hash(h *fair.Hash) []byte {
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
func orNull[T ~string](v T) *string {
	if v == "" {
		return nil
	}
	text := string(v)
	return &text
}

// numbered writes the question marks of a query that is put together as
// PostgreSQL has its parameters: $1, $2 and so on.
func numbered(query string) string {
	var b strings.Builder
	n := 0
	for _, r := range query {
		if r != '?' {
			b.WriteRune(r)
			continue
		}
		n++
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(n))
	}
	return b.String()
}
