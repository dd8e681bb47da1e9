package fair

import (
	"fmt"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Proof is the member of game_started that fixes the protocol of a table.
type Proof struct {
	Protocol string        `json:"protocol"`
	Header   string        `json:"header"` // Header.Bytes
	Key      Key           `json:"key"`
	Server   Hash          `json:"server"` // the server's anchor
	Seats    []SeatAnchor  `json:"seats"`
	Opening  []OpeningLink `json:"opening"` // in order of seats
}

// SeatAnchor is the chain with which a seat begins.
type SeatAnchor struct {
	Seat   game.Seat `json:"seat"`
	Anchor Hash      `json:"anchor"`
	Source Source    `json:"source"`
}

// OpeningLink is the first link of a seat with a chain of its own.
type OpeningLink struct {
	Seat   game.Seat `json:"seat"`
	Link   Hash      `json:"link"`
	Missed bool      `json:"missed,omitempty"`
}

// Bytes returns the proof as written in the log: JSON, the members in the order
// of the struct.
func (p *Proof) Bytes() ([]byte, error) { return compact(p) }

// Begin returns the protocol after the opening. The error describes in a sentence
// the fault of the proof: every seat of its own must have opened, in order.
func (p *Proof) Begin() (*State, error) {
	seats := make([]Seat, len(p.Seats))
	var own []game.Seat
	for i, a := range p.Seats {
		switch {
		case a.Seat != game.Seat(i):
			return nil, fmt.Errorf("the anchor of seat %d stands where that of seat %d should", a.Seat, i)
		case a.Source == Client:
			own = append(own, a.Seat)
		case a.Source != Server:
			return nil, fmt.Errorf("seat %d: %q is no source of a chain", i, a.Source)
		}
		seats[i] = Seat{Source: a.Source, Anchor: a.Anchor}
	}
	s := Lock([]byte(p.Header), p.Server, seats)
	for i, o := range p.Opening {
		if i > 0 && o.Seat <= p.Opening[i-1].Seat {
			return nil, fmt.Errorf("the opening of seat %d is out of order", o.Seat)
		}
		if err := s.open(o); err != nil {
			return nil, fmt.Errorf("the opening of seat %d: %w", o.Seat, err)
		}
		own = slices.DeleteFunc(own, func(seat game.Seat) bool { return seat == o.Seat })
	}
	if len(own) > 0 {
		return nil, fmt.Errorf("seat %d has a chain of its own and no part in the opening", own[0])
	}
	return s, nil
}

func (s *State) open(o OpeningLink) error {
	if !o.Missed {
		return s.Opening(o.Seat, o.Link)
	}
	before := s.Mix
	link, err := s.OpeningMissed(o.Seat)
	if err == nil && link != o.Link {
		s.Mix, err = before, ErrLink
	}
	return err
}
