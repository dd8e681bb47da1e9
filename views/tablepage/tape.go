package tablepage

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/beats"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// The tape is the log of the last turns and the script of the film that static/film.js
// plays. The newest turn has a line an act: what happened stands in words, and as
// attributes what one sees of it. An earlier one is told in a sentence or two.

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
	pasts map[pastShows]*part
	lines map[tapeLineID]*keptPart[tapeShows]
	since uint32 // the last event when it was drawn first: nobody awaits the lines before
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
	gone      bool  // it was taken back
	counter   int32 // the other proposal where it is part of a counter-offer, else 0
}

// drawTape draws the last turns, the newest first, the lines of that one in the order
// of play. What is in the bag and the same is not drawn again.
func (v *telling) drawTape(b *tapeBag) *part {
	was := *b
	b.turns, b.pasts = make(map[tapeTurn]*part, 1), make(map[pastShows]*part, shownTurns)
	if b.head == nil {
		b.head, b.since, b.lines = leaf("div", "log-head", tapeHead(v)), v.newest(), map[tapeLineID]*keptPart[tapeShows]{}
	}
	seen := v.seen()
	var turns []*part
	var lines []*part // the newest first
	var few [2]tapeShows
	end := len(v.log)
	for _, begun := range slices.Backward(v.begunTurns()) {
		if len(turns) == shownTurns {
			break
		}
		at, to := max(begun.At, 0), end
		end = at
		if !v.anyLine(seen, at, to) {
			continue
		}
		newer := len(lines)
		for i := to - 1; i >= at; i-- {
			if len(turns) > 0 && v.log[i].Seq <= b.since {
				break
			}
			shows := v.appendLines(few[:0], seen, i)
			for j := len(shows) - 1; j >= 0; j-- {
				lines = append(lines, v.drawTapeLine(b, &shows[j]))
			}
		}
		if len(turns) > 0 {
			turns = append(turns, v.drawPastTurn(was.pasts, b, &begun, at, to, seen).after(lines, newer))
			continue
		}
		t := v.tapeTurn(&begun)
		frame := was.turns[t]
		if frame == nil {
			frame = branch("li", t.ID, nil, func(children templ.Component) templ.Component { return tapeOfTurn(v, t, children) })
		}
		b.turns[t] = frame
		inner := slices.Clone(lines)
		slices.Reverse(inner)
		turns = append(turns, frame.around(inner))
	}
	if end < len(v.log) {
		maps.DeleteFunc(b.lines, func(id tapeLineID, _ *keptPart[tapeShows]) bool { return id.seq < v.log[end].Seq })
	}
	parts := []*part{
		b.head,
		branch("ol", "tape", turns, func(children templ.Component) templ.Component { return tapeList(v, children) }),
	}
	return branch("section", "log", parts, func(children templ.Component) templ.Component { return tapeSection(v, children) })
}

func (v *telling) drawTapeLine(b *tapeBag, shows *tapeShows) *part {
	id := tapeLineID{shows.entry.Seq, shows.beat.Kind == beats.Group}
	kept := b.lines[id]
	if kept == nil {
		kept = &keptPart[tapeShows]{}
		b.lines[id] = kept
	}
	if kept.part == nil || kept.shows != *shows {
		l := v.tapeLine(shows)
		kept.shows, kept.part = *shows, leaf("li", l.ID, tapeEntry(v, l))
	}
	return kept.part
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

// seen is the beats of each entry of the log that counts.
func (v *telling) seen() [][]beats.Beat {
	var fewEvents [128]game.Event
	var fewAt [len(fewEvents)]int
	events, at := fewEvents[:0], fewAt[:0]
	for i := range v.log {
		if v.counts(i) {
			events, at = append(events, v.log[i].Event), append(at, i)
		}
	}
	list, all := beats.Of(v.r, v.s, events), make([][]beats.Beat, len(v.log))
	for n := 0; n < len(list); {
		same := n + 1
		for same < len(list) && list[same].Event == list[n].Event {
			same++
		}
		all[at[list[n].Event]] = list[n:same]
		n = same
	}
	return all
}

// anyLine reports whether any entry of a stretch has a line on the tape.
func (v *telling) anyLine(seen [][]beats.Beat, at, end int) bool {
	for i := at; i < end; i++ {
		if len(seen[i]) > 0 || v.log[i].Event.Kind != game.TurnStarted && v.tells(i) {
			return true
		}
	}
	return false
}

// appendLines appends what the lines of an entry of the log are made of.
func (v *telling) appendLines(list []tapeShows, seen [][]beats.Beat, i int) []tapeShows {
	e := &v.log[i]
	tells := v.tells(i)
	if len(seen[i]) == 0 && (e.Event.Kind == game.TurnStarted || !tells) {
		return list
	}
	x := tapeShows{entry: *e, new: v.missed != nil && e.Seq > v.missed.Seq, gone: v.takenBack(i), counter: v.counters.Other(&e.Event)}
	if len(seen[i]) == 0 {
		return append(list, x)
	}
	for _, b := range seen[i] {
		x.beat, x.echo = b, b.Kind != beats.Group && !tells
		x.beat.Event = 0 // the place in a part of the log is none of the beat
		list = append(list, x)
	}
	return list
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
// each in the order of play: the newest step by step, the others in short. What was taken
// back is left out.
func (v *telling) lastRound() []string {
	var list []string
	end := len(v.log)
	for _, begun := range slices.Backward(v.begunTurns()) {
		if len(list) == v.s.Alive().Len() {
			break
		}
		at := max(begun.At, 0)
		var lines []string
		for i := at; i < end; i++ {
			if v.log[i].Event.Kind != game.TurnStarted && v.tells(i) && v.counts(i) {
				lines = append(lines, v.sentenceOf(&v.log[i]))
			}
		}
		switch {
		case len(lines) == 0:
		case len(list) == 0:
			list = append(list, strings.Join(lines, " "))
		default:
			x := v.inShort(&begun, at, end, func(int) bool { return false })
			list = append(list, strings.TrimSpace(x.Text+" "+v.gain(x.Sum)))
		}
		end = at
	}
	slices.Reverse(list)
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

// newest is the number of the last event on the tape.
func (v *telling) newest() uint32 {
	if len(v.kept) == 0 {
		return v.s.Seq
	}
	return v.kept[len(v.kept)-1].Seq
}
