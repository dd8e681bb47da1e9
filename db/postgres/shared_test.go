package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/db/postgres"
	"github.com/bankhalter/bankhalter/db/record"
	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/operator"
	"github.com/bankhalter/bankhalter/game/orders"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// Two servers both believe that all games are theirs, and their computer players
// move at the same tables: of each move there is one, and every log folds.
func TestTwoServersBelieveTheSameGamesTheirs(t *testing.T) {
	address := cluster.Database(t)
	stores := []*postgres.DB{openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})}
	services := make([]*table.Service, len(stores))
	for i, d := range stores {
		services[i] = tabletest.New(d, table.Config{BotPause: 5 * time.Millisecond})
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			d.Listen(ctx, func(ctx context.Context, n postgres.News) {
				for _, id := range n.Games {
					services[i].Heard(id)
				}
				for _, x := range n.Calm {
					services[i].HeardCalm(x.Game, x.Next)
				}
			})
		}()
		t.Cleanup(func() { cancel(); <-done })
	}
	defer services[1].Close()
	defer services[0].Close()
	ada := tabletest.NewPerson(t, stores[0], "Ada")
	var games []string
	for i := range 3 {
		snap, err := services[i%2].Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Bots: []string{"", ""}})
		require.NoError(t, err)
		id := snap.Meta.ID
		_, err = services[(i+1)%2].Start(t.Context(), id, ada.ID)
		require.NoError(t, err)
		require.Eventually(t, func() bool { // the computers of both servers may come first more often than is tried anew
			_, err = services[i%2].Play(t.Context(), id, ada.ID, game.Move(game.Resign, 0), table.Pre{})
			return !errors.Is(err, storage.ErrConflict)
		}, 10*time.Second, time.Millisecond)
		require.NoError(t, err)
		games = append(games, id)
	}
	for _, id := range games {
		require.Eventually(t, func() bool {
			snap, err := services[0].Snapshot(t.Context(), id)
			return err == nil && (snap.Seq() > 60 || snap.Meta.Status == game.Finished)
		}, 30*time.Second, 20*time.Millisecond, id)
	}
	for _, s := range services { // while the other one plays on, and when nobody does
		n, err := s.Check(t.Context(), table.Checking{Statuses: []game.Status{game.Playing, game.Finished}, Deep: true, Bad: func(g *table.Game, err error) {
			assert.NoError(t, err, g.ID)
		}})
		require.NoError(t, err)
		assert.Equal(t, len(games), n)
		require.Eventually(t, func() bool { return s.Stats().BotMoves > 0 }, 30*time.Second, 5*time.Millisecond, "each plays, the last one when it is alone")
		s.Close()
	}
	made := services[0].Stats().BotMoves + services[1].Stats().BotMoves
	stored := uint64(0)
	for _, id := range games {
		moves, err := stores[0].Moves(t.Context(), id, 0, 0)
		require.NoError(t, err)
		for _, m := range moves {
			if m.Origin == table.ByBot {
				stored++
			}
		}
	}
	assert.Equal(t, made, stored, "what was counted as written is in the log, and nothing twice")
}

