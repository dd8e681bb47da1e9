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

// SeqOrNull returns nil for 0, the number before the first event.
func SeqOrNull(seq uint32) *uint32 {
	if seq == 0 {
		return nil
	}
	return &seq
}

// TextOrNull returns nil for an empty text.
func TextOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// TimeOrNull returns the time in UTC, nil for the zero time.
func TimeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
