package table_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/game/wire"
)

// uphill is a position in which P comes to space 39, which costs 400.
const uphill = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "P", "cash": 2000, "space": 36}, {"name": "Q", "cash": 2000, "space": 10, "deeds": [{"space": 11}]},
	            {"name": "R", "cash": 2000, "space": 10}],
	"turn": 0, "dice": [[1, 2], [1, 2], [3, 4], [1, 2]]}`

// seated is that position with three people, as moves of correspondence.
func (r *room) seated(doc string, clock timecontrol.Control) (id string, people []account.PlayerID) {
	r.t.Helper()
	people = []account.PlayerID{r.person("P"), r.person("Q"), r.person("R")}
	id = r.sandbox(people[0], table.NewGame{Clock: clock}, doc).Meta.ID
	for _, p := range people[1:] {
		_, _, err := r.Join(ctx, id, p, "")
		require.NoError(r.t, err)
	}
	return id, people
}

func (r *room) play(id string, by account.PlayerID, c game.Command) table.Snapshot {
	r.t.Helper()
	out, err := r.Play(ctx, id, by, c, table.Pre{})
	require.NoError(r.t, err)
	return out.Snapshot
}

func (r *room) order(id string, by account.PlayerID, o orders.Order) {
	r.t.Helper()
	if o.Until.IsZero() && !o.Visit {
		o.Until = time.Now().Add(24 * time.Hour)
	}
	_, err := r.AddOrders(ctx, id, by, []orders.Order{o}, false)
	require.NoError(r.t, err)
}

// everything is all that others can get of a table: states, logs, moves, times.
func (r *room) everything(id string, people []account.PlayerID) string {
	r.t.Helper()
	var b bytes.Buffer
	snap := r.look(id)
	for seat := range game.Seat(3) {
		s := wire.NewState(snap.Setup, wire.View{Game: id, Names: snap.Names(), S: snap.State, Viewer: seat, Options: snap.Options(seat), Terms: snap.Terms})
		require.NoError(r.t, json.NewEncoder(&b).Encode(s))
	}
	entries, err := r.Log(ctx, id, 0, 0)
	require.NoError(r.t, err)
	for _, e := range entries {
		b.Write(e.JSON)
	}
	moves, err := r.store.Moves(ctx, id, 0, 0)
	require.NoError(r.t, err)
	for _, m := range moves {
		b.Write(m.Command)
		b.Write(m.Events)
	}
	require.NoError(r.t, json.NewEncoder(&b).Encode(r.Times(&snap)))
	require.NoError(r.t, json.NewEncoder(&b).Encode(snap.Meta))
	games, err := r.List(ctx, table.Filter{})
	require.NoError(r.t, err)
	for _, g := range games {
		fmt.Fprintf(&b, "%+v", g)
	}
	return b.String()
}

func TestStandingBidsSettleAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
		defer r.Close()
		r.order(id, people[1], orders.Order{Kind: orders.Bid, Limit: 1777})
		r.order(id, people[2], orders.Order{Kind: orders.Bid, Limit: 499, Groups: 1 << 7})
		r.play(id, people[0], game.Move(game.Roll, 0))
		snap := r.play(id, people[0], game.Move(game.Decline, 0))
		require.True(t, snap.State.Auction.Open, "P has not answered")
		assert.Zero(t, snap.State.Auction.Bid)
		assert.Equal(t, game.Seats(0b111), snap.State.Waiting(), "nobody can see who has")
		assert.NotContains(t, r.everything(id, people), "1777")
		assert.NotContains(t, r.everything(id, people), "499")
		times := r.Times(&snap)
		assert.NotZero(t, times[1].Deadline, "nor by the time that seems to run")
		assert.NotZero(t, times[2].Deadline)

		snap, err := r.AddOrders(ctx, id, people[0], []orders.Order{{Kind: orders.Bid, Limit: 300}}, true)
		require.NoError(t, err)
		assert.False(t, snap.State.Auction.Open, "all are in")
		assert.Equal(t, game.Seat(1), snap.State.Owner(39))
		assert.EqualValues(t, 1500, snap.State.Players[1].Cash, "one step above 499")
		assert.NotContains(t, r.everything(id, people), "1777", "the winner's limit stays his own")
		assert.NotContains(t, r.everything(id, people), "300\"")
		assert.Contains(t, r.origins(id), table.ByOrder)

		_, book, err := r.Orders(ctx, id, people[1])
		require.NoError(t, err)
		assert.Len(t, book.Orders, 1, "his order goes on")
		_, book, err = r.Orders(ctx, id, people[0])
		require.NoError(t, err)
		assert.Empty(t, book.Orders, "that of this auction is over")
	})
}

func TestStandingBidIsNotTimedOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, evening())
		r.order(id, people[1], orders.Order{Kind: orders.Bid, Limit: 100})
		r.play(id, people[0], game.Move(game.Roll, 0))
		r.play(id, people[0], game.Move(game.Decline, 0))
		time.Sleep(22 * time.Minute) // P and R say nothing
		snap := r.look(id)
		assert.Equal(t, game.Seat(1), snap.State.Owner(39), "the others have passed")
		assert.EqualValues(t, 0, r.Times(&snap)[1].Missed)
		r.Close()
	})
}

func TestAPassHoldsForTheAuction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
		defer r.Close()
		r.play(id, people[0], game.Move(game.Roll, 0))
		r.play(id, people[0], game.Move(game.Decline, 0))
		r.play(id, people[0], game.Move(game.Pass, 0))
		for i, limit := range map[int]game.Money{1: 200, 2: 100} {
			_, err := r.AddOrders(ctx, id, people[i], []orders.Order{{Kind: orders.Bid, Limit: limit}}, true)
			require.NoError(t, err)
		}
		snap := r.look(id)
		assert.False(t, snap.State.Auction.Open, "P was not asked again")
		assert.EqualValues(t, 2000-101, snap.State.Players[1].Cash)
	})
}

func TestVisitPlaysAWholeTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
		defer r.Close()
		for _, o := range []orders.Order{
			{Kind: orders.Buy, Limit: 500, Else: true, Visit: true}, {Kind: orders.EndTurn, Visit: true}, {Kind: orders.Roll, Visit: true},
		} {
			r.order(id, people[0], o)
		}
		snap := r.look(id)
		assert.Equal(t, game.Seat(0), snap.State.Owner(39))
		assert.Equal(t, game.Seat(1), snap.State.Turn.Seat, "his turn is over")
		_, book, err := r.Orders(ctx, id, people[0])
		require.NoError(t, err)
		assert.Empty(t, book.Orders)
	})
}

// TestOrdersDoNotHurryPastOthers: Q lands on R's lot; a player who has ordered their
// throw ahead waits for R to raise the rent or to have had their time.
func TestOrdersDoNotHurryPastOthers(t *testing.T) {
	const doc = `{"edition": "us-classic", "rulebook": "standard",
		"players": [{"name": "P", "cash": 2000, "space": 8}, {"name": "Q", "cash": 2000, "space": 10, "deeds": [{"space": 11}]},
		            {"name": "R", "cash": 2000, "space": 10}],
		"turn": 0, "dice": [[1, 2], [1, 2], [3, 4], [1, 2]]}`
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(doc, timecontrol.Usual(timecontrol.Correspondence))
		r.order(id, people[1], orders.Order{Kind: orders.Roll, Visit: true})
		r.play(id, people[0], game.Move(game.Roll, 0)) // on 11; the only thing left is to end the turn
		snap := r.look(id)
		assert.Equal(t, game.PhaseRoll, snap.State.Phase(), "his own claim waits for him too")
		r.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(doc, timecontrol.Usual(timecontrol.Correspondence))
		r.order(id, people[1], orders.Order{Kind: orders.ClaimRents})
		r.order(id, people[1], orders.Order{Kind: orders.Roll, Visit: true})
		r.play(id, people[0], game.Move(game.Roll, 0))
		snap := r.look(id)
		assert.EqualValues(t, 2010, snap.State.Players[1].Cash, "claimed at once")
		snap = r.look(id)
		assert.NotEqual(t, game.PhaseRoll, snap.State.Phase(), "and thrown")
		r.Close()
	})
}

func TestOrdersSurviveARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
		r.order(id, people[0], orders.Order{Kind: orders.Buy, Limit: 500})
		_, err := r.SetAside(ctx, id, people[0], 1500)
		require.NoError(t, err)
		r.Close()
		r.Service = serve(t, r.store, table.Config{})
		defer r.Close()
		require.NoError(t, r.Resume(ctx))
		_, book, err := r.Orders(ctx, id, people[0])
		require.NoError(t, err)
		require.Len(t, book.Orders, 1)
		assert.EqualValues(t, 1500, book.Keep)
		r.play(id, people[0], game.Move(game.Roll, 0))
		assert.Equal(t, game.Seat(0), r.look(id).State.Owner(39))
	})
}

// TestEndedOrdersStayEnded: neither a restart nor an eviction brings back an order that is over.
func TestEndedOrdersStayEnded(t *testing.T) {
	for name, list := range map[string][]orders.Order{
		"the last one":            {{Kind: orders.Buy, Limit: 500, Visit: true}},
		"a whole turn of a visit": {{Kind: orders.Buy, Limit: 500, Visit: true}, {Kind: orders.EndTurn, Visit: true}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRoom(t, table.Config{})
				id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
				for _, o := range list {
					r.order(id, people[0], o)
				}
				snap := r.play(id, people[0], game.Move(game.Roll, 0))
				require.Equal(t, game.Seat(0), snap.State.Owner(39))
				if snap.State.Turn.Seat == 0 {
					snap = r.play(id, people[0], game.Move(game.EndTurn, 0))
				}
				require.Equal(t, game.Seat(1), snap.State.Turn.Seat)
				r.Close()
				r.Service = serve(t, r.store, table.Config{})
				defer r.Close()
				_, book, err := r.Orders(ctx, id, people[0])
				require.NoError(t, err)
				assert.Empty(t, book.Orders)
			})
		})
	}
}

// TestWhatOrdersBecomeIsKept: a bid whose time runs out while its auction runs
// holds for that auction, after a restart too.
func TestWhatOrdersBecomeIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, timecontrol.Usual(timecontrol.Correspondence))
		r.order(id, people[1], orders.Order{Kind: orders.Bid, Limit: 100, Until: time.Now().Add(time.Hour)})
		r.play(id, people[0], game.Move(game.Roll, 0))
		r.play(id, people[0], game.Move(game.Decline, 0))
		time.Sleep(2 * time.Hour)
		r.play(id, people[2], game.Move(game.Pass, 2))
		_, before, err := r.Orders(ctx, id, people[1])
		require.NoError(t, err)
		require.NotZero(t, before.Orders[0].Auction)
		r.Close()
		r.Service = serve(t, r.store, table.Config{})
		defer r.Close()
		_, book, err := r.Orders(ctx, id, people[1])
		require.NoError(t, err)
		assert.Equal(t, before.Orders, book.Orders)
	})
}

func TestOrdersOfPeopleWhoMayNot(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, people := r.seated(uphill, timecontrol.Control{})
	eve := r.person("Eve")
	o := orders.Order{Kind: orders.EndTurn, Until: time.Now().Add(time.Hour)}
	_, err := r.AddOrders(ctx, id, eve, []orders.Order{o}, false)
	require.ErrorIs(t, err, table.ErrNoSeat)
	_, _, err = r.Orders(ctx, id, eve)
	require.ErrorIs(t, err, table.ErrNoSeat)
	_, err = r.RevokeOrder(ctx, id, people[0], 7)
	require.ErrorIs(t, err, table.ErrNoOrder)
	var invalid *orders.Invalid
	_, err = r.AddOrders(ctx, id, people[0], []orders.Order{{Kind: orders.Bid, Limit: 10}}, true)
	require.ErrorAs(t, err, &invalid, "no auction runs")
	_, err = r.SetAside(ctx, id, people[0], -1)
	require.ErrorAs(t, err, &invalid)
	lobby := r.open(table.NewGame{Players: 3}, people[0])
	_, err = r.AddOrders(ctx, lobby, people[0], []orders.Order{o}, false)
	require.ErrorIs(t, err, table.ErrNotStarted)
}

// TestTheLogSaysWhatActed: an order's move is marked as such, in every line of it.
func TestTheLogSaysWhatActed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		id, people := r.seated(uphill, evening())
		defer r.Close()
		r.order(id, people[0], orders.Order{Kind: orders.Buy, Limit: 500})
		r.play(id, people[0], game.Move(game.Roll, 0))
		time.Sleep(time.Hour)
		entries, err := r.Log(ctx, id, 0, 0)
		require.NoError(t, err)
		by := map[game.EventKind]string{}
		for _, e := range entries {
			if _, seen := by[e.Event.Kind]; !seen {
				by[e.Event.Kind] = wire.ActedBy(e.JSON)
			}
		}
		assert.Equal(t, wire.ByOrder, by[game.DeedTransferred])
		assert.Equal(t, wire.ByClock, by[game.TurnEnded], "he did not end his turn")
		assert.Empty(t, by[game.Rolled])
	})
}

// lot is a position in which Q comes to space 39, and R to a lot of Q's after that.
const lot = `{"edition": "us-classic", "rulebook": "us",
	"players": [{"name": "P", "cash": 2000, "space": 10}, {"name": "Q", "cash": 2000, "space": 36, "deeds": [{"space": 11}]},
	            {"name": "R", "cash": 2000, "space": 8}],
	"turn": 1, "dice": [[1, 2], [1, 2], [3, 4], [1, 2]]}`

// TestOrdersOfTheAbsentAct: the others have voted Q away. What Q ordered before
// still happens; for everything else the computer plays, and risks nothing.
func TestOrdersOfTheAbsentAct(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		id, people := r.seated(lot, timecontrol.Control{})
		later := time.Now().Add(7 * 24 * time.Hour)
		r.order(id, people[1], orders.Order{Kind: orders.Bid, Limit: 450, Until: later})
		r.order(id, people[1], orders.Order{Kind: orders.ClaimRents, Until: later})
		time.Sleep(25 * time.Hour)
		_, err := r.Move(ctx, id, people[0], timecontrol.Motion{What: timecontrol.Absent, About: 1})
		require.NoError(t, err)
		for _, p := range []account.PlayerID{people[0], people[2]} {
			_, err = r.Vote(ctx, id, p, timecontrol.Absent, 1, timecontrol.Substitute)
			require.NoError(t, err)
		}
		time.Sleep(time.Minute)
		snap := r.look(id)
		require.True(t, snap.State.Players[1].Away)
		require.True(t, snap.State.Auction.Open, "the computer has thrown and bought nothing")
		assert.Equal(t, game.Seats(0b111), snap.State.Waiting(), "the computer does not answer over a bid that was left")
		r.play(id, people[0], game.MoveFor(game.Bid, 0, 300))
		time.Sleep(time.Minute)
		r.play(id, people[2], game.Move(game.Pass, 2))
		snap = r.look(id)
		assert.EqualValues(t, 301, snap.State.Auction.Bid)
		assert.EqualValues(t, 1, snap.State.Auction.Bidder)
		r.play(id, people[0], game.Move(game.Pass, 0))
		r.play(id, people[2], game.Move(game.Pass, 2))
		time.Sleep(time.Minute)
		snap = r.look(id)
		assert.Equal(t, game.Seat(1), snap.State.Owner(39))
		require.Equal(t, game.Seat(2), snap.State.Turn.Seat, "the computer has ended the turn")
		r.play(id, people[2], game.Move(game.Roll, 2))
		assert.EqualValues(t, 2000-301+10, r.look(id).State.Players[1].Cash, "claimed at once")

		moves, err := r.store.Moves(ctx, id, 0, 0)
		require.NoError(t, err)
		by := map[string]table.Origin{}
		for _, m := range moves {
			if m.Seat == 1 {
				c, err := wire.DecodeMove(snap.Setup, 1, m.Command)
				require.NoError(t, err)
				by[wire.MoveName(c.Kind)] = m.Origin
			}
		}
		assert.Equal(t, map[string]table.Origin{
			"roll": table.ByBot, "decline": table.ByBot, "bid": table.ByOrder, "end_turn": table.ByBot, "claim_rent": table.ByOrder,
			"resign": table.BySystem,
		}, by)

		_, err = r.Rejoin(ctx, id, people[1])
		require.NoError(t, err)
		_, book, err := r.Orders(ctx, id, people[1])
		require.NoError(t, err)
		assert.Len(t, book.Orders, 2, "and Q finds them again")
	})
}

// TestNoOrderActsWhereNobodyIs: neither at a table that rests until somebody is
// back, nor where computer players end the game of people who have all left.
func TestNoOrderActsWhereNobodyIs(t *testing.T) {
	t.Run("sent away by silence", func(t *testing.T) {
		in(t, table.Config{}, func(r *room) {
			people := []account.PlayerID{r.person("Ada"), r.person("Bob")}
			id, snap := r.begin(table.NewGame{Clock: evening()}, people...)
			for range 24 * 7 {
				time.Sleep(time.Hour)
				if snap = r.look(id); snap.Resting() {
					break
				}
			}
			require.True(t, snap.Resting())
			for _, p := range people {
				for _, o := range []orders.Order{
					{Kind: orders.Roll, Visit: true}, {Kind: orders.EndTurn}, {Kind: orders.Buy, Limit: 10, Else: true}, {Kind: orders.Bid}, {Kind: orders.Jail},
				} {
					r.order(id, p, o)
				}
			}
			time.Sleep(24 * time.Hour)
			still := r.look(id)
			assert.Equal(t, snap.Seq(), still.Seq())
		})
	})
	t.Run("gone of their own accord", func(t *testing.T) {
		in(t, table.Config{}, func(r *room) {
			ada, bob := r.person("Ada"), r.person("Bob")
			id, snap := r.begin(table.NewGame{Bots: []string{""}}, ada, bob)
			r.order(id, ada, orders.Order{Kind: orders.EndTurn})
			for _, p := range []account.PlayerID{ada, bob} {
				r.play(id, p, game.Move(game.Resign, snap.SeatOf(p)))
			}
			time.Sleep(24 * time.Hour)
			all := r.origins(id)
			last := len(all) - 1
			for all[last] != table.ByPerson {
				last--
			}
			assert.Contains(t, all[last:], table.ByBot, "the computers play on")
			assert.NotContains(t, all[last:], table.ByOrder)
		})
	})
}
