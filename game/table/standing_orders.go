package table

import (
	"context"
	"reflect"
	"slices"
	"time"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Books are the standing orders of a game, by seat; a seat that has none may be
// missing at the end. They are never changed once they can be seen, and nobody
// but the owner of a book ever sees it.
type Books []orders.Book

// of is the book of a seat.
func (b Books) of(seat game.Seat) *orders.Book {
	if seat < 0 || int(seat) >= len(b) {
		return &orders.Book{}
	}
	return &b[seat]
}

// With is the books with one of them replaced.
func (b Books) With(seat game.Seat, book orders.Book) Books {
	next := make(Books, max(len(b), int(seat)+1))
	copy(next, b)
	next[seat] = book
	return next
}

// empty reports whether there are no orders and nothing is set aside.
func (b Books) empty() bool {
	return !slices.ContainsFunc(b, func(one orders.Book) bool { return !one.Empty() || one.Keep != 0 })
}

// auctionAt is the event that opened the auction that runs after the steps, 0 if none does.
func (t *live) auctionAt(v *view, steps []step) uint32 {
	if !t.turn.S.Auction.Open {
		return 0
	}
	seq := v.state.Seq
	at := t.asks.opened[game.PhaseAuction]
	for i := range steps {
		for j := range steps[i].events {
			seq++
			if steps[i].events[j].Kind == game.AuctionOpened {
				at = seq
			}
		}
	}
	return at
}

// ordered adds to accepted steps what standing orders do after them, and what
// nobody has a choice about. The workspace holds the state after the steps.
func (t *live) ordered(v *view, steps []step) []step {
	if _, paused := v.g.Tempo.Paused(t.s.cfg.Now()); paused {
		return steps
	}
	for len(steps) < maxChain && t.turn.S.Status == game.Playing && !t.turn.S.Lock.Open {
		auction := t.auctionAt(v, steps)
		t.tidy(v, auction)
		c, origin, ok := t.order(v, auction)
		if !ok {
			return steps
		}
		more, no, err := t.decide(c, origin, number{})
		if err != nil || !no.OK() {
			t.s.cfg.Logger.Error("a standing order was refused", "game", t.id, "seat", c.Seat, "after", t.turn.S.Seq,
				"command", inFull(c), "code", no.Code, "rule", no.Rule, "err", err)
			return steps
		}
		steps = append(steps, more...)
	}
	return steps
}

// closeBooks ends a commit: the books as they are after it, and which of them
// have to be written.
func (t *live) closeBooks(v *view, steps []step) (Books, []SeatBook) {
	if t.books.empty() && v.books.empty() {
		return t.books, nil
	}
	t.tidy(v, t.auctionAt(v, steps))
	var changed []SeatBook
	for i := range t.books {
		if i >= len(v.books) || !slices.EqualFunc(t.books[i].Orders, v.books[i].Orders, sameOrder) {
			changed = append(changed, SeatBook{game.Seat(i), &t.books[i]})
		}
	}
	return t.books, changed
}

func sameOrder(a, b orders.Order) bool { return reflect.DeepEqual(a, b) }

// bidders is the set of seats that have left a standing bid in the auction that runs.
func (t *live) bidders(v *view) game.Seats {
	if !v.state.Auction.Open || v.books.empty() {
		return 0
	}
	return v.books.bidders(v.setup.Rules, &v.state, t.asks.opened[game.PhaseAuction])
}

// bidders is the set of seats that have left a standing bid in the auction that
// the event opened.
func (b Books) bidders(r *game.Ruleset, s *game.State, auction uint32) (set game.Seats) {
	for i := range b {
		if _, ok := b[i].Standing(r, s, game.Seat(i), auction); ok {
			set = set.With(game.Seat(i))
		}
	}
	return set
}

// ahead is when those answered who have left a standing bid in the auction that
// runs, by seat; nil if nobody has.
func (t *live) ahead(v *view) []time.Time {
	if v.bidders == 0 {
		return nil
	}
	since := make([]time.Time, len(v.g.Seats))
	auction := t.asks.opened[game.PhaseAuction]
	for set := v.bidders; set != 0; set = set.Rest() {
		seat := set.First()
		if bid, ok := v.books.of(seat).Standing(v.setup.Rules, &v.state, seat, auction); ok {
			since[seat] = bid.Given
		}
	}
	return since
}

// tidy takes away the orders that are over in the workspace.
func (t *live) tidy(v *view, auction uint32) {
	for i := range t.books {
		if t.books[i].Empty() {
			continue
		}
		book := t.books[i].Clone()
		book.Tidy(v.setup.Rules, &t.turn.S, game.Seat(i), auction, t.s.now())
		t.books = t.books.With(game.Seat(i), book)
	}
}

// order is the next command that follows from the players' orders, or
// about which they have no choice: rents first, since a throw may end a claim,
// then auctions, then the seat to decide.
func (t *live) order(v *view, auction uint32) (game.Command, Origin, bool) {
	r, s := v.setup.Rules, &t.turn.S
	people := timed(v.g, s)
	if !t.books.empty() {
		acting := people | t.ordering(v.g, s)
		for _, cl := range s.Claims[:s.NumClaims] {
			if c, ok := t.orderOf(r, s, cl.Owner); ok && acting.Has(cl.Owner) && c.Kind == game.ClaimRent {
				return c, ByOrder, true
			}
		}
		if c, ok := t.settle(r, s, acting, auction); ok {
			return c, ByOrder, true
		}
		for set := acting; set != 0; set = set.Rest() {
			if c, ok := t.orderOf(r, s, set.First()); ok && !t.robs(v, s, &c) {
				return c, ByOrder, true
			}
		}
	}
	if v.g.Clock.Kind == timecontrol.Correspondence {
		for set := people & s.Waiting(); set != 0; set = set.Rest() {
			seat := set.First()
			if _, bids := t.books.of(seat).Standing(r, s, seat, auction); bids {
				continue // they may still think again, and no one is to see that they have answered
			}
			if c, ok := orders.Forced(r, s, seat, t.optionsAt(r, s, seat)); ok {
				return c, BySystem, true
			}
		}
	}
	return game.Command{}, "", false
}

// ordering is the set of seats whose players are absent, but have left orders.
// Those go on, before the computer plays for them, as long as a person is there.
func (t *live) ordering(g *Game, s *game.State) (set game.Seats) {
	if timed(g, s) == 0 {
		return 0
	}
	for i := range t.books {
		seat := game.Seat(i)
		if g.Seats[i].Player != "" && s.In(seat) && s.Players[i].Away && !t.books[i].Empty() {
			set = set.With(seat)
		}
	}
	return set
}

// orderOf is what the book of a seat gives now. No fault of an order gets beyond here.
func (t *live) orderOf(r *game.Ruleset, s *game.State, seat game.Seat) (c game.Command, ok bool) {
	defer t.caught("a standing order broke", s.Seq, seat, func() { ok = false })
	book := t.books.of(seat)
	if book.Empty() {
		return c, false
	}
	c, ok = book.Next(r, s, seat, t.optionsAt(r, s, seat))
	return c, ok
}

// answered notes a pass at a table where people look in now and
// then: it holds for the whole auction, so that no player is asked again after
// every bid. They may change their mind by a standing bid.
func (t *live) answered(v *view, c *game.Command, steps []step) {
	if c.Kind != game.Pass || v.g.Clock.Kind != timecontrol.Correspondence || v.setup.Rules.SealedBids() {
		return
	}
	auction := t.auctionAt(v, steps)
	if auction == 0 {
		return
	}
	book := t.books.of(c.Seat).Clone()
	if _, err := book.Add(v.setup.Rules, &t.turn.S, c.Seat, orders.Order{Kind: orders.Bid, Auction: auction}, auction, t.s.now()); err == nil {
		t.books = t.books.With(c.Seat, book)
	}
}

// settle is the next move of an auction in which everybody who is asked has
// left a standing bid.
func (t *live) settle(r *game.Ruleset, s *game.State, people game.Seats, auction uint32) (game.Command, bool) {
	if !s.Auction.Open {
		return game.Command{}, false
	}
	var bids []orders.Standing
	for set := people; set != 0; set = set.Rest() {
		if bid, ok := t.books.of(set.First()).Standing(r, s, set.First(), auction); ok {
			bids = append(bids, bid)
		}
	}
	if moves := orders.Settle(r, s, bids); len(moves) > 0 {
		return moves[0], true
	}
	return game.Command{}, false
}

// robs reports whether the throw would end a claim that a person still has to see
// and raise in person: no order hurries past their attention.
func (t *live) robs(v *view, s *game.State, c *game.Command) bool {
	if !closesWindows(s, c) {
		return false
	}
	for _, cl := range s.Claims[:s.NumClaims] {
		if cl.Left <= 1 && timed(v.g, s).Has(cl.Owner) {
			return true
		}
	}
	return false
}

func (t *live) optionsAt(r *game.Ruleset, s *game.State, seat game.Seat) []game.Option {
	t.options = game.Options(r, s, seat, t.options[:0])
	return t.options
}

// onBook changes the book of a player at a running table and lets it act.
func (s *Service) onBook(ctx context.Context, id string, by account.PlayerID, change func(v *view, book *orders.Book, seat game.Seat, auction uint32) error) (Snapshot, error) {
	return s.change(ctx, id, func(t *live, v *view) (*view, error) {
		v, err := t.timeUpDue(ctx, v)
		if err != nil {
			return nil, err
		}
		seat := v.g.HeldBy(by)
		switch {
		case seat == game.Nobody:
			return v, ErrNoSeat
		case v.g.Status != game.Playing:
			return v, v.g.notPlaying()
		case !v.state.In(seat):
			return v, ErrOut
		}
		t.open(v)
		defer t.close()
		book := v.books.of(seat).Clone()
		if err := change(v, &book, seat, t.auctionAt(v, nil)); err != nil {
			return v, err
		}
		next, err := t.saveBook(ctx, v, seat, book)
		if err != nil {
			return nil, err
		}
		return t.catchUp(ctx, next)
	})
}

// saveBook commits another book of a seat.
func (t *live) saveBook(ctx context.Context, v *view, seat game.Seat, book orders.Book) (*view, error) {
	if err := t.s.store.SaveBook(ctx, t.id, v.g.Stamp, seat, &book); err != nil {
		return nil, t.failed(err)
	}
	next := v.rebooked(v.books.With(seat, book))
	t.show(next)
	return next, nil
}

// catchUp lets standing orders act without a move: after one was
// given, and after a pause, in which none acts.
func (t *live) catchUp(ctx context.Context, v *view) (*view, error) {
	if v.g.Status != game.Playing || v.books.empty() {
		return v, nil
	}
	t.open(v)
	steps := t.ordered(v, nil)
	if len(steps) == 0 {
		t.close()
		return v, nil
	}
	next, _, err := t.write(ctx, v, t.withBots(v, steps), nil)
	return next, err
}

// AddOrders gives several standing orders for a player, all or none. A bid for this
// sets the auction that runs now. The error is *orders.Invalid.
func (s *Service) AddOrders(ctx context.Context, id string, by account.PlayerID, list []orders.Order, this bool) (Snapshot, error) {
	return s.onBook(ctx, id, by, func(v *view, book *orders.Book, seat game.Seat, auction uint32) error {
		for _, o := range list {
			if _, err := s.add(v, book, seat, o, auction, this); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) add(v *view, book *orders.Book, seat game.Seat, o orders.Order, auction uint32, this bool) (orders.Order, error) {
	if this {
		if auction == 0 {
			return o, &orders.Invalid{Field: "auction", Why: "past"}
		}
		o.Auction = auction
	}
	return book.Add(v.setup.Rules, &v.state, seat, o, auction, s.now())
}

// RevokeOrder takes a standing order of a player back; ErrNoOrder if there is none.
func (s *Service) RevokeOrder(ctx context.Context, id string, by account.PlayerID, order uint32) (Snapshot, error) {
	return s.onBook(ctx, id, by, func(_ *view, book *orders.Book, _ game.Seat, _ uint32) error {
		if !book.Revoke(order) {
			return ErrNoOrder
		}
		return nil
	})
}

// SetAside sets money of a player aside, which no order spends. The error is *orders.Invalid.
func (s *Service) SetAside(ctx context.Context, id string, by account.PlayerID, keep game.Money) (Snapshot, error) {
	return s.onBook(ctx, id, by, func(v *view, book *orders.Book, _ game.Seat, _ uint32) error {
		return book.SetKeep(v.setup.Rules, keep)
	})
}

// Orders reads the standing orders of a player at a table; ErrNoSeat if they do not sit there.
func (s *Service) Orders(ctx context.Context, id string, by account.PlayerID) (Snapshot, orders.Book, error) {
	t, v, err := s.peek(ctx, id)
	if err != nil {
		return Snapshot{}, orders.Book{}, err
	}
	seat := v.g.HeldBy(by)
	if seat == game.Nobody {
		return t.snapshot(v), orders.Book{}, ErrNoSeat
	}
	book := v.books.of(seat).Clone()
	if !v.state.Auction.Open { // else the next move decides whether a bid still counts
		book.Tidy(v.setup.Rules, &v.state, seat, 0, s.now())
	}
	return t.snapshot(v), book, nil
}
