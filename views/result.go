package views

import (
	"github.com/bankhalter/bankhalter/game"
)

// result is the end of a game.
type result struct {
	Title   string
	Winner  *token
	Eyebrow string
	Rows    []standing
	Rents   *rentTable
	Dice    *diceTable
}

// standing is one line of the final count.
type standing struct {
	Rank, Name, Wealth, Cash, Land, Houses string
	Token                                  token
	Lead, Out                              bool
}

func (v *view) result() result {
	x := result{Eyebrow: v.ending(), Rows: v.standings(), Rents: v.rents(), Dice: v.diceSums()}
	var first []game.Seat
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		if st.Rank == 1 {
			first = append(first, st.Seat)
		}
	}
	switch len(first) {
	case 0:
		x.Title = v.T("result.none")
	case 1:
		x.Title = v.T("result.winner", "Name", v.Name(first[0]), "Money", v.Money(v.wealthOf(first[0])))
		t := v.token(first[0])
		x.Winner = &t
	default:
		var seats game.Seats
		for _, s := range first {
			seats = seats.With(s)
		}
		x.Title = v.T("result.shared", "Names", v.NamesOf(seats))
	}
	return x
}

func (v *view) wealthOf(seat game.Seat) game.Money {
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		if st.Seat == seat {
			return st.Wealth
		}
	}
	return 0
}

func (v *view) ending() string {
	why := ""
	switch v.s.Reason {
	case game.EndLastPlayer:
		why = v.T("result.last_player")
	case game.EndTime:
		why = v.T("result.time")
	case game.EndSecondBankruptcy:
		why = v.T("result.second")
	case game.EndAbandoned:
		why = v.T("result.abandoned")
	case game.EndNone:
	}
	return why + " · " + v.N("result.turns", int(v.s.Turn.Number))
}

func (v *view) standings() []standing {
	var rows []standing
	for _, st := range v.s.Standings[:v.s.NumRanked] {
		pl := &v.s.Players[st.Seat]
		row := standing{
			Rank: v.N("result.rank_n", int(st.Rank)), Name: v.Name(st.Seat), Token: v.token(st.Seat),
			Wealth: v.Money(st.Wealth), Lead: st.Rank == 1, Out: pl.Bankrupt,
			Cash: v.Money(0), Land: v.Money(0), Houses: v.Money(0),
		}
		if !pl.Bankrupt {
			land := v.landValue(st.Seat)
			row.Cash, row.Land = v.Money(pl.Cash), v.Money(land)
			row.Houses = v.Money(st.Wealth - pl.Cash - land)
		}
		rows = append(rows, row)
	}
	return rows
}

// landValue is the part of the final count that is deeds: mortgaged ones count
// half, rounded down to the unit.
func (v *view) landValue(seat game.Seat) game.Money {
	var sum game.Money
	for r := v.s.Owned[seat]; r != 0; r = r.Rest() {
		sp := r.First()
		price := v.r.Spaces[sp].Price
		if v.s.Mortgaged.Has(sp) {
			price = price / 2 / v.r.Unit * v.r.Unit
		}
		sum += price
	}
	return sum
}

// whole tells whether the log reaches back to the start.
func (v *view) whole() bool { return len(v.d.Log) > 0 && v.d.Log[0].Seq == 1 }

// rentTable is who paid rent to whom.
type rentTable struct {
	Names []string
	Rows  []rentRow
	Got   []string
}

// rentRow is what one player paid to each.
type rentRow struct {
	Name  string
	Cells []heat
	Sum   string
}

// heat is an amount with a class for how large it is among all.
type heat struct{ Money, Class string }

func (v *view) rents() *rentTable {
	if !v.whole() {
		return nil
	}
	n := int(v.s.NumSeats)
	var paid [game.MaxSeats][game.MaxSeats]game.Money
	var most game.Money
	for i := range v.d.Log {
		e := &v.d.Log[i].Event
		if e.Kind == game.Paid && (e.Cause == game.ForRent || e.Cause == game.ForDuel) && e.Seat >= 0 && e.Other >= 0 {
			paid[e.Seat][e.Other] += e.Amount
			most = max(most, paid[e.Seat][e.Other])
		}
	}
	if most == 0 {
		return nil
	}
	t := &rentTable{}
	for i := range n {
		t.Names = append(t.Names, v.Name(game.Seat(i)))
		row := rentRow{Name: v.Name(game.Seat(i))}
		var sum, got game.Money
		for j := range n {
			cell := heat{"–", ""}
			if i != j {
				cell = heat{v.Money(paid[i][j]), heatClass(paid[i][j], most)}
			}
			row.Cells = append(row.Cells, cell)
			sum += paid[i][j]
			got += paid[j][i]
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
	return "h" + itoa(min(1+4*int(m)/int(most), 4))
}

// diceTable is how often each sum of the white dice came up.
type diceTable struct {
	Throws int
	Rows   []diceRow
}

// diceRow is one sum.
type diceRow struct {
	Sum, Seen, Expected string
	Width               int // of its bar, 0 to 20
}

func (v *view) diceSums() *diceTable {
	if !v.whole() {
		return nil
	}
	var seen [13]int
	t := &diceTable{}
	most := 1
	for i := range v.d.Log {
		e := &v.d.Log[i].Event
		if e.Kind == game.Rolled && e.Dice[0] > 0 && e.Dice[1] > 0 {
			sum := int(e.Dice[0]) + int(e.Dice[1])
			seen[sum]++
			most = max(most, seen[sum])
			t.Throws++
		}
	}
	if t.Throws == 0 {
		return nil
	}
	for sum := 2; sum <= 12; sum++ {
		ways := 6 - abs(sum-7)
		tenths := t.Throws * ways * 10 / 36
		t.Rows = append(t.Rows, diceRow{
			Sum: itoa(sum), Seen: itoa(seen[sum]), Expected: v.decimal(tenths),
			Width: seen[sum] * 20 / most,
		})
	}
	return t
}

// decimal writes tenths: 37 is "3,7" or "3.7".
func (v *view) decimal(tenths int) string {
	point := "."
	if v.Lang() == "de" {
		point = ","
	}
	return itoa(tenths/10) + point + itoa(tenths%10)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
