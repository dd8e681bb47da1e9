package table_test

import (
	"errors"
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
)

// in runs a test with a table service in time of its own.
func in(t *testing.T, cfg table.Config, f func(r *room)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, cfg)
		defer func() { r.Close() }() // also if a requirement ends the test: the bubble waits for all that runs in it
		f(r)
	})
}

func TestWhatATableWaitsFor(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		seat, who := mover(snap)
		began := time.Now()
		list := snap.Decisions()
		require.Len(t, list, 1)
		d := list[0]
		assert.Equal(t, []any{seat, who, true}, []any{d.Seat, d.Player, d.Notified.IsZero()})
		assert.WithinDuration(t, began.Add(20*time.Minute), d.Deadline, time.Second)
		assert.WithinDuration(t, began.Add(20*time.Minute-150*time.Second), d.Remind, time.Second, "half of a decision's time before")
		assert.Equal(t, game.Roll, d.Default.Kind)
		next, ok := snap.Next()
		require.True(t, ok)
		assert.Equal(t, table.Next{What: table.NextAnswer, At: d.Deadline, Seat: seat}, next)
		assert.WithinDuration(t, began.Add(14*24*time.Hour), snap.ClosesAt(), time.Second)

		require.NoError(t, r.MarkNotified(ctx, id, who))
		snap = r.look(id)
		assert.WithinDuration(t, began.Add(15*time.Minute), snap.Decisions()[0].Deadline, time.Second)
		until := began.Add(time.Hour)
		_, err := r.Move(ctx, id, ada, timecontrol.Motion{What: timecontrol.Halt, Until: until})
		require.NoError(t, err)
		snap, err = r.Vote(ctx, id, bob, timecontrol.Halt, game.Nobody, timecontrol.Yes)
		require.NoError(t, err)
		assert.Empty(t, snap.Decisions(), "nobody is asked anything in a pause")
		next, _ = snap.Next()
		assert.Equal(t, table.NextGoOn, next.What)
		require.Len(t, snap.Meta.Tempo.Decided, 1)
		assert.Equal(t, timecontrol.Yes, snap.Meta.Tempo.Decided[0].Result)

		id, snap = r.begin(table.NewGame{}, r.person("Eve"), r.person("Tom"))
		require.Len(t, snap.Decisions(), 1, "also where nobody's time runs")
		assert.Zero(t, snap.Decisions()[0].Deadline)
		next, ok = snap.Next()
		assert.True(t, ok)
		assert.Equal(t, table.NextClose, next.What, "%s: something always happens in the end", id)
	})
}

// TestAbandonedByAll: the bots do not play on among themselves. The table waits,
// says until when, and closes then with its log.
func TestAbandonedByAll(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: evening(), Bots: []string{""}}, ada, bob)
		closes := snap.ClosesAt()
		time.Sleep(3 * 24 * time.Hour)
		snap = r.look(id)
		require.True(t, snap.Resting(), "nobody is there any more")
		assert.Equal(t, game.Playing, snap.State.Status)
		assert.Equal(t, closes, snap.ClosesAt(), "no sign of life")
		next, _ := snap.Next()
		assert.Equal(t, table.NextClose, next.What)
		n := len(r.origins(id))
		time.Sleep(2 * 24 * time.Hour)
		assert.Len(t, r.origins(id), n, "it waits")
		busy, err := r.List(ctx, table.Filter{BotsDue: true})
		require.NoError(t, err)
		assert.Empty(t, busy, "and needs no looking after")

		snap, err = r.Rejoin(ctx, id, ada)
		require.NoError(t, err)
		assert.False(t, snap.Resting())
		assert.WithinDuration(t, time.Now().Add(14*24*time.Hour), snap.ClosesAt(), time.Second)
		time.Sleep(7 * 24 * time.Hour)
		assert.Greater(t, len(r.origins(id)), n+1, "it goes on, and he has missed it again")

		r.Close() // over a restart
		time.Sleep(3 * 24 * time.Hour)
		r.Service = serve(t, r.store, table.Config{})
		require.NoError(t, r.Resume(ctx))
		time.Sleep(8 * 24 * time.Hour)
		synctest.Wait()
		snap = r.look(id)
		assert.Equal(t, game.Finished, snap.State.Status)
		log, err := r.Log(ctx, id, 0, 0)
		require.NoError(t, err)
		assert.Equal(t, game.GameEnded, log[len(log)-1].Event.Kind, "the log is kept")
	})
}

