package web

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/query"
)

// ParseSeat reads the number of a seat.
func ParseSeat(text string) (game.Seat, bool) {
	n, err := strconv.ParseUint(text, 10, 8)
	return game.Seat(n), err == nil && n < game.MaxSeats
}

// PlayerAsked is the seat for which a program asks at whatever address of a table, as
// `player`: of several people at one device. A form says by it whose page it is on. ok is
// false if it names none.
func PlayerAsked(c echo.Context) (seat game.Seat, ok bool) { return ParseSeat(c.QueryParam("player")) }

// SplitList returns the parts of comma-separated values without blanks.
func SplitList(values []string) []string {
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

// ParseBool reads a tick or a switch of a form.
func ParseBool(text string) bool { return query.Switch(text) }

// FormSeat reads a seat of a form that may be left out.
func FormSeat(b Body, key string) (*game.Seat, error) {
	text := strings.TrimSpace(b.Form.Get(key))
	if text == "" {
		return nil, nil
	}
	seat, ok := ParseSeat(text)
	if !ok {
		return nil, Mistyped(key, ExpectSeat)
	}
	return &seat, nil
}

// FormInteger reads a number that may be left out.
func FormInteger(f url.Values, key string) (n int64, ok bool, err error) {
	text := strings.TrimSpace(f.Get(key))
	if text == "" {
		return 0, false, nil
	}
	u, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, false, Mistyped(key, ExpectInteger)
	}
	return int64(u), true, nil
}
