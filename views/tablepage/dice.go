package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// throw is the last throw as the middle of the board shows it.
type throw struct {
	ID       string // another throw takes its place whole
	Dice     [2]uint8
	Third    uint8  // the third die's face if it has pips
	Speed    string // sign of its face if it has none
	SpeedSay string
	Who      string // "Ben", "" for the player whose turn it is
	Sum      string // "4 + 5"
	Total    string
	From     string // ", von Westbahnhof"
}

// throw finds the throw of the last move, or a later one; false if that was by
// ticket. Until somebody moves again that of the turn before stays in sight.
func (v *view) throw() (throw, bool) {
	last := v.lastMove()
	for i := len(v.kept) - 1; i >= 0 && (i >= last || last == len(v.kept)); i-- {
		e := &v.kept[i].Event
		if e.Kind != game.Rolled || e.Cause == game.ByOrder {
			continue
		}
		x := throw{ID: "throw" + page.Itoa(v.kept[i].Seq), Dice: [2]uint8{e.Dice[0], e.Dice[1]}, Sum: v.Dice([3]uint8{e.Dice[0], e.Dice[1]})}
		total := int(e.Dice[0]) + int(e.Dice[1])
		if face := e.Dice[2]; face != 0 {
			x.Speed, x.SpeedSay = v.Speed(face), v.T("table.speed", "Face", v.Speed(face))
			if face < game.SpeedMr {
				total += int(face)
				x.Sum += "\u00a0+\u00a0" + page.Itoa(face)
				x.Third, x.Speed = face, ""
			} else {
				x.Speed = speedSigns[face]
			}
		}
		x.Total = page.Itoa(total)
		if e.Seat != v.s.Turn.Seat {
			x.Who = v.Name(e.Seat)
		}
		if tr := v.findTrail(); i == last && tr.from != game.NoSpace && (e.Cause == game.ByMove || e.Cause == game.ByJail) {
			x.From = ", " + v.NamedFrom(tr.from)
		}
		return x, true
	}
	return throw{}, false
}

// speedSigns are the symbols of the faces of the third die that are no pips.
var speedSigns = map[game.Speed]string{game.SpeedMr: "#i-hat", game.SpeedBus: "#i-bus"}