// TestForgottenOpenTable: where nobody's time runs, a table closes too.
func TestForgottenOpenTable(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{}, ada, bob)
		assert.WithinDuration(t, time.Now().Add(60*24*time.Hour), snap.ClosesAt(), time.Second)
		time.Sleep(50 * 24 * time.Hour)
		snap, err := r.Keep(ctx, id, bob)
		require.NoError(t, err)
		assert.WithinDuration(t, time.Now().Add(60*24*time.Hour), snap.ClosesAt(), time.Second)
		time.Sleep(59 * 24 * time.Hour)
		assert.Equal(t, game.Playing, r.look(id).State.Status)
		time.Sleep(2 * 24 * time.Hour)
		assert.Equal(t, game.Finished, r.look(id).State.Status)
	})
}

// TestUntouchedOpenTable: nothing was ever voted on there, so no clock is set for it.
func TestUntouchedOpenTable(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		id, _ := r.begin(table.NewGame{}, r.person("Ada"), r.person("Bob"))
		time.Sleep(60*24*time.Hour - time.Hour)
		assert.Equal(t, game.Playing, r.look(id).State.Status)
		time.Sleep(3 * time.Hour)
		assert.Equal(t, game.Finished, r.look(id).State.Status)
	})
}

// TestAVoteThatWaitsForNobodyIsDecided: a player who has not voted leaves, and nobody
// makes a move, since the table waits for the absent player.
func TestAVoteThatWaitsForNobodyIsDecided(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		people := []account.PlayerID{r.person("Ada"), r.person("Bob"), r.person("Eve")}
		id, snap := r.begin(table.NewGame{}, people...)
		absent, _ := mover(snap)
		first, second := (absent+1)%3, (absent+2)%3
		time.Sleep(25 * time.Hour)
		_, err := r.Move(ctx, id, people[first], timecontrol.Motion{What: timecontrol.Absent, About: absent})
		require.NoError(t, err)
		_, err = r.Vote(ctx, id, people[second], timecontrol.Absent, absent, timecontrol.Substitute)
		require.NoError(t, err)
		require.Empty(t, r.look(id).Meta.Tempo.Decided, "the vote of another player is missing")
		_, err = r.Leave(ctx, id, people[first], first, table.Pre{})
		require.NoError(t, err)
		time.Sleep(10 * time.Second)
		snap = r.look(id)
		require.Len(t, snap.Meta.Tempo.Decided, 1)
		assert.Equal(t, timecontrol.Substitute, snap.Meta.Tempo.Decided[0].Result)
		assert.True(t, snap.Seats[absent].Away)
	})
}

// TestNobodyLeftToVote: what was put to the vote is not decided before its time, and
// nothing that all had to agree to is.
func TestNobodyLeftToVote(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{}, ada, bob)
		absent, _ := mover(snap)
		there := []account.PlayerID{ada, bob}[1-absent]
		time.Sleep(25 * time.Hour)
		_, err := r.Move(ctx, id, there, timecontrol.Motion{What: timecontrol.Absent, About: absent})
		require.NoError(t, err)
		_, err = r.Leave(ctx, id, there, 1-absent, table.Pre{})
		require.NoError(t, err)
		time.Sleep(time.Hour)
		snap = r.look(id)
		assert.False(t, snap.Seats[absent].Away, "nobody has voted to replace them")
		assert.Len(t, snap.Meta.Tempo.Motions, 1)
	})
}

