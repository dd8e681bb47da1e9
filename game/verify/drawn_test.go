package verify_test

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/export"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/wire"
)

// draws says how a game that draws by the protocol is played: by computer
// players, some of which sit there as people with chains of their own.
type draws struct {
	edition string
	options map[string]any
	seed    uint64
	sources []fair.Source
	missed  int  // one in so many links does not come; 0 none
	lost    int  // one in so many draws of a seat finds its device lost; 0 none
	length  int  // of the server's chain; 0 the usual one
	bots    int  // version of the computer players; 0 for the present one
	turns   int  // after which the table is closed; 0 for 400
	running bool // written as a watcher sees it when the table would be closed
	shy     bool // as if no throw for a rent or to get out of jail might be seen yet
	cheat   cheat
}

// cheat is the operator's tampering with a draw after the twentieth.
type cheat func(d *drawer, c *game.Command) bool

// drawer plays one game and writes its log as a server does.
type drawer struct {
	draws
	t       testing.TB
	st      *setup.Setup
	rng     *rand.Rand
	turn    game.Turn
	events  []game.Event
	root    fair.Hash
	server  *fair.Chain
	seats   []*fair.Chain
	renewed uint32
	lostBy  []uint32
	fair    *fair.State
	proof   fair.Proof
	lines   []json.RawMessage
	moves   []export.MoveProof
	hash    fair.Hash
	key     ed25519.PrivateKey
	cheated uint32 // the first event of the cheated draw
	last    fair.Draw
}

// drawn is the export of such a game, by lines.
func drawn(t testing.TB, how draws) []string {
	t.Helper()
	_, lines := draw(t, how)
	return lines
}

func draw(t testing.TB, how draws) (*drawer, []string) {
	t.Helper()
	d := &drawer{draws: how, t: t, rng: rand.New(rand.NewPCG(how.seed, 1))}
	d.setUp()
	d.play()
	return d, d.export()
}

func (d *drawer) random() (h fair.Hash) {
	for i := range h {
		h[i] = byte(d.rng.Uint32())
	}
	return h
}

func (d *drawer) setUp() {
	ed, err := edition.Load(d.edition)
	require.NoError(d.t, err)
	d.st, err = setup.New(ed, "", d.options)
	require.NoError(d.t, err)
	if d.length == 0 {
		d.length = fair.ServerLinks
	}
	if d.turns == 0 {
		d.turns = 400
	}
	seed := d.random()
	d.key = ed25519.NewKeyFromSeed(seed[:])
	d.root = d.random()
	d.server = fair.NewChain(d.root, d.length)
	h := wire.FairHeader(d.st)
	h.Game, h.Software, h.Bots, h.Key = "example", "test", cmp.Or(d.bots, bot.Version), fair.Key(d.key[32:])
	text, err := h.Bytes()
	require.NoError(d.t, err)
	d.proof = fair.Proof{Protocol: fair.Protocol, Header: string(text), Key: h.Key, Server: d.server.Anchor(), Opening: []fair.OpeningLink{}}
	for i, source := range d.sources {
		seat := game.Seat(i)
		root := fair.SeatRoot(d.root, seat, 0)
		if source == fair.Client {
			root = d.random()
		}
		d.seats = append(d.seats, fair.NewChain(root, fair.SeatLinks))
		d.proof.Seats = append(d.proof.Seats, fair.SeatAnchor{Seat: seat, Anchor: d.seats[i].Anchor(), Source: source})
		if source == fair.Client {
			o := fair.OpeningLink{Seat: seat, Link: d.seats[i].Link(1)}
			if d.missed > 0 && d.rng.IntN(d.missed) == 0 {
				o.Link, o.Missed = fair.Missed(d.seats[i].Anchor(), 0), true
			}
			d.proof.Opening = append(d.proof.Opening, o)
		}
	}
	d.lostBy = make([]uint32, len(d.sources))
	d.fair, err = d.proof.Begin()
	require.NoError(d.t, err)
	d.hash = fair.LineHash(text)
	start := game.NewState(d.st.Rules, len(d.sources), 0, false)
	d.turn.Begin(d.st.Rules, &start)
}

