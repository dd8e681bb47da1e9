package lobbypage

import "github.com/bankhalter/bankhalter/views/page"

// artCell is one space of the drawing on the start page.
type artCell struct{ Cell, Bar, Class string }

// artToken is a piece standing in the drawing.
type artToken struct {
	Class, Symbol string
	X, Y          int
}

// artCells draws the lower half of a ring of 40 spaces.
func artCells() []artCell {
	south := [9]string{"brown", "", "brown", "", "station", "light_blue", "", "light_blue", "light_blue"}
	west := [9]string{"pink", "utility", "pink", "pink", "station", "orange", "", "", ""}
	east := [9]string{"dark_blue", "", "dark_blue", "", "station", "green", "", "", ""}
	list := []artCell{{Cell: "M322 322h42v42h-42z"}, {Cell: "M10 322h42v42H10z"}}
	for i, c := range south {
		x := page.Itoa(292 - 30*i)
		list = append(list, artBar(artCell{Cell: "M" + x + " 322h30v42h-30z"}, c, "M"+x+" 322h30v9h-30z"))
	}
	for i := range 6 {
		y := page.Itoa(292 - 30*i)
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
func artLines() [5]string { return [5]string{"240", "253", "266", "279", "292"} }

func artTokens() []artToken {
	return []artToken{
		{"p1", "#t-boat", 247, 343}, {"p3", "#t-key", 97, 343},
		{"p4", "#t-leaf", 343, 247}, {"p2", "#t-cup", 31, 307},
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
