package tablepage

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup/setuptest"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/canvas"
	"github.com/bankhalter/bankhalter/views/page"
)

func chartView(t *testing.T, lang string, seats int) *view {
	t.Helper()
	st := setuptest.Load(t, "german-classic", "", nil)
	s := game.NewState(st.Rules, seats, 0, false)
	s.Status = game.Playing
	d := &TableData{ID: "k7q2m9", Setup: st, State: &s, Viewer: game.Nobody, Query: TableQuery{Deed: -1, Trade: -1}}
	for _, name := range []string{"Ada", "Maximiliane-Charlotte", "Cleo"}[:seats] {
		d.Seats = append(d.Seats, Seat{Name: name})
	}
	return newView(page.Page{Lang: lang}, d)
}

func TestNamesBesideLinesStandApart(t *testing.T) {
	for _, c := range []struct{ y, want []float64 }{
		{[]float64{100, 200, 300}, []float64{100, 200, 300}},
		{[]float64{100, 104, 108}, []float64{78, 104, 130}},
		{[]float64{100, 104, 142}, []float64{89, 115, 142}},
		{[]float64{50, 52, 300}, []float64{45, 71, 300}},
		{[]float64{490, 495, 500}, []float64{448, 474, 500}},
		{nil, nil},
	} {
		apart(c.y, 26, 45, 500)
		assert.InDeltaSlice(t, c.want, c.y, 0.01)
	}
}

func TestScalesAreRound(t *testing.T) {
	for top, want := range map[float64][]float64{
		1: {0, 1}, 7: {0, 2, 4, 6}, 100: {0, 20, 40, 60, 80, 100}, 12816: {0, 5000, 10000}, 0: {0},
	} {
		assert.Equal(t, want, ticks(top, 5), "%v", top)
	}
}

func TestNumbersOfCharts(t *testing.T) {
	de, en := chartView(t, "de", 2), chartView(t, "en", 2)
	assert.Equal(t, "1.234,5", de.fixed(1234.51, 1))
	assert.Equal(t, "1,234.5", en.fixed(1234.51, 1))
	assert.Equal(t, "\u22123,0", de.fixed(-3, 1))
	assert.Equal(t, "0,0", de.fixed(-0.04, 1), "nothing has no sign")
	assert.Equal(t, "+2,0", de.withSign(2, 1))
	assert.Equal(t, "0", de.withSign(0.2, 0))
	assert.Equal(t, "+20\u00a0€", de.more(20.4))
	assert.Equal(t, "\u2212€20", en.more(-20.4))
	assert.Equal(t, "0\u00a0€", de.more(-.2))
	assert.Equal(t, "91\u00a0%", de.percent(91))
	assert.Equal(t, "91%", en.percent(91))
	assert.Equal(t, "Maximili…", short("Maximiliane-Charlotte", 9))
	assert.Equal(t, "Elisabeth", fitting("Elisabeth", (chartWide-wealthNames)/em))
	assert.Equal(t, "WWWW…", fitting("WWWWWWWW", (chartWide-wealthNames)/em), "no label of wide letters passes the edge")
	assert.Equal(t, "東京都渋…", fitting("東京都渋谷区神", (chartWide-wealthNames)/em))
}

// Lines end where their players do, and the names beside and beneath them never
// stand on one another.
func TestWealthIsDrawn(t *testing.T) {
	v := chartView(t, "de", 3)
	v.s.Players[2].Bankrupt = true
	f := &stats.Figures{Seats: 3, Turns: 900}
	for turn := range 900 {
		p := stats.Point{Turn: turn + 1, Seq: uint32(turn * 9), Wealth: []game.Money{1500, 1500, 300}}
		if turn > 400 {
			p.Wealth[2] = 0
		}
		f.Wealth = append(f.Wealth, p)
	}
	x := v.wealthChart(f)
	require.Len(t, x.Lines, 3)
	assert.Less(t, len(x.Lines[0].Path), 4000, "a long game is thinned out")
	assert.NotEqual(t, x.Lines[0].Y, x.Lines[1].Y, "level, and still two names")
	assert.Equal(t, "m", x.Lines[2].Side)
	assert.LessOrEqual(t, len(x.Rows), wealthRows+1)
	assert.Equal(t, []string{"1.500\u00a0€", "1.500\u00a0€", "0\u00a0€"}, x.Rows[len(x.Rows)-1].Money)
	assert.Contains(t, x.Say, "gleichauf")
	assert.Nil(t, v.wealthChart(&stats.Figures{Seats: 3, Wealth: f.Wealth[:1]}), "one turn makes no line")
}

