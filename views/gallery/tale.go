package gallery

import (
	"time"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// tale are the pages about the past: the log, earlier positions,
// events since the last visit, and statistics.
func tale() []Story {
	return []Story{
		about("log", func(d *tablepage.TableData, p page.Page) templ.Component {
			return logOf(d, tablepage.LogQuery{Player: game.Nobody}).Page(p)
		}),
		about("log-part", func(d *tablepage.TableData, p page.Page) templ.Component {
			return logOf(d, tablepage.LogQuery{Turn: 3, Kind: tablepage.LogMoney, Player: 1}).Page(p)
		}),
		about("log-nothing", func(d *tablepage.TableData, p page.Page) templ.Component {
			d.Log = nil
			return logOf(d, tablepage.LogQuery{Kind: tablepage.LogTrades, Player: game.Nobody}).Page(p)
		}),
		about("past", func(d *tablepage.TableData, p page.Page) templ.Component {
			at := d.State.Seq
			d.Past = &tablepage.Past{At: at, Last: at + 512, First: 1, Prev: at - 2, Next: at + 1, PrevTurn: at - 9, NextTurn: at + 7}
			if whole, err := played("german-classic", 4, 400, 5); err == nil { // the same game to its end
				d.Figures, d.Past.Last, d.Over = whole.count.Figures(), whole.s.Seq, true
			}
			d.Options = nil
			return d.Page(p)
		}),
		about("past-end", func(d *tablepage.TableData, p page.Page) templ.Component {
			at := d.State.Seq
			d.Past, d.Over = &tablepage.Past{At: at, Last: at, First: 1, Prev: at - 2, PrevTurn: at - 9}, true
			d.Options = nil
			return d.Page(p)
		}),
		about("missed", func(d *tablepage.TableData, p page.Page) templ.Component {
			then := *d.State
			then.Seq -= 60
			for i := range then.Players[:then.NumSeats] {
				then.Players[i].Cash += game.Money(90*i - 130)
			}
			then.Owned[0] = 0
			d.Missed = &tablepage.Missed{Seq: then.Seq, At: d.Now.Add(-26 * time.Hour), State: &then, Events: 60, Turns: 8}
			return d.Page(p)
		}),
		about("figures", func(d *tablepage.TableData, p page.Page) templ.Component {
			return tablepage.FiguresData{TableData: *d}.Page(p)
		}),
		figures("figures-start", "german-classic", 3, 0), figures("figures-eight", "us-classic", 8, 400), figures("figures-mega", "mega", 5, 400),
		table("around", "result-eight", func() (tablepage.TableData, error) {
			m, err := played("us-classic", 8, 400, 9)
			if err != nil {
				return tablepage.TableData{}, err
			}
			return m.data(0), nil
		}),
		table("around", "result-abandoned", func() (tablepage.TableData, error) {
			m, err := played("german-classic", 3, 4, 2)
			if err == nil {
				err = m.do(game.Move(game.Abandon, game.Nobody), "")
			}
			if err != nil {
				return tablepage.TableData{}, err
			}
			return m.data(0), nil
		}),
	}
}

// about is a story about a game in its thirtieth turn.
func about(name string, render func(*tablepage.TableData, page.Page) templ.Component) Story {
	return Story{name, "tale", func() (func(page.Page) templ.Component, error) {
		m, err := played("german-classic", 4, 30, 5)
		if err != nil {
			return nil, err
		}
		d := m.data(0)
		d.ID, d.Gallery, d.Log, d.Figures = name, true, m.log, m.count.Figures()
		return func(p page.Page) templ.Component { return render(&d, p) }, nil
	}}
}

func figures(name, board string, seats, turns int) Story {
	return Story{name, "tale", func() (func(page.Page) templ.Component, error) {
		m, err := played(board, seats, turns, 9)
		if err != nil {
			return nil, err
		}
		d := m.data(0)
		d.ID, d.Figures = name, m.count.Figures()
		return func(p page.Page) templ.Component { return tablepage.FiguresData{TableData: d}.Page(p) }, nil
	}}
}

// logOf is the last page of the log.
func logOf(d *tablepage.TableData, q tablepage.LogQuery) tablepage.LogData {
	n := int(d.State.Turn.Number)
	x := tablepage.LogData{TableData: *d, Asked: q, Size: n - 25, First: 26, LastTurn: n, Turns: n}
	for _, e := range d.Log {
		if e.Event.Kind == game.TurnStarted && int(e.Event.N) == x.First {
			x.From = e.Seq
		}
	}
	return x
}