// Whatever one server has answered, another one shows, and plays on from there.
func TestOneServerShowsWhatAnotherHasAnswered(t *testing.T) {
	address := cluster.Database(t)
	one, two := openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})
	a, b := tabletest.New(one, table.Config{}), tabletest.New(two, table.Config{})
	defer a.Close()
	defer b.Close()
	ada, ben := tabletest.NewPerson(t, one, "Ada"), tabletest.NewPerson(t, one, "Ben")
	snap, err := a.Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 2})
	require.NoError(t, err)
	id := snap.Meta.ID
	_, _, err = b.Join(t.Context(), id, ben.ID, "")
	require.NoError(t, err)
	_, err = a.Start(t.Context(), id, ada.ID)
	require.NoError(t, err)
	services := []*table.Service{a, b}
	for i := range 80 {
		here, there := services[i%2], services[(i+1)%2]
		before, err := here.Snapshot(t.Context(), id)
		require.NoError(t, err)
		seat := before.Meta.Waiting.First()
		if before.Meta.Waiting == 0 || before.State.Players[seat].Away { // somebody has resigned
			break
		}
		options := before.Options(seat)
		require.NotEmpty(t, options)
		by := before.Meta.Seats[seat].Player
		out, err := there.Play(t.Context(), id, by, simplest(options, seat), table.Pre{})
		require.NoError(t, err, "move %d", i)
		after, err := here.Snapshot(t.Context(), id)
		require.NoError(t, err)
		if assert.GreaterOrEqual(t, after.Seq(), out.Seq()) && after.Seq() == out.Seq() { // a server may have played on for players who resigned
			assert.Equal(t, *out.State, *after.State)
		}
	}
	for _, s := range services {
		// On a busy machine a table is now and then read whole once more, but not for each of 80 moves.
		assert.Less(t, s.Stats().Loads, uint64(10), "of a game that goes on only what is new is read")
	}
	c := tabletest.New(openAt(t, address, postgres.Options{}), table.Config{})
	defer c.Close()
	whole, err := c.Snapshot(t.Context(), id)
	require.NoError(t, err)
	for _, s := range services {
		snap, err := s.Snapshot(t.Context(), id)
		require.NoError(t, err)
		assert.Equal(t, *whole.State, *snap.State, "what was read bit by bit is what all of it leads to")
		assert.Equal(t, whole.Dice, snap.Dice)
	}
}

// asking counts how often a server compares a table in memory with what is stored.
type asking struct {
	*postgres.DB
	asked atomic.Int64
}

func (d *asking) Stamp(ctx context.Context, id string) (uint64, error) {
	d.asked.Add(1)
	return d.DB.Stamp(ctx, id)
}

// A move that is accepted costs one round trip: it is decided on what is in memory, and
// the store compares. What memory would refuse is decided on what is stored.
func TestAMoveIsDecidedOnWhatIsInMemory(t *testing.T) {
	address := cluster.Database(t)
	one := &asking{DB: openAt(t, address, postgres.Options{})}
	here, there := tabletest.New(one, table.Config{}), tabletest.New(openAt(t, address, postgres.Options{}), table.Config{})
	defer here.Close()
	defer there.Close()
	ada, ben := tabletest.NewPerson(t, one.DB, "Ada"), tabletest.NewPerson(t, one.DB, "Ben")
	snap, err := here.Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 2})
	require.NoError(t, err)
	id := snap.Meta.ID
	_, _, err = here.Join(t.Context(), id, ben.ID, "")
	require.NoError(t, err)
	snap, err = here.Start(t.Context(), id, ada.ID)
	require.NoError(t, err)
	seat := snap.Meta.Waiting.First()
	by := snap.Meta.Seats[seat].Player
	_, err = there.Snapshot(t.Context(), id)
	require.NoError(t, err)

	one.asked.Store(0)
	seen, err := here.InMemory(t.Context(), id)
	require.NoError(t, err)
	assert.Equal(t, snap.Seq(), seen.Seq())
	rolled, err := here.Play(t.Context(), id, by, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(t, err)
	assert.Zero(t, one.asked.Load(), "an accepted move asks nothing before it is written")

	// There the player has not rolled yet, as far as memory goes.
	old, err := there.InMemory(t.Context(), id)
	require.NoError(t, err)
	require.Less(t, old.Seq(), rolled.Seq())
	out, err := there.Play(t.Context(), id, by, game.Move(game.Roll, seat), table.Pre{})
	var refused *table.Refused
	if rolled.Options(seat)[0].Kind != game.Roll { // doubles roll again
		require.ErrorAs(t, err, &refused, "it was accepted in memory alone")
		assert.Equal(t, rolled.Seq(), out.Seq(), "refused by what is stored")
	}
	now, err := there.Snapshot(t.Context(), id)
	require.NoError(t, err)
	seat = now.Meta.Waiting.First()
	next := simplest(now.Options(seat), seat)
	mine, err := there.Play(t.Context(), id, now.Meta.Seats[seat].Player, next, table.Pre{})
	require.NoError(t, err)

	// And here the next move is one that memory would refuse.
	seat = mine.Meta.Waiting.First()
	one.asked.Store(0)
	_, err = here.Play(t.Context(), id, mine.Meta.Seats[seat].Player, simplest(mine.Options(seat), seat), table.Pre{})
	require.NoError(t, err, "decided on what is stored")
	assert.Positive(t, one.asked.Load())
	assert.Zero(t, here.Stats().Refused+here.Stats().Stale, "what was only tried in memory is not counted")

	// A refusal stands if what is in memory is what is stored.
	now, err = here.Snapshot(t.Context(), id)
	require.NoError(t, err)
	seat = now.Meta.Waiting.First()
	one.asked.Store(0)
	out, err = here.Play(t.Context(), id, now.Meta.Seats[seat].Player, game.Move(game.AcceptTrade, seat), table.Pre{})
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, now.Seq(), out.Seq())
	assert.EqualValues(t, 1, one.asked.Load())
	assert.EqualValues(t, 1, here.Stats().Refused, "and is counted once")
}

