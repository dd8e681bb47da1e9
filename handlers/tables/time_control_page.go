package tables

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
)

// paceDocJSON is everything about the pace of a table: what has been agreed
// upon, whose time runs, what is voted on, and what comes next.
type paceDocJSON struct {
	Game        string         `json:"game"`
	Seq         uint32         `json:"seq"`
	Status      string         `json:"status" schema:"Status"`
	Now         time.Time      `json:"now"`
	Pace        Pace           `json:"pace"`
	PausedUntil *time.Time     `json:"paused_until"`
	Next        *nextJSON      `json:"next"`
	ClosesAt    *time.Time     `json:"closes_at"`
	Resting     bool           `json:"resting"`
	Seats       []seatTimeJSON `json:"seats"`
	Votes       []voteJSON     `json:"votes"`
	Decided     []decidedJSON  `json:"decided"`
}

// seatTimeJSON is the time of one person.
type seatTimeJSON struct {
	Seat      game.Seat           `json:"seat"`
	Name      string              `json:"name"`
	Bot       *cards.Computer     `json:"bot"`
	StandIn   *string             `json:"stand_in"`
	Away      bool                `json:"away"`
	Waiting   bool                `json:"waiting"`
	Bank      timecontrol.Seconds `json:"bank"`
	Given     timecontrol.Seconds `json:"given"`
	Missed    int                 `json:"missed"`
	Asked     *time.Time          `json:"asked"`
	Notified  *time.Time          `json:"told"`
	Begins    *time.Time          `json:"begins"`
	Remind    *time.Time          `json:"remind"`
	Deadline  *time.Time          `json:"deadline"`
	Default   json.RawMessage     `json:"default" schema:"MoveInShort,null"`
	AwayUntil *time.Time          `json:"away_until"`
	DaysLeft  int                 `json:"days_left"`
	Leave     []leaveJSON         `json:"leave"`
	Callable  bool                `json:"callable"` // the asker may put this absence to the vote
	Vacant    bool                `json:"vacant"`   // somebody may offer to stand in
	Nudgeable bool                `json:"nudgeable"`
	NudgedAt  *time.Time          `json:"nudged_at"`
	Thinking  *time.Time          `json:"thinking_until"`
}

type leaveJSON struct {
	From string `json:"from" schema:"date"`
	To   string `json:"to" schema:"date"`
}

// voteJSON is something that is put to the vote.
type voteJSON struct {
	What    timecontrol.What  `json:"what"`
	About   *game.Seat        `json:"about"`
	By      *game.Seat        `json:"by"`
	Name    string            `json:"name,omitempty"`
	Pace    *Pace             `json:"pace,omitempty"`
	Until   *time.Time        `json:"until,omitempty"`
	At      time.Time         `json:"at"`
	Ends    time.Time         `json:"ends"`
	Votes   map[string]string `json:"votes"`
	Choices []string          `json:"choices"` // of the viewer; none if they have no vote
	Missing []game.Seat       `json:"missing"`
}

// decidedJSON is a vote that is over.
type decidedJSON struct {
	What   timecontrol.What `json:"what"`
	About  *game.Seat       `json:"about"`
	By     *game.Seat       `json:"by"`
	Result string           `json:"result"`
	At     time.Time        `json:"at"`
}

// voiceNames are the names of votes in forms and documents, by timecontrol.Voice.
func voiceNames() [timecontrol.Dropped + 1]string {
	return [...]string{"silent", "yes", "no", "wait", "substitute", "bankrupt", "dropped"}
}

// voiceOf reads a vote; false if it is none.
func voiceOf(name string) (timecontrol.Voice, bool) {
	names := voiceNames()
	i := slices.Index(names[:], name)
	return timecontrol.Voice(max(i, 0)), i > 0
}

// choicesOf lists the choices in a vote on a motion. Where leaving means
// bankruptcy, no computer player can take over.
func choicesOf(m *timecontrol.Motion) []timecontrol.Voice {
	switch {
	case m.What != timecontrol.Absent:
		return []timecontrol.Voice{timecontrol.Yes, timecontrol.No}
	case m.Harsh:
		return []timecontrol.Voice{timecontrol.Wait, timecontrol.Bankrupt}
	default:
		return []timecontrol.Voice{timecontrol.Wait, timecontrol.Substitute}
	}
}

