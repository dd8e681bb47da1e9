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
}

// tapeLine is one act: a beat, or an entry of the log that is none.
type tapeLine struct {
	ID    string
	Text  string
	Sum   string // with its sign, "" if no money moves
	Less  bool   // the sum is paid
	Group string // class of the colour of the space
	New   bool   // since the viewer was here last
	Gone  bool   // it was taken back
	Echo  bool   // a neighbouring line says it: for the film and text browsers
	Attrs templ.OrderedAttributes
}

// tapeBag is what a tape was made of that was drawn before, by what it shows.
type tapeBag struct {
	head  *part
	turns map[tapeTurn]*part
	lines map[tapeLineID]*keptPart[tapeShows]
}

// tapeLineID names a line: an event, or the group that it completed.
type tapeLineID struct {
	seq   uint32
	group bool
}

// tapeShows is what a line is made of.
type tapeShows struct {
	entry     Entry
	beat      beats.Beat // Kind None: an entry that is no beat; without its index
	echo, new bool
	gone      bool // it was taken back
}

// drawTape draws the last turns, the newest first, the lines of each in the order
// of play. Lines in the bag that are the same are not drawn again.
func (v *telling) drawTape(b *tapeBag) *part {
	was, frames := b.lines, b.turns
	b.lines, b.turns = make(map[tapeLineID]*keptPart[tapeShows], len(v.log)), make(map[tapeTurn]*part, shownTurns)
	if b.head == nil {
		b.head = leaf("div", "log-head", tapeHead(v))
	}
	told := v.tapeLines()
	var turns []*part
	end := len(v.log)
	for _, begun := range slices.Backward(v.begunTurns()) {
		if len(turns) == shownTurns {
			break
		}
		var lines []*part
		for _, shows := range told[max(begun.At, 0):end] {
			for j := range shows {
				lines = append(lines, v.drawTapeLine(was, b, &shows[j]))
			}
		}
		if len(lines) > 0 {
			t := v.tapeTurn(&begun)
			frame := frames[t]
			if frame == nil {
				frame = branch("li", t.ID, nil, func(children templ.Component) templ.Component { return tapeOfTurn(v, t, children) })
			}
			b.turns[t] = frame
			turns = append(turns, frame.around(lines))
		}
		end = max(begun.At, 0)
	}
	parts := []*part{
		b.head,
		branch("ol", "tape", turns, func(children templ.Component) templ.Component { return tapeList(v, children) }),
	}
	return branch("section", "log", parts, func(children templ.Component) templ.Component { return tapeSection(v, children) })
}

func (v *telling) drawTapeLine(was map[tapeLineID]*keptPart[tapeShows], b *tapeBag, shows *tapeShows) *part {
	id := tapeLineID{shows.entry.Seq, shows.beat.Kind == beats.Group}
	kept := was[id]
	if kept == nil {
		kept = &keptPart[tapeShows]{}
	}
	b.lines[id] = kept
	return kept.of(*shows, func() *part {
		l := v.tapeLine(shows)
		return leaf("li", l.ID, tapeEntry(v, l))
	})
}

// tapeTurn is the heading of a turn, or of what was before the first one.
func (v *telling) tapeTurn(x *begunTurn) tapeTurn {
	if x.N == 0 {
		return tapeTurn{ID: x.ID, Title: v.before()}
	}
	return tapeTurn{ID: x.ID, Title: v.whose(x.Seat), N: page.Itoa(x.N), Token: v.token(x.Seat)}
}

// whose is the heading of a turn.
func (v *telling) whose(seat game.Seat) string {
	if seat >= 0 && seat == v.me {
		return v.T("tape.you")
	}
	return v.Name(seat)
}

