package orders

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Standing is a secret bid of a seat for the item under the hammer. A limit of
// 0 passes.
type Standing struct {
	Seat  game.Seat
	Limit game.Money
	Given time.Time // of two that are equal the earlier one wins
}

// Standing is the book's bid for the item under the hammer; false if no order is
// about it. auction is the event that opened it.
func (b *Book) Standing(r *game.Ruleset, s *game.State, seat game.Seat, auction uint32) (Standing, bool) {
	if !s.Auction.Open || !s.Auction.Bidders.Has(seat) {
		return Standing{}, false
	}
	var found *Order
	for i := range b.Orders {
		o := &b.Orders[i]
		if o.Kind != Bid || !o.about(r, s, auction) || !o.holds(s, seat) {
			continue
		}
		if found == nil || found.Auction == 0 && o.Auction != 0 { // an order about this very auction wins
			found = o
		}
	}
	if found == nil {
		return Standing{}, false
	}
	most := min(found.Limit, r.MaxBid(s, seat), s.Players[seat].Cash-s.DebtOf(seat)-b.Keep)
	return Standing{Seat: seat, Limit: r.Whole(max(0, most)), Given: found.Given}, true
}

// about reports whether a bid is meant for the item under the hammer.
func (o *Order) about(r *game.Ruleset, s *game.State, auction uint32) bool {
	if o.Auction != 0 {
		return o.Auction == auction
	}
	switch it := s.Auction.Item; it.Kind {
	case game.ItemDeed:
		return o.Building == game.NoBuilding && o.wants(r, it.Space)
	case game.ItemBuilding:
		return o.Building == it.Building
	default:
		return false
	}
}

// Settle is the moves that answer the running auction for those who have left
// standing bids, once no other player is waited for; none before that. The highest
// bidder pays one step more than the second was ready to; of equal bidders the
// earlier one pays the amount of both. All others pass silently, so that the
// moves reveal no more of the limits than the price itself does.
//
// A live bidder who is outbid by this is asked again, as the rules
// require; Settle goes on after their answer.
func Settle(r *game.Ruleset, s *game.State, bids []Standing) []game.Command {
	if !s.Auction.Open || s.Shortage.Open && s.Shortage.Placing >= 0 {
		return nil
	}
	waiting := s.Waiting()
	var in game.Seats
	for i := range bids {
		in = in.With(bids[i].Seat)
	}
	if waiting == 0 || waiting&^in != 0 {
		return nil
	}
	if r.SealedBids() {
		return sealed(r, s, bids, waiting)
	}
	best, second := rank(bids)
	moves := duel(r, s, best, second)
	after := s.Auction
	if n := len(moves); n > 0 {
		after.Bidder, after.Passed = moves[n-1].Seat, 0
	}
	asked := after.Bidders &^ after.Passed
	if after.Bidder >= 0 {
		asked = asked.Without(after.Bidder)
	}
	if asked&^in != 0 {
		return moves
	}
	for ; asked != 0; asked = asked.Rest() {
		moves = append(moves, game.Move(game.Pass, asked.First()))
	}
	return moves
}

// rank finds the highest and the second highest bid, of equal ones the earlier.
func rank(bids []Standing) (best, second Standing) {
	best, second = Standing{Seat: game.Nobody}, Standing{Seat: game.Nobody}
	for _, b := range bids {
		switch {
		case best.Seat < 0 || beats(b, best):
			best, second = b, best
		case second.Seat < 0 || beats(b, second):
			second = b
		}
	}
	return best, second
}

func beats(a, b Standing) bool {
	switch {
	case a.Limit != b.Limit:
		return a.Limit > b.Limit
	case !a.Given.Equal(b.Given):
		return a.Given.Before(b.Given)
	default:
		return a.Seat < b.Seat
	}
}

// duel returns the bids of the two highest bidders.
func duel(r *game.Ruleset, s *game.State, best, second Standing) []game.Command {
	least := r.MinBid(s)
	bid := func(b Standing, amount game.Money) game.Command { return game.MoveFor(game.Bid, b.Seat, amount) }
	switch {
	case best.Limit < least, best.Seat == s.Auction.Bidder && second.Limit < least:
		return nil // no one goes higher
	case second.Limit < least:
		return []game.Command{bid(best, least)}
	case second.Limit == best.Limit:
		return []game.Command{bid(best, best.Limit)}
	default:
		return []game.Command{bid(second, second.Limit), bid(best, second.Limit+r.Step())}
	}
}

// sealed hands in everybody's one secret bid.
func sealed(r *game.Ruleset, s *game.State, bids []Standing, waiting game.Seats) []game.Command {
	var moves []game.Command
	for _, b := range bids {
		switch {
		case !waiting.Has(b.Seat):
		case b.Limit >= r.MinBid(s):
			moves = append(moves, game.MoveFor(game.Bid, b.Seat, b.Limit))
		default:
			moves = append(moves, game.Move(game.Pass, b.Seat))
		}
	}
	return moves
}