func (d *drawer) play() {
	d.give(game.Move(game.Start, game.Nobody))
	s := &d.turn.S
	for s.Status == game.Playing {
		var c game.Command
		if !d.next(&c) {
			require.Fail(d.t, "nobody moves", "phase %d", s.Phase())
		}
		d.give(c)
		if int(s.Turn.Number) > d.turns && s.Status == game.Playing {
			if d.running {
				return
			}
			d.give(game.Move(game.Abandon, game.Nobody))
		}
	}
}

func (d *drawer) persona(seat game.Seat) bot.Persona {
	names := bot.Names()
	p, _ := bot.ByName(names[int(seat)%len(names)])
	return p
}

// next polls first the seats that may act unasked, then the seat waited for.
func (d *drawer) next(c *game.Command) bool {
	s := &d.turn.S
	waiting := s.Waiting()
	for _, set := range []game.Seats{s.Alive() &^ waiting, waiting} {
		for ; set != 0; set = set.Rest() {
			p := d.persona(set.First())
			if p.Wish(d.st.Rules, s, set.First(), c) && d.st.Rules.Check(s, c).OK() {
				return true
			}
		}
	}
	return false
}

// give plays a command as a server does: one that draws and has a chain of its own
// locks the table first.
func (d *drawer) give(c game.Command) {
	before := d.turn.S
	probe := fair.NewLuck(fair.Hash{}, fair.Hash{})
	require.True(d.t, d.turn.Decide(c, probe).OK(), "%+v", c)
	if !probe.Asked() {
		d.write(c, nil)
		return
	}
	d.turn.S = before
	if int(d.fair.Server.Count)+1 == d.server.Len() {
		d.renew()
	}
	if c.Seat >= 0 && d.lost > 0 && d.rng.IntN(d.lost) == 0 {
		d.lose(c.Seat)
	}
	if d.cheat != nil && d.cheated == 0 && d.fair.Ordinal >= 20 && c.Seat >= 0 {
		d.cheated = uint32(len(d.lines)) + 1
		if d.cheat(d, &c) {
			return
		}
		d.cheated = 0
	}
	var draw fair.Draw
	var err error
	link := d.server.Link(int(d.fair.Server.Count) + 1)
	if c.Seat < 0 {
		draw, err = d.fair.DrawAlone(link)
	} else {
		own := d.fair.Seats[c.Seat]
		if int(own.Count) == fair.SeatLinks {
			d.lose(c.Seat)
			own = d.fair.Seats[c.Seat]
		}
		if own.Source == fair.Client {
			require.True(d.t, d.turn.Lock(&c, d.fair.Ordinal+1).OK())
			d.write(c, nil)
		}
		if own.Source == fair.Client && d.missed > 0 && d.rng.IntN(d.missed) == 0 {
			draw, err = d.fair.DrawMissed(c.Seat, link)
		} else {
			draw, err = d.fair.Draw(c.Seat, d.seats[c.Seat].Link(int(own.Count)+1), link)
		}
	}
	require.NoError(d.t, err)
	require.True(d.t, d.turn.Decide(c, d.fair.Luck()).OK())
	d.write(c, &draw)
}

// renew begins another chain of the server.
func (d *drawer) renew() {
	d.renewed++
	d.server = fair.NewChain(fair.ServerRoot(d.root, d.renewed), d.length)
	d.fair.Renew(d.server.Anchor())
	c := game.Move(game.Renew, game.Nobody)
	require.True(d.t, d.turn.Decide(c, nil).OK())
	d.write(c, nil)
}

