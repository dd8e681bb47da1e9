package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// out is what a player sees who is bankrupt while the others play on.
type out struct {
	Eyebrow, Title, What, State string
	Hurry                       bool // only computers are left: they can be made to hurry
}

// out reports whether the viewer is bankrupt in a game that goes on, and with
// what place.
func (v *view) out() (x out, ok bool) {
	fall, ok := v.myFall(v.d.Story)
	if !ok || v.s.Status != game.Playing || v.d.Past != nil {
		return x, false
	}
	place := v.s.Alive().Len()
	for _, f := range v.d.Story.Falls {
		if f.Seq >= fall.Seq {
			place++
		}
	}
	x = out{
		Eyebrow: v.T("out.eyebrow", "N", v.number(game.Money(fall.Turn))), Title: v.T("out.title", "N", page.Itoa(place)),
		What: v.fall(fall), State: v.T("out.people"), Hurry: true,
	}
	for i := range v.d.Seats {
		if v.d.Seats[i].Bot == "" && v.s.In(game.Seat(i)) {
			x.Hurry = false
		}
	}
	if x.Hurry {
		x.State = v.T("out.computers")
	}
	return x, true
}

// playedFor tells a player who is away who plays for them, and how.
func (v *view) playedFor() (head, what string) {
	if by := v.seats[v.me].StandIn; by != "" {
		return v.T("table.left_by", "Name", by), v.T("table.left_by_what", "Name", by)
	}
	return v.T("table.left"), v.T("table.left_what")
}
