package web

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// SeatOrNull returns nil for a player without a seat.
func SeatOrNull(seat game.Seat) *game.Seat {
	if seat < 0 {
		return nil
	}
	return &seat
}

// OrNull returns nil for the zero value: no text, no place, the number before the first event.
func OrNull[T comparable](value T) *T {
	var none T
	if value == none {
		return nil
	}
	return &value
}

// TimeOrNull returns the time in UTC, nil for the zero time.
func TimeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
