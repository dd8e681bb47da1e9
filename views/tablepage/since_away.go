package tablepage

import (
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// missed is what a returning viewer reads first.
type missed struct {
	When string
	Rows []missedRow
	Wait string
	Read string // the log from there on
	Walk string // the position when they left
}

// missedRow is what has changed for one player.
type missedRow struct {
	Name, Cash, Change string
	Token              page.Token
	Less               bool
	Lines              []string
}

func (v *view) whatWasMissed() missed {
	m := v.d.Missed
	x := missed{When: v.N("missed.events", m.Events), Wait: v.tableStatus(), Read: v.missedHref(), Walk: page.AtPath(v.d.ID, m.Seq)}
	if m.Turns > 0 {
		x.When = v.N("missed.turns", m.Turns)
	}
	if ago := page.Since(v.Printer, v.d.Now, m.At); ago != "" {
		x.When = v.T("missed.when", "What", x.When, "Since", ago)
	}
	for i := range game.Seat(v.s.NumSeats) {
		if !v.s.Players[i].BankerOnly {
			x.Rows = append(x.Rows, v.missedRow(i, m.State))
		}
	}
	return x
}

// missedHref is where in the log the news begin.
func (v *view) missedHref() string {
	turn := int(v.d.Missed.State.Turn.Number)
	if turn == 0 {
		turn = 1
	}
	return page.LogTurnPath(v.d.ID, turn)
}

func (v *view) missedRow(seat game.Seat, then *game.State) missedRow {
	a, b := &then.Players[seat], &v.s.Players[seat]
	row := missedRow{Name: v.Name(seat), Token: v.token(seat), Cash: v.Money(b.Cash)}
	if b.Bankrupt {
		row.Cash = ""
		if !a.Bankrupt {
			row.Lines = append(row.Lines, v.T("missed.bankrupt"))
		}
		return row
	}
	switch d := b.Cash - a.Cash; {
	case d > 0:
		row.Change = "+" + v.Money(d)
	case d < 0:
		row.Change, row.Less = "\u2212"+v.Money(-d), true
	default:
		row.Change = v.T("missed.same")
	}
	mine, was := v.s.Owned[seat], then.Owned[seat]
	if got := mine &^ was; got != 0 {
		row.Lines = append(row.Lines, v.T("missed.got", "Spaces", v.Spaces(got)))
	}
	if lost := was &^ mine; lost != 0 {
		row.Lines = append(row.Lines, v.T("missed.lost", "Spaces", v.Spaces(lost)))
	}
	if built := v.builtSince(mine, then); built != "" {
		row.Lines = append(row.Lines, built)
	}
	if n := (mine & v.s.Mortgaged).Len() - (was & then.Mortgaged).Len(); n > 0 {
		row.Lines = append(row.Lines, v.N("missed.mortgages", n))
	}
	if b.Jailed && !a.Jailed {
		row.Lines = append(row.Lines, v.T("missed.jailed"))
	}
	return row
}

// builtSince names the lots that carry more than they did.
func (v *view) builtSince(mine game.Set, then *game.State) string {
	var parts []string
	for lots := mine & (v.s.Built | v.s.Depots); lots != 0; lots = lots.Rest() {
		sp := lots.First()
		if v.s.Level[sp] > then.Level[sp] || v.s.Depots.Has(sp) && !then.Depots.Has(sp) {
			parts = append(parts, v.Space(sp))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return v.T("missed.built", "Spaces", strings.Join(parts, ", "))
}

// Missed is what happened since the viewer was here last.
type Missed struct {
	Seq    uint32      // the last event that they had seen
	At     time.Time   // when they looked last
	State  *game.State // as they had seen it
	Events int
	Turns  int // begun since
}
