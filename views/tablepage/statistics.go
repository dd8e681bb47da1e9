package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// figuresFrame stands around a game in figures.
func (v *view) figuresFrame() page.Frame {
	f := v.aside(page.FiguresPath(v.d.ID))
	f.Title, f.Sub = v.T("stats.title_page", "Table", v.d.Name), v.figuresSub()
	return f
}

// mistakesFrame stands around the mistakes of a game.
func (v *view) mistakesFrame() page.Frame {
	f := v.aside(page.MistakesPath(v.d.ID))
	f.Title = v.T("mistake.title_page", "Table", v.d.Name)
	return f
}

// figuresSub says how far the figures go.
func (v *view) figuresSub() string {
	if v.s.Status == game.Finished {
		return v.N("stats.whole", int(v.s.Turn.Number))
	}
	return v.N("stats.so_far", int(v.s.Turn.Number))
}
