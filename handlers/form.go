package handlers

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
)

// parseSeat reads the number of a seat.
func parseSeat(text string) (game.Seat, bool) {
	n, err := strconv.ParseUint(text, 10, 8)
	return game.Seat(n), err == nil && n < game.MaxSeats
}

// splitList returns the parts of comma-separated values without blanks.
func splitList(values []string) []string {
	var list []string
	for _, v := range values {
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
	}
	return list
}

// truth reads a tick or a switch of a form.
func truth(text string) bool {
	switch strings.ToLower(text) {
	case "1", "on", "true", "yes":
		return true
	}
	return false
}

// seatField reads a seat of a form that may be left out.
func seatField(b body, key string) (*game.Seat, error) {
	text := strings.TrimSpace(b.form.Get(key))
	if text == "" {
		return nil, nil
	}
	seat, ok := parseSeat(text)
	if !ok {
		return nil, mistyped(key, aSeat)
	}
	return &seat, nil
}

// wholeField reads a number that may be left out.
func wholeField(f url.Values, key string) (n int64, ok bool, err error) {
	text := strings.TrimSpace(f.Get(key))
	if text == "" {
		return 0, false, nil
	}
	u, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, false, mistyped(key, aWhole)
	}
	return int64(u), true, nil
}
