package peopletest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/game/rating"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

// Store keeps tables, players and results in one database.
type Store interface {
	tabletest.Store
	people.Store
}

// Conformance runs the promises of people.Store against a store that open makes anew.
func Conformance(t *testing.T, open func(t *testing.T) Store) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, Store){
		"results are kept once":              keptOnce,
		"results are listed in parts":        listed,
		"private results are for those seen": privateOnes,
		"results are summed up":              summed,
		"ratings follow the endings":         ratingsFollow,
		"players who merge are rated anew":   merged,
		"erased players leave no name":       erased,
		"settings read back":                 settingsReadBack,
		"results outlive their games":        outlive,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

var began = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// ended makes a finished game, ended so many hours after the first one.
func ended(t *testing.T, s Store, id string, hours int) time.Time {
	t.Helper()
	at := began.Add(time.Duration(hours) * time.Hour)
	g := tabletest.NewGame(t, s, id, "ada")
	g.Rev, g.Status, g.EndedAt = 2, game.Finished, at
	require.NoError(t, s.SaveGame(t.Context(), g))
	return at
}

// outcome is a rated game in which the players come in this order.
func outcome(id string, at time.Time, order ...account.PlayerID) people.Outcome {
	o := people.Outcome{Game: id, EndedAt: at}
	for i, p := range order {
		o.Results = append(o.Results, people.Result{
			Game: id, Player: p, EndedAt: at, Title: "T " + id, Edition: "hash", Board: "us-classic", Pool: people.Pool{Rulebook: "us"},
			Place: i + 1, Seats: len(order), Won: i == 0, InTime: 10, Late: i, Group: "red",
		})
	}
	return o
}

func add(t *testing.T, s Store, o people.Outcome) {
	t.Helper()
	added, err := s.AddResults(t.Context(), o)
	require.NoError(t, err)
	require.True(t, added)
}

func players(t *testing.T, s Store, ids ...account.PlayerID) {
	t.Helper()
	for _, id := range ids {
		tabletest.NewPlayer(t, s, id)
	}
}

func ratingOf(t *testing.T, s Store, p account.PlayerID) people.Standing {
	t.Helper()
	tally, err := s.Tally(t.Context(), p)
	require.NoError(t, err)
	require.Len(t, tally.Ratings, 1)
	return tally.Ratings[0]
}

func keptOnce(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben")
	second, first := ended(t, s, "bbbbbbbbbb", 2), ended(t, s, "aaaaaaaaaa", 1)
	unscored, err := s.Unscored(t.Context(), 10)
	require.NoError(t, err)
	assert.Equal(t, []string{"aaaaaaaaaa", "bbbbbbbbbb"}, unscored, "the first to end first")
	o := outcome("aaaaaaaaaa", first, "ben", "ada")
	o.Results = append(o.Results, people.Result{Game: "aaaaaaaaaa", Player: "gone", EndedAt: first, Pool: people.Pool{Rulebook: "us"}, Place: 3, Unrated: people.Unwanted})
	add(t, s, o)
	added, err := s.AddResults(t.Context(), o)
	require.NoError(t, err)
	assert.False(t, added)
	assert.Equal(t, 1, ratingOf(t, s, "ben").Games, "a second time changes nothing")
	list, err := s.ResultsOf(t.Context(), people.Query{Player: "ben", Viewer: "ben", Limit: 5})
	require.NoError(t, err)
	want := outcome("aaaaaaaaaa", first, "ben", "ada").Results[0]
	want.After, want.Kept = ratingOf(t, s, "ben").Rating, true
	assert.Equal(t, []people.Result{want}, list)
	add(t, s, people.Outcome{Game: "bbbbbbbbbb", EndedAt: second}) // one that does not count
	unscored, err = s.Unscored(t.Context(), 10)
	require.NoError(t, err)
	assert.Empty(t, unscored)
	added, err = s.AddResults(t.Context(), outcome("nothing", first, "ada", "ben"))
	require.NoError(t, err)
	assert.False(t, added, "there is no such game")
}

func listed(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben")
	for i, id := range []string{"aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"} {
		add(t, s, outcome(id, ended(t, s, id, i/2), "ada", "ben")) // two at the same time
	}
	var got []string
	q := people.Query{Player: "ada", Viewer: "ada", Limit: 1}
	for {
		list, err := s.ResultsOf(t.Context(), q)
		require.NoError(t, err)
		if len(list) == 0 {
			break
		}
		require.Len(t, list, 1)
		got = append(got, list[0].Game)
		q.Older = &people.Spot{At: list[0].EndedAt, Game: list[0].Game}
	}
	assert.Equal(t, []string{"cccccccccc", "bbbbbbbbbb", "aaaaaaaaaa"}, got)
	others, err := s.Opponents(t.Context(), "ada", got[:2])
	require.NoError(t, err)
	assert.Equal(t, []people.Opponent{{Game: "bbbbbbbbbb", Name: "N ben", Place: 2}, {Game: "cccccccccc", Name: "N ben", Place: 2}}, others)
	none, err := s.Opponents(t.Context(), "ada", nil)
	require.NoError(t, err)
	assert.Empty(t, none)
}

func privateOnes(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben", "cem")
	o := outcome("aaaaaaaaaa", ended(t, s, "aaaaaaaaaa", 0), "ada", "ben")
	for i := range o.Results {
		o.Results[i].Private = true
	}
	add(t, s, o)
	for viewer, want := range map[account.PlayerID]int{"ada": 1, "ben": 1, "cem": 0, "": 0} {
		list, err := s.ResultsOf(t.Context(), people.Query{Player: "ada", Viewer: viewer, Limit: 5})
		require.NoError(t, err)
		assert.Len(t, list, want, viewer)
	}
}

func summed(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben", "cem")
	add(t, s, outcome("aaaaaaaaaa", ended(t, s, "aaaaaaaaaa", 0), "ada", "ben"))
	other := outcome("bbbbbbbbbb", ended(t, s, "bbbbbbbbbb", 1), "ben", "ada", "cem")
	for i := range other.Results {
		other.Results[i].Board, other.Results[i].Group = "sonic", "blue"
	}
	add(t, s, other)
	add(t, s, outcome("cccccccccc", ended(t, s, "cccccccccc", 2), "ada", "cem"))
	closed := outcome("dddddddddd", ended(t, s, "dddddddddd", 3), "ada", "ben")
	for i := range closed.Results {
		r := &closed.Results[i]
		r.Place, r.Won, r.Unrated, r.Group = 0, false, people.Closed, ""
	}
	add(t, s, closed)
	tally, err := s.Tally(t.Context(), "ada")
	require.NoError(t, err)
	tally.Ratings = nil
	assert.Equal(t, people.Tally{
		Played: 3, Won: 2, Closed: 1, Time: people.Time{InTime: 40, Late: 1},
		Boards:    []people.Board{{Edition: "hash", ID: "us-classic", Played: 2, Won: 2}, {Edition: "hash", ID: "sonic", Played: 1}},
		Favourite: &people.Favourite{Edition: "hash", Board: "us-classic", Group: "red", Games: 2},
	}, tally)
	for p, want := range map[account.PlayerID]people.Against{"ben": {Games: 2, Ahead: 1, Behind: 1}, "cem": {Games: 2, Ahead: 2}, "nobody": {}} {
		got, err := s.Against(t.Context(), "ada", p)
		require.NoError(t, err)
		assert.Equal(t, want, got, p)
	}
	none, err := s.Tally(t.Context(), "nobody")
	require.NoError(t, err)
	assert.Equal(t, people.Tally{}, none)
}

// ratingsFollow adds games in another order than that of their endings.
func ratingsFollow(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben", "cem")
	a := outcome("aaaaaaaaaa", ended(t, s, "aaaaaaaaaa", 0), "ada", "ben")
	b := outcome("bbbbbbbbbb", ended(t, s, "bbbbbbbbbb", 1), "ben", "cem", "ada")
	b.Results[1].Unrated = people.Unwanted
	slow := outcome("cccccccccc", ended(t, s, "cccccccccc", 2), "ben", "ada")
	slow.Results[0].Slow, slow.Results[1].Slow = true, true
	add(t, s, slow)
	add(t, s, b)
	before, err := s.Tally(t.Context(), "ada")
	require.NoError(t, err)
	add(t, s, a)
	tally, err := s.Tally(t.Context(), "ada")
	require.NoError(t, err)
	require.Len(t, tally.Ratings, 2, "live and by correspondence apart")
	first := rating.Rate([]rating.Rating{rating.New(), rating.New()}, []int{1, 2})
	want := rating.Rate([]rating.Rating{first[1], first[0]}, []int{1, 2})[1]
	got := tally.Ratings[0]
	assert.Equal(t, 2, got.Games)
	assert.False(t, got.Slow)
	assert.InDelta(t, want.Mu, got.Mu, 1e-5)
	assert.InDelta(t, want.Sigma, got.Sigma, 1e-5)
	assert.NotEqual(t, before.Ratings[0].Rating, got.Rating, "a game that ended earlier counts for what came after it")
	cem, err := s.Tally(t.Context(), "cem")
	require.NoError(t, err)
	assert.Empty(t, cem.Ratings)
	require.NoError(t, s.Rerate(t.Context()))
	again, err := s.Tally(t.Context(), "ada")
	require.NoError(t, err)
	assert.Equal(t, tally, again, "rating anew gives the same")
}

func merged(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben", "guest")
	add(t, s, outcome("aaaaaaaaaa", ended(t, s, "aaaaaaaaaa", 0), "guest", "ben"))
	add(t, s, outcome("bbbbbbbbbb", ended(t, s, "bbbbbbbbbb", 1), "ada", "guest", "ben"))
	require.NoError(t, s.MergePlayer(t.Context(), "guest", "ada"))
	list, err := s.ResultsOf(t.Context(), people.Query{Player: "ada", Viewer: "ada", Limit: 5})
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, 1, list[0].Place, "of a game at which both played their own counts")
	assert.Equal(t, 2, ratingOf(t, s, "ada").Games)
	have := people.Replay([]people.Result{
		outcome("aaaaaaaaaa", began, "ada", "ben").Results[0], outcome("aaaaaaaaaa", began, "ada", "ben").Results[1],
		{Game: "bbbbbbbbbb", Player: "ada", Place: 1, Seats: 3, Pool: people.Pool{Rulebook: "us"}}, {Game: "bbbbbbbbbb", Player: "ben", Place: 3, Seats: 3, Pool: people.Pool{Rulebook: "us"}},
	})
	assert.Equal(t, have["ada"], ratingOf(t, s, "ada"))
}

