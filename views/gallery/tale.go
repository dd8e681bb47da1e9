package gallery

import (
	"time"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views"
)

// tale are the pages that tell what happened: the log, positions of before,
// what somebody missed, and figures.
func tale() []Story {
	return []Story{
		about("log", func(d *views.TableData, p views.Page) templ.Component {
			return views.Log(p, logOf(d, views.LogQuery{Player: game.Nobody}))
		}),
		about("log-part", func(d *views.TableData, p views.Page) templ.Component {
			return views.Log(p, logOf(d, views.LogQuery{Turn: 3, Kind: views.LogMoney, Player: 1}))
		}),
		about("log-nothing", func(d *views.TableData, p views.Page) templ.Component {
			d.Log = nil
			return views.Log(p, logOf(d, views.LogQuery{Kind: views.LogTrades, Player: game.Nobody}))
		}),
		about("past", func(d *views.TableData, p views.Page) templ.Component {
			at := d.State.Seq
			d.Past = &views.Past{At: at, Last: at + 512, First: 1, Prev: at - 2, Next: at + 1, PrevTurn: at - 9, NextTurn: at + 7}
			d.Options = nil
			return views.Table(p, *d)
		}),
		about("past-end", func(d *views.TableData, p views.Page) templ.Component {
			at := d.State.Seq
			d.Past, d.Over = &views.Past{At: at, Last: at, First: 1, Prev: at - 2, PrevTurn: at - 9}, true
			d.Options = nil
			return views.Table(p, *d)
		}),
		about("missed", func(d *views.TableData, p views.Page) templ.Component {
			then := *d.State
			then.Seq -= 60
			for i := range then.Players[:then.NumSeats] {
				then.Players[i].Cash += game.Money(90*i - 130)
			}
			then.Owned[0] = 0
			d.Missed = &views.Missed{Seq: then.Seq, At: d.Now.Add(-26 * time.Hour), State: &then, Events: 60, Turns: 8}
			return views.Table(p, *d)
		}),
		about("figures", func(d *views.TableData, p views.Page) templ.Component { return views.Figures(p, *d) }),
		figures("figures-start", "german-classic", 3, 0), figures("figures-eight", "us-classic", 8, 400), figures("figures-mega", "mega", 5, 400),
		table("around", "result-eight", func() (views.TableData, error) {
			m, err := played("us-classic", 8, 400, 9)
			if err != nil {
				return views.TableData{}, err
			}
			return m.data(0), nil
		}),
		table("around", "result-abandoned", func() (views.TableData, error) {
			m, err := played("german-classic", 3, 4, 2)
			if err == nil {
				err = m.do(game.Move(game.Abandon, game.Nobody), "")
			}
			if err != nil {
				return views.TableData{}, err
			}
			return m.data(0), nil
		}),
	}
}

// about is a story about a game in its thirtieth turn.
func about(name string, page func(*views.TableData, views.Page) templ.Component) Story {
	return Story{name, "tale", func() (func(views.Page) templ.Component, error) {
		m, err := played("german-classic", 4, 30, 5)
		if err != nil {
			return nil, err
		}
		d := m.data(0)
		d.ID, d.Log, d.Figures = name, m.log, m.count.Figures()
		return func(p views.Page) templ.Component { return page(&d, p) }, nil
	}}
}

func figures(name, board string, seats, turns int) Story {
	return Story{name, "tale", func() (func(views.Page) templ.Component, error) {
		m, err := played(board, seats, turns, 9)
		if err != nil {
			return nil, err
		}
		d := m.data(0)
		d.ID, d.Figures = name, m.count.Figures()
		return func(p views.Page) templ.Component { return views.Figures(p, d) }, nil
	}}
}

// logOf is the last page of the log.
func logOf(d *views.TableData, q views.LogQuery) views.LogData {
	n := int(d.State.Turn.Number)
	x := views.LogData{TableData: *d, Asked: q, First: 26, LastTurn: n, Turns: n}
	for _, e := range d.Log {
		if e.Event.Kind == game.TurnStarted && int(e.Event.N) == x.First {
			x.From = e.Seq
		}
	}
	return x
}
