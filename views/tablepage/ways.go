package tablepage

import (
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
)

// ways are the links in the header of every page of a table: the pages that there are
// for the viewer now, in one order wherever they are shown, and the way out. here is the address
// of the page that shows them.
func (v *view) ways(here string) []page.NavLink { return v.waysOf(here, v.me) }

// waysOf are the ways for the player on a seat, on a page that is drawn for strangers.
func (v *view) waysOf(here string, seat game.Seat) []page.NavLink {
	id := v.d.ID
	over := v.s.Status == game.Finished || v.d.Over
	begun, plays := v.s.Status != game.InLobby, seat >= 0 && !over && v.s.Status == game.Playing && v.s.In(seat)
	table := v.T("nav.table")
	if over {
		table = v.T("nav.result")
	}
	var list []page.NavLink
	way := func(there, rare bool, href, label string) {
		if there || href == here {
			list = append(list, page.NavLink{Href: href, Label: label, Here: href == here, Rare: rare})
		}
	}
	add := func(there bool, href, label string) { way(there, false, href, label) }
	rarely := func(there bool, href, label string) { way(there, true, href, label) }
	add(true, page.GamePath(id), table)
	add(begun, page.LogPath(id), v.T("log.page"))
	add(seat >= 0, page.ChatPath(id), v.T("chat.title"))
	rarely(begun, page.BooksPath(id), v.T("books.title"))
	add(begun, page.FiguresPath(id), v.T("stats.nav"))
	rarely(begun, page.AtPath(id, 1), v.T("nav.replay"))
	rarely(over, page.MistakesPath(id), v.T("nav.mistakes"))
	rarely(over, page.ReasonsPath(id), v.T("nav.reasons"))
	rarely(begun && !over, page.PacePath(id), v.T("nav.clocks"))
	rarely(plays, page.OrdersPath(id), v.T("orders.title"))
	rarely(begun, page.ProofPath(id), v.T("proof.title"))
	rarely(v.p.Viewer.Known(), page.NotesPath(id), v.T("notes.title"))
	rarely(true, page.EditionPath(page.EditionName(v.d.Setup.Edition)), v.T("nav.spaces"))
	add(true, v.rules, v.T("site.rules"))
	rarely(true, v.look().how, v.T("how.nav"))
	list = append(list, v.homeward())
	if !v.p.Viewer.Known() { // perhaps a player of this table who has signed out
		list = append(list, page.NavLink{Href: page.WithQuery(page.PlayersPath(), "next", page.GamePath(id)), Label: v.T("site.sign_in"), Here: false})
	}
	return list
}

// here is the address of the table itself among the ways, or of its replay.
func (v *view) here() string {
	if v.d.Past != nil {
		return page.AtPath(v.d.ID, 1)
	}
	return page.GamePath(v.d.ID)
}

// homeward leads from a table to the viewer's other tables: to their overview, or to
// all of them for an unknown viewer.
func (v *view) homeward() page.NavLink {
	if v.p.Viewer.Known() {
		return page.NavLink{Href: page.MePath(), Label: v.T("day.title"), Rare: true}
	}
	return page.NavLink{Href: page.HomePath(), Label: v.T("site.tables"), Rare: true}
}