// The last point is what the last turn left behind, and no turn after it.
func TestTheAxisOfWealthEndsWithTheLastTurn(t *testing.T) {
	v := chartView(t, "en", 2)
	f := &stats.Figures{Seats: 2, Turns: 7, Over: true}
	for turn := 1; turn <= 8; turn++ {
		f.Wealth = append(f.Wealth, stats.Point{Turn: turn, Seq: uint32(turn * 9), Wealth: []game.Money{1500, 1500}})
	}
	x := v.wealthChart(f)
	assert.Equal(t, "6", x.Turns[len(x.Turns)-1].Label)
}

func TestAuctionsAreDrawn(t *testing.T) {
	v := chartView(t, "en", 2)
	f := &stats.Figures{Seats: 2}
	assert.Nil(t, v.auctionChart(f))
	f.Auctions = []stats.Auction{{Seq: 7, Turn: 1, Space: 1, List: 60, Winner: game.Nobody}}
	x := v.auctionChart(f)
	assert.Empty(t, x.Rows, "what nobody wanted has no place on the scale")
	assert.Len(t, x.Table, 1)
	for i := range 20 {
		f.Auctions = append(f.Auctions, stats.Auction{Seq: uint32(9 + i), Turn: 2 + i, Space: 39, List: 400, Price: game.Money(10 + 40*i), Winner: 1})
	}
	x = v.auctionChart(f)
	assert.Len(t, x.Rows, auctionsShown)
	assert.Equal(t, 20-auctionsShown, x.Left)
	assert.Len(t, x.Table, 21)
	assert.Equal(t, page.AtPath("k7q2m9", 9), x.Table[1].Href)
}

// Every event that a log shows is of some kind, so that no filter hides it for good.
func TestEveryToldEventIsOfAKind(t *testing.T) {
	plain := map[game.EventKind]bool{ // the frame of the game, shown with everything
		game.GameStarted: true, game.TimeStruck: true, game.GameEnded: true, game.Resigned: true, game.Returned: true,
	}
	v := chartView(t, "en", 2)
	for kind := game.NoEvent + 1; kind < game.NumEvents; kind++ {
		v.log = []Entry{{Seq: 1, Event: game.Event{Kind: kind, Seat: 0, Other: 1, Amount: 1, Cause: game.ForRent}}}
		if !v.tells(0) || plain[kind] || kind == game.TurnStarted {
			continue
		}
		of := 0
		for k := LogMoney; int(k) < len(logKinds()); k++ {
			if k.is(&v.log[0].Event) {
				of++
			}
		}
		assert.Positive(t, of, "event kind %d", kind)
	}
}

func TestNamesBesideTheLinesOfThePictureAreWhole(t *testing.T) {
	v := chartView(t, "de", 3)
	var p canvas.Picture
	p.Wide, p.High = PictureWide, PictureHigh
	f := &stats.Figures{Wealth: []stats.Point{{Turn: 1, Wealth: []game.Money{1500, 1500, 1500}}, {Turn: 30, Wealth: []game.Money{900, 2500, 1800}}}}
	v.drawWealth(&p, f, "#888888")
	drawn := string(p.SVG())
	for _, name := range []string{"Ada", "Maximiliane-Charlotte", "Cleo"} {
		assert.Contains(t, drawn, ">"+name+"<")
	}
}
