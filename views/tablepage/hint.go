package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/explain"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// Hint is what a computer player would do in the place of the viewer.
type Hint struct {
	Asked  bool            // there is something to decide
	Moves  bool            // and it would do something
	Move   game.Command    // that
	Reason *explain.Reason // nil if there is none to tell
}

// hintFrame stands around the hint.
func (v *view) hintFrame() page.Frame {
	f := v.aside(page.HintPath(v.d.ID))
	f.Title = v.T("hint.title_page", "Table", v.d.Name)
	return f
}

// Said is the hint in words.
func (h *Hint) Said(voice *text.Scene, s *game.State) string {
	switch {
	case h.Moves:
		return voice.Move(&h.Move, s)
	case h.Asked:
		return voice.T("hint.wait")
	default:
		return voice.T("hint.none")
	}
}
