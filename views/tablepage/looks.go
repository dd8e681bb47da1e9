package tablepage

import (
	"slices"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// lookForm is the choice of a token and a colour in the waiting room.
type lookForm struct {
	ID, Path        string
	Name            string // of another player at the viewer's device; "" if it is the viewer's own
	Tokens, Colours []lookChoice
}

// lookChoice is one of the tokens or colours.
type lookChoice struct {
	ID, Value, Name string
	Token           page.Token
	Chosen          bool
	Taken           string // by whom; empty if the viewer may have it
}

// lookForms are those of the viewer and of the others at their device.
func (v *view) lookForms() []*lookForm {
	if !v.seated() {
		return nil
	}
	list := []*lookForm{v.lookForm(v.me)}
	if v.d.Device != nil {
		for rest := v.d.Device.Seats.Without(v.me); rest != 0; rest = rest.Rest() {
			list = append(list, v.lookForm(rest.First()))
		}
	}
	return slices.DeleteFunc(list, func(x *lookForm) bool { return x == nil })
}

// lookForm is what a player may choose: what no other person has.
func (v *view) lookForm(seat game.Seat) *lookForm {
	if v.known[seat] == (wire.Look{}) {
		return nil
	}
	mine := v.known[seat]
	token, colour := mine.Names()
	x := lookForm{ID: "look", Path: page.SeatTokenPath(v.d.ID, seat)}
	if seat != v.me {
		x.ID, x.Name = "look-"+page.Itoa(seat), v.Name(seat)
	}
	token, colour = page.Typed(v.d.Form, "token", token), page.Typed(v.d.Form, "colour", colour)
	for i, name := range wire.TokenNames() {
		n := uint8(i + 1)
		x.Tokens = append(x.Tokens, lookChoice{
			ID: x.id("token-" + name), Value: name, Name: v.T("token." + name), Token: tokenOf(wire.Look{Token: n, Colour: mine.Colour}),
			Chosen: name == token, Taken: v.holder(seat, func(l wire.Look) bool { return l.Token == n }),
		})
	}
	for i, name := range wire.ColourNames() {
		n := uint8(i + 1)
		x.Colours = append(x.Colours, lookChoice{
			ID: x.id("colour-" + name), Value: name, Name: v.T("colour." + name), Token: tokenOf(wire.Look{Token: mine.Token, Colour: n}),
			Chosen: name == colour, Taken: v.holder(seat, func(l wire.Look) bool { return l.Colour == n }),
		})
	}
	for _, list := range [][]lookChoice{x.Tokens, x.Colours} { // what was taken in the meantime cannot stay chosen
		if i := slices.IndexFunc(list, func(c lookChoice) bool { return c.Chosen }); i >= 0 && list[i].Taken != "" {
			list[i].Chosen = false
		}
	}
	return &x
}

// id names a field of the form.
func (x *lookForm) id(name string) string {
	if x.Name == "" {
		return name
	}
	return x.ID + "-" + name
}

// holder is the other person who is known by something, "" if nobody is.
func (v *view) holder(seat game.Seat, has func(wire.Look) bool) string {
	for i := range game.Seat(v.s.NumSeats) {
		if i != seat && v.seats[i].Bot == "" && has(v.known[i]) {
			return v.Name(i)
		}
	}
	return ""
}
