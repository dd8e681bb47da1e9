package tablepage

import (
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
)

// barChart is counts beside their expectation.
type barChart struct {
	Say    string
	Note   string
	Height string
	Bars   []bar
	Grid   []mark
	Labels []mark
	Rows   []barRow
}

// barRow is one count in the table beneath.
type barRow struct{ Name, Lang, Seen, Expected, Error string }

// counted is what a bar shows.
type counted struct {
	class, name, lang, label, align string
	stats.Count
}

// wideOnly is the class of labels for which a narrow chart has no room.
const wideOnly = "m wide-only"

const (
	barsTop   = 16.0
	barsFloor = 236.0
	barsLeft  = 46.0
)

// bars draws counts from left to right, with two standard errors to each side.
func (v *view) bars(list []counted) barChart {
	top := 1.0
	for _, c := range list {
		top = max(top, float64(c.Seen), c.Expected+2*c.Error)
	}
	x := barChart{Height: "272"}
	high := func(n float64) float64 { return barsFloor - n/top*(barsFloor-barsTop) }
	for _, n := range ticks(top, 4) {
		y := high(n)
		x.Grid = append(x.Grid, mark{Path: path("M", barsLeft, y, "H", float64(chartWide)), X: coord(barsLeft - 8), Y: coord(y + 5), Label: v.number(game.Money(n))})
	}
	pace := (chartWide - barsLeft - 6) / float64(len(list))
	for i, c := range list {
		left := barsLeft + 6 + pace*float64(i)
		width := pace * .68
		mid := left + width/2
		y := high(float64(c.Seen))
		b := bar{Class: "bar-c " + c.class, X: coord(left), Y: coord(y), W: coord(width), H: coord(barsFloor - y)}
		if c.Expected > 0 {
			e := high(c.Expected)
			b.Expected = path("M", left-pace*.1, e, "H", left+width+pace*.1)
			b.Error = path("M", mid, high(c.Expected+2*c.Error), "V", min(high(c.Expected-2*c.Error), barsFloor))
		}
		x.Bars = append(x.Bars, b)
		if c.label != "" {
			at := map[string]float64{"": left, "m": mid, wideOnly: mid}[c.align]
			x.Labels = append(x.Labels, mark{X: coord(at), Y: coord(barsFloor + 24), Label: c.label, LabelClass: "ax " + c.align})
		}
		x.Rows = append(x.Rows, barRow{c.name, c.lang, strconv.Itoa(c.Seen), v.fixed(c.Expected, 1), v.fixed(c.Error, 1)})
	}
	return x
}

func (v *view) diceChart(f *stats.Figures) *barChart {
	if f.Dice.Throws == 0 {
		return nil
	}
	var list []counted
	for sum := 2; sum <= 12; sum++ {
		list = append(list, counted{class: "none", name: strconv.Itoa(sum), label: strconv.Itoa(sum), align: "m", Count: f.Dice.Sums[sum]})
	}
	x := v.bars(list)
	x.Say = v.N("stats.dice_throws", f.Dice.Throws)
	// Below five of the rarest sum the comparison says nothing.
	if f.Dice.Sums[2].Expected >= 1 {
		x.Note = v.N("stats.dice_chance", max(1, int(f.Dice.Chance*100+.5)))
	}
	return &x
}

func (v *view) landingChart(f *stats.Figures) *barChart {
	if f.Throws == 0 || len(f.Landings) == 0 {
		return nil
	}
	var list []counted
	most, far, places := f.Landings[0], 0, 0
	for _, l := range f.Landings {
		if l.Expected > 0 {
			places++
			if off := float64(l.Seen) - l.Expected; off > 2*l.Error || off < -2*l.Error {
				far++
			}
		}
		if l.Seen > most.Seen {
			most = l
		}
		list = append(list, v.landed(l))
	}
	x := v.bars(list)
	x.Say = v.N("stats.landings_most", most.Seen, "Space", v.restName(most.Space), "Expected", v.fixed(most.Expected, 1))
	x.Note = v.N("stats.landings_far", far, "Places", strconv.Itoa(places), "Chance", v.fixed(float64(places)*.05, 0))
	return &x
}

// restName is the name of a resting place.
func (v *view) restName(sp game.Space) string {
	if sp == game.NoSpace {
		return v.T("stats.in_jail")
	}
	return v.Space(sp)
}

func (v *view) landed(l stats.Landing) counted {
	c := counted{class: "none", name: v.restName(l.Space), Count: l.Count}
	if l.Space == game.NoSpace {
		c.class = "jail"
		return c
	}
	c.lang = v.foreign(l.Space)
	def := &v.r.Spaces[l.Space]
	if g := v.groupClass(def.Group); g != "" {
		c.class = g
	}
	// The corners tell where one is.
	quarter := v.r.Size / 4
	switch uint8(l.Space) {
	case 0:
		c.label = short(c.name, 9)
	case 2 * quarter:
		c.label, c.align = short(c.name, 21), "m"
	case quarter, 3 * quarter:
		corner, _, _ := strings.Cut(c.name, " / ")
		c.label, c.align = short(corner, 21), wideOnly
	}
	return c
}
