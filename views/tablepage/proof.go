package tablepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/text"
)

// ProofData is where the proof of a table's dice stands.
type ProofData struct {
	ID    string
	Name  string
	Setup *setup.Setup
	State *game.State
	Seats []Seat
	Dice  string // what the script has to know, JSON, or ""
	Stage string // none, sealed, open, running or over

	Verdict string // of verify, on an export without a fault
	Reason  string // why it is UNPROVEN, "" if it is not
	Count   *fair.Count
	Chains  []ProvenSeat
	Draws   []ProvenDraw // oldest first

	Server      string // the server's anchor
	Head        string // hash of the last line
	Seq         uint32 // its number
	Fingerprint string // of the head
	Signature   string
	Key         string
}

// ProvenSeat is the chain of a seat.
type ProvenSeat struct {
	Name   string
	Own    bool // its player brings it
	Anchor string
	Links  uint32 // revealed since the anchor
}

// ProvenDraw is one draw and what came of it first.
type ProvenDraw struct {
	Ordinal uint32
	Seq     uint32
	Event   game.Event
	Own     bool // with a number of the player's own
	Missed  bool // without it, as it did not come
	Alone   bool // nobody's
	Link    string
	Server  string
}

// ProofSentence says in plain words what the dice of the table come from.
func ProofSentence(p *text.Printer, d *ProofData) string {
	switch {
	case d.Stage == "none":
		return p.T("proof.none")
	case d.Reason == "imported":
		return p.T("proof.imported")
	case d.Reason == "no_moves":
		return p.T("proof.no_moves")
	case d.Stage == "sealed":
		return p.T("proof.sealed")
	case d.Stage == "open":
		return p.T("proof.open")
	}
	c := d.Count
	if c == nil || c.Draws == 0 {
		return p.T("proof.open")
	}
	n, two, server := page.Itoa(c.Draws), page.Itoa(c.TwoParty), page.Itoa(c.Server)
	var say []string
	switch c.TwoParty {
	case c.Draws:
		say = append(say, p.N("proof.all_two", c.Draws))
	case 0:
		say = append(say, p.N("proof.all_server", c.Draws))
	default:
		say = append(say, p.T("proof.mixed", "N", n, "Two", two, "Server", server))
	}
	if c.Missed > 0 {
		say = append(say, p.N("proof.missed", c.Missed))
	}
	return strings.Join(say, " ")
}

// prover is the proof as one page shows it.
type prover struct {
	*view
	d *ProofData
}

func newProver(p page.Page, d *ProofData) *prover {
	table := &TableData{ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Seats: d.Seats, Viewer: game.Nobody}
	return &prover{newView(p, table), d}
}

func (x *prover) frame() page.Frame {
	back := x.T("nav.table")
	if x.s.Status == game.Finished {
		back = x.T("nav.result")
	}
	return page.Frame{
		Title: x.T("proof.title") + " · " + x.view.d.Name, Heading: x.view.d.Name, Sub: x.T("proof.title"),
		Look: page.LookPath(page.EditionName(x.d.Setup.Edition)), Body: palette.Class(x.d.Setup.Edition), Script: true,
		Status: x.p.StatusOr(x.T("proof.status")), Symbols: []page.Symbol{page.Logo()}, Main: "#main", Rules: x.rules,
		Nav: []page.NavLink{
			{Href: page.GamePath(x.d.ID), Label: back, Here: false}, {Href: page.ProofPath(x.d.ID), Label: x.T("proof.title"), Here: true},
			{Href: x.rules, Label: x.T("site.rules"), Here: false}, {Href: page.HomePath(), Label: x.T("site.tables"), Here: false},
		},
	}
}

// chained reports whether there is a proof at all.
func (x *prover) chained() bool { return x.d.Server != "" }

// envelope is the address of the file to keep.
func (x *prover) envelope() string { return page.ProofPath(x.d.ID) + "?envelope" }

// newest lists the draws, the newest first.
func (x *prover) newest() []ProvenDraw {
	list := make([]ProvenDraw, 0, len(x.d.Draws))
	for i := len(x.d.Draws) - 1; i >= 0; i-- {
		list = append(list, x.d.Draws[i])
	}
	return list
}

// from says whose numbers a draw comes from.
func (x *prover) from(d *ProvenDraw) string {
	switch {
	case d.Missed:
		return x.T("proof.from_missed")
	case d.Alone:
		return x.T("proof.from_all")
	case d.Own:
		return x.T("proof.from_two")
	}
	return x.T("proof.from_server")
}

// drawNumbers is both numbers of a draw.
func drawNumbers(x *prover, d *ProvenDraw) [][2]string {
	return [][2]string{{x.T("proof.number_player"), d.Link}, {x.T("proof.number_server"), d.Server}}
}

// awaited names those whose number the table waits for.
func (v *view) awaited() string {
	var set game.Seats
	for _, seat := range v.d.Awaiting {
		set = set.With(seat)
	}
	return v.NamesOf(set)
}
