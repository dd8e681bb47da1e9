package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/stats"
	"github.com/bankhalter/bankhalter/views/page"
)

// rentTable is who paid rent to whom.
type rentTable struct {
	Names []string
	Rows  []rentRow
	Got   []string
	Say   string
}

// rentRow is what one player paid to each.
type rentRow struct {
	Name  string
	Cells []heat
	Sum   string
}

// heat is an amount with a class for how large it is among all.
type heat struct{ Money, Class string }

func (v *view) rents(f *stats.Figures) *rentTable {
	var seats []game.Seat
	for i := range game.Seat(f.Seats) {
		if !v.s.Players[i].BankerOnly {
			seats = append(seats, i)
		}
	}
	var most game.Money
	var from, to game.Seat
	for _, a := range seats {
		for _, b := range seats {
			if m := f.Rents[a][b].Money; m > most {
				most, from, to = m, a, b
			}
		}
	}
	if most == 0 {
		return nil
	}
	t := &rentTable{Say: v.T("stats.rents_say", "Name", v.Name(from), "To", v.Name(to), "Money", v.Money(most))}
	for _, a := range seats {
		t.Names = append(t.Names, v.Name(a))
		row := rentRow{Name: v.Name(a)}
		var sum, got game.Money
		for _, b := range seats {
			cell := heat{"–", ""}
			if a != b {
				cell = heat{v.Money(f.Rents[a][b].Money), heatClass(f.Rents[a][b].Money, most)}
			}
			row.Cells = append(row.Cells, cell)
			sum += f.Rents[a][b].Money
			got += f.Rents[b][a].Money
		}
		row.Sum = v.Money(sum)
		t.Rows = append(t.Rows, row)
		t.Got = append(t.Got, v.Money(got))
	}
	return t
}

func heatClass(m, most game.Money) string {
	if m == 0 {
		return ""
	}
	return "h" + page.Itoa(min(1+4*int(m)/int(most), 4))
}
