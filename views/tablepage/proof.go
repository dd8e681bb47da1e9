package tablepage

import (
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/palette"
	"github.com/bankhalter/bankhalter/views/text"
)

// ProofData is where the proof of a table's dice stands.
type ProofData struct {
	ID       string            `json:"game"`
	Protocol *string           `json:"protocol"`                                 // null where there is none
	Stage    string            `json:"state" schema:"ProofState"`                // none, sealed, open, running or over
	Verdict  string            `json:"verdict" schema:"ProofVerdict"`            // of verify, on an export in which it finds no fault
	Reason   string            `json:"reason,omitempty" schema:"UnprovenReason"` // why it is UNPROVEN
	Sentence string            `json:"sentence"`
	Server   *fair.Hash        `json:"server,omitempty"` // the server's anchor
	Header   string            `json:"header,omitempty"`
	Head     *export.HeadProof `json:"head,omitempty"`
	Chains   []ProvenSeat      `json:"seats,omitempty"`
	Count    *fair.Count       `json:"count,omitempty"`
	Draws    []ProvenDraw      `json:"draws,omitempty"` // oldest first

	Name   string       `json:"-"`
	Setup  *setup.Setup `json:"-"`
	State  *game.State  `json:"-"`
	Seats  []Seat       `json:"-"`
	Viewer game.Seat    `json:"-"` // the reader's, for the ways: it is shown to all alike
	Dice   string       `json:"-"` // what the script has to know, JSON, or ""
	Asked  int          `json:"-"` // page of the draws, from 1; 0: the newest
}

// JSON is the proof with its sentence in a language.
func (d ProofData) JSON(lang string) any {
	d.Sentence = ProofSentence(text.For(lang), &d)
	return d
}

// ProvenSeat is the chain of a seat.
type ProvenSeat struct {
	Seat   game.Seat   `json:"seat"`
	Name   string      `json:"name"`
	Source fair.Source `json:"source"`
	Anchor *fair.Hash  `json:"anchor"` // null as long as the server has made none
	Links  uint32      `json:"links"`  // revealed since the anchor
}

// own reports whether the player brings the chain.
func (c *ProvenSeat) own() bool { return c.Source == fair.Client }

// ProvenDraw is one draw with the event of its first outcome.
type ProvenDraw struct {
	Seq uint32 `json:"seq"`
	fair.Draw
	Event game.Event `json:"-"`
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
	n, two, server := page.Itoa(c.Draws), page.Itoa(c.TwoParty), page.Itoa(c.Server-c.Doubtful)
	var say []string
	switch {
	case c.TwoParty == c.Draws:
		say = append(say, p.N("proof.all_two", c.Draws))
	case c.TwoParty == 0 && c.Doubtful == 0:
		say = append(say, p.N("proof.all_server", c.Draws))
	case c.TwoParty == 0:
		say = append(say, p.T("proof.mixed_server", "N", n, "Server", server))
	default:
		say = append(say, p.T("proof.mixed", "N", n, "Two", two, "Server", server))
	}
	if c.Doubtful > 0 {
		say = append(say, p.N("proof.doubtful", c.Doubtful))
	}
	if c.Missed > 0 {
		say = append(say, p.N("proof.missed", c.Missed))
	}
	return strings.Join(say, " ")
}

// drawsAPage is how many draws a page shows.
const drawsAPage = 100

// prover is the proof as one page shows it.
type prover struct {
	*view
	d     *ProofData
	draws []ProvenDraw // of the page, oldest first
	Page  int          // of the draws, from 1
	Last  int          // page
}

func newProver(p page.Page, d *ProofData) *prover {
	table := &TableData{ID: d.ID, Name: d.Name, Setup: d.Setup, State: d.State, Seats: d.Seats, Viewer: game.Nobody}
	x := &prover{view: newView(p, table), d: d}
	var from, to int
	x.Page, x.Last, from, to = pageOf(len(d.Draws), drawsAPage, d.Asked)
	x.draws = d.Draws[from:to]
	return x
}

func (x *prover) frame() page.Frame {
	return page.Frame{
		Title: x.T("proof.title") + " · " + x.view.d.Name, Heading: x.view.d.Name, Sub: x.T("proof.title"),
		Look: page.LookPath(page.EditionName(x.d.Setup.Edition)), Body: palette.Class(x.d.Setup.Edition), Script: true,
		Status: x.p.StatusOr(x.T("proof.status")), Rules: x.rules,
		Nav: x.waysOf(page.ProofPath(x.d.ID), x.d.Viewer),
	}
}

// chained reports whether there is a proof at all.
func (x *prover) chained() bool { return x.d.Server != nil }

// envelope is the address of the file to keep.
func (x *prover) envelope() string { return page.ProofPath(x.d.ID) + "?envelope" }

// page is the address of a page of the draws.
func (x *prover) page(n int) string {
	return page.ProofPath(x.d.ID) + "?" + page.QueryPage + "=" + page.Itoa(n) + "#draws"
}

// from says whose numbers a draw comes from.
func (x *prover) from(d *ProvenDraw) string {
	switch {
	case d.Missed:
		return x.T("proof.from_missed")
	case d.Seat == nil:
		return x.T("proof.from_all")
	case d.Source == fair.Client:
		return x.T("proof.from_two")
	}
	return x.T("proof.from_server")
}

// hashText is a hash as pages show it, "" for none.
func hashText(h *fair.Hash) string {
	if h == nil {
		return ""
	}
	return h.String()
}

// serverNumbers are the anchor of the server's chain, and the signed head of the log.
func (x *prover) serverNumbers() [][2]string {
	list := [][2]string{{x.T("proof.anchor"), hashText(x.d.Server)}}
	if h := x.d.Head; h != nil {
		list = append(list, [2]string{x.T("proof.key"), h.Key.String()}, [2]string{x.T("proof.head"), h.Hash.String()}, [2]string{x.T("proof.signature"), h.Signature})
	}
	return list
}

// drawNumbers is both numbers of a draw.
func drawNumbers(x *prover, d *ProvenDraw) [][2]string {
	return [][2]string{{x.T("proof.number_player"), hashText(d.Link)}, {x.T("proof.number_server"), d.ServerLink.String()}}
}

// awaited names those whose number the table waits for.
func (v *view) awaited() string {
	var set game.Seats
	for _, seat := range v.d.Awaiting {
		set = set.With(seat)
	}
	return v.NamesOf(set)
}
