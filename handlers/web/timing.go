package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/timing"
)

// Time lets the parts of the answer be measured that it is made of.
func Time(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		f := InfoOf(c)
		f.took = new(timing.Sums)
		r := c.Request()
		c.SetRequest(r.WithContext(timing.With(r.Context(), f.took)))
		return next(c)
	}
}

// rendered adds the time since a moment to that in which the answer is written.
func rendered(c echo.Context, began time.Time) {
	timing.Since(c.Request().Context(), timing.Render, began)
}

// shortestTold is the least time that is said.
const shortestTold = 10 * time.Microsecond

// setTiming says in the header Server-Timing what the answer has waited for, in
// milliseconds. What took hardly any time is left out.
func setTiming(h http.Header, took *timing.Sums) {
	if took == nil {
		return
	}
	var short [64]byte
	b := short[:0]
	for _, p := range timing.Parts() {
		d := took.Of(p)
		if d < shortestTold {
			continue
		}
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, p.String()...), ";dur="...)
		b = strconv.AppendFloat(b, float64(d)/float64(time.Millisecond), 'f', 2, 64)
	}
	if len(b) > 0 {
		h.Set("Server-Timing", string(b))
	}
}