func TestAbsenceAtAnOpenTable(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		people := []account.PlayerID{r.person("Ada"), r.person("Bob"), r.person("Eve")}
		id, snap := r.begin(table.NewGame{}, people...)
		gone, _ := mover(snap)
		other, third := (gone+1)%3, (gone+2)%3
		call := timecontrol.Motion{What: timecontrol.Absent, About: gone}
		_, err := r.Move(ctx, id, people[other], call)
		require.ErrorIs(t, err, table.ErrPresent, "not yet")
		time.Sleep(25 * time.Hour)
		snap = r.look(id)
		assert.True(t, snap.Callable(other, gone))
		assert.False(t, snap.Callable(gone, other), "the game does not wait for that one")
		snap, err = r.Move(ctx, id, people[other], call)
		require.NoError(t, err)
		assert.False(t, snap.Callable(third, gone), "it is being voted on")
		_, err = r.Move(ctx, id, people[third], call)
		require.ErrorIs(t, err, table.ErrMotion)
		_, err = r.Vote(ctx, id, people[other], timecontrol.Absent, gone, timecontrol.Substitute)
		require.NoError(t, err)
		snap, err = r.Vote(ctx, id, people[third], timecontrol.Absent, gone, timecontrol.Substitute)
		require.NoError(t, err)
		assert.True(t, snap.State.Players[gone].Away)
		time.Sleep(time.Minute)
		assert.Contains(t, r.origins(id), table.ByBot, "the computer has moved for him")
	})
}

// TestWhoIsBackIsNotVotedAway: one move ends the vote about an absence.
func TestWhoIsBackIsNotVotedAway(t *testing.T) {
	for name, clock := range map[string]timecontrol.Control{"open": {}, "evening": evening()} {
		t.Run(name, func(t *testing.T) {
			in(t, table.Config{}, func(r *room) {
				people := []account.PlayerID{r.person("Ada"), r.person("Bob"), r.person("Eve")}
				id, snap := r.begin(table.NewGame{Clock: clock}, people...)
				gone, _ := mover(snap)
				for range 2000 {
					time.Sleep(3 * time.Minute)
					snap = r.look(id)
					if snap.Meta.Tempo != nil && len(snap.Meta.Tempo.Motions) > 0 {
						break
					}
					if snap.Callable((gone+1)%3, gone) {
						_, err := r.Move(ctx, id, people[(gone+1)%3], timecontrol.Motion{What: timecontrol.Absent, About: gone})
						require.NoError(t, err)
					}
				}
				snap = r.look(id)
				require.NotEmpty(t, snap.Meta.Tempo.Motions)
				about := snap.Meta.Tempo.Motions[0].About
				for range 60 {
					seat := r.look(id).State.Waiting().First()
					snap = r.look(id)
					_, err := r.Play(ctx, id, people[seat], answer(t, snap, seat), table.Pre{})
					if _, ok := errors.AsType[*table.Refused](err); ok {
						continue // the clock answered for them in the same moment
					}
					require.NoError(t, err)
					if seat == about {
						break
					}
				}
				for _, m := range r.look(id).Meta.Tempo.Motions {
					assert.NotEqual(t, about, m.About)
				}
				tempo, _, err := r.store.Tempo(ctx, id)
				require.NoError(t, err)
				for _, m := range tempo.Motions {
					assert.NotEqual(t, about, m.About, "nor after a restart")
				}
				assert.False(t, r.look(id).State.Players[about].Away)
				told := r.look(id).Meta.Tempo.Decided
				require.NotEmpty(t, told)
				last := told[len(told)-1]
				assert.Equal(t, []any{timecontrol.Absent, about, timecontrol.Dropped}, []any{last.What, last.About, last.Result})
			})
		})
	}
}

