package table

import (
	"context"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/wire"
)

// number checks what came with a command for its draw.
func (t *live) number(v *view, c *game.Command, link *wire.Link) (number, error) {
	held := v.state.Lock.Open && v.state.Lock.Seat == c.Seat
	switch {
	case link == nil && held:
		return number{}, &Refused{game.Refusal{Code: game.LinkAwaited}, *c}
	case link == nil:
		return number{}, nil
	case !held:
		return number{}, ErrNoLock
	case *c != v.locked:
		return number{}, &Refused{game.Refusal{Code: game.LinkAwaited}, *c}
	case link.None, v.dice == nil: // a log from elsewhere that ended here
		return number{missed: true}, nil
	case v.dice.Fair.CheckLink(c.Seat, link.Hash) != nil:
		return number{}, &WrongLink{v.dice.Fair.Seats[c.Seat].Count + 1}
	}
	return number{link: &link.Hash}, nil
}

// goOn lets a table that waits for numbers go on without them.
func (t *live) goOn(ctx context.Context, v *view) (*view, error) {
	if v.g.Opening() {
		return t.commence(ctx, v)
	}
	t.open(v)
	steps, no, err := t.decide(v.locked, ByClock, number{missed: true})
	if err != nil {
		return nil, err
	}
	if !no.OK() {
		t.s.cfg.Logger.Error("the draw of a locked table was refused", "game", t.id, "code", no.Code, "rule", no.Rule)
		return v, nil
	}
	next, _, err := t.write(ctx, v, t.withBots(v, steps), nil)
	return next, err
}

// Anchor gives the player's seat a chain of their own: before the start, or
// in place of the one it has had. ErrNoChain, ErrNoSeat, ErrOpening, ErrFinished,
// and *Refused while the table is held.
func (s *Service) Anchor(ctx context.Context, id string, by account.PlayerID, anchor fair.Hash) (Snapshot, error) {
	return again(ctx, s, func() (Snapshot, error) { return s.anchorOnce(ctx, id, by, anchor) })
}

func (s *Service) anchorOnce(ctx context.Context, id string, by account.PlayerID, anchor fair.Hash) (Snapshot, error) {
	t, v, seat, err := s.atSeat(ctx, id, by)
	if t == nil {
		return Snapshot{}, err
	}
	defer t.mu.Unlock()
	switch {
	case err != nil:
	case v.g.Opening():
		err = ErrOpening
	case v.g.Status == game.InLobby:
		g := v.g.clone()
		g.Seats[seat].Anchor, g.Seats[seat].Link = &anchor, nil
		v, err = t.save(ctx, v, g)
	default:
		v, err = t.reanchor(ctx, v, seat, anchor)
	}
	if v == nil {
		return Snapshot{}, err
	}
	return t.snapshot(v), err
}

func (t *live) reanchor(ctx context.Context, v *view, seat game.Seat, anchor fair.Hash) (*view, error) {
	c := game.Move(game.Reanchor, seat)
	t.open(v)
	steps, no, err := t.decide(c, ByPerson, number{})
	if err != nil {
		return nil, err
	}
	if !no.OK() {
		return v, &Refused{no, c}
	}
	steps[0].extra.Anchored = &wire.Anchored{Anchor: anchor, Source: fair.Client}
	t.anchored(steps[0].extra.Anchored)
	next, _, err := t.write(ctx, v, steps, nil)
	return next, err
}

// Reveal takes the player's next number: the first one at the opening, or the
// one for which the table is held, which plays the locked command. The error
// is ErrNoLock if the table does not wait for one of theirs, or one of Play's. The number
// that was taken last may come again and changes nothing: a player with the table open
// twice sends it twice.
func (s *Service) Reveal(ctx context.Context, id string, by account.PlayerID, link wire.Link) (Outcome, error) {
	var out Outcome
	err := s.again(ctx, func() (err error) { out, err = s.revealOnce(ctx, id, by, link); return err })
	if err != nil && out.Snapshot.lastNumber(by, link) {
		return out, nil
	}
	return out, err
}

// lastNumber reports whether a link is the number that was last taken from a player's seat.
func (s *Snapshot) lastNumber(by account.PlayerID, link wire.Link) bool {
	if s.Meta == nil || link.None {
		return false
	}
	switch seat := s.SeatOf(by); {
	case seat < 0:
		return false
	case s.Dice != nil && int(seat) < len(s.Dice.Fair.Seats):
		own := &s.Dice.Fair.Seats[seat]
		return own.Count > 0 && own.Last == link.Hash
	default:
		first := s.Meta.Seats[seat].Link
		return first != nil && *first == link.Hash
	}
}

func (s *Service) revealOnce(ctx context.Context, id string, by account.PlayerID, link wire.Link) (Outcome, error) {
	t, v, seat, err := s.atSeat(ctx, id, by)
	if t == nil {
		return Outcome{}, err
	}
	if err == nil && v.state.Lock.Open && v.state.Lock.Seat == seat {
		c := v.locked
		t.mu.Unlock()
		return s.Play(ctx, id, by, c, Pre{Link: &link})
	}
	defer t.mu.Unlock()
	if err == nil {
		v, err = t.reveal(ctx, v, seat, link)
	}
	if v == nil {
		return Outcome{}, err
	}
	return Outcome{Snapshot: t.snapshot(v)}, err
}

// reveal takes the first number of a seat at the opening.
func (t *live) reveal(ctx context.Context, v *view, seat game.Seat, link wire.Link) (*view, error) {
	switch anchor := v.g.Seats[seat].Anchor; {
	case !v.g.Opening() || anchor == nil:
		return v, ErrNoLock
	case link.None:
		return v, ErrNoLock // the clock alone goes on without a first number
	case link.Hash.Before() != *anchor:
		return v, &WrongLink{1}
	}
	g := v.g.clone()
	g.Seats[seat].Link = &link.Hash
	next, err := t.save(ctx, v, g)
	if err != nil || g.unrevealed() != 0 {
		return next, err
	}
	return t.commence(ctx, next)
}

// openOrBegin starts the game, or has it wait for the first numbers of those
// who bring chains.
func (t *live) openOrBegin(ctx context.Context, v *view) (*view, error) {
	if v.g.Luck != ByChain || v.g.unrevealed() == 0 {
		return t.commence(ctx, v)
	}
	g := v.g.clone()
	g.LinkBy = t.s.now().Add(openingTime)
	return t.save(ctx, v, g)
}

// unrevealed is the set of seats whose first number is still to come.
func (g *Game) unrevealed() (set game.Seats) {
	for i := range g.Seats {
		if g.Seats[i].Anchor != nil && g.Seats[i].Link == nil {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// atSeat returns the table locked, with the seat that the player holds. With
// ErrNoSeat, ErrNoChain or ErrFinished it is locked too.
func (s *Service) atSeat(ctx context.Context, id string, by account.PlayerID) (*live, *view, game.Seat, error) {
	t, v, err := s.acquire(ctx, id)
	if err != nil {
		return nil, nil, game.Nobody, err
	}
	if v, err = t.timeUpDue(ctx, v); err != nil {
		t.mu.Unlock()
		return nil, nil, game.Nobody, err
	}
	seat := v.g.HeldBy(by)
	switch {
	case seat == game.Nobody:
		err = ErrNoSeat
	case v.g.Luck != ByChain:
		err = ErrNoChain
	case v.g.Status == game.Finished:
		err = ErrFinished
	}
	return t, v, seat, err
}
