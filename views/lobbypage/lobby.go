package lobbypage

import (
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// pack is one edition to choose from.
type pack struct {
	ID, Title string
	Facts     []string
	Look      string   // class under which the colours hold
	Colours   []string // classes
	Chosen    bool
	Own       bool // the viewer brought it
}

// builtin are the built-in editions with their own rulebooks, compiled once.
var builtin = sync.OnceValue(func() []*setup.Setup {
	var list []*setup.Setup
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		if err != nil {
			panic("views: built-in edition " + id + ": " + err.Error()) // tested there
		}
		st, err := setup.New(ed, "", nil)
		if st == nil {
			panic("views: built-in edition " + id + ": " + err.Error())
		}
		list = append(list, st)
	}
	return list
})

// usual is the edition for a visitor who has not chosen one: the first plain
// board in their language with the rules most people know.
func usual(lang string) string {
	return ordered(lang)[0].Edition.ID
}

// ordered lists the built-in editions for a reader: plain boards in their
// language first, then the other plain ones, then those with more to learn.
func ordered(lang string) []*setup.Setup {
	list := slices.Clone(builtin())
	slices.SortStableFunc(list, func(a, b *setup.Setup) int { return strangeness(a, lang) - strangeness(b, lang) })
	return list
}

func strangeness(st *setup.Setup, lang string) int {
	n := 0
	if st.Edition.Language != lang {
		n++
	}
	if st.Rules.HasSpeedDie() || st.Rules.Timed() || st.Edition.Nouns != nil {
		n += 2
	}
	return n
}

// packsOf lists the built-in editions and people's own ones.
func packsOf(p *text.Printer, own []Listed, chosen string) []pack {
	var list []pack
	for _, st := range ordered(p.Lang()) {
		list = append(list, packOf(p, st, chosen))
	}
	for _, o := range own {
		list = append(list, pack{ID: o.ID, Title: o.Title, Chosen: o.ID == chosen, Own: true})
	}
	return list
}

func packOf(p *text.Printer, st *setup.Setup, chosen string) pack {
	x := pack{ID: st.Edition.ID, Look: palette.Class(st.Edition), Title: page.SoftTitle(st.Edition.Title.In(p.Lang())), Chosen: st.Edition.ID == chosen}
	v := text.NewScene(p.Lang(), st, nil)
	least, most := st.Rules.PlayerRange()
	x.Facts = []string{
		p.T("new.board_facts", "Spaces", page.Itoa(st.Rules.Size),
			"First", v.Space(st.Rules.Lots.First()), "Last", v.Space(lastOf(st.Rules.Lots))),
		p.T("new.players_facts", "Min", page.Itoa(least), "Max", page.Itoa(most)) +
			" · " + p.T("new.cash_facts", "Money", v.Money(st.Rules.StartingCash())),
	}
	x.Colours = tablepage.GroupClasses(st)
	return x
}

// boardOf is the look of a built-in board, by the hash of its edition; empty for others, whose
// colours the page does not have.
func boardOf(hash string) (x pack) {
	for _, st := range builtin() {
		if st.Edition.Hash == hash {
			x.Look, x.Colours = palette.Class(st.Edition), tablepage.GroupClasses(st)
		}
	}
	return x
}

func lastOf(set game.Set) game.Space {
	sp := set.First()
	for r := set; r != 0; r = r.Rest() {
		sp = r.First()
	}
	return sp
}

// LobbyData is the start page.
type LobbyData struct {
	Mine    []page.TableCard
	Open    []page.TableCard // waiting for players
	Running []page.TableCard // to watch
	Problem *page.Problem
	Form    url.Values // values of a refused form
	Now     time.Time

	Flash string // the name that a visitor who has just deleted their account keeps in the games; "" for all others
}

// EditionsData lists the boards.
type EditionsData struct {
	Own     []Listed
	Problem *page.Problem
	Faults  []string // faults of an uploaded edition
	Typed   string   // text to start from: a copy, or what was refused
	Name    string   // typed by a stranger who sent one
	Unsaved bool     // that text has been sent, and is nowhere else
	Next    string   // where to go after the upload, "" for the page of the board
	Dropped string   // title of the board that was removed just now, "" if none
}

// status says that a board was removed, and else what the page is for.
func (d *EditionsData) status(t *text.Printer) string {
	if d.Dropped != "" {
		return t.T("edition.dropped", "Board", d.Dropped)
	}
	return t.T("edition.status")
}

// rowsFor returns the height of the text field in rows: taller if there is text to read.
func rowsFor(typed string) string {
	if typed == "" {
		return "4"
	}
	return "20"
}