// simplest is a move that goes on with the game, or ends it where none needs no more words.
func simplest(options []game.Option, seat game.Seat) game.Command {
	for _, kind := range []game.CommandKind{game.Roll, game.Buy, game.EndTurn, game.PayDebt, game.Pass, game.Decline, game.ChooseTax} {
		for _, o := range options {
			if o.Kind == kind {
				c := game.Move(kind, seat)
				if kind == game.ChooseTax {
					c.Choice = game.Flat
				}
				return c
			}
		}
	}
	return game.Move(game.Resign, seat)
}

// People at one table press at two servers at the same time. Every press is played
// or refused for a reason, and the log has each played one once.
func TestPressesAtTwoServersAtOnce(t *testing.T) {
	address := cluster.Database(t)
	stores := []*postgres.DB{openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})}
	services := []*table.Service{tabletest.New(stores[0], table.Config{}), tabletest.New(stores[1], table.Config{})}
	defer services[0].Close()
	defer services[1].Close()
	ada := tabletest.NewPerson(t, stores[0], "Ada")
	ben := tabletest.NewPerson(t, stores[0], "Ben")
	snap, err := services[0].Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 2})
	require.NoError(t, err)
	id := snap.Meta.ID
	_, _, err = services[1].Join(t.Context(), id, ben.ID, "")
	require.NoError(t, err)
	_, err = services[0].Start(t.Context(), id, ada.ID)
	require.NoError(t, err)
	var mu sync.Mutex
	played, refused := 0, map[string]int{}
	var wg sync.WaitGroup
	for i := range 6 {
		s := services[i%2]
		wg.Go(func() {
			for range 15 {
				snap, err := s.Snapshot(t.Context(), id)
				if !assert.NoError(t, err) {
					return
				}
				if snap.Meta.Waiting == 0 { // somebody has resigned
					return
				}
				seat := snap.Meta.Waiting.First()
				seq := snap.Seq()
				_, err = s.Play(t.Context(), id, snap.Meta.Seats[seat].Player, simplest(snap.Options(seat), seat), table.Pre{IfMatch: &seq})
				mu.Lock()
				if err == nil {
					played++
				} else {
					refused[fmt.Sprintf("%.30s", err)]++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Log(played, "played,", refused)
	moves, err := stores[0].Moves(t.Context(), id, 0, 0)
	require.NoError(t, err)
	own := 0
	for _, m := range moves {
		if m.Origin == table.ByPerson {
			own++
		}
	}
	assert.Equal(t, played, own)
}

// late is a store to whose games another server always writes just before it does.
type late struct {
	*postgres.DB
	t       *testing.T
	address string
	once    bool
}

func (s *late) overtake(id string) {
	if s.once {
		s.once = false
		run(s.t, s.address, "UPDATE games SET stamp = stamp + 1 WHERE id = '"+id+"'")
	}
}

func (s *late) SaveGame(ctx context.Context, g *table.Game, news ...notice.Notice) error {
	s.overtake(g.ID)
	return s.DB.SaveGame(ctx, g, news...)
}

func (s *late) Append(ctx context.Context, c table.Commit) error {
	s.overtake(c.Game)
	return s.DB.Append(ctx, c)
}

func (s *late) SaveBook(ctx context.Context, id string, stamp uint64, seat game.Seat, book *orders.Book) error {
	s.overtake(id)
	return s.DB.SaveBook(ctx, id, stamp, seat, book)
}

// Whatever people do at a table, another server that wrote to it at the same time is
// no reason to refuse them: it is decided again on what is there.
func TestEveryChangeIsDecidedAgainAfterAnotherServersWrite(t *testing.T) {
	address := cluster.Database(t)
	store := &late{DB: openAt(t, address, postgres.Options{}), t: t, address: address}
	s := tabletest.New(store, table.Config{})
	defer s.Close()
	ctx := t.Context()
	ada, ben := tabletest.NewPerson(t, store.DB, "Ada").ID, tabletest.NewPerson(t, store.DB, "Ben").ID
	snap, err := s.Create(ctx, ada, table.NewGame{EditionID: "us-classic", Players: 3})
	require.NoError(t, err)
	id := snap.Meta.ID
	of := func(_ table.Snapshot, err error) error { return err }
	at := func(_ table.Snapshot, _ game.Seat, err error) error { return err }
	for _, act := range []struct {
		name string
		do   func() error
	}{
		{"rules of the chat", func() error { return of(s.SetTalk(ctx, id, ada, talk.Rules{Watchers: true})) }},
		{"a bot", func() error { return at(s.AddBot(ctx, id, ada, "", "")) }},
		{"sit down", func() error { return at(s.Join(ctx, id, ben, "")) }},
		{"get up", func() error { return of(s.Leave(ctx, id, ben, 2, table.Pre{})) }},
		{"sit down again", func() error { return at(s.Join(ctx, id, ben, "")) }},
		{"start", func() error { return of(s.Start(ctx, id, ada)) }},
		{"stay", func() error { return of(s.Keep(ctx, id, ada)) }},
		{"money aside", func() error { return of(s.SetAside(ctx, id, ada, 50)) }},
		{"leave", func() error { return of(s.Leave(ctx, id, ben, 2, table.Pre{})) }},
		{"come back", func() error { return of(s.Rejoin(ctx, id, ben)) }},
		{"close", func() error { return of(s.Abandon(ctx, id, ada)) }},
		{"play again", func() error { _, _, err := s.Rematch(ctx, id, ada); return err }},
	} {
		store.once = true
		require.NoError(t, act.do(), act.name)
		require.False(t, store.once, "%s: nothing was written", act.name)
	}
	games, err := store.Games(ctx, table.Filter{Owner: ada})
	require.NoError(t, err)
	assert.Len(t, games, 2, "the table, and one that is played on at")
}

// A job of the whole database is done by one of its servers at a time.
func TestAJobIsDoneByOneServer(t *testing.T) {
	address := cluster.Database(t)
	one, two := openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})
	did, err := one.Alone(t.Context(), "tidy", func(ctx context.Context) {
		again, err := two.Alone(ctx, "tidy", func(context.Context) { t.Error("it is being done") })
		assert.NoError(t, err)
		assert.False(t, again)
		other, err := two.Alone(ctx, "paint", func(context.Context) {})
		assert.NoError(t, err)
		assert.True(t, other, "another job")
	})
	require.NoError(t, err)
	assert.True(t, did)
	did, err = two.Alone(t.Context(), "tidy", func(context.Context) {})
	require.NoError(t, err)
	assert.True(t, did, "the next night")
}

// Servers of two addresses come to one database at the same moment: one of the two
// addresses is let in.
func TestServersOfTwoAddressesThatComeTogether(t *testing.T) {
	for range 5 {
		address := cluster.Database(t)
		var servers []*postgres.DB
		for range 4 {
			servers = append(servers, openAt(t, address, postgres.Options{}))
		}
		errs := make([]error, len(servers))
		var all sync.WaitGroup
		for i, d := range servers {
			all.Go(func() { errs[i] = d.Join(t.Context(), fmt.Sprintf("https://%d.example.org", i%2)) })
		}
		all.Wait()
		assert.Equal(t, errs[0] == nil, errs[2] == nil)
		assert.Equal(t, errs[1] == nil, errs[3] == nil)
		require.NotEqual(t, errs[0] == nil, errs[1] == nil, "%v", errs)
		for i, d := range servers {
			if errs[i] != nil {
				require.ErrorContains(t, errs[i], "is used by servers with --public-url")
				assert.Zero(t, d.Nodes())
			}
		}
	}
}

// A server without an address is not let in beside one that has one, and one with it
// beside one without is.
func TestServersWithoutAnAddress(t *testing.T) {
	address := cluster.Database(t)
	without, with := openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})
	require.NoError(t, without.Join(t.Context(), ""))
	require.NoError(t, with.Join(t.Context(), "https://play.example.org"))
	another := openAt(t, address, postgres.Options{})
	err := another.Join(t.Context(), "")
	require.ErrorContains(t, err, "--public-url https://play.example.org, and this one has none")
	assert.NotContains(t, err.Error(), address, "it may hold a password")
	assert.Equal(t, 2, with.Nodes())
	require.NoError(t, another.Join(t.Context(), "https://play.example.org"))
}

