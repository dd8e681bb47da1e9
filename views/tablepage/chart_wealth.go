package tablepage

import (
	"cmp"
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/page"
)

// wealthChart is what everybody was worth, turn by turn.
type wealthChart struct {
	Say    string // in one sentence
	Height string
	Lines  []wealthLine
	Grid   []mark
	Turns  []mark
	Event  *mark
	Now    string // the line through the position that is shown, "" if that is the present
	Heads  []string
	Rows   []wealthRow
}

// wealthLine is one player's line.
type wealthLine struct {
	Class  string // of colour and dash
	Path   string
	Later  string // its way after the position that is shown, "" if that is the present
	Points []spot
	Ahead  []spot // of what comes after the position
	Stands spot   // where the player stands in that position, "" if that is the present
	Shape  string
	Label  string
	Side   string // "m": the label stands beneath the end
	X, Y   string

	x, y float64 // where it ends
	out  bool
}

// spot is where a marker stands.
type spot string

// wealthRow is a turn in the table beneath.
type wealthRow struct {
	Turn  string
	Money []string
}

// How a chart and its table are thinned out, and where the plot lies.
const (
	wealthPoints  = 200
	wealthMarkers = 5
	wealthRows    = 14
	wealthLeft    = 118.0
	wealthRight   = 506.0
	wealthNames   = wealthRight + 12 // of those in the game
	wealthTop     = 40.0
	wealthFloor   = 270.0
)

// markers are the shapes of the points, one a player, told apart without colour.
func markers() []string {
	return []string{
		"M0-5 5 4H-5z", "M-4-4H4V4H-4z", "M0-5.500 5.500 0 0 5.500-5.500 0z", "M-4.500 0a4.500 4.500 0 1 0 9 0 4.500 4.500 0 1 0-9 0z",
		"M0 5-5-4H5z", "M-1.500-5h3v3.500H5v3H1.500V5h-3V1.500H-5v-3h3.500z", "M-5-5-2.500-5 0-2.500 2.500-5 5-5 2.500 0 5 5 2.500 5 0 2.500-2.500 5-5 5-2.500 0z", "M-5 0-2.500-4.500H2.500L5 0 2.500 4.500H-2.500z",
	}
}

func (v *view) wealthChart(f *stats.Figures) *wealthChart {
	points := f.Wealth
	if len(points) < 2 {
		return nil
	}
	top := 1.0
	for _, p := range points {
		for _, m := range p.Wealth {
			top = max(top, float64(m))
		}
	}
	x := &wealthChart{}
	at := v.wealthAxis(points)
	high := func(m game.Money) float64 { return wealthFloor - float64(m)/top*(wealthFloor-wealthTop) }
	for _, m := range ticks(top, 5) {
		y := high(game.Money(m))
		x.Grid = append(x.Grid, mark{Path: path("M", wealthLeft, y, "H", wealthRight), X: coord(wealthLeft - 8), Y: coord(y + 5), Label: v.Money(game.Money(m))})
	}
	x.Turns = append(x.Turns, mark{X: coord(wealthLeft), Y: coord(wealthFloor + 24), LabelClass: "ax", Label: v.T("stats.turn_n", "N", v.number(game.Money(points[0].Turn)))})
	for _, n := range ticks(float64(min(points[len(points)-1].Turn, f.Turns)), 5) {
		if to := at(int(n), beginning(points, int(n))); to > wealthLeft+90 {
			x.Turns = append(x.Turns, mark{X: coord(to), Y: coord(wealthFloor + 24), LabelClass: "ax m", Label: v.number(game.Money(n))})
		}
	}
	for i := range game.Seat(v.s.NumSeats) {
		if v.s.Players[i].BankerOnly {
			continue
		}
		x.Heads = append(x.Heads, v.Name(i))
		l := v.wealthLine(points, i, at, high)
		n := lastPoint(points, i)
		l.x, l.y, l.out = at(points[n].Turn, points[n].Seq), high(points[n].Wealth[i]), v.s.Players[i].Bankrupt || v.d.Past != nil && points[n].Wealth[i] == 0 // by the end
		x.Lines = append(x.Lines, l)
	}
	placeNames(x.Lines)
	x.Height = coord(wealthFloor + 30 + em*float64(placeOut(x.Lines)))
	x.Event = v.completed(f, at)
	if v.d.Past != nil {
		now := min(max(at(int(v.s.Turn.Number), v.d.Past.At), wealthLeft), wealthRight)
		x.Now = path("M", now, wealthTop-14, "V", wealthFloor)
	}
	x.Rows = v.wealthRows(points)
	x.Say = v.wealthSay(f)
	return x
}

