package handlers

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// seatOrNull returns nil for a player without a seat.
func seatOrNull(seat game.Seat) *game.Seat {
	if seat < 0 {
		return nil
	}
	return &seat
}

// seqOrNull returns nil for 0, the number before the first event.
func seqOrNull(seq uint32) *uint32 {
	if seq == 0 {
		return nil
	}
	return &seq
}

// textOrNull returns nil for an empty text.
func textOrNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// timeOrNull returns the time in UTC, nil for the zero time.
func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
