package lobbypage

import "github.com/bankhalter/bankhalter/views/page"

// artCell is one space of the drawing on the start page.
type artCell struct{ Cell, Bar, Class string }

// artMark is something of a player's in the drawing: a piece, or the tab of a deed.
type artMark struct {
	Class, Symbol string
	X, Y          int
}

// artCells draws the upper half of a ring of 40 spaces.
func artCells() []artCell {
	north := [9]string{"red", "", "red", "red", "station", "yellow", "yellow", "utility", "yellow"}
	west := [5]string{"orange", "orange", "", "orange", "station"}
	east := [5]string{"green", "green", "", "green", "station"}
	list := []artCell{{Cell: "M322 10h42v42h-42z"}, {Cell: "M10 10h42v42H10z"}}
	for i, c := range north {
		x := page.Itoa(52 + 30*i)
		list = append(list, artBar(artCell{Cell: "M" + x + " 10h30v42h-30z"}, c, "M"+x+" 43h30v9h-30z"))
	}
	for i := range west {
		y := page.Itoa(52 + 30*i)
		list = append(list,
			artBar(artCell{Cell: "M10 " + y + "h42v30H10z"}, west[i], "M43 "+y+"h9v30h-9z"),
			artBar(artCell{Cell: "M322 " + y + "h42v30h-42z"}, east[i], "M322 "+y+"h9v30h-9z"))
	}
	return list
}

func artBar(c artCell, colour, bar string) artCell {
	if colour != "" {
		c.Class, c.Bar = "g-"+colour, bar
	}
	return c
}

// artLines are the lines of the card in the drawing, from the top.
func artLines() [5]string { return [5]string{"120", "133", "146", "159", "172"} }

func artTokens() []artMark {
	return []artMark{
		{"p1", "#t-boat", 157, 20}, {"p3", "#t-key", 277, 20},
		{"p4", "#t-leaf", 354, 127}, {"p2", "#t-cup", 20, 157},
	}
}

// artTabs hang from the bars of spaces that have an owner.
func artTabs() []artMark {
	return []artMark{
		{Class: "p1", X: 61, Y: 52}, {Class: "p1", X: 121, Y: 52}, {Class: "p3", X: 211, Y: 52}, {Class: "p4", X: 301, Y: 52},
	}
}

// waitsForMe is the first table that waits for the viewer, -1 if none does.
func waitsForMe(list []page.Card) int {
	for i := range list {
		if list[i].Mine {
			return i
		}
	}
	return -1
}