// newPaceDoc is the document for somebody on a seat, or on none.
func (s *Handler) newPaceDoc(snap *table.Snapshot, me account.PlayerID) paceDocJSON {
	g, seat := snap.Meta, snap.SeatOf(me)
	doc := paceDocJSON{
		Game: g.ID, Seq: snap.Seq(), Status: wire.StatusName(snap.State.Status), Now: s.Now().UTC().Truncate(time.Millisecond), Pace: newPace(&g.Clock),
		Next: nextOf(snap), ClosesAt: web.TimeOrNull(snap.ClosesAt()), Resting: snap.Resting(),
		Seats: s.seatTimes(snap, seat, g.HeldBy(me)), Votes: []voteJSON{}, Decided: []decidedJSON{},
	}
	if until, paused := snap.Paused(); paused {
		doc.PausedUntil = web.TimeOrNull(until)
	}
	if g.Tempo == nil || snap.State.Status != game.Playing {
		return doc
	}
	present := snap.Present()
	for i := range g.Tempo.Motions {
		doc.Votes = append(doc.Votes, newVote(&g.Tempo.Motions[i], present, g.HeldBy(me)))
	}
	for i := range g.Tempo.Decided {
		d := &g.Tempo.Decided[i]
		doc.Decided = append(doc.Decided, decidedJSON{d.What, web.SeatOrNull(d.About), web.SeatOrNull(d.By), voiceNames()[d.Result], d.Over.UTC()})
	}
	return doc
}

func (s *Handler) seatTimes(snap *table.Snapshot, me, held game.Seat) []seatTimeJSON {
	times := s.Tables.Times(snap)
	asked := waitingFor(snap, me)
	list := make([]seatTimeJSON, 0, len(snap.Seats))
	for i := range snap.Seats {
		one := &snap.Seats[i]
		t := seatTimeJSON{
			Seat: one.Seat, Name: one.Name, Away: one.Away, Leave: []leaveJSON{},
			Callable: snap.Callable(held, one.Seat), Vacant: snap.Vacant(one.Seat),
		}
		patience := snap.Patience(one.Seat)
		t.Nudgeable, t.NudgedAt, t.Thinking = snap.Nudgeable(held, one.Seat), web.TimeOrNull(patience.Nudged), web.TimeOrNull(patience.Thinking)
		if one.Bot != "" {
			kind := cards.Computer(one.Bot)
			t.Bot = &kind
		}
		if one.Sub != "" {
			t.StandIn = &one.SubName
		}
		if i < len(times) {
			x := &times[i]
			t.Bank, t.Given, t.Missed, t.DaysLeft = x.Bank, x.Given, x.Missed, x.DaysLeft
			t.AwayUntil = web.TimeOrNull(timecontrol.OffUntil(x.Leaves, s.Now(), s.Tables.Zone(snap.Meta)))
			for _, l := range x.Leaves {
				t.Leave = append(t.Leave, leaveJSON{l.From.String(), l.To.String()})
			}
		}
		for _, a := range asked {
			if a.Seat == one.Seat {
				t.Waiting, t.Asked, t.Notified, t.Begins, t.Remind, t.Deadline, t.Default = true, &a.Asked, a.Notified, a.Begins, a.Remind, a.Deadline, a.Default
			}
		}
		list = append(list, t)
	}
	return list
}

func newVote(m *timecontrol.Motion, present game.Seats, seat game.Seat) voteJSON {
	v := voteJSON{
		What: m.What, About: web.SeatOrNull(m.About), By: web.SeatOrNull(m.By), Name: m.Name, Until: web.TimeOrNull(m.Until),
		At: m.At.UTC(), Ends: m.Ends.UTC(), Votes: map[string]string{}, Choices: []string{}, Missing: []game.Seat{},
	}
	if m.Pace != nil {
		p := newPace(m.Pace)
		v.Pace = &p
	}
	for i, voice := range m.Votes {
		if voice != timecontrol.Silent {
			v.Votes[strconv.Itoa(i)] = voiceNames()[voice]
		}
	}
	for set := m.Missing(present); set != 0; set = set.Rest() {
		v.Missing = append(v.Missing, set.First())
	}
	if seat >= 0 && present.Has(seat) && seat != m.About {
		for _, voice := range choicesOf(m) {
			v.Choices = append(v.Choices, voiceNames()[voice])
		}
	}
	return v
}
