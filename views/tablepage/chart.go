package tablepage

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/bankhalter/bankhalter/game"
)

// The drawing is done in user units; the style sheet sets the size of the
// letters for each width of the page, up to em units of them.
const (
	chartWide = 640
	em        = 22 // letters on a telephone
)

// mark is a straight line with a label.
type mark struct {
	Path       string
	X, Y       string
	Label      string
	LabelClass string
}

// bar is one column with what was expected of it.
type bar struct {
	Class      string
	X, Y, W, H string
	Expected   string // path
	Error      string // path
}

// coord writes a coordinate.
func coord(f float64) string {
	return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64)
}

// path joins words and numbers to the data of a path.
func path(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			b.WriteString(p)
		case float64:
			if n := b.Len(); n > 0 && b.String()[n-1] >= '0' && b.String()[n-1] <= '9' {
				b.WriteByte(' ')
			}
			b.WriteString(coord(p))
		}
	}
	return b.String()
}

// step is a round distance of which a few lie up to the top.
func step(top float64, few int) float64 {
	if top <= 0 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(top/float64(few))))
	for _, m := range []float64{1, 2, 5, 10} {
		if top/(unit*m) <= float64(few) {
			return max(unit*m, 1)
		}
	}
	return max(unit*10, 1)
}

// ticks are the round numbers from 0 to the top.
func ticks(top float64, few int) []float64 {
	var list []float64
	by := step(top, few)
	for at := 0.0; at <= top+by/1e6; at += by {
		list = append(list, at)
	}
	return list
}

// short cuts a name for a label; the table beneath has all of it.
func short(name string, letters int) string {
	r := []rune(name)
	if len(r) <= letters {
		return name
	}
	return string(r[:letters-1]) + "…"
}

// breadth is about how wide a text is in the letters of a chart, as a multiple of their size:
// those of the widest font that browsers fall back to.
func breadth(s string) (wide float64) {
	for _, r := range s {
		switch {
		case strings.ContainsRune("MWmw@%", r) || r >= 0x1100:
			wide++
		case unicode.IsUpper(r):
			wide += .7
		default:
			wide += .6
		}
	}
	return wide
}

// fitting cuts a text for a label until it is no wider than this.
func fitting(s string, wide float64) string {
	for n := len([]rune(s)); n > 1 && breadth(s) > wide; n-- {
		s = short(s, n-1)
	}
	return s
}

// fixed writes a number with so many decimals, as the language does.
func (v *view) fixed(f float64, decimals int) string {
	s := strconv.FormatFloat(math.Abs(f), 'f', decimals, 64)
	whole, rest, _ := strings.Cut(s, ".")
	n, err := strconv.Atoi(whole)
	if err == nil && n < math.MaxInt32 {
		whole = v.number(game.Money(n))
	}
	if rest != "" {
		whole += v.T("language.point") + rest
	}
	if f < 0 && strings.Trim(s, "0.") != "" {
		return "\u2212" + whole
	}
	return whole
}

// withSign is a number with its sign.
func (v *view) withSign(f float64, decimals int) string {
	s := v.fixed(f, decimals)
	if f > 0 && !strings.HasPrefix(s, "\u2212") && strings.Trim(s, "0.,") != "" {
		return "+" + s
	}
	return s
}

// sum is an amount of money that was reckoned, with a real minus.
func (v *view) sum(f float64) string {
	m := game.Money(math.Round(math.Abs(f)))
	if f < 0 && m > 0 {
		return "\u2212" + v.Money(m)
	}
	return v.Money(m)
}

// more is the same with its sign.
func (v *view) more(f float64) string {
	if math.Round(f) > 0 {
		return "+" + v.sum(f)
	}
	return v.sum(f)
}

// percent writes a share as the language does.
func (v *view) percent(n int) string { return v.T("stats.percent", "N", strconv.Itoa(n)) }