// The clocks of servers are an hour apart, on either side of the database's: all
// work by the database's, and nobody's time runs out because of it.
func TestClocksAnHourApart(t *testing.T) {
	address := cluster.Database(t)
	services := make([]*table.Service, 3)
	for i, off := range []time.Duration{-time.Hour, 0, time.Hour} {
		d := openAt(t, address, postgres.WithClock(postgres.Options{}, func() time.Time { return time.Now().Add(off) }))
		require.NoError(t, d.Join(t.Context(), ""))
		require.WithinDuration(t, time.Now(), d.Now(), 2*time.Second)
		services[i] = tabletest.New(d, table.Config{Now: d.Now})
		defer services[i].Close()
	}
	store := openAt(t, address, postgres.Options{})
	ada, ben := tabletest.NewPerson(t, store, "Ada"), tabletest.NewPerson(t, store, "Ben")
	snap, err := services[2].Create(t.Context(), ada.ID, table.NewGame{
		EditionID: "us-classic", Players: 2, Clock: timecontrol.Usual(timecontrol.Live),
	})
	require.NoError(t, err)
	id := snap.Meta.ID
	_, _, err = services[0].Join(t.Context(), id, ben.ID, "")
	require.NoError(t, err)
	_, err = services[1].Start(t.Context(), id, ada.ID)
	require.NoError(t, err)
	for i := range 12 {
		snap, err := services[i%3].Snapshot(t.Context(), id)
		require.NoError(t, err)
		seat := snap.Meta.Waiting.First()
		_, err = services[(i+1)%3].Play(t.Context(), id, snap.Meta.Seats[seat].Player, simplest(snap.Options(seat), seat), table.Pre{})
		require.NoError(t, err, i)
	}
	moves, err := store.Moves(t.Context(), id, 0, 0)
	require.NoError(t, err)
	for _, m := range moves {
		assert.WithinDuration(t, time.Now(), m.At, 10*time.Second)
		assert.NotEqual(t, table.ByClock, m.Origin, "nobody's time has run out")
	}
}

