package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// lookForm is the choice of a token and a colour in the waiting room.
type lookForm struct {
	Path            string
	Tokens, Colours []lookChoice
}

// lookChoice is one of the tokens or colours.
type lookChoice struct {
	ID, Value, Name string
	Token           page.Token
	Chosen          bool
	Taken           string // by whom; empty if the viewer may have it
}

// lookForm is what the viewer may choose: what no other person has.
func (v *view) lookForm() *lookForm {
	if !v.seated() || v.known[v.me] == (wire.Look{}) {
		return nil
	}
	mine := v.known[v.me]
	token, colour := mine.Names()
	x := lookForm{Path: page.SeatTokenPath(v.d.ID, v.me)}
	token, colour = page.Typed(v.d.Form, "token", token), page.Typed(v.d.Form, "colour", colour)
	for i, name := range wire.TokenNames() {
		n := uint8(i + 1)
		x.Tokens = append(x.Tokens, lookChoice{
			ID: "token-" + name, Value: name, Name: v.T("token." + name), Token: tokenOf(wire.Look{Token: n, Colour: mine.Colour}),
			Chosen: name == token, Taken: v.holder(func(l wire.Look) bool { return l.Token == n }),
		})
	}
	for i, name := range wire.ColourNames() {
		n := uint8(i + 1)
		x.Colours = append(x.Colours, lookChoice{
			ID: "colour-" + name, Value: name, Name: v.T("colour." + name), Token: tokenOf(wire.Look{Token: mine.Token, Colour: n}),
			Chosen: name == colour, Taken: v.holder(func(l wire.Look) bool { return l.Colour == n }),
		})
	}
	for _, list := range [][]lookChoice{x.Tokens, x.Colours} { // what was taken in the meantime cannot stay chosen
		if i := slices.IndexFunc(list, func(c lookChoice) bool { return c.Chosen }); i >= 0 && list[i].Taken != "" {
			list[i].Chosen = false
		}
	}
	return &x
}

// holder is the other person who is known by something, "" if nobody is.
func (v *view) holder(has func(wire.Look) bool) string {
	for i := range game.Seat(v.s.NumSeats) {
		if i != v.me && v.seats[i].Bot == "" && has(v.known[i]) {
			return v.Name(i)
		}
	}
	return ""
}
