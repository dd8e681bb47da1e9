package tablepage

import (
	"math"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/page"
)

// luckChart is how dice and cards treated everybody, measure by measure.
type luckChart struct {
	Height string
	Lanes  []luckLane
	Scale  []mark
	Note   string
}

// luckLane is one measure.
type luckLane struct {
	Title string
	Y     string
	Rows  []luckRow
	Unit  string
	Table []luckCells
}

// luckRow is one player in it.
type luckRow struct {
	Class, Shape string
	Name, Value  string
	X, Label     string // of the marker and its letters
	BandY, BandH string
	Line, Mid    string // from the expectation to the marker; the expectation
}

// luckCells is the row in the table beneath.
type luckCells struct{ Name, N, Seen, Expected, Off, Error, Ratio string }

const (
	luckLeft  = 150.0
	luckRight = 500.0
	luckReach = 3.5 // standard errors to each side
	luckRowH  = 26.0
	luckHead  = 34.0
)

// measure is one of the figures of luck.
type measure struct {
	key   string
	money bool
	pick  func(*stats.Luck) stats.Measure
}

func measures() []measure {
	return []measure{
		{"pips", false, func(l *stats.Luck) stats.Measure { return l.Pips }},
		{"doubles", false, func(l *stats.Luck) stats.Measure { return l.Doubles }},
		{"jailed", false, func(l *stats.Luck) stats.Measure { return l.Jailed }},
		{"cards", true, func(l *stats.Luck) stats.Measure { return l.Cards }},
		{"owed", true, func(l *stats.Luck) stats.Measure { return l.Owed }},
		{"asked", true, func(l *stats.Luck) stats.Measure { return l.Asked }},
	}
}

func (v *view) luckChart(f *stats.Figures) *luckChart {
	if f.Dice.Throws == 0 {
		return nil
	}
	x := &luckChart{Note: v.T("stats.luck_note")}
	y := 8.0
	for _, m := range measures() {
		lane := luckLane{Title: v.T("stats.luck_" + m.key), Unit: v.T("stats.luck_" + m.key + "_n")}
		top := y
		y += luckHead
		for i := range game.Seat(f.Seats) {
			l := m.pick(&f.Luck[i])
			if l.N == 0 || v.s.Players[i].BankerOnly {
				continue
			}
			lane.Rows = append(lane.Rows, v.luckRow(i, l, m.money, y))
			lane.Table = append(lane.Table, v.luckCells(i, l, m.money))
			y += luckRowH
		}
		if len(lane.Rows) == 0 {
			y = top
			continue
		}
		lane.Y = coord(top + 22)
		x.Lanes = append(x.Lanes, lane)
		y += 8
	}
	for _, z := range []int{-2, 0, 2} {
		at := luckAt(float64(z))
		x.Scale = append(x.Scale, mark{X: coord(at), Y: coord(y + 22), Label: v.withSign(float64(z), 0), LabelClass: "ax m"})
	}
	x.Height = coord(y + 30)
	return x
}

// luckAt is where a number of standard errors lies.
func luckAt(z float64) float64 {
	z = min(max(z, -luckReach), luckReach)
	return (luckLeft+luckRight)/2 + z/luckReach*(luckRight-luckLeft)/2
}

func (v *view) luckRow(seat game.Seat, m stats.Measure, money bool, y float64) luckRow {
	place := v.place(seat)
	shapes := markers()
	mid, at := y+luckRowH/2, luckAt(m.Off())
	r := luckRow{
		Class: "p" + page.Itoa(place%8+1), Shape: shapes[place%len(shapes)], Name: short(v.Name(seat), 9),
		X: "translate(" + coord(at) + " " + coord(mid) + ") scale(1.5)", Label: coord(mid + 6), BandY: coord(y + 3), BandH: coord(luckRowH - 6),
		Line: path("M", luckAt(0), mid, "H", at), Mid: path("M", luckAt(0), y, "V", y+luckRowH),
	}
	diff := m.Seen - m.Expected
	if money {
		r.Value = v.more(diff)
	} else {
		r.Value = v.withSign(diff, 1)
	}
	return r
}

func (v *view) luckCells(seat game.Seat, m stats.Measure, money bool) luckCells {
	c := luckCells{Name: v.Name(seat), N: v.number(game.Money(m.N)), Ratio: "–"}
	if m.Error > 0 {
		c.Ratio = v.withSign(math.Round(m.Off()*10)/10, 1)
	}
	if money {
		c.Seen, c.Expected, c.Off, c.Error = v.sum(m.Seen), v.sum(m.Expected), v.more(m.Seen-m.Expected), v.sum(m.Error)
		return c
	}
	c.Seen, c.Expected = v.fixed(m.Seen, 0), v.fixed(m.Expected, 1)
	c.Off, c.Error = v.withSign(m.Seen-m.Expected, 1), v.fixed(m.Error, 1)
	return c
}
