package tablepage

import (
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// Day is a player's overview of their tables.
type Day struct {
	Awaited  []DayTable // the most urgent first
	Running  []DayTable
	Waiting  []DayTable // that have not begun
	Finished []DayTable
	Cursor   uint64 // up to which the stream has told everything that is shown
}

// DayTable is one table of a person.
type DayTable struct {
	page.TableCard
	Asked  time.Time // since when they are awaited
	Until  time.Time // when it runs out, zero if it does not
	Zone   *time.Location
	Offer  bool      // a proposal, or a request to take a move back, waits for their answer
	Vote   bool      // a vote waits for their voice
	Missed int       // events they have not seen
	Looked time.Time // when they looked last
	Spoken bool      // somebody has said something since
	Noted  bool      // they have a note
	Again  *Rematch  // of a finished game, the table at which its people play again
	Whole  *TableData
	Seen   uint32 // the last event they saw; of a whole table
}

// dayCard is a table as My Day lays it out.
type dayCard struct {
	page.Card
	Ask    string // what is asked
	What   string
	Since  string
	Asks   []dayAsk // what others wait for besides
	Until  string
	At     string // machine-readable
	Due    string // the same for the script that counts down
	Now    string
	Left   string
	Before string // what stands around it
	After  string
	Missed string
	News   []string
	Go     *button
	More   []button
	Form   dayForm
	Chat   string // where to read what was said, "" if nothing is new
	Notes  string
	Again  string // who waits at the table for the next game, "" if nobody does
	Next   string // that table
}

// dayAsk is something that others ask of the viewer, and where they answer.
type dayAsk struct{ Text, Href string }

// dayForm is what the forms of one table have in common.
type dayForm struct {
	Moves, Seq, Offer string
	Player            string // whose move it is, if others sit at the viewer's device
}

// dayButtons is how many moves a table offers at most besides the first.
const dayButtons = 4

// dayNews is how many lines tell what has happened.
const dayNews = 3

func dayCards(p *text.Printer, pg page.Page, list []DayTable, now time.Time) []dayCard {
	cards := make([]dayCard, 0, len(list))
	for i := range list {
		cards = append(cards, newDayCard(p, pg, &list[i], now))
	}
	return cards
}

func newDayCard(p *text.Printer, pg page.Page, t *DayTable, now time.Time) dayCard {
	x := dayCard{Card: page.NewCard(p, &t.TableCard, now)}
	if t.MyTurn {
		if now.Sub(t.Asked) > time.Minute {
			x.Since = p.T("day.asked", "Since", page.Since(p, now, t.Asked))
		}
		x.until(p, t, now)
	}
	if t.Missed > 0 {
		x.Missed = p.N("day.missed", t.Missed)
		if now.Sub(t.Looked) > time.Minute {
			x.Missed += " " + p.T("day.away", "Since", page.Since(p, now, t.Looked))
		}
	}
	if t.Spoken {
		x.Chat = page.ChatPath(t.ID)
	}
	if t.Noted {
		x.Notes = page.NotesPath(t.ID)
	}
	if x.Again = t.Again.waits(p); x.Again != "" {
		x.Next = page.GamePath(t.Again.ID)
	}
	if t.Whole != nil {
		x.whole(pg, t)
	}
	return x
}

// until says when the viewer's time runs out.
func (x *dayCard) until(p *text.Printer, t *DayTable, now time.Time) {
	switch {
	case t.Until.IsZero():
	case !t.Until.After(now):
		if t.Whole != nil && t.Whole.State.Auction.Open {
			x.Since = strings.TrimSpace(x.Since + " " + p.T("pace.late_you"))
		}
	default:
		x.At, x.Due, x.Now = page.Stamp(t.Until), page.StampMillis(t.Until), page.StampMillis(now)
		x.Until, x.Left = page.Moment(p, t.Until, t.Zone), left(p, t.Until.Sub(now))
		x.Before, x.After, _ = strings.Cut(p.T("day.left", "Time", "\n"), "\n")
	}
}

// left says how much time there is.
func left(p *text.Printer, d time.Duration) string {
	switch {
	case d < 2*time.Hour:
		return p.N("day.left_minutes", int(max(0, d)/time.Minute))
	case d < 48*time.Hour:
		return p.N("day.left_hours", int(d/time.Hour))
	default:
		return p.N("day.left_days", int(d/(24*time.Hour)))
	}
}

// whole adds what can be done at a table, and what has happened there.
func (x *dayCard) whole(pg page.Page, t *DayTable) {
	v := newView(pg, t.Whole)
	x.News = v.newsSince(t.Seen, t.Missed > 0)
	x.Asks = v.dayAsks(t)
	if v.s.Lock.Open || !t.MyTurn {
		return
	}
	a := v.act()
	x.Ask, x.What = a.Title, a.What
	if a.Need != "" {
		x.What = a.Need
	}
	x.Form = dayForm{Moves: v.moves, Seq: v.seq, Offer: v.d.Offer}
	if v.shares() {
		x.Form.Player = page.Itoa(v.me)
	}
	if a.Wait {
		return
	}
	for _, b := range a.oneByOne() {
		if b.Ask {
			continue // what cannot be undone is asked at the table
		}
		b.ID = "d-" + t.ID + "-" + b.ID
		if x.Go == nil && !b.Warn {
			first := b
			x.Go = &first
		} else if len(x.More) < dayButtons {
			x.More = append(x.More, b)
		}
	}
}

// dayAsks lists what others ask of the viewer besides the decision of the game.
func (v *view) dayAsks(t *DayTable) []dayAsk {
	var list []dayAsk
	if t.Offer {
		x, undo := v.undoRequest()
		offer, arrived := v.arrived(true)
		if undo = undo && x.Agree != nil; undo {
			list = append(list, dayAsk{x.Title, page.GamePath(t.ID)})
		}
		switch {
		case arrived:
			list = append(list, dayAsk{offer.Heading, page.GamePath(t.ID)})
		case !undo:
			list = append(list, dayAsk{v.T("day.asks_answer"), page.GamePath(t.ID)})
		}
	}
	if t.Vote {
		list = append(list, dayAsk{v.T("day.asks_vote"), page.PacePath(t.ID)})
	}
	return list
}

// oneByOne lists the moves of a decision that take one press, the most usual first.
func (a *act) oneByOne() []button {
	var list []button
	if a.Go != nil {
		list = append(list, *a.Go)
	}
	list = append(append(list, a.Steps...), a.Alts...)
	for _, c := range a.Claims {
		for _, b := range []*button{c.Claim, c.Waive} {
			if b != nil {
				list = append(list, *b)
			}
		}
	}
	for _, r := range a.Rows {
		for _, b := range r.Buttons {
			if b.Say == "" {
				b.Say = b.Label + ": " + r.Text
			}
			list = append(list, b)
		}
	}
	return append(list, a.Last...)
}

// newsSince lists the important events that the viewer has not seen: how their money
// has changed, and the last things that changed hands.
func (v *view) newsSince(seen uint32, missed bool) []string {
	if !missed || !v.seated() || len(v.kept) == 0 {
		return nil
	}
	var lines []string
	sum, whole := game.Money(0), v.log[0].Seq <= seen+1
	for i := range v.log { // what they had seen and was taken back since is in no line
		if e := &v.log[i].Event; e.Kind == game.Undone && v.log[i].Seq > seen && uint32(e.N) < seen { //nolint:gosec // the number of an event
			whole = false
		}
	}
	for i := range v.kept {
		e := &v.kept[i].Event
		if v.kept[i].Seq <= seen {
			continue
		}
		if e.Kind == game.Paid {
			if e.Seat == v.me {
				sum -= e.Amount
			}
			if e.Other == v.me {
				sum += e.Amount
			}
		}
		if v.isNews(e) {
			lines = append(lines, v.event(e))
		}
	}
	if len(lines) > dayNews {
		lines = lines[len(lines)-dayNews:]
	}
	switch {
	case !whole:
	case sum > 0:
		lines = append([]string{v.T("day.money", "Change", "+"+v.Money(sum), "Money", v.Money(v.cash()))}, lines...)
	case sum < 0:
		lines = append([]string{v.T("day.money", "Change", "\u2212"+v.Money(-sum), "Money", v.Money(v.cash()))}, lines...)
	}
	return lines
}

// isNews reports whether an event matters to a player who was away.
func (v *view) isNews(e *game.Event) bool {
	switch e.Kind {
	case game.Bankrupted, game.TimeStruck:
		return true
	case game.DeedTransferred:
		return e.Other >= 0 || e.Seat == v.me
	case game.JailedEvent:
		return e.Seat == v.me
	case game.TradeProposed:
		return e.Other == v.me
	default:
		return false
	}
}

func (d *MeData) cursor() string { return strconv.FormatUint(d.Day.Cursor, 10) }

// none reports whether there is no table at all.
func (d *Day) none() bool { return len(d.Awaited)+len(d.Running)+len(d.Waiting)+len(d.Finished) == 0 }

// dayStatus is the one sentence about the day.
func dayStatus(t *text.Printer, d *Day) string {
	if n := len(d.Awaited); n > 0 {
		return t.N("day.status", n)
	}
	return t.T("day.status_none")
}

// dayTitle is the document's title: how many tables wait comes first, for the tab.
func dayTitle(t *text.Printer, d *Day) string {
	if n := len(d.Awaited); n > 0 {
		return "(" + strconv.Itoa(n) + ") " + t.T("day.title")
	}
	return t.T("day.title")
}

// full is the name of a button that stands among those of other tables.
func (b *button) full(table string) string {
	name := b.Label
	if b.Say != "" {
		name = b.Say
	}
	if b.Price != "" {
		name += " " + b.Price
	}
	return name + ": " + table
}

// MeData is the page about oneself.
type MeData struct {
	Tips     bool // the decisions of a first game are explained
	Accounts bool // there is a page for passwords, passkeys and devices
	Day      Day
	Link     string // absolute secret link, shown once after it was made
	Now      time.Time
}