// lose lets a seat begin another chain: of its own again, or the server's.
func (d *drawer) lose(seat game.Seat) {
	d.lostBy[seat]++
	source, root := fair.Server, fair.SeatRoot(d.root, seat, d.lostBy[seat])
	if d.sources[seat] == fair.Client && d.rng.IntN(2) == 0 {
		source, root = fair.Client, d.random()
	}
	d.seats[seat] = fair.NewChain(root, fair.SeatLinks)
	require.NoError(d.t, d.fair.Reanchor(seat, source, d.seats[seat].Anchor()))
	c := game.Move(game.Reanchor, seat)
	require.True(d.t, d.turn.Decide(c, nil).OK())
	d.write(c, nil)
}

// write appends the events of the workspace to the log.
func (d *drawer) write(c game.Command, draw *fair.Draw) {
	first := uint32(len(d.lines)) + 1
	at := time.Date(2026, 11, 21, 12, 0, len(d.moves), 0, time.UTC)
	chained := &wire.Chained{Prev: d.hash, Root: d.root}
	extra := wire.Extra{SeedCommitment: d.proof.Server.String(), Proof: &d.proof, Draw: draw, Chained: chained}
	switch d.turn.Events[0].Kind {
	case game.SeatReanchored:
		extra.Anchored = &wire.Anchored{Anchor: d.fair.Seats[c.Seat].Anchor, Source: d.fair.Seats[c.Seat].Source}
	case game.ServerReanchored:
		extra.Anchored = &wire.Anchored{Anchor: d.fair.Server.Anchor}
	default: // no chain begins
	}
	d.lines = append(d.lines, wire.Encode(d.st, first, at, d.turn.Events, extra)...)
	d.hash = chained.Prev
	if draw != nil {
		d.last = *draw
	}
	by := "system"
	if c.Seat >= 0 {
		if by = "bot"; d.sources[c.Seat] == fair.Client {
			by = "person"
		}
	}
	m := export.NewMoveProof(first, c.Seat, wire.EncodeMove(d.st, c))
	m.By = by
	d.moves = append(d.moves, m)
	d.events = append(d.events, d.turn.Events...)
}

func (d *drawer) export() []string {
	s := &d.turn.S
	h := export.Header{
		Game: "example", Status: wire.StatusName(s.Status), Edition: d.st.Edition.Raw, Rulebook: d.st.Rulebook, Options: d.st.Options,
		Commitment: d.proof.Server.String(), Luck: fair.Protocol, Software: "test",
	}
	for i, source := range d.sources {
		seat := export.Seat{Seat: game.Seat(i), Name: "P"}
		if source == fair.Server {
			name := d.persona(seat.Seat).Name
			seat.Bot = &name
		}
		h.Players = append(h.Players, seat)
	}
	var proofs []any
	lines := d.lines
	if s.Status == game.Finished {
		for _, m := range d.moves {
			proofs = append(proofs, m)
		}
	} else {
		lines = d.hide()
	}
	head := fair.Head{Game: "example", Seq: uint32(len(lines)), Hash: d.hash}
	proofs = append(proofs, signed(head, d.key))
	var b bytes.Buffer
	require.NoError(d.t, export.Write(&b, h, lines, proofs...))
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// hide writes the log as a watcher sees it.
func (d *drawer) hide() []json.RawMessage {
	lines := append([]json.RawMessage(nil), d.lines...)
	hidden := append(wire.Hide(d.st, &d.turn.S, game.Nobody, d.events), make([]bool, len(d.events))...)
	for i := range lines {
		e := &d.events[i]
		if !hidden[i] && (!d.shy || e.Kind != game.Rolled || e.Cause != game.ForRent && e.Cause != game.ByJail) {
			continue
		}
		var real struct{ At time.Time }
		require.NoError(d.t, json.Unmarshal(lines[i], &real))
		lines[i] = wire.HiddenLineOf(uint32(i)+1, real.At, lines[i])
	}
	return lines
}
