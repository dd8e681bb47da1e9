package page

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/static"
	"github.com/bankhalter/bankhalter/views/text"
)

// sourceURL is the address of the program's source, as its licence requires.
const sourceURL = "https://github.com/bankhalter/bankhalter"

// licence is shown beside it.
const licence = "AGPL-3.0-or-later"

// Names of style sheets beside the usual one, as Frame takes them.
const (
	AdminSheet = static.Admin
	BookSheet  = static.Book
	DraftSheet = static.Draft
)

// htmxConfig restricts htmx to the features used by the pages: no history, and a morph leaves
// opened details open.
const htmxConfig = `{"history":false,"includeIndicatorCSS":false,"morphIgnore":["data-htmx-powered","open"]}`

// Frame is the frame around the content of a page.
type Frame struct {
	Title   string
	Heading string
	Sub     string
	SubHint string // what Sub may have no room for, "" if nothing
	Status  string
	Nav     []NavLink

	Switches templ.Component // beside the ways, nil for none

	Symbols []Symbol // besides the logo
	Body    string   // class
	Sheet   string   // name of a style sheet beside the usual one, "" for none
	Look    string   // address of a board's style sheet, "" for the usual colours
	Table   bool     // it is a table, and needs no rules of other pages
	Log     bool     // there is a log to skip to
	Script  bool
	More    string  // name of a script beside the usual ones, "" for none
	Refresh bool    // offer reloading by itself
	Rules   string  // address of the rules that hold here, "" for all
	Main    string  // where the content begins, "" for all of it
	Social  *Social // what other sites show of the page; nil: what they like
}

// Social is what other sites show of a page when its address is handed on. It is
// the same for everybody, so it says nothing that a stranger may not know.
type Social struct {
	Title, Text, URL string
	Picture          string // absolute address, "" if there is none
	Wide, High       int    // of the picture
}

func (f *Frame) rules() string { return cmp.Or(f.Rules, RulesPath()) }

func (f *Frame) main() string { return cmp.Or(f.Main, "#main") }

func (f *Frame) symbols() []Symbol { return append([]Symbol{logo()}, f.Symbols...) }

// ReadCookie is set by the script of a page to the id of the announcement that its
// reader has put away.
const ReadCookie = "read"

// AnnouncementID tells one announcement of the operator from the next.
func AnnouncementID(said string) string {
	sum := sha256.Sum256([]byte(said))
	return hex.EncodeToString(sum[:6])
}

// NavLink is one way from the header.
type NavLink struct {
	Href, Label string
	Here        bool
	Rare        bool // wide pages show it in their menu alone
}

// SiteNav is the way through everything but tables.
func SiteNav(p *text.Printer, page Page, here string) []NavLink {
	links := []NavLink{
		{Href: HomePath(), Label: p.T("site.tables")},
		{Href: RulesPath(), Label: p.T("site.rules")},
		{Href: EditionsPath(), Label: p.T("site.boards")},
	}
	if page.Viewer.Known() {
		links = append(links, NavLink{Href: MePath(), Label: p.T("day.title")})
	} else {
		links = append(links, NavLink{Href: PlayersPath(), Label: p.T("site.sign_in")})
	}
	for i := range links {
		links[i].Here = links[i].Href == here
	}
	return links
}

// otherLangs are the languages to switch to.
func otherLangs(lang string) []*text.Printer {
	var list []*text.Printer
	for _, other := range text.Langs() {
		if other != lang {
			list = append(list, text.For(other))
		}
	}
	return list
}
