package table

import (
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// LuckKind says how a game comes to its dice and cards.
type LuckKind string

// The kinds of luck.
const (
	BySeed  LuckKind = ""    // of the server alone, revealed at the end: games begun before there was PF1, and those from elsewhere
	ByChain LuckKind = "pf1" // of the server and the players together
)

// Dice is where the protocol PF1 of a running game stands. One that can be
// seen is never changed.
type Dice struct {
	Fair  *fair.State
	Proof *fair.Proof
	Head  fair.Hash // of the last line

	renewed uint32                // chains the server has begun after its first
	changed [game.MaxSeats]uint32 // chains each seat has begun after its first
}

// clone is a copy that can be changed.
func (d *Dice) clone() *Dice {
	c := *d
	c.Fair = d.Fair.Clone()
	return &c
}

// follow folds the protocol's part of an event's line.
func follow(d *Dice, e *game.Event, line []byte) (*Dice, error) {
	f, err := wire.ReadFair(e, line)
	if err != nil {
		return nil, err
	}
	switch {
	case f.Proof != nil:
		st, err := f.Proof.Begin()
		return &Dice{Fair: st, Proof: f.Proof}, err
	case d == nil:
		return nil, errNoProof
	case f.Draw != nil && f.Draw.Ordinal != d.Fair.Ordinal:
		err = d.Fair.Follow(f.Draw)
	case f.Anchored != nil:
		err = d.begin(e, f.Anchored)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", wire.EventName(e.Kind), err)
	}
	return d, nil
}

// followed is follow for a log that may be without a proof.
func followed(d *Dice, e *game.Event, line []byte) (*Dice, error) {
	if d == nil && e.Kind != game.GameStarted {
		return nil, nil
	}
	next, err := follow(d, e, line)
	if d == nil && errors.Is(err, errNoProof) {
		return nil, nil
	}
	return next, err
}

// begin gives a seat, or the server, another chain.
func (d *Dice) begin(e *game.Event, a *wire.Anchored) error {
	if e.Kind == game.ServerReanchored {
		d.Fair.Renew(a.Anchor)
		d.renewed++
		return nil
	}
	if err := d.Fair.Reanchor(e.Seat, a.Source, a.Anchor); err != nil {
		return err
	}
	d.changed[e.Seat]++
	return nil
}

var errNoProof = errors.New("the log does not begin with a proof")

// own reports whether the seat draws with a chain of its player's.
func (d *Dice) own(seat game.Seat) bool {
	return d != nil && seat >= 0 && int(seat) < len(d.Fair.Seats) && d.Fair.Seats[seat].Source == fair.Client
}

// chains are the secret chains of a table, made again when they are first needed.
type chains struct {
	root   fair.Hash
	server madeChain
	seats  [game.MaxSeats]madeChain
}

type madeChain struct {
	*fair.Reader
	renewal uint32
}

// serverLink is the server's link for the next draw; ok is false if its chain is used up.
func (c *chains) serverLink(d *Dice) (fair.Hash, bool) {
	next := int(d.Fair.Server.Count) + 1
	if next >= fair.ServerLinks { // the last one is the root, from which the seats' come
		return fair.Hash{}, false
	}
	return c.serverChain(d.renewed).Link(next), true
}

func (c *chains) serverChain(renewal uint32) *fair.Reader {
	if c.server.Reader == nil || c.server.renewal != renewal {
		c.server = madeChain{fair.NewReader(fair.NewChain(fair.ServerRoot(c.root, renewal), fair.ServerLinks)), renewal}
	}
	return c.server.Reader
}

// seatLink is the next link of a chain that the server made for a seat; ok is
// false if it is used up.
func (c *chains) seatLink(d *Dice, seat game.Seat) (fair.Hash, bool) {
	next := int(d.Fair.Seats[seat].Count) + 1
	if next > fair.SeatLinks {
		return fair.Hash{}, false
	}
	return c.seatChain(seat, d.changed[seat]).Link(next), true
}

func (c *chains) seatChain(seat game.Seat, renewal uint32) *fair.Reader {
	if made := &c.seats[seat]; made.Reader == nil || made.renewal != renewal {
		*made = madeChain{fair.NewReader(fair.NewChain(fair.SeatRoot(c.root, seat, renewal), fair.SeatLinks)), renewal}
	}
	return c.seats[seat].Reader
}
