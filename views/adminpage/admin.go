package adminpage

import (
	"net/url"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// AdminOverview is the operator's first page.
type AdminOverview struct {
	Version   string            `json:"version"`
	Lobby     int               `json:"lobby"`
	Playing   int               `json:"playing"`
	Finished  int               `json:"finished"`
	Players   int               `json:"players"`
	Moves     int               `json:"moves"`
	Streams   int               `json:"streams"`
	Reports   int               `json:"open_reports"`
	Said      map[string]string `json:"announcement" schema:"{}string,null"`
	SaidUntil time.Time         `json:"announcement_until,omitzero"`

	Typed   url.Values    `json:"-"` // an announcement that was not accepted
	Problem *page.Problem `json:"-"`
}

// text is the announcement in a language: what was typed, or what is said.
func (d *AdminOverview) text(lang string) string {
	return page.Typed(d.Typed, "text_"+lang, d.Said[lang])
}

// AdminTable is a table as the operator sees it.
type AdminTable struct {
	ID, Title string
	Status    game.Status
	Private   bool
	Events    int
	Seats     []page.Person // those without an id are no people
	Updated   time.Time
	Fault     string
	Senseless bool // its stored data makes no sense: it can be closed, and cannot go on
	Sealed    bool // was closed because of that
}

// AdminTables is a search for tables.
type AdminTables struct {
	Query, Status, Idle, Sort string
	Rows                      []AdminTable
	Now                       time.Time
	Pages                     AdminPages
}

// AdminPages leads from a part of a long list to those beside it; "" where there is none.
type AdminPages struct{ Before, Next string }

// AdminStuck lists tables that cannot go on, or do not.
type AdminStuck struct {
	Broken, Waiting []AdminTable
	Sound           int
	Whole           bool // there was time for all of them
	Now             time.Time
	Pages           AdminPages // of those that wait
}

// AdminPerson is a player known to the server.
type AdminPerson struct {
	page.Person
	Created          time.Time
	Tables, Sessions int
}

// AdminPeople is a search for people.
type AdminPeople struct {
	Query string
	Rows  []AdminPerson
	Pages AdminPages
}

// AdminReport is a message that a player reported.
type AdminReport struct {
	ID              string
	At              time.Time
	Game            string
	Author          page.Person
	Text, Why, Note string
	Settled         time.Time
}

// AdminReports are those of one kind; with a Problem the one that could not be settled,
// and what was typed.
type AdminReports struct {
	Settled bool
	Rows    []AdminReport
	Pages   AdminPages
	Note    string
	Remove  bool
	Problem *page.Problem
}

// AdminBan is a ban of a person or of addresses.
type AdminBan struct {
	ID              string
	Player          page.Person
	Address, Reason string
	At, Until       time.Time
	Over            bool
}

// AdminBans are all of them, and the form for another: filled in, or as it was typed and
// not accepted.
type AdminBans struct {
	Rows    []AdminBan
	Typed   url.Values
	Problem *page.Problem
}

// AdminLogin asks for the password of the operator.
type AdminLogin struct{ Problem *page.Problem }

// AdminActs is the operator's audit log.
type AdminActs struct {
	Rows  []AdminAct
	Pages AdminPages
}

// AdminAct is a line of the operator's audit log.
type AdminAct struct {
	At                   time.Time
	What, On, Note, From string
}

// adminNav is the way through the operator's pages.
func adminNav(t *text.Printer, here string) []page.NavLink {
	links := []page.NavLink{
		{Href: page.AdminPath(), Label: t.T("admin.overview"), Here: false}, {Href: page.AdminTablesPath(), Label: t.T("admin.tables"), Here: false}, {Href: page.AdminStuckPath(), Label: t.T("admin.stuck"), Here: false},
		{Href: page.AdminReportsPath(), Label: t.T("admin.reports"), Here: false}, {Href: page.AdminPeoplePath(), Label: t.T("admin.people"), Here: false}, {Href: page.AdminBansPath(), Label: t.T("admin.bans"), Here: false},
		{Href: page.AdminActsPath(), Label: t.T("admin.acts"), Here: false},
	}
	for i := range links {
		links[i].Here = links[i].Href == here
	}
	return links
}

// name is the table's name in lists.
func (x *AdminTable) name() string {
	if x.Title != "" {
		return x.Title
	}
	return x.ID
}

// facts are status, size and age in one line.
func (x *AdminTable) facts(t *text.Printer, now time.Time) string {
	list := []string{t.T("admin.is_" + adminStatus(x.Status)), t.N("admin.events", x.Events), t.T("admin.changed", "When", page.Minute(t, x.Updated))}
	if now.Sub(x.Updated) >= time.Hour {
		list = append(list, t.T("admin.untouched", "Since", page.Since(t, now, x.Updated)))
	}
	if x.Sealed {
		list = append(list, t.T("admin.sealed"))
	}
	if x.Private {
		list = append(list, t.T("admin.private"))
	}
	return strings.Join(list, " · ")
}

// closing names the way in which the operator can close the table, and the note
// shown with it; "" if they cannot.
func (x *AdminTable) closing() (way, note string) {
	way = adminStatus(x.Status)
	switch {
	case x.Sealed:
		return "", ""
	case x.Senseless:
		return "playing", "broken"
	case way == "finished", x.Fault != "":
		return "", ""
	}
	return way, way
}

func adminStatus(s game.Status) string {
	switch s {
	case game.InLobby:
		return "lobby"
	case game.Playing:
		return "playing"
	default:
		return "finished"
	}
}

// adminStatuses are those to choose from; "" is any.
func adminStatuses() []string { return []string{"", "lobby", "playing", "finished"} }

// adminSorts are the orders to choose from; "" is the latest first.
func adminSorts() []string { return []string{"", "age", "size"} }

// end says when a ban ends.
func (b *AdminBan) end(t *text.Printer) string {
	switch {
	case b.Over:
		return t.T("admin.ban_over", "When", page.Minute(t, b.Until))
	case b.Until.IsZero():
		return t.T("admin.ban_open")
	default:
		return t.T("admin.ban_until", "When", page.Minute(t, b.Until))
	}
}

// did describes an act.
func (a *AdminAct) did(t *text.Printer) string {
	key := "admin.did_" + strings.TrimSuffix(a.What, "_failed")
	if !t.Has(key) {
		return a.What
	}
	if strings.HasSuffix(a.What, "_failed") {
		return t.T("admin.did_not", "What", t.T(key))
	}
	return t.T(key)
}

// FieldLabel is what the operator's forms call a field, "" if none has it.
func FieldLabel(lang, field string) string {
	key, ok := map[string]string{
		"player": "ban_person", "address": "ban_address", "reason": "ban_reason", "days": "days", "texts": "announcement", "note": "reason_book",
	}[field]
	if !ok {
		return ""
	}
	return text.For(lang).T("admin." + key)
}

// orAny names the meaning of an empty choice.
func orAny(choice string) string {
	if choice == "" {
		return "any"
	}
	return choice
}