// wealthAxis says where a turn that began at an event stands: apart from the next as
// every turn or, where one leafs through a game by its events, by their number.
func (v *view) wealthAxis(points []stats.Point) func(turn int, seq uint32) float64 {
	along := func(turn int, seq uint32) float64 {
		if v.d.Past != nil {
			return float64(seq)
		}
		return float64(turn)
	}
	end := &points[len(points)-1]
	first, last := along(points[0].Turn, points[0].Seq), along(end.Turn, end.Seq)
	return func(turn int, seq uint32) float64 {
		return wealthLeft + (along(turn, seq)-first)/max(last-first, 1)*(wealthRight-wealthLeft)
	}
}

// beginning is the event with which a turn began.
func beginning(points []stats.Point, turn int) uint32 {
	for i := range points {
		if points[i].Turn >= turn {
			return points[i].Seq
		}
	}
	return points[len(points)-1].Seq
}

// wealthLine draws the way of one seat until it is out.
func (v *view) wealthLine(points []stats.Point, seat game.Seat, at func(int, uint32) float64, high func(game.Money) float64) wealthLine {
	n := lastPoint(points, seat)
	place := v.place(seat)
	shapes := markers()
	l := wealthLine{Class: "s" + page.Itoa(place%8+1) + " p" + page.Itoa(place%8+1), Shape: shapes[place%len(shapes)], Label: fitting(short(v.Name(seat), 9), (chartWide-wealthNames)/em)}
	by := max(1, (n+wealthPoints)/wealthPoints)
	shown := v.shownPoint(points, n)
	var before, after []any
	step := func(parts []any, i int) []any {
		sign := "L"
		if len(parts) == 0 {
			sign = "M"
		}
		return append(parts, sign, at(points[i].Turn, points[i].Seq), high(points[i].Wealth[seat]))
	}
	for i := 0; i <= n; i++ {
		if i != shown && i != n && i%by != 0 {
			continue
		}
		if i <= shown {
			before = step(before, i)
		}
		if i >= shown {
			after = step(after, i)
		}
	}
	l.Path = path(before...)
	if shown < n {
		l.Later = path(after...)
	}
	where := func(i int) spot {
		return spot("translate(" + coord(at(points[i].Turn, points[i].Seq)) + " " + coord(high(points[i].Wealth[seat])) + ")")
	}
	if v.d.Past != nil {
		l.Stands = where(shown)
	}
	for k := 1; k <= wealthMarkers; k++ {
		// A little apart from player to player, so that equal lines show all their markers.
		i := min(n, max(0, n*k/wealthMarkers-place*n/(wealthMarkers*9)))
		if k == wealthMarkers {
			i = n
		}
		if i > shown {
			l.Ahead = append(l.Ahead, where(i))
		} else {
			l.Points = append(l.Points, where(i))
		}
	}
	l.Points, l.Ahead = slices.Compact(l.Points), slices.Compact(l.Ahead)
	return l
}

// shownPoint is the last point, up to the n-th, that the position shown has reached.
func (v *view) shownPoint(points []stats.Point, n int) int {
	if v.d.Past == nil {
		return n
	}
	reached := 0
	for reached < n && points[reached+1].Seq <= v.d.Past.At {
		reached++
	}
	return reached
}

// lastPoint is the last point at which a seat is in the game.
func lastPoint(points []stats.Point, seat game.Seat) int {
	n := len(points) - 1
	for n > 0 && points[n].Wealth[seat] == 0 && points[n-1].Wealth[seat] == 0 {
		n--
	}
	return n
}

// placeNames puts the names of those in the game beside the ends of their
// lines, apart from one another.
func placeNames(lines []wealthLine) {
	var in []*wealthLine
	for i := range lines {
		if !lines[i].out {
			in = append(in, &lines[i])
		}
	}
	slices.SortStableFunc(in, func(a, b *wealthLine) int { return cmp.Compare(a.y, b.y) })
	y := make([]float64, len(in))
	for i, l := range in {
		y[i] = l.y
	}
	apart(y, em, wealthTop-em/2, wealthFloor)
	for i, l := range in {
		l.X, l.Y = coord(wealthNames), coord(y[i]+6)
	}
}

