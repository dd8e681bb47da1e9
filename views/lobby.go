package views

import (
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/text"
)

// card is one table in a list.
type card struct {
	ID   string
	Href string
	Name string
	Line string // what it does
	Who  string // who sits there or is awaited, and since when
	Go   string // label of the button
	Mine bool   // it waits for the viewer
}

func cardOf(p *text.Printer, t *TableCard, now time.Time) card {
	x := card{ID: "tb-" + t.ID, Href: GamePath(t.ID), Name: t.Name, Mine: t.MyTurn}
	if x.Name == "" {
		x.Name = unnamed(p, t.Edition, t.Seats)
	}
	switch t.Status {
	case game.InLobby:
		x.Line = p.T("lobby.seats", "Taken", itoa(len(t.Seats)), "Wanted", itoa(t.Wanted))
		x.Go = p.T("lobby.join")
	case game.Finished:
		x.Line, x.Go = p.T("lobby.over"), p.T("lobby.look")
		if t.Sealed {
			x.Line = p.T("lobby.sealed")
		}
	default:
		x.Line, x.Go = p.T("lobby.turn", "N", itoa(t.Turn)), p.T("lobby.watch")
	}
	if t.Mine {
		x.Go = p.T("lobby.enter")
	}
	if t.Edition != "" {
		x.Line += " · " + t.Edition
	}
	switch t.Pace {
	case "slow":
		x.Line += " · " + p.T("lobby.slow")
	case "live", "evening", "correspondence":
		x.Line += " · " + p.T("pace."+t.Pace)
	}
	switch {
	case t.MyTurn:
		x.Who = p.T("lobby.your_move")
	case t.Status == game.Playing && len(t.Waiting) > 0:
		x.Who = p.T("lobby.waits", "Names", p.List(t.Waiting))
	case len(t.Seats) > 0:
		x.Who = p.T("lobby.sit", "Names", p.List(t.Seats))
	default:
		x.Who = p.T("lobby.empty")
	}
	if ago := since(p, now, t.Since); ago != "" && t.Status == game.Playing {
		x.Who += ", " + ago
	}
	return x
}

// CardName is what a table in a list is called.
func CardName(lang string, t *TableCard) string { return cardOf(text.For(lang), t, time.Time{}).Name }

func cardsOf(p *text.Printer, tables []TableCard, now time.Time) []card {
	list := make([]card, len(tables))
	for i := range tables {
		list[i] = cardOf(p, &tables[i], now)
	}
	return list
}

// pack is one edition to choose from.
type pack struct {
	ID, Title string
	Facts     []string
	Look      string   // class under which the colours hold
	Colours   []string // classes
	Chosen    bool
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

// usual is the edition chosen for somebody who has not chosen: the first plain
// board in his language with the rules most people know.
func usual(lang string) string {
	return ordered(lang)[0].Edition.ID
}

// ordered lists the built-in editions for a reader: plain boards in his
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
	if st.Rules.SpeedDie || st.Rules.TimeLimit || st.Edition.Nouns != nil {
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
		list = append(list, pack{ID: o.ID, Title: o.Title, Chosen: o.ID == chosen})
	}
	return list
}

func packOf(p *text.Printer, st *setup.Setup, chosen string) pack {
	x := pack{ID: st.Edition.ID, Look: palette.Class(st.Edition), Title: softTitle(st.Edition.Title.In(p.Lang())), Chosen: st.Edition.ID == chosen}
	v := boardView(p.Lang(), st)
	x.Facts = []string{
		p.T("new.board_facts", "Spaces", itoa(st.Rules.Size),
			"First", v.Space(st.Rules.Lots.First()), "Last", v.Space(lastOf(st.Rules.Lots))),
		p.T("new.players_facts", "Min", itoa(st.Rules.MinPlayers), "Max", itoa(st.Rules.MaxPlayers)) +
			" · " + p.T("new.cash_facts", "Money", v.Money(st.Rules.StartCash)),
	}
	for g := range st.Rules.NumGroups {
		if st.Rules.Groups[g].Kind == game.KindLot {
			x.Colours = append(x.Colours, v.groupClass(g))
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
	Mine    []TableCard
	Open    []TableCard // waiting for players
	Running []TableCard // to watch
	Problem *Problem
	Form    url.Values // what was typed into a refused form
	Now     time.Time

	Farewell string // the name under which the games stay of who has just deleted himself; "" for all others
}