// Tries are counted on all servers together, and come back with time.
func TestTriesAreCountedTogether(t *testing.T) {
	address := cluster.Database(t)
	servers := []*postgres.DB{openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})}
	const burst, pause = 5, time.Hour
	var done atomic.Int32
	var group sync.WaitGroup
	for i := range 4 * burst {
		group.Go(func() {
			wait, err := servers[i%2].Try(t.Context(), "door", burst, pause)
			assert.NoError(t, err)
			if wait == 0 {
				done.Add(1)
			} else {
				assert.LessOrEqual(t, wait, pause)
			}
		})
	}
	group.Wait()
	assert.EqualValues(t, burst, done.Load())
	try := func(server int) time.Duration {
		wait, err := servers[server].Try(t.Context(), "door", burst, pause)
		require.NoError(t, err)
		return wait
	}
	refused := func() bool {
		wait, err := servers[0].Try(t.Context(), "gate", burst, time.Second)
		require.NoError(t, err)
		return wait > 0
	}
	require.Eventually(t, refused, 30*time.Second, time.Millisecond, "after a burst")
	require.Eventually(t, func() bool { return !refused() }, 30*time.Second, 20*time.Millisecond, "with time")
	require.NoError(t, servers[1].Forgive(t.Context(), "door"))
	for range burst {
		assert.Zero(t, try(0))
	}
	require.NoError(t, servers[1].TakeBack(t.Context(), "door", pause))
	assert.Zero(t, try(1))
	assert.Positive(t, try(0))
	require.NoError(t, servers[0].Sweep(t.Context(), time.Now()))
}

