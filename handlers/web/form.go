package web

import (
	"maps"
	"net/url"
	"reflect"
	"slices"
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
// `player`: of several people at one device. A form says by it whose page it is on. named
// is false if it names none. *Error if what it names is no seat.
func PlayerAsked(c echo.Context) (seat game.Seat, named bool, err error) {
	text := c.QueryParam("player")
	if text == "" {
		return game.Nobody, false, nil
	}
	seat, ok := ParseSeat(text)
	if !ok {
		return game.Nobody, true, Mistyped("player", ExpectSeat)
	}
	return seat, true, nil
}

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

// CheckSwitches refuses a form in which a field that is true or false in the JSON form of
// the same request, a struct or a pointer to one, says neither: what is taken for false by
// mistake may open a table to everybody.
func CheckSwitches(f url.Values, request any) error {
	for _, field := range fieldsOf(request) {
		kind := field.Type
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		if name := jsonName(field); name != "" && kind.Kind() == reflect.Bool {
			for _, text := range f[name] {
				if text != "" && !ParseBool(text) && !query.Off(text) {
					return Mistyped(name, ExpectBool)
				}
			}
		}
	}
	return nil
}

// CheckNames refuses a form with a field that is not one of the JSON form of the same
// request, a struct or a pointer to one, nor among others, of which one that ends in a dot
// or an underscore stands for all that begin so. A misspelt one would be ignored silently.
func CheckNames(f url.Values, request any, others ...string) error {
	known := slices.Clone(others)
	for _, field := range fieldsOf(request) {
		if name := jsonName(field); name != "" {
			known = append(known, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if !slices.ContainsFunc(known, func(one string) bool {
			return name == one || strings.TrimRight(one, "._") != one && strings.HasPrefix(name, one)
		}) {
			return Blame("foreign", name)
		}
	}
	return nil
}

// fieldsOf lists the fields of a struct or of one that is pointed to, of anything else none.
func fieldsOf(v any) []reflect.StructField {
	t := reflect.TypeOf(v)
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	return reflect.VisibleFields(t)
}

// jsonName is the name of a field in a document, "" if it has none.
func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

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
