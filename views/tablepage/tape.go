package tablepage

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// The tape is the log of the last turns, a line an act, and the script of the film
// that static/film.js plays: what happened stands in words, and as attributes what
// one sees of it.

// shownTurns is how many turns the tape has.
const shownTurns = 8

// tapeTurn is one turn on the tape.
type tapeTurn struct {
	ID    string
	Title string
	N     string // its number, "" before the first turn
	Token page.Token
	Lines []tapeLine
}

// tapeLine is one act: a beat, or an entry of the log that is none.
type tapeLine struct {
	ID    string
	Text  string
	Sum   string // with its sign, "" if no money moves
	Less  bool   // the sum is paid
	Group string // class of the colour of the space
	New   bool   // since the viewer was here last
	Echo  bool   // a neighbouring line says it: for the film and text browsers
	Attrs templ.OrderedAttributes
}

// tape is the last turns, the newest first, the lines of each in the order of play.
func (v *view) tape() []tapeTurn {
	told := v.lines()
	var turns []tapeTurn
	cur := tapeTurn{ID: "turn0", Title: v.T("log.before")}
	for i := range v.log {
		if e := &v.log[i].Event; e.Kind == game.TurnStarted {
			turns = append(turns, cur)
			cur = tapeTurn{ID: "turn" + page.Itoa(e.N), Title: v.whose(e.Seat), N: page.Itoa(e.N), Token: v.token(e.Seat)}
		}
		cur.Lines = append(cur.Lines, told[i]...)
	}
	turns = slices.DeleteFunc(append(turns, cur), func(t tapeTurn) bool { return len(t.Lines) == 0 })
	slices.Reverse(turns)
	return turns[:min(len(turns), shownTurns)]
}

// whose is the heading of a turn.
func (v *view) whose(seat game.Seat) string {
	if v.seated() && seat == v.me {
		return v.T("tape.you")
	}
	return v.Name(seat)
}

// lines are those of each entry of the log.
func (v *view) lines() [][]tapeLine {
	events := make([]game.Event, len(v.log))
	for i := range v.log {
		events[i] = v.log[i].Event
	}
	all := make([][]tapeLine, len(events))
	for _, b := range beats.Of(v.r, v.s, events) {
		all[b.Event] = append(all[b.Event], v.beat(&b))
	}
	for i := range all {
		if all[i] == nil && v.tells(i) && events[i].Kind != game.TurnStarted {
			all[i] = []tapeLine{v.entry(i, v.sentence(i))}
		}
	}
	return all
}

func (v *view) entry(i int, text string) tapeLine {
	x := &v.log[i]
	return tapeLine{ID: "e" + page.Itoa(x.Seq), Text: text, New: v.missed != nil && x.Seq > v.missed.Seq}
}

// beat is the line of a beat, with what the film has to know as attributes.
func (v *view) beat(b *beats.Beat) tapeLine {
	e := &v.log[b.Event].Event
	x := v.entry(b.Event, v.sentence(b.Event))
	x.Echo = !v.tells(b.Event)
	if b.Kind == beats.Group {
		x.ID, x.Text, x.Echo = x.ID+"g", v.Beat(b, e), false
	}
	if b.Space != game.NoSpace && int(b.Space) < int(v.r.Size) {
		x.Group = v.groupClass(v.r.Spaces[b.Space].Group)
	}
	w := wire.BeatOf(v.Setup, v.log[b.Event].Seq, b)
	set := func(name string, value any) {
		if text := attribute(value); text != "" {
			x.Attrs = append(x.Attrs, templ.KeyValue[string, any]{Key: "data-" + name, Value: text})
		}
	}
	set("seq", page.Itoa(w.Seq))
	set("beat", w.Beat)
	set("seat", w.Seat)
	set("dice", w.Dice)
	set("from", w.From)
	set("to", w.To)
	set("space", w.Space)
	set("item", w.Item)
	if b.Sum > 0 {
		set("sum", strconv.Itoa(int(b.Sum)))
		set("money", v.Money(b.Sum))
	}
	if b.Kind == beats.Card {
		set("deck", v.Deck(b.Deck))
		set("card", v.Setup.CardText(v.Lang(), b.Deck, b.Card))
	}
	if b.Kind == beats.Sold && v.seated() && b.Seat == v.me {
		set("mine", "1")
	}
	if b.Money() {
		x.Less = v.pays(b)
		x.Sum = v.signed(b.Sum)
		if x.Less {
			x.Sum = v.signed(-b.Sum)
		}
	}
	return x
}

// pays reports whether the sum of a beat is a loss: to the viewer if they have part
// in it, else to the player who pays.
func (v *view) pays(b *beats.Beat) bool {
	if v.seated() && b.To == v.me {
		return false
	}
	return b.From >= 0
}

// attribute writes a value for the script; "" if there is none.
func attribute(value any) string {
	switch x := value.(type) {
	case string:
		return x
	case int:
		return strconv.Itoa(x)
	case *int:
		if x != nil {
			return strconv.Itoa(*x)
		}
	case *game.Seat:
		if x != nil {
			return page.Itoa(*x)
		}
	case []int:
		list := make([]string, len(x))
		for i, n := range x {
			list[i] = strconv.Itoa(n)
		}
		return strings.Join(list, ",")
	}
	return ""
}

// deltas is what each purse has gained or lost, for the turn that runs and, where
// nothing moved in that, the one before.
func (v *telling) deltas() (sums [game.MaxSeats]game.Money) {
	var before [game.MaxSeats]game.Money
	turns := 0
	for i := len(v.log) - 1; i >= 0 && turns < 2; i-- {
		e := &v.log[i].Event
		switch e.Kind {
		case game.TurnStarted:
			turns++
		case game.Paid:
			into := &sums
			if turns == 1 {
				into = &before
			}
			if e.Seat >= 0 {
				into[e.Seat] -= e.Amount
			}
			if e.Other >= 0 {
				into[e.Other] += e.Amount
			}
		default:
		}
	}
	for i := range sums {
		if sums[i] == 0 {
			sums[i] = before[i]
		}
	}
	return sums
}

// lastSeq is the number of the last event on the tape.
func (v *view) lastSeq() string {
	if len(v.d.Log) == 0 {
		return v.seq
	}
	return page.Itoa(v.d.Log[len(v.d.Log)-1].Seq)
}
