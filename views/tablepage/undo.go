package tablepage

import (
	"strconv"

	"github.com/bankhalter/bankhalter/game"
)

// undoRequest is a request to take a decision back, as one of the table sees it.
type undoRequest struct {
	Title  string
	What   string // the decision in a sentence, "" if the page does not have it
	Note   string // whose answers it waits for
	Agree  *button
	Refuse *button // for who has asked: to withdraw it
}

// undoRequest is the open request of a player, if there is one.
func (v *view) undoRequest() (undoRequest, bool) {
	if v.s.Last.Stage != game.UndoRequested {
		return undoRequest{}, false
	}
	x := undoRequest{Title: v.T("undo.asks", "Name", v.Name(v.s.Last.Seat)), What: v.lastDecision()}
	if v.s.Last.Seat == v.me {
		x.Title = v.T("undo.asks_you")
	}
	var names []string
	for set := v.s.Last.Ask; set != 0; set = set.Rest() {
		if seat := set.First(); seat != v.me {
			names = append(names, v.Name(seat))
		}
	}
	if len(names) > 0 {
		x.Note = v.T("undo.waits", "Names", v.List(names))
	}
	if v.has(game.RefuseUndo) {
		refuse := v.move(game.RefuseUndo)
		if v.s.Last.Seat == v.me {
			refuse.Label = v.T("undo.withdraw")
		}
		x.Refuse = &refuse
	}
	if v.has(game.AgreeUndo) {
		agree := v.move(game.AgreeUndo)
		x.Agree = &agree
	}
	return x, true
}

// undoButton takes the viewer's last decision back, or asks for that where others
// have a say in it.
func (v *view) undoButton() (button, bool) {
	switch {
	case v.has(game.TakeBack):
		return v.move(game.TakeBack), true
	case v.has(game.AskUndo):
		return v.move(game.AskUndo), true
	default:
		return button{}, false
	}
}

// lastDecision tells the decision that may be taken back in its first sentence.
func (v *view) lastDecision() string {
	for i := range v.log {
		if v.log[i].Seq <= v.s.UndoTarget() || !v.tells(i) {
			continue
		}
		switch e := &v.log[i].Event; e.Kind {
		case game.TurnStarted:
			return v.T("undo.end_of_turn", "N", strconv.Itoa(int(e.N)-1))
		case game.TradeRejected:
			return v.Event(e) // a counter-offer that was a move of its own was made before it, and stays
		default:
		}
		return v.sentence(i)
	}
	return ""
}
