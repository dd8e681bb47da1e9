package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/page"
)

// moment is one sentence of a game's story, and where it can be seen.
type moment struct{ Turn, Href, Text string }

// story tells a finished game in up to three sentences: the best buy and what put
// the winner ahead, in the order in which they happened, and the end.
func (v *view) story(x *stats.Story) []moment {
	var list []moment
	add := func(turn int, seq uint32, text string) {
		if turn = min(turn, int(v.s.Turn.Number)); text != "" { // what is counted at the end has no turn of its own
			list = append(list, moment{v.T("story.turn", "N", v.number(game.Money(turn))), page.AtPath(v.d.ID, seq), text})
		}
	}
	if b := x.Buy; b != nil {
		add(b.Turn, b.Seq, v.bestBuy(b))
	}
	if t := x.Turning; t != nil {
		add(t.Turn, t.Seq, v.turningPoint(t))
	}
	if len(list) == 2 && x.Turning.Seq < x.Buy.Seq {
		slices.Reverse(list)
	}
	if n := len(x.Falls); n > 0 && v.s.Reason != game.EndTime {
		f := &x.Falls[n-1]
		add(f.Turn, f.Seq, v.fall(f))
	} else if v.s.Reason == game.EndTime {
		add(int(v.s.Turn.Number), v.s.Seq, v.T("story.time"))
	}
	return list
}

// tell says a sentence about a seat; to its own player in the second person.
func (v *view) tell(what string, seat game.Seat, args ...string) string {
	if seat == v.me && v.seated() {
		return v.T("story.you_"+what, args...)
	}
	return v.T("story.name_"+what, append(args, "Name", v.Name(seat))...)
}

func (v *view) bestBuy(b *stats.Purchase) string {
	args := []string{"Space", v.Named(b.Space), "Money", v.Money(b.Earned), "Turns", v.N("story.turns", b.Turns)}
	if b.Group == game.NoGroupID {
		return v.tell("buy", b.Seat, args...)
	}
	return v.tell("buy_group", b.Seat, append(args, "Group", v.Group(b.Group))...)
}

func (v *view) turningPoint(t *stats.Turning) string {
	switch t.Kind {
	case stats.CompletedAt:
		return v.tell("group", t.Seat, "Group", v.Group(t.Group))
	case stats.BuiltAt:
		return v.tell("built", t.Seat, "Group", v.Group(t.Group), "Buildings", v.N("story.buildings", t.N))
	case stats.CollectedRent:
		if t.Other == v.me && v.seated() {
			return v.T("story.rent_mine", "Name", v.Name(t.Seat), "Space", v.Named(t.Space), "Money", v.Money(t.Amount))
		}
		return v.tell("rent", t.Seat, "Other", v.Name(t.Other), "Space", v.Named(t.Space), "Money", v.Money(t.Amount))
	case stats.TookLead:
	}
	return v.tell("lead", t.Seat)
}

// fall says how a player became bankrupt.
func (v *view) fall(f *stats.Fall) string {
	args := []string{"Money", v.Money(f.Debt), "Missing", v.Money(f.Missing), "To", v.Name(f.Creditor)}
	switch {
	case f.Debt == 0:
		return v.tell("left", f.Seat, args...)
	case f.Rent && uint8(f.Space) < v.r.Size:
		return v.tell("fall_rent", f.Seat, append(args, "Space", v.Named(f.Space))...)
	}
	return v.tell("fall", f.Seat, args...)
}

// myFall is the bankruptcy of the viewer.
func (v *view) myFall(x *stats.Story) (*stats.Fall, bool) {
	if x == nil || !v.seated() {
		return nil, false
	}
	for i := range x.Falls {
		if x.Falls[i].Seat == v.me {
			return &x.Falls[i], true
		}
	}
	return nil, false
}

// myRank is the place of the viewer in the final count; 0 if they have none.
func (v *view) myRank() int {
	if !v.seated() {
		return 0
	}
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		if st.Seat == v.me {
			return int(st.Rank)
		}
	}
	return 0
}

// placeName names a rank: "third".
func (v *view) placeName(rank int) string { return v.T("place.p" + page.Itoa(rank)) }

// mine is how the game ended for the viewer: their place and its cause.
func (v *view) mine(x *result) {
	rank := v.myRank()
	if rank == 0 {
		return
	}
	x.Medal = v.T("place.m" + page.Itoa(rank))
	win := x.Title + "."
	switch fall, fell := v.myFall(v.figuresStory()); {
	case rank == 1 && v.winners().Len() > 1:
		x.Title, x.Lead = v.T("result.you_shared"), win
	case rank == 1:
		x.Title, x.Lead = v.T("result.you_won"), v.T("result.you_have", "Money", v.Money(v.wealthOf(v.me)))
	case fell:
		x.Title, x.Lead = v.placeName(rank), v.fall(fall)+" "+win
	default:
		x.Title, x.Lead = v.placeName(rank), v.T("result.you_have", "Money", v.Money(v.wealthOf(v.me)))+" "+win
	}
}

func (v *view) figuresStory() *stats.Story {
	if v.d.Figures != nil {
		return &v.d.Figures.Story
	}
	return v.d.Story
}

// winners are the seats in first place.
func (v *view) winners() (seats game.Seats) {
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		if st.Rank == 1 {
			seats = seats.With(st.Seat)
		}
	}
	return seats
}
