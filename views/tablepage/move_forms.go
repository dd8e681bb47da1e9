package tablepage

import (
	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/page"
)

// field is a hidden field of a form.
type field struct{ Name, Value string }

// button is a form with one button: a move with all its arguments.
type button struct {
	ID     string // of the button; its form is "f-" + ID
	Move   string
	Fields []field
	Label  string
	Price  string   // shown at the end of the line
	Small  []string // second line
	Say    string   // full name, where Label alone would not tell which
	Warn   bool
	Ask    bool // leads to the page that says what it would bring about
}

// pick is a form in which one or two things are chosen from lists.
type pick struct {
	ID     string
	Move   string
	Lists  []list
	Go     string
	Lead   bool // the main button of the page
	Legend string
}

// list is one list to choose from.
type list struct {
	ID, Name, Label string
	Choices         []page.Choice
}

// amount is a form with a number.
type amount struct {
	ID, Move, Name string
	Label          string
	Min, Max, Step string
	Value          string
	Go             string
	Lead           bool
	None           bool // may be left empty for none, so that no 0 is in the way of what is typed
}

// move makes a button for a move without arguments.
func (v *view) move(kind game.CommandKind) button {
	name := wire.MoveName(kind)
	return button{ID: "m-" + name, Move: name, Label: v.T("move." + name)}
}

// moveAt makes a button for a move about a space.
func (v *view) moveAt(kind game.CommandKind, sp game.Space) button {
	b := v.move(kind)
	b.ID += "-" + page.Itoa(uint8(sp))
	b.Fields = []field{{"space", page.Itoa(uint8(sp))}}
	return b
}

// moveN makes a button for a move about a numbered claim or trade.
func (v *view) moveN(kind game.CommandKind, name string, n int32) button {
	b := v.move(kind)
	b.ID += "-" + page.Itoa(n)
	b.Fields = []field{{name, page.Itoa(n)}}
	return b
}

// answer makes a button for one answer to a question.
func (v *view) answer(kind game.CommandKind, c game.Choice, label string) button {
	b := v.move(kind)
	b.ID += "-" + wire.ChoiceName(c)
	b.Fields = []field{{"option", wire.ChoiceName(c)}}
	b.Label = label
	return b
}

// spacePick makes a form that chooses one of several spaces.
func (v *view) spacePick(kind game.CommandKind, spaces game.Set, label, golabel string) pick {
	name := wire.MoveName(kind)
	return pick{
		ID: "m-" + name, Move: name, Go: golabel,
		Lists: []list{{ID: "in-" + name, Name: "space", Label: label, Choices: v.spaceChoices(spaces)}},
	}
}

func (v *view) spaceChoices(spaces game.Set) []page.Choice {
	var cs []page.Choice
	for r := spaces; r != 0; r = r.Rest() {
		sp := r.First()
		cs = append(cs, page.Choice{Value: page.Itoa(uint8(sp)), Label: v.spaceLabel(sp)})
	}
	return cs
}

// spaceLabel names a space in a list, with its group and what it would cost.
func (v *view) spaceLabel(sp game.Space) string {
	s := v.Space(sp)
	if !v.r.Deeds.Has(sp) {
		return s + " (" + v.spaceDoes(sp) + ")"
	}
	def := &v.r.Spaces[sp]
	switch owner := v.s.Owner(sp); {
	case v.r.Removed(v.s, sp):
		return s + " (" + v.T("space.gone") + ")"
	case owner == game.Bank:
		return s + " (" + v.Group(def.Group) + ", " + v.T("space.unowned_price", "Money", v.Money(def.Price)) + ")"
	case v.s.Mortgaged.Has(sp):
		return s + " (" + v.owned(owner) + ", " + v.T("space.mortgaged") + ")"
	default:
		return s + " (" + v.owned(owner) + ", " + v.rentText(sp, "") + ")"
	}
}

func (v *view) owned(owner game.Seat) string {
	if owner == v.me {
		return v.T("space.yours")
	}
	return v.T("space.owned", "Name", v.Name(owner))
}

// keep says what remains after paying.
func (v *view) keep(price game.Money) string {
	return v.T("act.keep", "Money", v.Money(v.cash()-price))
}

// dot separates the parts of a button's second line.
func dot(i, n int) string {
	if i+1 < n {
		return " ·"
	}
	return ""
}

// say gives a button its full name where the label leaves something open.
func say(b button) templ.Attributes {
	if b.Say == "" {
		return nil
	}
	return templ.Attributes{"aria-label": b.Say}
}
