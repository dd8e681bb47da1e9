package tablepage

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/canvas"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
)

// The picture of a finished game has the size in which other sites show one.
const (
	PictureWide = 1200
	PictureHigh = 630
)

// Where the lines of the picture lie.
const (
	plotLeft  = 72.0
	plotRight = 1050.0 // or further left, for long names
	plotTop   = 270.0
	plotFloor = 500.0
	nameWide  = 300.0 // of the longest name behind a line
	nameRight = PictureWide - 60.0
	nameGap   = 14.0
)

// lineName is how a player's name is written at the end of their line.
func (v *view) lineName(seat game.Seat) canvas.Style {
	return canvas.Style{Size: 24, Bold: true, Fill: seatColour(v.place(seat))}
}

// seatColour is a player's colour on a light page, as in tokens.css.
func seatColour(place int) canvas.Colour {
	return [8]canvas.Colour{"#0f5c6e", "#8c2f4b", "#7a5200", "#5a3d94", "#3d6320", "#4b5563", "#9a3f12", "#2f3f9e"}[place%8]
}

// seatDashes are those of a player's line, so that colour is not alone.
func seatDashes(place int) []float64 {
	return [8][]float64{nil, {26, 12}, {4, 12}, {26, 10, 4, 10}, {2, 9}, {34, 10}, {16, 8, 4, 8, 4, 8}, {10, 14}}[place%8]
}

// Picture is a finished game in one drawing, as a stranger may see it: who won,
// the others in their order, and everybody's wealth turn by turn.
func Picture(lang string, d *TableData) *canvas.Picture {
	v := newView(page.Page{Lang: lang}, d).stranger()
	look := palette.Of(v.d.Setup.Edition)
	x := v.result()
	p := &canvas.Picture{Wide: PictureWide, High: PictureHigh}
	p.Rect(0, 0, PictureWide, PictureHigh, 0, canvas.Colour(look.Frame))
	p.Rect(28, 92, PictureWide-56, PictureHigh-120, 12, canvas.Colour(look.Paper))
	brand := canvas.Style{Size: 32, Bold: true, Spacing: 5, Fill: canvas.Colour(look.Sun)}
	p.Text(48, 64, v.T("site.name"), brand)
	over := canvas.Style{Size: 26, Anchor: canvas.End, Fill: canvas.Colour(look.Sun)}
	p.Text(PictureWide-48, 62, over.Fit(v.d.Name+" · "+v.N("result.turns", int(v.s.Turn.Number)), 760), over)
	title := canvas.Style{Size: 52, Bold: true, Fill: canvas.Colour(look.Ink)}
	title.Size = max(32, min(52, 51*(PictureWide-136)/title.Width(x.Title))) // the sum at its end is the result
	p.Text(68, 172, title.Fit(x.Title, PictureWide-136), title)
	p.Title = v.d.Name + ". " + x.Title + "."
	if v.d.Figures != nil {
		if list := v.story(&v.d.Figures.Story); len(list) > 0 {
			small := canvas.Style{Size: 25, Fill: canvas.Colour(look.Ink)}
			p.Text(68, 222, small.Fit(list[0].Text, PictureWide-136), small)
		}
		v.drawWealth(p, v.d.Figures, canvas.Colour(look.Line))
	}
	at, step := 68.0, (PictureWide-136.0)/float64(max(len(x.Rows), 1))
	for i, st := range v.ranked() {
		name := canvas.Style{Size: min(30, step/7), Bold: true, Fill: seatColour(v.place(st.Seat))}
		row := x.Rows[i]
		p.Text(at, 566, name.Fit(row.Rank+" "+row.Name, step-12), name)
		p.Title += " " + row.Rank + " " + row.Name + ", " + row.Wealth + "."
		at += step
	}
	return p
}

// drawWealth draws everybody's line until they are out.
func (v *view) drawWealth(p *canvas.Picture, f *stats.Figures, grid canvas.Colour) {
	if len(f.Wealth) < 2 {
		return
	}
	top := game.Money(1)
	for _, one := range f.Wealth {
		for _, m := range one.Wealth {
			top = max(top, m)
		}
	}
	p.Line([]canvas.Point{{X: plotLeft, Y: plotFloor}, {X: PictureWide - 72, Y: plotFloor}}, 2, nil, grid)
	first, last := f.Wealth[0].Turn, f.Wealth[len(f.Wealth)-1].Turn
	by := max(1, len(f.Wealth)/wealthPoints)
	type ending struct {
		seat game.Seat
		at   canvas.Point
	}
	var in []ending
	right := plotRight
	for i := range game.Seat(v.s.NumSeats) {
		if style := v.lineName(i); !v.s.Players[i].Bankrupt && !v.s.Players[i].BankerOnly {
			right = min(right, nameRight-nameGap-min(nameWide, style.Width(v.Name(i))))
		}
	}
	for i := range game.Seat(v.s.NumSeats) {
		if v.s.Players[i].BankerOnly {
			continue
		}
		var way []canvas.Point
		n := lastPoint(f.Wealth, i)
		for k := 0; k <= n; k++ {
			if k%by == 0 || k == n {
				way = append(way, canvas.Point{
					X: plotLeft + float64(f.Wealth[k].Turn-first)/float64(max(last-first, 1))*(right-plotLeft),
					Y: plotFloor - float64(f.Wealth[k].Wealth[i])/float64(top)*(plotFloor-plotTop),
				})
			}
		}
		p.Line(way, 6, seatDashes(v.place(i)), seatColour(v.place(i)))
		if end := way[len(way)-1]; !v.s.Players[i].Bankrupt {
			in = append(in, ending{i, end})
		}
	}
	slices.SortStableFunc(in, func(a, b ending) int { return cmp.Compare(a.at.Y, b.at.Y) })
	y := make([]float64, len(in))
	for i, one := range in {
		y[i] = one.at.Y
	}
	const step = 26
	apart(y, step, plotTop, plotFloor)
	for i, one := range in {
		name, left := v.lineName(one.seat), one.at.X+nameGap
		p.Text(left, y[i]+8, name.Fit(v.Name(one.seat), nameRight-left), name)
	}
}