// TestStandingIn: a person plays for an absent player, until they are back.
func TestStandingIn(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob, eve := r.person("Ada"), r.person("Bob"), r.person("Eve")
		id, _ := r.begin(table.NewGame{Clock: evening()}, ada, bob)
		_, err := r.StandIn(ctx, id, eve, 1, "")
		require.ErrorIs(t, err, table.ErrTaken, "he is there")
		_, err = r.AddOrders(ctx, id, bob, []orders.Order{{Kind: orders.ClaimRents, Until: time.Now().Add(time.Hour)}}, false)
		require.NoError(t, err)
		_, err = r.Leave(ctx, id, bob, 1, table.Pre{})
		require.NoError(t, err)
		assert.True(t, r.look(id).Seats[1].Away)

		_, err = r.StandIn(ctx, id, ada, 1, "")
		require.ErrorIs(t, err, table.ErrTaken, "she sits at the table")
		snap, err := r.StandIn(ctx, id, eve, 1, "ada")
		require.NoError(t, err)
		require.Len(t, snap.Meta.Tempo.Motions, 1)
		assert.Equal(t, "ada 2", snap.Meta.Tempo.Motions[0].Name)
		_, err = r.StandIn(ctx, id, eve, 1, "")
		require.ErrorIs(t, err, table.ErrMotion)
		_, err = r.Vote(ctx, id, eve, timecontrol.StandIn, 1, timecontrol.Yes)
		require.ErrorIs(t, err, table.ErrNoSeat)
		snap, err = r.Vote(ctx, id, ada, timecontrol.StandIn, 1, timecontrol.Yes)
		require.NoError(t, err)
		assert.Equal(t, eve, snap.Seats[1].Sub)
		assert.False(t, snap.Seats[1].Away)
		assert.True(t, snap.MayAct(eve, 1))
		assert.False(t, snap.MayAct(bob, 1), "not both")
		assert.Equal(t, game.Seat(1), snap.SeatOf(bob), "it is still his")
		_, book, err := r.Orders(ctx, id, eve)
		require.NoError(t, err)
		assert.Empty(t, book.Orders, "what he had ordered was his alone")
		_, _, err = r.Orders(ctx, id, bob)
		require.ErrorIs(t, err, table.ErrNoSeat)
		list, err := r.List(ctx, table.Filter{Player: eve})
		require.NoError(t, err)
		assert.Len(t, list, 1)

		for range 60 { // she plays
			snap = r.look(id)
			if seat, _ := mover(snap); seat == 1 {
				break
			}
			_, err = r.Play(ctx, id, ada, answer(t, snap, 0), table.Pre{})
			require.NoError(t, err)
		}
		require.Equal(t, eve, snap.Decisions()[0].Player, "she is asked")
		require.NoError(t, r.MarkNotified(ctx, id, bob))
		assert.Zero(t, r.look(id).Meta.Tempo.Seats[1].Notified, "that he looks on is not that she has seen it")
		_, err = r.Play(ctx, id, eve, answer(t, snap, 1), table.Pre{})
		require.NoError(t, err)

		r.Close()
		r.Service = serve(t, r.store, table.Config{})
		assert.Equal(t, eve, r.look(id).Seats[1].Sub, "over a restart")
		snap, err = r.Rejoin(ctx, id, bob)
		require.NoError(t, err)
		assert.Empty(t, snap.Seats[1].Sub)
		assert.True(t, snap.MayAct(bob, 1))
		assert.Equal(t, game.Nobody, snap.SeatOf(eve))
		last := snap.Meta.Tempo.Decided[len(snap.Meta.Tempo.Decided)-1]
		assert.True(t, last.TakenBack(), "the others can read it")
		assert.Equal(t, []any{game.Seat(1), "ada 2"}, []any{last.About, last.Name})
		assert.False(t, snap.Meta.Tempo.Decided[0].TakenBack(), "that was the vote")

		// A stand-in may leave as well.
		_, err = r.Leave(ctx, id, bob, 1, table.Pre{})
		require.NoError(t, err)
		_, err = r.Leave(ctx, id, ada, 0, table.Pre{})
		require.NoError(t, err)
		snap, err = r.StandIn(ctx, id, eve, 0, "")
		if !errors.Is(err, table.ErrFinished) { // a game that all have left may have been closed
			require.NoError(t, err)
			assert.Equal(t, eve, snap.Seats[0].Sub, "there is nobody to ask")
			snap, err = r.Leave(ctx, id, eve, 0, table.Pre{})
			require.NoError(t, err)
			assert.Empty(t, snap.Seats[0].Sub)
			assert.True(t, snap.Seats[0].Away)
		}
	})
}