// What a player has seen at another server is no news to them at this one.
func TestWhatWasSeenAtAnotherServer(t *testing.T) {
	d := open(t)
	now := time.Now().UTC().Truncate(time.Millisecond)
	s := tabletest.New(d, table.Config{Now: func() time.Time { return now }})
	defer s.Close()
	ada := tabletest.NewPerson(t, d, "Ada").ID
	snap, err := s.Create(t.Context(), ada, table.NewGame{EditionID: "us-classic", Players: 2})
	require.NoError(t, err)
	id := snap.Meta.ID
	_, err = s.Visit(t.Context(), id, ada, 3, false)
	require.NoError(t, err)
	now = now.Add(2 * time.Minute)
	elsewhere := table.Visit{Player: ada, Game: id, Seq: 9, At: now}
	require.NoError(t, d.SaveLastSeen(t.Context(), []table.Visit{elsewhere}))
	now = now.Add(11 * time.Minute)
	away, err := s.Visit(t.Context(), id, ada, 12, false)
	require.NoError(t, err)
	assert.Equal(t, table.Absence{Seq: elsewhere.Seq, At: elsewhere.At}, away)
}

// Who comes to a table and goes is heard of by the other servers, with the name of
// the one that says so, and by none that says it itself.
func TestServersHearWhoIsHere(t *testing.T) {
	address := cluster.Database(t)
	one, other := openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})
	heard := map[*postgres.DB]chan postgres.News{}
	for _, d := range []*postgres.DB{one, other} {
		news := make(chan postgres.News, 10)
		heard[d] = news
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			d.Listen(ctx, func(_ context.Context, n postgres.News) { news <- n })
		}()
		t.Cleanup(func() { cancel(); <-done })
		assert.True(t, (<-news).Begun)
	}
	list := []postgres.Sight{{Game: "k7q2m9", Player: "ada", Here: true}, {Game: "k7q2m9", Player: "ben"}}
	require.NoError(t, one.TellSights(t.Context(), list))
	require.NoError(t, one.AskSights(t.Context()))
	n := <-heard[other]
	assert.Equal(t, list, n.Sights)
	assert.NotEmpty(t, n.From)
	assert.False(t, n.All, "nothing that is stored has changed")
	assert.True(t, (<-heard[other]).Asked)
	require.NoError(t, other.AskSights(t.Context()))
	assert.True(t, (<-heard[one]).Asked, "and nothing of its own before that")
}

