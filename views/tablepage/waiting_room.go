package tablepage

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// room is a table that has not started.
type room struct {
	Title   string
	What    string
	Seats   []roomSeat
	Missing string // why it cannot start yet, "" if it can
	Goal    int    // how many play if computers take seats until it can start
	Join    bool
	NeedsID bool // the visitor has no name yet
	Start   bool // the viewer starts, now or when it is possible
	Add     bool // the viewer may seat computer players
	Facts   []fact
	Options []fact
	Plain   bool // by the rulebook, no house rules
	QR      *page.QR
	Looks   []*lookForm // in which the viewer chooses their token, and those of others at their device
	Here    bool        // the viewer may seat further players at their device
	Opening bool        // it has been started and waits for devices; nothing can be changed any more
}

// usualTable is how many play if somebody does not want to wait for others, as in a quick game.
const usualTable = 4

// free reports whether somebody can still sit down.
func (x *room) free() bool {
	for i := range x.Seats {
		if x.Seats[i].Free {
			return true
		}
	}
	return false
}

// roomSeat is one seat in the waiting room.
type roomSeat struct {
	ID    string
	Name  string
	Marks string
	Token page.Token
	Free  bool
	Bot   bool
	Here  Attendance
	Leave *seatButton
	Block *seatButton // sends away and keeps away
}

// seatButton frees a seat.
type seatButton struct{ Path, Label, Say string }

func (v *view) room() room {
	x := room{
		Join: v.d.CanJoin, NeedsID: v.d.CanJoin && !v.p.Viewer.Known(), Start: v.d.Owner,
		Seats: v.roomSeats(), Facts: v.roomFacts(), Options: v.roomOptions(),
		Plain: !houseRules(v.d.Setup),
	}
	if len(v.d.Awaiting) > 0 {
		return v.opening(x)
	}
	least, _ := v.r.PlayerRange()
	x.Goal = min(len(x.Seats), max(usualTable, least))
	x.Add, x.Here, x.Looks = v.d.Owner && x.free(), v.seated() && x.free(), v.lookForms()
	switch {
	case !v.d.NotReady.OK():
		start := game.Command{Kind: game.Start, Seat: game.Nobody}
		x.Missing = text.Refusal(v.Lang(), v.d.Setup, &start, v.d.NotReady)
		if v.taken() < least {
			x.Missing = v.N("room.missing", least-v.taken())
		}
		x.Title = v.T("room.title_wait")
	default:
		x.Title = v.T("room.title_ready")
	}
	if code, ok := page.NewQR(v.d.Invite); ok && v.d.Invite != "" && x.free() && v.d.Reach == page.ReachAll {
		x.QR = &code
	}
	switch {
	case x.Join:
		x.Title = v.T("room.title_join")
		if host := v.hostName(); host != "" {
			x.Title = v.T("room.invites", "Name", host)
		}
		x.What = v.T("room.join_small", "Money", v.Money(v.r.StartingCash()))
	case !v.seated() && !v.d.Owner:
		x.Title, x.What = v.T("room.title_watch"), v.T("room.watch")
	case !v.d.Owner:
		x.What = v.T("room.only_owner")
		if host := v.hostName(); host != "" {
			x.What = v.T("room.host_starts", "Name", host)
		}
		if v.d.NotReady.OK() {
			x.Title = v.T("room.title_seated")
		}
	}
	return x
}

// onlyHere says that a link leads nobody here who has a device of their own, and what
// the operator does about it; "" if it does lead here.
func onlyHere(t *text.Printer, reach page.Reach) string {
	switch reach {
	case page.ReachLoopback:
		return t.T("room.invite_here")
	case page.ReachUnknown:
		return t.T("room.invite_unknown")
	default:
		return ""
	}
}

// opening is the room between the start and the first numbers of the devices, most often
// for a moment only.
func (v *view) opening(x room) room {
	x.Opening, x.Join, x.Start = true, false, false
	x.Title = v.T("room.title_opening")
	for i := range x.Seats {
		x.Seats[i].Leave, x.Seats[i].Block = nil, nil
	}
	return x
}

// hostName is the player who opened the table, "" if they do not sit there.
func (v *view) hostName() string {
	for _, s := range v.d.Seats {
		if s.Host {
			return s.Name
		}
	}
	return ""
}

func (v *view) taken() int {
	n := 0
	for _, s := range v.d.Seats {
		if s.Name != "" {
			n++
		}
	}
	return n
}

