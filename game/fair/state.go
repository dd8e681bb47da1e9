package fair

import (
	"errors"
	"slices"

	"github.com/bankhalter/bankhalter/game"
)

// Faults of a number.
var (
	ErrSeat       = errors.New("there is no such seat")
	ErrLink       = errors.New("this is not the seat's next link")
	ErrServerLink = errors.New("this is not the server's next link")
	ErrOrdinal    = errors.New("this is not the number of the next draw")
	ErrSource     = errors.New("the seat's chain is held by somebody else")
)

// Seat is the position of a seat's chain.
type Seat struct {
	Source Source
	Anchor Hash
	Last   Hash   // the link revealed last, the anchor at first
	Count  uint32 // links revealed since the anchor: the next is Count+1
}

// State is the state of a table's protocol: everything that can be derived
// from its log. Only its methods change it, and each either succeeds or
// changes nothing.
type State struct {
	Mix     Hash
	Ordinal uint32 // of the last draw, 0 before the first
	Server  Seat   // the server's own chain
	Unseen  uint32 // links of the server since its last, in draws that may not be seen yet
	Seats   []Seat
}

// Lock begins the protocol of a table: its header, the server's anchor, and
// the seats with source and anchor in their order.
func Lock(header []byte, server Hash, seats []Seat) *State {
	s := &State{Server: Seat{Server, server, server, 0}, Seats: slices.Clone(seats)}
	anchors := make([]Hash, len(seats))
	for i := range s.Seats {
		s.Seats[i].Last, s.Seats[i].Count = s.Seats[i].Anchor, 0
		anchors[i] = s.Seats[i].Anchor
	}
	s.Mix = Mix0(header, server, anchors)
	return s
}

// Clone is a copy that shares nothing.
func (s *State) Clone() *State {
	c := *s
	c.Seats = slices.Clone(s.Seats)
	return &c
}

// Opening lets the first link of a seat enter the mix, before the first draw.
func (s *State) Opening(seat game.Seat, link Hash) error {
	if err := s.CheckLink(seat, link); err != nil {
		return err
	}
	s.advance(seat, link)
	return nil
}

// OpeningMissed substitutes for the first link that a seat did not send.
func (s *State) OpeningMissed(seat game.Seat) (Hash, error) { return s.missed(seat, 0) }

// CheckLink reports whether the link is the seat's next one.
func (s *State) CheckLink(seat game.Seat, link Hash) error {
	switch {
	case seat < 0 || int(seat) >= len(s.Seats):
		return ErrSeat
	case link.Before() != s.Seats[seat].Last:
		return ErrLink
	}
	return nil
}

// Draw makes the next draw with the seat's next link.
func (s *State) Draw(seat game.Seat, link, server Hash) (Draw, error) {
	if err := s.CheckLink(seat, link); err != nil {
		return Draw{}, err
	}
	if err := s.checkServer(server); err != nil {
		return Draw{}, err
	}
	s.advance(seat, link)
	return s.drawn(seat, link, server), nil
}

// DrawMissed makes the next draw without the link of the seat, which was not
// sent in time.
func (s *State) DrawMissed(seat game.Seat, server Hash) (Draw, error) {
	if err := s.checkServer(server); err != nil {
		return Draw{}, err
	}
	link, err := s.missed(seat, s.Ordinal+1)
	if err != nil {
		return Draw{}, err
	}
	d := s.drawn(seat, link, server)
	d.Missed = true
	return d, nil
}

// DrawAlone makes the next draw of a command that is no player's: with the mix
// as it is and the server's next link.
func (s *State) DrawAlone(server Hash) (Draw, error) {
	if err := s.checkServer(server); err != nil {
		return Draw{}, err
	}
	return s.drawn(game.Nobody, Hash{}, server), nil
}

// Luck is the luck of the draw that was made last.
func (s *State) Luck() *Luck { return NewLuck(s.Server.Last, s.Mix) }

// Reanchor gives a seat another chain.
func (s *State) Reanchor(seat game.Seat, source Source, anchor Hash) error {
	if seat < 0 || int(seat) >= len(s.Seats) {
		return ErrSeat
	}
	s.Seats[seat] = Seat{source, anchor, anchor, 0}
	return nil
}

// Renew gives the server another chain. Its root, the last link of the old
// one, must never be drawn with: the roots of seats come from it.
func (s *State) Renew(anchor Hash) { s.Server, s.Unseen = Seat{Server, anchor, anchor, 0}, 0 }

func (s *State) checkServer(link Hash) error {
	for range s.Unseen {
		link = link.Before()
	}
	if link.Before() != s.Server.Last {
		return ErrServerLink
	}
	return nil
}

func (s *State) advance(seat game.Seat, link Hash) {
	s.Mix = Mix(s.Mix, seat, link)
	s.Seats[seat].Last = link
	s.Seats[seat].Count++
}

func (s *State) missed(seat game.Seat, ordinal uint32) (Hash, error) {
	if seat < 0 || int(seat) >= len(s.Seats) {
		return Hash{}, ErrSeat
	}
	link := Missed(s.Seats[seat].Last, ordinal)
	s.Mix = Mix(s.Mix, seat, link)
	return link, nil
}

func (s *State) drawn(seat game.Seat, link, server Hash) Draw {
	s.Ordinal++
	s.Server.Last = server
	s.Server.Count += s.Unseen + 1
	s.Unseen = 0
	d := Draw{Ordinal: s.Ordinal, ServerLink: server, Source: Server}
	if seat >= 0 {
		d.Seat, d.Link, d.Source = &seat, &link, s.Seats[seat].Source
	}
	return d
}