// PostgreSQL is gone while nobody moves: the log says so once, with a remedy, and when it
// is back; meanwhile commits count as failed, by which the operator is called.
func TestAQuietServerSaysThatTheDatabaseIsGone(t *testing.T) {
	c := cluster.Fresh(t)
	address, err := c.Database(t.Context())
	require.NoError(t, err)
	var log syncBuffer
	d := openAt(t, address, postgres.Options{Logger: slog.New(slog.NewTextHandler(&log, nil))})
	ctx, cancel := context.WithCancel(context.Background())
	var busy sync.WaitGroup
	busy.Go(func() { d.Live(ctx, func(context.Context) {}) })
	busy.Go(func() { d.Listen(ctx, func(context.Context, postgres.News) {}) })
	defer func() { cancel(); busy.Wait() }()
	require.Eventually(t, func() bool { return d.Nodes() == 1 }, 10*time.Second, 10*time.Millisecond)
	c.Kill()
	require.Eventually(t, func() bool { return d.Stats().Failed > 1 }, 60*time.Second, 50*time.Millisecond)
	require.NoError(t, c.Start(t.Context()))
	for _, again := range []string{"the database answers again", "news of other servers are heard again"} {
		require.Eventually(t, func() bool { return strings.Contains(log.String(), again) }, 60*time.Second, 50*time.Millisecond, again)
	}
	said := log.String()
	assert.Equal(t, 1, strings.Count(said, "the database takes no writes of this server"), said)
	assert.Contains(t, said, "look whether PostgreSQL runs and can be reached from here")
	assert.Equal(t, 1, strings.Count(said, "news of other servers are not heard"), said)
}

// syncBuffer is a log that is read while it is written.
type syncBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// What a server changes of what others remember of a player they hear of.
func TestServersHearWhatBecomesOfAPlayer(t *testing.T) {
	address := cluster.Database(t)
	one, other := openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})
	ada := tabletest.NewPerson(t, one, "Ada").ID
	news := make(chan postgres.News, 10)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		other.Listen(ctx, func(_ context.Context, n postgres.News) { news <- n })
	}()
	t.Cleanup(func() { cancel(); <-done })
	assert.True(t, (<-news).Begun)
	token := account.Token{Hash: [32]byte{1}, Kind: account.Bearer, Player: ada, CreatedAt: time.Now()}
	session := record.Session{Hash: [32]byte{2}, Player: ada, Data: []byte{}, CreatedAt: time.Now(), SeenAt: time.Now(), ExpiresAt: time.Now().Add(time.Hour)}
	for name, change := range map[string]func() error{
		"named":          func() error { return one.RenamePlayer(t.Context(), ada, "Adele") },
		"taught":         func() error { return one.Teach(t.Context(), ada, 1) },
		"taught no more": func() error { return one.Explain(t.Context(), ada, false) },
		"taught anew":    func() error { return one.Explain(t.Context(), ada, true) },
		"a token": func() error {
			return errors.Join(one.AddToken(t.Context(), token), one.DropToken(t.Context(), ada, token.Hash))
		},
		"their tokens": func() error { return one.DropTokens(t.Context(), ada, account.Bearer) },
		"signed out": func() error {
			return errors.Join(one.SaveSession(t.Context(), &session), one.DropSession(t.Context(), session.Hash))
		},
		"a session": func() error {
			return errors.Join(one.SaveSession(t.Context(), &session), one.EndSession(t.Context(), ada, session.Hash[:8]))
		},
		"their other sessions":  func() error { return one.EndOtherSessions(t.Context(), ada, nil) },
		"ended by the operator": func() error { return one.SignOut(t.Context(), ada, operator.Act{At: time.Now(), What: "sign_out"}) },
	} {
		require.NoError(t, change(), name)
		select {
		case n := <-news:
			assert.Equal(t, []account.PlayerID{ada}, n.Players, name)
			assert.False(t, n.All, name)
		case <-time.After(time.Minute):
			assert.Fail(t, "nothing was heard", name)
		}
	}
	require.NoError(t, one.DropSession(t.Context(), session.Hash), "one that has ended")
	require.NoError(t, one.ErasePlayer(t.Context(), ada, account.Player{ID: "nobody", Name: "Person 1"}, nil))
	select {
	case n := <-news:
		assert.Equal(t, []account.PlayerID{ada}, n.Players, "whose streams end")
		assert.True(t, n.All)
	case <-time.After(5 * time.Second):
		assert.Fail(t, "nothing was heard of who is deleted")
	}
}

