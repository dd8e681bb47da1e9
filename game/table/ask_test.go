package table

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
)

// position is a state for the table of late answers: three seats, seat 0 to throw.
func position() game.State {
	s := game.State{Seq: 10, Status: game.Playing, NumSeats: 3}
	s.Turn = game.TurnState{Number: 4, Seat: 0, Throw: 1, Phase: game.PhaseRoll, Space: game.NoSpace}
	s.Auction.Bidder = game.Nobody
	return s
}

// auction opens an auction among all.
func auction(s *game.State, a *asks) {
	s.Seq++
	s.Auction = game.AuctionState{Open: true, Item: game.Item{Kind: game.ItemBuilding, Building: game.House}, Bidder: game.Nobody, Bidders: 7}
	a.event(&game.Event{Kind: game.AuctionOpened}, s.Seq)
}

func TestLateCommands(t *testing.T) {
	type then func(s *game.State, a *asks)
	step := func(mover game.Seat, change func(s *game.State, a *asks)) then {
		return func(s *game.State, a *asks) {
			s.Seq++
			change(s, a)
			a.moved(s, mover, time.Time{})
		}
	}
	nothing := func(*game.State, *asks) {}
	for name, c := range map[string]struct {
		cmd   game.Command
		seen  uint32
		since []then
		stale bool
	}{
		"nothing happened":     {cmd: game.Move(game.Roll, 0), seen: 10},
		"from the future":      {cmd: game.Move(game.Roll, 0), seen: 11, stale: true},
		"before his own move":  {cmd: game.Move(game.Roll, 0), seen: 10, since: []then{step(0, nothing)}, stale: true},
		"after his own move":   {cmd: game.Move(game.Roll, 0), seen: 11, since: []then{step(0, nothing)}},
		"others did something": {cmd: game.Move(game.Roll, 0), seen: 10, since: []then{step(1, nothing), step(2, nothing)}},
		"not his turn, others moved on": {cmd: game.MoveAt(game.Mortgage, 1, 3), seen: 10, since: []then{
			step(0, func(s *game.State, _ *asks) { s.Turn.Number, s.Turn.Seat = 5, 2 })}},
		"it became his turn": {cmd: game.MoveAt(game.Mortgage, 1, 3), seen: 10, since: []then{
			step(0, func(s *game.State, _ *asks) { s.Turn.Number, s.Turn.Seat = 5, 1 })}, stale: true},
		"his next turn came": {cmd: game.Move(game.Roll, 0), seen: 10, since: []then{
			step(1, func(s *game.State, _ *asks) { s.Turn.Number = 7 })}, stale: true},
		"a throw is due again": {cmd: game.Move(game.Roll, 0), seen: 10, since: []then{
			step(1, func(s *game.State, _ *asks) { s.Turn.Throw = 2 })}, stale: true},
		"another question": {cmd: game.Move(game.Roll, 0), seen: 10, since: []then{
			step(1, func(s *game.State, _ *asks) { s.Turn.Phase = game.PhaseJail })}, stale: true},
		"another space": {cmd: game.Move(game.Buy, 0), seen: 10, since: []then{
			step(1, func(s *game.State, _ *asks) { s.Turn.Space = 5 })}, stale: true},
		"interrupted and back": {cmd: game.Move(game.Roll, 0), seen: 10, since: []then{
			step(1, auction),
			step(2, func(s *game.State, _ *asks) { s.Auction.Open = false })}},
		"still in the auction": {cmd: game.MoveFor(game.Bid, 0, 20), seen: 12, since: []then{
			step(1, auction),
			step(2, func(s *game.State, _ *asks) { s.Auction.Bid, s.Auction.Bidder = 10, 2 })}},
		"outbid": {cmd: game.Move(game.Pass, 0), seen: 13, since: []then{
			step(1, auction),
			step(0, func(s *game.State, _ *asks) { s.Auction.Bid, s.Auction.Bidder = 10, 0 }),
			step(2, func(s *game.State, _ *asks) { s.Auction.Bid, s.Auction.Bidder = 20, 2 })}, stale: true},
		"the same thing is auctioned again": {cmd: game.Move(game.Pass, 0), seen: 12, since: []then{
			step(1, auction),
			step(2, func(s *game.State, _ *asks) { s.Auction.Open = false }),
			step(1, auction)}, stale: true},
		"trade by number": {cmd: game.MoveN(game.AcceptTrade, 1, 6), seen: 10, since: []then{
			step(2, func(s *game.State, _ *asks) { s.Trades[0], s.NumTrades = game.Trade{ID: 6, From: 2, To: 1}, 1 })}},
		"it became their turn while they thought about a trade": {cmd: game.MoveN(game.AcceptTrade, 1, 6), seen: 11, since: []then{
			step(2, func(s *game.State, _ *asks) { s.Trades[0], s.NumTrades = game.Trade{ID: 6, From: 2, To: 1}, 1 }),
			step(0, func(s *game.State, _ *asks) { s.Turn.Number, s.Turn.Seat = 5, 1 })}},
		"what they have accepted is voted down while they think about another trade": {cmd: game.MoveN(game.AcceptTrade, 1, -1), seen: 11, since: []then{
			step(2, func(s *game.State, _ *asks) {
				s.Trades[0] = game.Trade{ID: 6, From: 2, To: 1}
				s.Trades[1], s.NumTrades = game.Trade{ID: 7, From: 0, To: 1, Held: true, Ask: 0b100}, 2
			}),
			step(2, func(s *game.State, _ *asks) { s.Trades[1], s.NumTrades = game.Trade{}, 1 })}},
		"they moved while they thought about a trade": {cmd: game.MoveN(game.AcceptTrade, 1, 6), seen: 11, since: []then{
			step(2, func(s *game.State, _ *asks) { s.Trades[0], s.NumTrades = game.Trade{ID: 6, From: 2, To: 1}, 1 }),
			step(1, nothing)}, stale: true},
		"it became their turn while they thought about leaving": {cmd: game.Move(game.Resign, 1), seen: 10, since: []then{
			step(0, func(s *game.State, _ *asks) { s.Turn.Number, s.Turn.Seat = 5, 1 })}},
		"the only trade is another one": {cmd: game.MoveN(game.AcceptTrade, 1, -1), seen: 11, since: []then{
			step(2, func(s *game.State, _ *asks) { s.Trades[0], s.NumTrades = game.Trade{ID: 6, From: 2, To: 1}, 1 }),
			step(2, func(s *game.State, _ *asks) { s.Trades[0] = game.Trade{ID: 7, From: 2, To: 1} })}, stale: true},
		"the offer was replaced": {cmd: game.Move(game.AcceptSettlement, 1), seen: 11, since: []then{
			step(0, func(s *game.State, a *asks) {
				s.NumDebts, s.Debts[0] = 1, game.Debt{Debtor: 0, Creditor: 1, Called: true}
				s.Offer.Open = true
				a.event(&game.Event{Kind: game.SettlementOffered}, s.Seq)
			}),
			step(0, func(s *game.State, a *asks) { a.event(&game.Event{Kind: game.SettlementOffered}, s.Seq) })}, stale: true},
		"older than the beginning": {cmd: game.MoveAt(game.Mortgage, 1, 3), seen: 3, stale: true},
	} {
		s, a := position(), asks{}
		a.moved(&s, game.Nobody, time.Time{})
		for _, change := range c.since {
			change(&s, &a)
		}
		assert.Equal(t, c.stale, a.stale(&s, &c.cmd, c.seen), name)
	}
}