// TestTwoStandInsAreVotedOnApart: a voice counts for the seat that it names.
func TestTwoStandInsAreVotedOnApart(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob, cem, dee := r.person("Ada"), r.person("Bob"), r.person("Cem"), r.person("Dee")
		eve, fay := r.person("Eve"), r.person("Fay")
		id, _ := r.begin(table.NewGame{Clock: evening()}, ada, bob, cem, dee)
		for seat, who := range map[game.Seat]account.PlayerID{1: bob, 2: cem} {
			_, err := r.Leave(ctx, id, who, seat, table.Pre{})
			require.NoError(t, err)
		}
		_, err := r.StandIn(ctx, id, eve, 1, "")
		require.NoError(t, err)
		_, err = r.StandIn(ctx, id, fay, 2, "")
		require.NoError(t, err)
		snap, err := r.Vote(ctx, id, ada, timecontrol.StandIn, 2, timecontrol.Yes)
		require.NoError(t, err)
		require.Len(t, snap.Meta.Tempo.Motions, 2)
		assert.Equal(t, timecontrol.Silent, snap.Meta.Tempo.Motions[0].Votes[0])
		assert.Equal(t, timecontrol.Yes, snap.Meta.Tempo.Motions[1].Votes[0])
		snap, err = r.Vote(ctx, id, dee, timecontrol.StandIn, 2, timecontrol.Yes)
		require.NoError(t, err)
		assert.Empty(t, snap.Seats[1].Sub)
		assert.Equal(t, fay, snap.Seats[2].Sub)
		_, err = r.Vote(ctx, id, ada, timecontrol.StandIn, 2, timecontrol.Yes)
		require.ErrorIs(t, err, table.ErrNoMotion)
	})
}

// TestWhoTakesTheSeatBackIsNotVotedAway: what a stand-in missed, and the vote about it, ends
// when the seat is its player's again.
func TestWhoTakesTheSeatBackIsNotVotedAway(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob, cem, eve := r.person("Ada"), r.person("Bob"), r.person("Cem"), r.person("Eve")
		id, _ := r.begin(table.NewGame{Clock: evening()}, ada, bob, cem)
		_, err := r.Leave(ctx, id, bob, 1, table.Pre{})
		require.NoError(t, err)
		_, err = r.StandIn(ctx, id, eve, 1, "")
		require.NoError(t, err)
		for _, p := range []account.PlayerID{ada, cem} {
			_, err = r.Vote(ctx, id, p, timecontrol.StandIn, 1, timecontrol.Yes)
			require.NoError(t, err)
		}
		people := []account.PlayerID{ada, "", cem}
		for range 4000 { // she vanishes
			snap := r.look(id)
			if len(snap.Meta.Tempo.Motions) > 0 {
				break
			}
			waits := snap.State.Waiting().Without(1)
			if waits == 0 || snap.State.Lock.Open {
				time.Sleep(time.Minute)
				continue
			}
			_, err := r.Play(ctx, id, people[waits.First()], answer(t, snap, waits.First()), table.Pre{})
			require.NoError(t, err)
		}
		snap := r.look(id)
		require.Len(t, snap.Meta.Tempo.Motions, 1)
		require.Equal(t, game.Seat(1), snap.Meta.Tempo.Motions[0].About)
		snap, err = r.Rejoin(ctx, id, bob)
		require.NoError(t, err)
		assert.Empty(t, snap.Meta.Tempo.Motions)
		last := snap.Meta.Tempo.Decided[len(snap.Meta.Tempo.Decided)-1]
		assert.Equal(t, []any{timecontrol.Absent, timecontrol.Dropped}, []any{last.What, last.Result})
		assert.Zero(t, snap.Meta.Tempo.Seats[1].Missed)
		assert.Zero(t, snap.Meta.Tempo.Seats[1].Lapsed, "nor is the rest of the turn answered for them")
		assert.Equal(t, time.Now().UTC().Truncate(time.Millisecond), snap.Meta.Tempo.Seen)
	})
}