// tapeLines are those of each entry of the log.
func (v *telling) tapeLines() [][]tapeShows {
	events, at := make([]game.Event, 0, len(v.log)), make([]int, 0, len(v.log))
	for i := range v.log {
		if v.counts(i) {
			events, at = append(events, v.log[i].Event), append(at, i)
		}
	}
	all := make([][]tapeShows, len(v.log))
	shows := func(i int, b beats.Beat) tapeShows {
		return tapeShows{entry: v.log[i], beat: b, new: v.missed != nil && v.log[i].Seq > v.missed.Seq, gone: v.takenBack(i)}
	}
	for _, b := range beats.Of(v.r, v.s, events) {
		i := at[b.Event]
		b.Event = 0 // the place in a part of the log is none of the beat
		x := shows(i, b)
		x.echo = b.Kind != beats.Group && !v.tells(i)
		all[i] = append(all[i], x)
	}
	for i := range all {
		if all[i] == nil && v.log[i].Event.Kind != game.TurnStarted && v.tells(i) {
			all[i] = []tapeShows{shows(i, beats.Beat{})}
		}
	}
	return all
}

// aboutUndo reports whether the event is about taking back, and not what was taken back.
func aboutUndo(e *game.Event) bool {
	switch e.Kind {
	case game.UndoAsked, game.UndoAgreed, game.UndoRefused, game.Undone:
		return true
	default:
		return false
	}
}

// tapeLine is a line in words, with what the film has to know as attributes.
func (v *telling) tapeLine(shows *tapeShows) tapeLine {
	e, b := &shows.entry.Event, &shows.beat
	x := tapeLine{ID: "e" + page.Itoa(shows.entry.Seq), New: shows.new, Echo: shows.echo, Gone: shows.gone}
	if b.Kind == beats.Group {
		x.ID, x.Text = x.ID+"g", v.Beat(b, e)
	} else {
		x.Text = v.sentenceOf(&shows.entry)
	}
	if b.Kind == beats.None {
		return x
	}
	if b.Space != game.NoSpace && int(b.Space) < int(v.r.Size) {
		x.Group = v.groupClass(v.r.Spaces[b.Space].Group)
	}
	w := wire.BeatOf(v.Setup, shows.entry.Seq, b)
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
	if v.isMine(b) {
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

// isMine reports whether a beat changes what the viewer has or where they are held, or
// is an offer to them or a card of theirs.
func (v *telling) isMine(b *beats.Beat) bool {
	if v.me < 0 {
		return false
	}
	switch b.Kind {
	case beats.Pay, beats.Go, beats.Deed:
		return b.From == v.me || b.To == v.me
	case beats.Offer:
		return b.To == v.me
	case beats.Card, beats.Jail, beats.Group, beats.Sold, beats.Out:
		return b.Seat == v.me
	default:
		return false
	}
}

// pays reports whether the sum of a beat is a loss: to the viewer if they have part
// in it, else to the player who pays.
func (v *telling) pays(b *beats.Beat) bool {
	if b.To >= 0 && b.To == v.me {
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

// lastRound is what the log tells of as many turns as players are in the game, a text
// each in the order of play. What was taken back is left out.
func (v *telling) lastRound() []string {
	turns := make([][]string, 0, game.MaxSeats+1)
	var turn []string
	for i := len(v.log) - 1; i >= 0 && len(turns) < v.s.Alive().Len(); i-- {
		starts := v.log[i].Event.Kind == game.TurnStarted
		if !starts && v.tells(i) && v.counts(i) {
			turn = append(turn, v.sentenceOf(&v.log[i]))
		}
		if i > 0 && !starts {
			continue
		}
		if len(turn) > 0 {
			turns = append(turns, turn)
		}
		turn = nil
	}
	list := make([]string, len(turns))
	for i, lines := range turns {
		slices.Reverse(lines)
		list[len(turns)-1-i] = strings.Join(lines, " ")
	}
	return list
}

// deltas is what each purse has gained or lost, for the turn that runs and, where
// nothing moved in that, the one before.
func (v *telling) deltas() (sums [game.MaxSeats]game.Money) {
	var before [game.MaxSeats]game.Money
	turns := 0
	for i := len(v.kept) - 1; i >= 0 && turns < 2; i-- {
		e := &v.kept[i].Event
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
func (v *telling) lastSeq() string {
	if len(v.kept) == 0 {
		return page.Itoa(v.s.Seq)
	}
	return page.Itoa(v.kept[len(v.kept)-1].Seq)
}