func erased(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben")
	require.NoError(t, s.SavePageSettings(t.Context(), "ben", people.Settings{Open: people.Everyone}))
	add(t, s, outcome("aaaaaaaaaa", ended(t, s, "aaaaaaaaaa", 0), "ben", "ada"))
	before := ratingOf(t, s, "ada")
	require.NoError(t, s.ErasePlayer(t.Context(), "ben", account.Player{ID: "tomb", Name: "Former player"}, nil))
	others, err := s.Opponents(t.Context(), "ada", []string{"aaaaaaaaaa"})
	require.NoError(t, err)
	assert.Equal(t, []people.Opponent{{Game: "aaaaaaaaaa", Name: "Former player", Place: 1}}, others)
	require.NoError(t, s.Rerate(t.Context()))
	assert.Equal(t, before, ratingOf(t, s, "ada"), "the others keep what they have won and lost")
	ids, err := s.Named(t.Context(), "N ben")
	require.NoError(t, err)
	assert.Empty(t, ids)
	set, err := s.PageSettings(t.Context(), "tomb")
	require.NoError(t, err)
	assert.Equal(t, people.Nobody, set.Open)
	require.NoError(t, s.ErasePlayer(t.Context(), "ada", account.Player{ID: "tomb2", Name: "Former player"}, nil))
	g, _, err := s.Game(t.Context(), "aaaaaaaaaa")
	require.NoError(t, err)
	assert.Equal(t, account.PlayerID("tomb2"), g.Seats[0].Player)
	assert.Empty(t, g.Seats[0].Origin, "nor from where they came")
}