// apart moves heights, the highest first, until none is nearer to the next one than a
// step: as little as possible, and neither above the ceiling nor below the floor.
func apart(y []float64, step, ceiling, floor float64) {
	type group struct{ sum, n float64 } // of the heights of neighbours that touch, less their steps
	var groups []group
	for i := range y {
		last := group{y[i] - float64(i)*step, 1}
		for len(groups) > 0 && groups[len(groups)-1].sum/groups[len(groups)-1].n >= last.sum/last.n {
			before := groups[len(groups)-1]
			groups, last = groups[:len(groups)-1], group{before.sum + last.sum, before.n + last.n}
		}
		groups = append(groups, last)
	}
	i := 0
	for _, h := range groups {
		for range int(h.n) {
			y[i] = max(h.sum/h.n, ceiling) + float64(i)*step
			i++
		}
	}
	for i := len(y) - 1; i >= 0; i-- {
		y[i] = min(y[i], floor)
		floor = y[i] - step
	}
}

// placeOut puts the names of those who are out beneath the places where their
// lines end, in as many rows as they need, and tells how many.
func placeOut(lines []wealthLine) (rows int) {
	var out []*wealthLine
	for i := range lines {
		if lines[i].out {
			out = append(out, &lines[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *wealthLine) int { return cmp.Compare(a.x, b.x) })
	var right []float64 // how far each row is taken
	for _, l := range out {
		half := breadth(l.Label) * em / 2
		mid := min(max(l.x, half), chartWide-half)
		row := 0
		for row < len(right) && right[row] > mid-half {
			row++
		}
		if row == len(right) {
			right = append(right, 0)
		}
		right[row] = mid + half + em/2
		l.Side, l.X, l.Y = "m", coord(mid), coord(wealthFloor+24+em*float64(row+1))
	}
	return len(right)
}

// completed marks where the winner's, or so far richest player's, first group became whole.
func (v *view) completed(f *stats.Figures, at func(int, uint32) float64) *mark {
	seat, _, _ := richest(f)
	for _, c := range f.Complete {
		if c.Seat == seat {
			x := min(max(at(c.Turn, c.Seq), wealthLeft), wealthRight)
			m := &mark{Path: path("M", x, wealthTop-14, "V", wealthFloor), X: coord(x), Y: coord(wealthTop - 20), Label: v.T("stats.has_group", "Name", short(v.Name(seat), 9), "Group", v.Group(c.Group))}
			switch {
			case x > 420:
				m.LabelClass = "ax e"
			case x < 220:
				m.LabelClass = "ax"
			default:
				m.LabelClass = "ax m"
			}
			return m
		}
	}
	return nil
}

// richest is who is worth most at the end, and whether nobody else is worth as much.
func richest(f *stats.Figures) (seat game.Seat, worth game.Money, alone bool) {
	seat = game.Nobody
	for i, m := range f.Wealth[len(f.Wealth)-1].Wealth {
		switch {
		case seat == game.Nobody || m > worth:
			seat, worth, alone = game.Seat(i), m, true
		case m == worth:
			alone = false
		}
	}
	return seat, worth, alone
}

func (v *view) wealthSay(f *stats.Figures) string {
	seat, worth, alone := richest(f)
	switch {
	case !alone:
		return v.T("stats.wealth_even", "Money", v.Money(worth))
	case f.Over:
		return v.T("stats.wealth_end", "Name", v.Name(seat), "Money", v.Money(worth))
	}
	return v.T("stats.wealth_now", "Name", v.Name(seat), "Money", v.Money(worth))
}

func (v *view) wealthRows(points []stats.Point) []wealthRow {
	var rows []wealthRow
	by := max(1, (len(points)+wealthRows-2)/wealthRows)
	for i, p := range points {
		if i%by != 0 && i != len(points)-1 {
			continue
		}
		row := wealthRow{Turn: v.number(game.Money(p.Turn))}
		if i == len(points)-1 {
			row.Turn = v.T("stats.at_end")
			if v.s.Status != game.Finished {
				row.Turn = v.T("stats.last_turn", "N", v.number(game.Money(p.Turn)))
			}
		}
		for seat, m := range p.Wealth {
			if !v.s.Players[seat].BankerOnly {
				row.Money = append(row.Money, v.Money(m))
			}
		}
		rows = append(rows, row)
	}
	return rows
}
