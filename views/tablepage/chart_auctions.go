package tablepage

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/page"
)

// auctionChart is what the hammer brought, against the printed price.
type auctionChart struct {
	Say    string
	Height string
	Scale  []mark
	List   string // path of the printed price
	Rows   []auctionLine
	Table  []auctionRow
	Left   int // auctions that only the table shows
}

// auctionLine is one auction.
type auctionLine struct {
	Class, Shape        string // over or under the printed price
	Name, Lang          string
	Label, LabelX, Side string
	Line, X, TextY      string
}

// auctionRow is one in the table.
type auctionRow struct{ Turn, Href, Name, Lang, Winner, List, Price, Share string }

const (
	auctionsShown = 12
	auctionLeft   = 216.0
	auctionRight  = 540.0
	auctionRowH   = 32.0
)

func (v *view) auctionChart(f *stats.Figures) *auctionChart {
	if len(f.Auctions) == 0 {
		return nil
	}
	x := &auctionChart{}
	var sold []stats.Auction
	var list, price game.Money
	for _, a := range f.Auctions {
		x.Table = append(x.Table, v.auctionRow(a))
		if a.Winner >= 0 {
			sold = append(sold, a)
			list += a.List
			price += a.Price
		}
	}
	if len(sold) == 0 {
		x.Say = v.N("stats.auctions_unsold", len(f.Auctions))
		return x
	}
	share := int(int64(price) * 100 / int64(list))
	x.Say = v.N("stats.auctions_say", len(sold), "Money", v.Money(price), "List", v.Money(list), "Percent", strconv.Itoa(share))
	far := slices.Clone(sold)
	slices.SortStableFunc(far, func(a, b stats.Auction) int { return cmp.Compare(distance(b), distance(a)) })
	far = far[:min(len(far), auctionsShown)]
	slices.SortFunc(far, func(a, b stats.Auction) int { return cmp.Compare(a.Seq, b.Seq) })
	x.Left = len(sold) - len(far)
	top := 150.0
	for _, a := range far {
		top = max(top, ratio(a))
	}
	at := func(percent float64) float64 { return auctionLeft + percent/top*(auctionRight-auctionLeft) }
	floor := 8 + auctionRowH*float64(len(far))
	for _, n := range ticks(top, 4) {
		x.Scale = append(x.Scale, mark{Path: path("M", at(n), 4.0, "V", floor), X: coord(at(n)), Y: coord(floor + 24), Label: v.percent(int(n)), LabelClass: "ax m"})
	}
	x.List = path("M", at(100), 4.0, "V", floor)
	for i, a := range far {
		x.Rows = append(x.Rows, v.auctionLine(a, at, 8+auctionRowH*(float64(i)+.5)))
	}
	x.Height = coord(floor + 32)
	return x
}

func ratio(a stats.Auction) float64 { return float64(a.Price) * 100 / float64(max(a.List, 1)) }

func distance(a stats.Auction) float64 {
	d := ratio(a) - 100
	return max(d, -d)
}

func (v *view) auctionLine(a stats.Auction, at func(float64) float64, y float64) auctionLine {
	p := at(ratio(a))
	l := auctionLine{
		Class: "under", Shape: "M0 6-6-5H6z", Name: short(v.Space(a.Space), 17), Lang: v.foreign(a.Space), Label: v.Money(a.Price),
		Line: path("M", at(100), y, "H", p), X: "translate(" + coord(p) + " " + coord(y) + ")", TextY: coord(y + 6), LabelX: coord(p + 12),
	}
	if a.Price > a.List {
		l.Class, l.Shape = "over", "M0-6 6 5H-6z"
	}
	switch {
	case p >= at(100):
	case p > auctionLeft+100:
		l.LabelX, l.Side = coord(p-12), "e"
	default: // there is no room on the left
		l.LabelX = coord(at(100) + 12)
	}
	return l
}

func (v *view) auctionRow(a stats.Auction) auctionRow {
	r := auctionRow{
		Turn: strconv.Itoa(a.Turn), Href: page.AtPath(v.d.ID, a.Seq), Name: v.Space(a.Space), Lang: v.foreign(a.Space),
		List: v.Money(a.List), Winner: v.T("stats.nobody"), Price: "–", Share: "–",
	}
	if a.Winner >= 0 {
		r.Winner, r.Price, r.Share = v.Name(a.Winner), v.Money(a.Price), v.percent(int(ratio(a)+.5))
	}
	if a.Pledged {
		r.Name += " (" + v.T("space.mortgaged") + ")"
	}
	return r
}
