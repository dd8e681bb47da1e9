package fair

// Follow takes the next draw from an untrusted log. The error is
// one of those above, and the state is then as it was.
func (s *State) Follow(d *Draw) error {
	if err := s.fits(d); err != nil {
		return err
	}
	if err := s.checkServer(d.ServerLink); err != nil {
		return err
	}
	s.enter(d)
	s.drawn(-1, Hash{}, d.ServerLink)
	return nil
}

// FollowUnseen takes the next draw from a log that does not show it yet: the log
// names the link that entered the mix, but not the server's. The server's next
// published link must lead back over this one.
func (s *State) FollowUnseen(d *Draw) error {
	if err := s.fits(d); err != nil {
		return err
	}
	s.enter(d)
	s.Ordinal++
	s.Unseen++
	return nil
}

// Reveal takes the server's link of the draw followed last, whose first lines
// could not be seen.
func (s *State) Reveal(server Hash) error {
	if s.Unseen == 0 {
		return ErrServerLink
	}
	s.Unseen--
	if err := s.checkServer(server); err != nil {
		s.Unseen++
		return err
	}
	s.Ordinal--
	s.drawn(-1, Hash{}, server)
	return nil
}

// Trust goes on after a draw that does not fit, as if it did, so that the
// first fault does not hide all others. It does not vouch for the draw.
func (s *State) Trust(d *Draw) {
	if d.Seat != nil && d.Link != nil && int(*d.Seat) < len(s.Seats) && *d.Seat >= 0 {
		s.enter(d)
	}
	s.drawn(-1, Hash{}, d.ServerLink)
	s.Ordinal = d.Ordinal
}

// fits checks everything about a draw but the server's link.
func (s *State) fits(d *Draw) error {
	if d.Ordinal != s.Ordinal+1 {
		return ErrOrdinal
	}
	if d.Seat == nil || d.Link == nil {
		if d.Seat != nil || d.Link != nil || d.Missed {
			return ErrLink
		}
		if d.Source != Server {
			return ErrSource
		}
		return nil
	}
	seat := *d.Seat
	switch {
	case seat < 0 || int(seat) >= len(s.Seats):
		return ErrSeat
	case d.Missed && *d.Link != Missed(s.Seats[seat].Last, d.Ordinal):
		return ErrLink
	case !d.Missed && d.Link.Before() != s.Seats[seat].Last:
		return ErrLink
	case d.Source != s.Seats[seat].Source:
		return ErrSource
	}
	return nil
}

// enter lets the link of a draw enter the mix, if it has one.
func (s *State) enter(d *Draw) {
	switch {
	case d.Seat == nil || d.Link == nil:
	case d.Missed:
		s.Mix = Mix(s.Mix, *d.Seat, *d.Link)
	default:
		s.advance(*d.Seat, *d.Link)
	}
}
