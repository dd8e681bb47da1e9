package tablepage

import (
	"strings"
	"time"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// player is one line of those at the table.
type player struct {
	ID     string
	Token  page.Token
	Name   string
	Sign   string   // on their deeds, "" for those who are out
	Marks  []string // "du", "Computer", "im Gefängnis"
	Turn   string   // "am Zug", "gefragt", "" if neither
	Soft   bool     // asked, though it is somebody else's turn
	Cash   string
	Delta  string // what it has gained or lost lately, "" if nothing
	Lost   bool
	Wealth string
	Chips  []chip
	Extras []string // jail-free cards, tickets
	Here   Attendance
	Out    bool
}

// drawPlayers draws those at the table, and everybody's cash in one row.
func (v *position) drawPlayers(b *partBag) (players, purses *part) {
	list := make([]*part, v.s.NumSeats)
	var cash []*part
	deltas := v.toAll().deltas()
	for i := range list {
		seat := game.Seat(i)
		shows := v.playerShows(seat)
		shows.delta = deltas[i]
		list[i] = b.players[i].of(shows, func() *part {
			all, own := v.player(seat, &shows, false), v.player(seat, &shows, true)
			var inner []*part
			if all.Cash != "" {
				inner = []*part{leaf("ul", chipsID(all), playerChips(v, all))}
			}
			line := func(x player) func(templ.Component) templ.Component {
				return func(chips templ.Component) templ.Component { return playerLine(v, x, chips) }
			}
			return branchOf(seat, "li", all.ID, inner, line(all), line(own))
		})
		if pl := &v.s.Players[i]; pl.BankerOnly || pl.Bankrupt {
			continue
		}
		cash = append(cash, b.purses[i].of(shows, func() *part {
			return leaf("li", "pu"+page.Itoa(seat), cashOf(v.player(seat, &shows, false)))
		}))
	}
	inner := []*part{leaf("div", "pl-head", playersHead(v)), branch("ul", "pl-list", list, playersList)}
	players = branch("section", "players", inner, func(children templ.Component) templ.Component { return playersSection(v, children) })
	return players, branch("section", "purses", cash, func(children templ.Component) templ.Component { return cashSection(v, children) })
}

// chipsID is the id of the list of what a player holds.
func chipsID(x player) string { return "h" + x.ID }

// playerShows is what a player's line shows that may change.
type playerShows struct {
	status                             game.Status
	cash, wealth, delta                game.Money
	counted, leads                     bool
	mover, asked, askedOwn             bool
	bankrupt, bankerOnly, jailed, away bool
	owned                              game.Set
	cards, tickets                     uint8
	bot, standIn                       string
	here                               Attendance
}

func (v *position) playerShows(seat game.Seat) playerShows {
	pl := &v.s.Players[seat]
	x := playerShows{
		status: v.s.Status, cash: pl.Cash, mover: v.s.Turn.Seat == seat, asked: v.asked().Has(seat), askedOwn: v.askedTo(seat).Has(seat),
		bankrupt: pl.Bankrupt, bankerOnly: pl.BankerOnly, jailed: pl.Jailed, away: pl.Away, owned: v.s.Owned[seat], cards: pl.Cards, tickets: pl.Tickets,
	}
	if !pl.BankerOnly && !pl.Bankrupt {
		x.wealth, x.counted = v.wealth(seat)
		x.leads = x.counted && v.leads(seat, x.wealth)
	}
	if int(seat) < len(v.seats) {
		x.bot, x.standIn = v.seats[seat].Bot, v.seats[seat].StandIn
		if v.s.Status == game.Playing && v.past == nil && !x.bankrupt {
			x.here = v.seats[seat].Attendance
		}
		if !x.asked { // nobody waits for them
			x.here.Since = time.Time{}
		}
	}
	return x
}

// player is a player's line, as everybody or as they themselves are shown it.
func (v *position) player(seat game.Seat, shows *playerShows, own bool) player {
	pl := &v.s.Players[seat]
	x := player{ID: "pl" + page.Itoa(seat), Token: v.token(seat), Name: v.Name(seat), Marks: v.marks(seat, own), Out: pl.Bankrupt, Here: shows.here}
	if pl.BankerOnly || pl.Bankrupt {
		return x
	}
	x.Sign = v.letters[seat]
	if v.s.Status == game.Playing {
		switch {
		case v.s.Turn.Seat == seat:
			x.Turn = v.T("table.to_move")
		case shows.asked || own && shows.askedOwn:
			x.Turn, x.Soft = v.T("table.asked"), true
		}
	}
	x.Cash = v.Money(pl.Cash)
	if shows.delta != 0 {
		x.Delta, x.Lost = v.signed(shows.delta), shows.delta < 0
	}
	if shows.counted {
		key := "table.wealth"
		if shows.leads {
			key = "table.leads"
		}
		x.Wealth = v.T(key, "Money", v.Money(shows.wealth))
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
func (v *position) marks(seat game.Seat, own bool) []string {
	pl := &v.s.Players[seat]
	var list []string
	if own {
		list = append(list, v.T("table.you"))
	}
	if int(seat) < len(v.seats) && v.seats[seat].Bot != "" {
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
	stands, away := "table.stand_in", "table.away"
	if v.s.Status == game.Finished {
		stands, away = "table.stood_in", "table.left_early"
	}
	if int(seat) < len(v.seats) && v.seats[seat].StandIn != "" {
		list = append(list, v.T(stands, "Name", v.seats[seat].StandIn))
	}
	if pl.Away && !pl.Bankrupt {
		list = append(list, v.T(away))
	}
	return list
}

// stock lists what the bank still has to build with.
func (v *position) stock() string {
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