func settingsReadBack(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben")
	set, err := s.PageSettings(t.Context(), "ada")
	require.NoError(t, err)
	assert.Equal(t, people.Settings{Open: people.Nobody}, set, "everything is off")
	set.Open = people.Everyone
	set.Switch(true, began)
	set.Switch(false, began.Add(time.Hour))
	for range 2 {
		require.NoError(t, s.SavePageSettings(t.Context(), "ada", set))
		got, err := s.PageSettings(t.Context(), "ada")
		require.NoError(t, err)
		assert.Equal(t, set, got)
	}
	assert.ErrorIs(t, s.SavePageSettings(t.Context(), "nobody", set), storage.ErrNotFound)
	ids, err := s.Named(t.Context(), "N ada")
	require.NoError(t, err)
	assert.Equal(t, []account.PlayerID{"ada"}, ids)
	require.NoError(t, s.SavePageSettings(t.Context(), "ben", people.Settings{Open: people.Opponents}))
	add(t, s, outcome("aaaaaaaaaa", ended(t, s, "aaaaaaaaaa", 0), "ben", "ada"))
	times, err := s.Times(t.Context(), []account.PlayerID{"ada", "ben", "nobody"})
	require.NoError(t, err)
	assert.Equal(t, map[account.PlayerID]people.Time{"ada": {InTime: 10, Late: 1}}, times, "only of pages that are open to everyone")
	times, err = s.Times(t.Context(), nil)
	require.NoError(t, err)
	assert.Empty(t, times)
}

func outlive(t *testing.T, s Store) {
	t.Helper()
	players(t, s, "ada", "ben")
	g := table.Game{ID: "aaaaaaaaaa"}
	add(t, s, outcome(g.ID, ended(t, s, g.ID, 0), "ada", "ben"))
	require.NoError(t, s.DeleteGame(t.Context(), g.ID))
	tally, err := s.Tally(t.Context(), "ada")
	require.NoError(t, err)
	assert.Equal(t, 1, tally.Won)
	list, err := s.ResultsOf(t.Context(), people.Query{Player: "ada", Viewer: "ada", Limit: 5})
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.False(t, list[0].Kept)
}
