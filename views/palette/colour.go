package palette

import (
	"fmt"
	"math"
	"strconv"
)

// rgb is a colour of the screen, each part from 0 to 1.
type rgb struct{ r, g, b float64 }

// parse reads "#rrggbb"; false for anything else.
func parse(s string) (rgb, bool) {
	if len(s) != 7 || s[0] != '#' {
		return rgb{}, false
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	if err != nil {
		return rgb{}, false
	}
	return rgb{float64(n>>16) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}, true
}

// or reads a colour, or takes the other one.
func or(s, usual string) rgb {
	if c, ok := parse(s); ok {
		return c
	}
	c, _ := parse(usual)
	return c
}

func (c rgb) String() string {
	part := func(v float64) int { return int(math.Round(255 * min(max(v, 0), 1))) }
	return fmt.Sprintf("#%02x%02x%02x", part(c.r), part(c.g), part(c.b))
}

// mix goes from one colour towards another, by a part from 0 to 1.
func mix(from, to rgb, part float64) rgb {
	return rgb{from.r + (to.r-from.r)*part, from.g + (to.g-from.g)*part, from.b + (to.b-from.b)*part}
}

// light is the relative luminance of WCAG.
func (c rgb) light() float64 {
	linear := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.r) + 0.7152*linear(c.g) + 0.0722*linear(c.b)
}

// contrast is the contrast of WCAG, from 1 to 21.
func contrast(a, b rgb) float64 {
	x, y := a.light(), b.light()
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// until moves a colour towards another as little as it takes to reach a
// contrast with the ground.
func until(c, towards, ground rgb, least float64) rgb {
	for part := 0.0; part < 1; part += 0.02 {
		if m := mix(c, towards, part); contrast(m, ground) >= least {
			return m
		}
	}
	return towards
}

// vivid moves a colour away from its grey.
func vivid(c rgb, times float64) rgb {
	grey := (c.r + c.g + c.b) / 3
	part := func(v float64) float64 { return min(max(grey+(v-grey)*times, 0), 1) }
	return rgb{part(c.r), part(c.g), part(c.b)}
}

// hue is a colour of the circle, from 0 to 360 degrees, of medium strength.
func hue(degrees, saturation, lightness float64) rgb {
	a := saturation * min(lightness, 1-lightness)
	f := func(n float64) float64 {
		k := math.Mod(n+degrees/30, 12)
		return lightness - a*max(-1, min(k-3, 9-k, 1))
	}
	return rgb{f(0), f(8), f(4)}
}