// TestALiveTableGoesOnWithoutTheOneWhoVanished: after two decisions missed in a row a
// computer player moves for them without a vote, and the first sign of life ends that.
func TestALiveTableGoesOnWithoutTheOneWhoVanished(t *testing.T) {
	in(t, table.Config{}, func(r *room) {
		ada, bob := r.person("Ada"), r.person("Bob")
		id, snap := r.begin(table.NewGame{Clock: timecontrol.Usual(timecontrol.Live)}, ada, bob)
		gone, lost := mover(snap)
		stays, there := 1-gone, bob
		if lost == bob {
			there = ada
		}
		began, away := time.Now(), time.Duration(0)
		for away == 0 && time.Since(began) < time.Hour {
			time.Sleep(time.Second)
			snap = r.look(id)
			require.NoError(t, r.MarkNotified(ctx, id, there))
			for _, d := range snap.Decisions() {
				if d.Seat == stays {
					snap = r.play(id, there, answer(t, snap, stays))
				}
			}
			if snap.State.Players[gone].Away {
				away = time.Since(began)
			}
		}
		require.NotZero(t, away, "the table does not wait for ever")
		assert.Less(t, away, 10*time.Minute, "mostly it is five; each double takes some more")
		assert.False(t, snap.State.Players[stays].Away)
		assert.Empty(t, snap.Meta.Tempo.Motions, "nobody had to vote")
		last := snap.Meta.Tempo.Decided[len(snap.Meta.Tempo.Decided)-1]
		assert.Equal(t, []any{timecontrol.Absent, gone, timecontrol.Substitute}, []any{last.What, last.About, last.Result})

		require.Zero(t, r.Times(&snap)[stays].Deadline, "nobody is kept waiting any more")
		snap, err := r.Rejoin(ctx, id, lost)
		require.NoError(t, err)
		assert.False(t, snap.State.Players[gone].Away)
		require.Len(t, snap.Decisions(), 1)
		assert.NotZero(t, snap.Decisions()[0].Deadline, "two people again")
	})
}

// TestEachBidStartsTheTimeAgain: a bid has a time of its own at a live table, and
// does not touch the reserve.
func TestEachBidStartsTheTimeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRoom(t, table.Config{})
		defer r.Close()
		live := timecontrol.Usual(timecontrol.Live)
		live.Notice = 0
		id, people := r.seated(uphill, live)
		r.play(id, people[0], game.Move(game.Roll, 0))
		r.play(id, people[0], game.Move(game.Decline, 0))
		ends := func(of time.Duration) {
			t.Helper()
			snap := r.look(id)
			times := r.Times(&snap)
			for _, seat := range []game.Seat{0, 1, 2} {
				if snap.State.Waiting().Has(seat) {
					assert.WithinDuration(t, time.Now().Add(of), times[seat].Deadline, 0)
				}
				assert.Equal(t, live.Bank, times[seat].Bank, "the reserve is not for bids")
			}
		}
		ends(15 * time.Second)
		bid := game.Move(game.Bid, 1)
		bid.Amount = 50
		for range 3 {
			time.Sleep(14 * time.Second)
			snap := r.play(id, people[1], bid)
			require.True(t, snap.State.Auction.Open)
			ends(15 * time.Second)
			bid.Amount += 10
			time.Sleep(10 * time.Second)
			other := game.Move(game.Bid, 2)
			other.Amount = bid.Amount
			r.play(id, people[2], other)
			ends(15 * time.Second)
			bid.Amount += 10
		}
		time.Sleep(16 * time.Second)
		snap := r.look(id)
		assert.False(t, snap.State.Auction.Open, "going, going, gone")
		assert.Equal(t, game.Seat(2), snap.State.Owner(39))
	})
}