func (v *view) roomSeats() []roomSeat {
	list := make([]roomSeat, 0, len(v.d.Seats))
	for i, s := range v.d.Seats {
		seat := game.Seat(i)
		x := roomSeat{ID: "seat" + page.Itoa(i), Name: s.Name, Free: s.Name == "", Bot: s.Bot != "", Token: tokenOf(v.known[i])}
		if x.Free {
			x.Name = v.T("room.free")
			list = append(list, x)
			continue
		}
		switch {
		case seat == v.me:
			x.Marks = v.T("room.you")
			x.Leave = &seatButton{page.LeavePath(v.d.ID, seat), v.T("room.leave"), v.T("room.leave")}
		case v.d.Owner || v.plays(seat):
			x.Leave = &seatButton{page.LeavePath(v.d.ID, seat), v.T("room.kick"), v.T("room.kick_name", "Name", s.Name)}
			if s.Bot == "" && !v.plays(seat) {
				x.Block = &seatButton{page.LeavePath(v.d.ID, seat), v.T("room.block"), v.T("room.block_name", "Name", s.Name)}
			}
		}
		if owner := v.sharesWith(seat); owner != "" {
			x.Marks = v.T("device.at", "Name", owner)
		}
		x.Here = s.Attendance
		if s.Bot != "" {
			x.Marks = v.T("room.bot") + ", " + v.Bot(s.Bot)
		}
		list = append(list, x)
	}
	return list
}

func (v *view) roomFacts() []fact {
	facts := []fact{
		{v.T("room.edition"), v.d.Setup.Edition.Title.In(v.Lang())},
		{v.T("room.rulebook"), v.Rulebook(v.d.Setup.Rulebook)},
	}
	t := v.d.Times
	if !v.endAgreed() && !v.timed() && (t == nil || t.Pace.Kind != timecontrol.Correspondence) {
		least, most := page.Minutes(int(v.r.Size), len(v.d.Seats))
		facts = append(facts, fact{v.T("room.takes"), v.T("lobby.minutes_range", "Least", page.Itoa(least), "Most", page.Itoa(most))})
	}
	if t != nil && t.Pace.Timed() {
		said := append([]string{paceText(v.Printer, &t.Pace)}, paceFacts(v.Printer, &t.Pace)...)
		if t.Pace.Assumed {
			said = append(said, v.T("pace.assumed_text"))
		}
		facts = append(facts, fact{v.T("room.pace"), strings.Join(said, " ")})
	}
	return facts
}

// endAgreed reports whether the options say when the game is over.
func (v *view) endAgreed() bool { return v.d.Setup.Minutes > 0 || v.r.MostRounds() > 0 }

// minutesOfADay are so many that those of a longer game are also told in days.
const minutesOfADay = 24 * 60

// roomOptions lists what was set, in the order of the keys.
func (v *view) roomOptions() []fact {
	facts := make([]fact, 0, len(v.d.Setup.Options))
	for _, k := range slices.Sorted(maps.Keys(v.d.Setup.Options)) {
		if text.TakesHour(k) && !v.d.EndAt.IsZero() {
			continue // the room says until when, not for how long
		}
		said := optionText(v.Printer, v.d.Setup.Options[k])
		if n, ok := v.d.Setup.Options[k].(int); ok && text.TakesHour(k) && n > minutesOfADay {
			said += " (" + page.Duration(v.Printer, time.Duration(n)*time.Minute) + ")"
		}
		facts = append(facts, fact{v.Option(k), said})
	}
	return facts
}

func optionText(p *text.Printer, value any) string {
	switch x := value.(type) {
	case bool:
		if x {
			return p.T("new.yes")
		}
		return p.T("new.no")
	case int:
		return page.Itoa(x)
	case string:
		return p.OptionValue(x)
	default:
		return ""
	}
}

// houseRules reports whether any house rule is in force.
func houseRules(st *setup.Setup) bool {
	return len(st.Options) > 0 && len(st.HouseRules()) > 0
}

func revText(rev uint64) string { return strconv.FormatUint(rev, 10) }

// tryPips are the places of all pips of a die, from the upper left to the lower right.
func tryPips() [7][2]int {
	return [7][2]int{{7, 7}, {17, 7}, {7, 12}, {12, 12}, {17, 12}, {7, 17}, {17, 17}}
}
