package tablepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// player is one line of those at the table.
type player struct {
	ID     string
	Token  page.Token
	Name   string
	Sign   string   // on their deeds, if it is not the first letter of their name
	Marks  []string // "du", "Computer", "im Gefängnis"
	Turn   string   // "am Zug", "gefragt", "" if neither
	Soft   bool     // asked, though it is somebody else's turn
	Cash   string
	Delta  string // what it has gained or lost lately, "" if nothing
	Lost   bool
	Wealth string
	Chips  []chip
	Extras []string // jail-free cards, tickets
	Out    bool
}

func (v *view) players() []player {
	list := make([]player, 0, v.s.NumSeats)
	waiting, deltas := v.waiting(), v.deltas()
	for i := range int(v.s.NumSeats) {
		x := v.player(game.Seat(i), waiting)
		if deltas[i] != 0 {
			x.Delta, x.Lost = v.signed(deltas[i]), deltas[i] < 0
		}
		list = append(list, x)
	}
	return list
}

func (v *view) player(seat game.Seat, waiting game.Seats) player {
	pl := &v.s.Players[seat]
	x := player{ID: "pl" + page.Itoa(seat), Token: v.token(seat), Name: v.Name(seat), Marks: v.marks(seat), Out: pl.Bankrupt}
	if pl.BankerOnly || pl.Bankrupt {
		return x
	}
	if letter := v.letters[seat]; !strings.HasPrefix(strings.ToUpper(x.Name), letter) {
		x.Sign = letter
	}
	if v.s.Status == game.Playing {
		switch {
		case v.s.Turn.Seat == seat:
			x.Turn = v.T("table.to_move")
		case waiting.Has(seat):
			x.Turn, x.Soft = v.T("table.asked"), true
		}
	}
	x.Cash = v.Money(pl.Cash)
	if w, ok := v.wealth(seat); ok {
		x.Wealth = v.T("table.wealth", "Money", v.Money(w))
	}
	x.Chips = v.chips(seat)
	if n := cards(pl.Cards); n > 0 {
		x.Extras = append(x.Extras, v.N("table.jail_cards", n))
	}
	if pl.Tickets > 0 {
		x.Extras = append(x.Extras, v.N("table.tickets", int(pl.Tickets)))
	}
	return x
}

func cards(bits uint8) int {
	n := 0
	for d := range game.NumDecks {
		n += int(bits >> d & 1)
	}
	return n
}

// marks says in words what is special about a player.
func (v *view) marks(seat game.Seat) []string {
	pl := &v.s.Players[seat]
	var list []string
	if seat == v.me {
		list = append(list, v.T("table.you"))
	}
	if int(seat) < len(v.d.Seats) && v.d.Seats[seat].Bot != "" {
		list = append(list, v.T("table.bot"))
	}
	switch {
	case pl.BankerOnly:
		list = append(list, v.T("table.banker_only"))
	case pl.Bankrupt:
		list = append(list, v.T("table.bankrupt"))
	case pl.Jailed:
		list = append(list, v.T("table.jailed"))
	}
	if int(seat) < len(v.d.Seats) && v.d.Seats[seat].StandIn != "" {
		list = append(list, v.T("table.stand_in", "Name", v.d.Seats[seat].StandIn))
	}
	if pl.Away && !pl.Bankrupt {
		list = append(list, v.T("table.away"))
	}
	return list
}

// stock lists what the bank still has to build with.
func (v *view) stock() string {
	var parts []string
	add := func(b game.Building, on bool) {
		if on && !v.r.UnlimitedBuildings() {
			parts = append(parts, v.Buildings(b, int(v.s.Stock[b])))
		}
	}
	add(game.House, true)
	add(game.Hotel, true)
	add(game.Skyscraper, v.r.HasSkyscrapers())
	add(game.Depot, v.r.HasDepots())
	if v.r.HasMove(game.UseTicket) {
		parts = append(parts, v.N("table.tickets", int(v.s.Tickets)+int(v.s.Expiring)))
	}
	if len(parts) == 0 {
		return ""
	}
	return v.T("table.bank_stock", "List", strings.Join(parts, ", "))
}