func TestAsksStayBounded(t *testing.T) {
	s, a := position(), asks{}
	for i := range 10 * maxAsks {
		s.Seq++
		s.Turn.Seat = game.Seat(i % 2)
		a.moved(&s, game.Nobody, time.Time{})
	}
	assert.LessOrEqual(t, len(a.changes[0]), maxAsks)
	late, now := game.Move(game.Roll, 0), game.Move(game.Roll, 0)
	assert.True(t, a.stale(&s, &late, 11), "what is forgotten counts as stale")
	assert.False(t, a.stale(&s, &now, s.Seq))
}

// Most moves name no offer.
func TestNoOfferCostsNothing(t *testing.T) {
	var o offers
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = o.changed("", time.Time{}) }))
}

func TestWhoHasToAnswerATrade(t *testing.T) {
	for name, c := range map[string]struct {
		trade game.Trade
		want  [3]uint16
	}{
		"open": {game.Trade{ID: 6, From: 2, To: 1}, [3]uint16{0, 6, 0}},
		"held": {game.Trade{ID: 6, From: 2, To: 1, Held: true, Ask: 0b001}, [3]uint16{6, 0, 0}},
	} {
		t.Run(name, func(t *testing.T) {
			s, a := position(), asks{}
			s.Trades[0], s.NumTrades = c.trade, 1
			for seat := range game.Seat(3) {
				assert.Equal(t, c.want[seat], latestTrade(&s, seat))
				assert.Equal(t, c.want[seat], a.of(&s, seat).trade)
			}
		})
	}
}
