package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// ahead is one of the next spaces, for small screens.
type ahead struct {
	Class, Code, Step, Name, Whose, Pay, Plain string
	Lang                                       string // of the name, "" if it is that of the page

	Houses int          // symbols in the bar
	Big    string       // symbol of a hotel, skyscraper or depot
	Built  string       // the same in words
	Here   []page.Token // who stands there
}

// myStrip says whose way ahead the viewer is shown: their own, or the mover's.
func (v *view) myStrip() stripOf {
	if v.seated() && !v.s.Players[v.me].Bankrupt && !v.s.Players[v.me].BankerOnly {
		return stripOf{v.me, true}
	}
	return stripOf{v.s.Turn.Seat, v.s.Turn.Seat == v.me}
}

// ahead lists the spaces that a player may reach with the next throw, and then
// the rest of the side behind the token.
func (v *position) ahead(of stripOf) (title string, list []ahead) {
	seat := of.seat
	title = v.T("table.ahead_of", "Name", v.Name(seat))
	if of.own {
		title = v.T("table.ahead")
	}
	for i, sp := range v.aheadSpaces(seat) {
		n := i
		if i >= reach {
			n = reach - 1 - i
		}
		list = append(list, v.aheadSpace(of, sp, n))
	}
	return title, list
}

const (
	reach     = 13                       // spaces from that of the token to the farthest of a throw
	mostAhead = reach + game.MaxSpaces/4 // and then those behind the token
)

// aheadSpaces are the spaces that a player may reach with the next throw, beginning
// with the one where they stand, and then the rest of the side behind the token.
func (v *position) aheadSpaces(seat game.Seat) []game.Space {
	start := v.s.Players[seat].Space
	list := make([]game.Space, 0, mostAhead)
	for n := range reach {
		list = append(list, v.r.Next(start, n))
	}
	for n := range uint8(start) % (v.r.Size / 4) {
		list = append(list, start-1-game.Space(n))
	}
	return list
}

func (v *position) aheadSpace(of stripOf, sp game.Space, n int) ahead {
	def := &v.r.Spaces[sp]
	x := ahead{
		Class: v.groupClass(def.Group), Code: v.groupCode(def.Group),
		Name: v.softSpace(sp), Lang: v.foreign(sp), Step: "+" + page.Itoa(n), Here: v.standing(sp),
	}
	if b, n := v.built(sp); n > 0 {
		x.Houses, x.Big, _ = buildingSigns(b, n, "")
		x.Built = v.Buildings(b, n)
	}
	if n < 0 {
		x.Class += " back"
		x.Step = "−" + page.Itoa(-n)
	}
	if n == 0 {
		x.Class += " here"
		x.Step = v.T("table.here")
		if !of.own {
			x.Step = v.T("table.here_of", "Name", v.Name(of.seat))
		}
	}
	owner := v.s.Owner(sp)
	switch {
	case !v.r.Deeds.Has(sp):
		x.Plain = v.spaceDoes(sp)
	case v.r.Removed(v.s, sp):
		x.Plain = v.T("space.gone")
	case owner == game.Bank:
		x.Plain = v.T("space.unowned_price", "Money", v.Money(def.Price))
	case owner == of.seat && of.own:
		x.Plain = v.T("space.yours")
	case owner == of.seat:
		x.Plain = v.T("space.owned", "Name", v.Name(owner))
	case v.s.Mortgaged.Has(sp):
		x.Whose, x.Plain = v.T("space.owned", "Name", v.Name(owner))+",", v.T("space.mortgaged")
	default:
		x.Whose = v.Name(owner)
		x.Pay = v.rentText(sp, "−")
	}
	return x
}

// rentText is what a deed asks now, an amount or a factor of the throw.
func (v *position) rentText(sp game.Space, sign string) string {
	rent := v.r.RentNow(v.s, sp)
	if v.r.Spaces[sp].Kind == game.KindUtility {
		return v.T("space.times_dice", "Factor", v.number(rent))
	}
	return sign + v.Money(rent)
}

// standing lists the pieces on a space.
func (v *position) standing(sp game.Space) []page.Token {
	var list []page.Token
	for i := range int(v.s.NumSeats) {
		if pl := &v.s.Players[i]; pl.Space == sp && !pl.Bankrupt && !pl.BankerOnly {
			list = append(list, v.token(game.Seat(i)))
		}
	}
	return list
}