// A question to a passkey is answered once, at whichever server, and in time.
func TestQuestionsAreOpenToAllServers(t *testing.T) {
	address := cluster.Database(t)
	a, b := openAt(t, address, postgres.Options{}), openAt(t, address, postgres.Options{})
	const most = 3
	ask := func(name byte, life time.Duration) {
		require.NoError(t, a.AddQuestion(t.Context(), [32]byte{name}, string(name), life, most))
	}
	ask('a', time.Hour)
	question, err := b.TakeQuestion(t.Context(), [32]byte{'a'})
	require.NoError(t, err)
	assert.Equal(t, "a", question)
	for _, one := range []*postgres.DB{a, b} {
		_, err = one.TakeQuestion(t.Context(), [32]byte{'a'})
		require.ErrorIs(t, err, storage.ErrNotFound, "it is answered once")
	}
	ask('b', -time.Second)
	_, err = b.TakeQuestion(t.Context(), [32]byte{'b'})
	require.ErrorIs(t, err, storage.ErrNotFound, "it has expired")
	for _, name := range []byte("cdefg") {
		ask(name, time.Hour+time.Duration(name)*time.Second)
	}
	left := ""
	for _, name := range []byte("bcdefg") {
		if question, err := b.TakeQuestion(t.Context(), [32]byte{name}); err == nil {
			left += question
		}
	}
	assert.Equal(t, "efg", left, "the oldest give way")
}

// hear is what a server hears from now on of the others.
func hear(t *testing.T, d *postgres.DB) <-chan postgres.News {
	t.Helper()
	heard := make(chan postgres.News, 1000)
	ctx, stop := context.WithCancel(t.Context())
	var listening sync.WaitGroup
	listening.Go(func() { d.Listen(ctx, func(_ context.Context, n postgres.News) { heard <- n }) })
	t.Cleanup(func() { stop(); listening.Wait() })
	assert.True(t, (<-heard).Begun)
	return heard
}

// counted counts how often games are read.
type counted struct {
	*postgres.DB
	reads atomic.Int64
}

func (s *counted) Game(ctx context.Context, id string) (*table.Game, [32]byte, error) {
	s.reads.Add(1)
	return s.DB.Game(ctx, id)
}

// A game in which nothing goes on by itself is not read by the server that minds its
// clock, until the clock strikes: each move says when that is.
func TestACalmGameIsReadWhenItsClockStrikes(t *testing.T) {
	address := cluster.Database(t)
	here, there := openAt(t, address, postgres.Options{}), &counted{DB: openAt(t, address, postgres.Options{})}
	nobodys := func(string) bool { return false }
	player := tabletest.New(here, table.Config{Mine: nobodys})
	defer player.Close()
	keeper := tabletest.New(there, table.Config{})
	defer keeper.Close()
	ada, ben := tabletest.NewPerson(t, here, "Ada"), tabletest.NewPerson(t, here, "Ben")
	snap, err := player.Create(t.Context(), ada.ID, table.NewGame{EditionID: "us-classic", Players: 2, Clock: timecontrol.Usual(timecontrol.Live)})
	require.NoError(t, err)
	id := snap.Meta.ID
	_, _, err = player.Join(t.Context(), id, ben.ID, "")
	require.NoError(t, err)
	snap, err = player.Start(t.Context(), id, ada.ID)
	require.NoError(t, err)

	heard := hear(t, there.DB)
	seat := snap.Meta.Waiting.First()
	_, err = player.Play(t.Context(), id, snap.Meta.Seats[seat].Player, simplest(snap.Options(seat), seat), table.Pre{})
	require.NoError(t, err)
	snap, err = player.Snapshot(t.Context(), id)
	require.NoError(t, err)
	news := <-heard
	require.Len(t, news.Calm, 1)
	assert.Empty(t, news.Games)
	assert.Equal(t, id, news.Calm[0].Game)
	assert.WithinDuration(t, snap.Meta.DueAt, news.Calm[0].Next, time.Second)

	keeper.HeardCalm(id, news.Calm[0].Next)
	time.Sleep(400 * time.Millisecond) // news of games that go on are followed up after half of it
	assert.Zero(t, there.reads.Load())
	keeper.HeardCalm(id, time.Now().Add(50*time.Millisecond))
	assert.Eventually(t, func() bool { return there.reads.Load() > 0 }, 10*time.Second, 10*time.Millisecond)
}
