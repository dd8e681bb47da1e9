package tables

import (
	"math"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// figuresJSON is a game in figures.
type figuresJSON struct {
	Game     string        `json:"game"`
	Seq      uint32        `json:"seq"`
	Turns    int           `json:"turns"`
	Over     bool          `json:"over"`
	Players  []string      `json:"players"`
	Wealth   []worthJSON   `json:"wealth"`
	Groups   []groupJSON   `json:"groups"`
	Rents    [][]rentJSON  `json:"rents"` // by payer, then by owner
	Throws   int           `json:"throws"`
	Landings []landingJSON `json:"landings"`
	Dice     diceSumsJSON  `json:"dice"`
	Luck     []luckJSON    `json:"luck"`
	Auctions []auctionJSON `json:"auctions"`
	Story    storyJSON     `json:"story"`
}

// storyJSON is what decided a game.
type storyJSON struct {
	Buy     *buyJSON     `json:"best_buy"`
	Turning *turningJSON `json:"turning_point"`
	Falls   []fallJSON   `json:"bankruptcies"`
}

// buyJSON is the deed from the bank that brought in most rent.
type buyJSON struct {
	Turn   int        `json:"turn"`
	Seq    uint32     `json:"seq"`
	Player game.Seat  `json:"player"`
	Space  game.Space `json:"space"`
	Group  string     `json:"group,omitempty"` // that it completed
	Earned game.Money `json:"earned"`
	Turns  int        `json:"turns"`
}

// turningJSON is the moment from which the winner was ahead.
type turningJSON struct {
	Turn   int        `json:"turn"`
	Seq    uint32     `json:"seq"`
	Player game.Seat  `json:"player"`
	By     string     `json:"by" schema:"TurningKind"`
	Group  string     `json:"group,omitempty"`
	Amount game.Money `json:"amount,omitempty"`
}

// fallJSON is a bankruptcy.
type fallJSON struct {
	Turn     int        `json:"turn"`
	Seq      uint32     `json:"seq"`
	Player   game.Seat  `json:"player"`
	Creditor *game.Seat `json:"creditor"` // null: the bank
	Debt     game.Money `json:"debt"`
	Missing  game.Money `json:"missing"`
}

// turningKinds are the names of what puts a winner ahead.
func turningKinds() []string { return []string{"lead", "group", "built", "rent"} }

func newStory(snap *table.Snapshot, s *stats.Story) storyJSON {
	group := func(g uint8) string {
		if g == game.NoGroupID {
			return ""
		}
		return snap.Setup.Groups[g]
	}
	x := storyJSON{Falls: []fallJSON{}}
	if b := s.Buy; b != nil {
		x.Buy = &buyJSON{b.Turn, b.Seq, b.Seat, b.Space, group(b.Group), b.Earned, b.Turns}
	}
	if t := s.Turning; t != nil {
		x.Turning = &turningJSON{t.Turn, t.Seq, t.Seat, turningKinds()[t.Kind], group(t.Group), t.Amount}
	}
	for _, f := range s.Falls {
		x.Falls = append(x.Falls, fallJSON{f.Turn, f.Seq, f.Seat, web.SeatOrNull(f.Creditor), f.Debt, f.Missing})
	}
	return x
}

type worthJSON struct {
	Turn   int          `json:"turn"`
	Seq    uint32       `json:"seq"`
	Wealth []game.Money `json:"wealth"`
}

type groupJSON struct {
	Turn   int       `json:"turn"`
	Seq    uint32    `json:"seq"`
	Player game.Seat `json:"player"`
	Group  string    `json:"group"`
}

type rentJSON struct {
	Times  int        `json:"times"`
	Amount game.Money `json:"amount"`
}

// countJSON is a number beside its expectation.
type countJSON struct {
	Seen     int     `json:"seen"`
	Expected float64 `json:"expected"`
	Error    float64 `json:"standard_error"`
}

type landingJSON struct {
	Space  *game.Space `json:"space"` // null: in jail
	InJail bool        `json:"in_jail"`
	countJSON
}

type diceSumsJSON struct {
	Throws int       `json:"throws"`
	Sums   []sumJSON `json:"sums"`
	Chance float64   `json:"chance"`
}

type sumJSON struct {
	Sum int `json:"sum"`
	countJSON
}

type measureJSON struct {
	N        int     `json:"n"`
	Seen     float64 `json:"seen"`
	Expected float64 `json:"expected"`
	Error    float64 `json:"standard_error"`
}

type luckJSON struct {
	Player  game.Seat    `json:"player"`
	Pips    *measureJSON `json:"pips"`
	Doubles *measureJSON `json:"doubles"`
	Jailed  *measureJSON `json:"jailed"`
	Cards   *measureJSON `json:"cards"`
	Owed    *measureJSON `json:"rent_owed"`
	Asked   *measureJSON `json:"rent_asked"`
}

type auctionJSON struct {
	Seq       uint32     `json:"seq"`
	Turn      int        `json:"turn"`
	Space     game.Space `json:"space"`
	List      game.Money `json:"list_price"`
	Price     game.Money `json:"amount"`
	Winner    *game.Seat `json:"winner"` // null: nobody bid
	Mortgaged bool       `json:"mortgaged"`
}

func newFigures(snap *table.Snapshot, f *stats.Figures) figuresJSON {
	x := figuresJSON{
		Game: snap.Meta.ID, Seq: f.Seq, Turns: f.Turns, Over: f.Over, Players: snap.Names(), Throws: f.Throws,
		Wealth: []worthJSON{}, Groups: []groupJSON{}, Landings: []landingJSON{}, Auctions: []auctionJSON{},
		Story: newStory(snap, &f.Story), Dice: diceSumsJSON{Throws: f.Dice.Throws, Chance: figure(f.Dice.Chance)},
	}
	for _, p := range f.Wealth {
		x.Wealth = append(x.Wealth, worthJSON{p.Turn, p.Seq, p.Wealth})
	}
	for _, c := range f.Complete {
		x.Groups = append(x.Groups, groupJSON{c.Turn, c.Seq, c.Seat, snap.Setup.Groups[c.Group]})
	}
	for _, row := range f.Rents {
		rents := []rentJSON{}
		for _, r := range row {
			rents = append(rents, rentJSON{r.Times, r.Money})
		}
		x.Rents = append(x.Rents, rents)
	}
	for _, l := range f.Landings {
		one := landingJSON{Space: &l.Space, countJSON: newCount(l.Count)}
		if l.Space == game.NoSpace {
			one.Space, one.InJail = nil, true
		}
		x.Landings = append(x.Landings, one)
	}
	for sum := 2; sum <= 12; sum++ {
		x.Dice.Sums = append(x.Dice.Sums, sumJSON{sum, newCount(f.Dice.Sums[sum])})
	}
	for i, l := range f.Luck {
		x.Luck = append(x.Luck, luckJSON{
			game.Seat(i), newMeasure(l.Pips), newMeasure(l.Doubles), newMeasure(l.Jailed), newMeasure(l.Cards), newMeasure(l.Owed), newMeasure(l.Asked),
		})
	}
	for _, a := range f.Auctions {
		x.Auctions = append(x.Auctions, auctionJSON{a.Seq, a.Turn, a.Space, a.List, a.Price, web.SeatOrNull(a.Winner), a.Pledged})
	}
	return x
}

func newCount(c stats.Count) countJSON {
	return countJSON{c.Seen, figure(c.Expected), figure(c.Error)}
}

// newMeasure is null where there is nothing to measure.
func newMeasure(m stats.Measure) *measureJSON {
	if m.N == 0 {
		return nil
	}
	return &measureJSON{m.N, m.Seen, figure(m.Expected), figure(m.Error)}
}

// figure rounds to what a figure can mean.
func figure(f float64) float64 { return math.Round(f*1e6) / 1e6 }
