package tabletest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
)

var t0 = time.Date(2026, 3, 1, 20, 15, 0, 250e6, time.UTC)

// Conformance runs the promises of table.Store against a store that open makes anew.
func Conformance(t *testing.T, open func(t *testing.T) table.Store) {
	t.Helper()
	for name, check := range map[string]func(*testing.T, table.Store){
		"game reads back":                    gameReadsBack,
		"taken id conflicts":                 takenID,
		"unknown game is not found":          unknownGame,
		"saving needs the revision":          savingNeedsRevision,
		"moves read back in order":           movesReadBack,
		"append behind or ahead conflicts":   appendConflicts,
		"failed append leaves no trace":      failedAppend,
		"one of two appends wins":            racingAppends,
		"games are appended to side by side": manyGames,
		"lists filter":                       listsFilter,
		"deleting takes everything along":    deleting,
		"edition keeps its first body":       editionsKeep,
		"tokens end":                         tokensEnd,
		"link works once":                    linkOnce,
		"visits read back":                   visitsReadBack,
		"players":                            players,
		"secrets stay":                       secretsStay,
		"numbers of a table read back":       numbersReadBack,
		"times read back":                    tempoReadsBack,
		"standing orders read back":          booksReadBack,
	} {
		t.Run(name, func(t *testing.T) { check(t, open(t)) })
	}
}

// NewPlayer stores a player for tests.
func NewPlayer(t *testing.T, s table.Store, id table.PlayerID) table.Player {
	t.Helper()
	p := table.Player{ID: id, Name: "N " + string(id), CreatedAt: t0}
	require.NoError(t, s.CreatePlayer(context.Background(), p,
		table.Token{Hash: table.HashToken("t-" + string(id)), Kind: table.Bearer, Player: id, CreatedAt: t0}))
	return p
}

// NewGame stores a game for tests.
func NewGame(t *testing.T, s table.Store, id string, owner table.PlayerID) *table.Game {
	t.Helper()
	g := &table.Game{
		ID: id, Title: "Küche", Owner: owner, Edition: "hash-1", EditionID: "board", Rulebook: "us",
		Options: map[string]any{"end_time": 90.0, "short": true, "era": "x"}, Wanted: 3, Private: true,
		Pace: table.Slow, BotPause: -1 * time.Millisecond, Banker: 1, BankerOnly: true, CreatedAt: t0,
		Scenario: json.RawMessage(`{"name":"x"}`), Imported: true,
		Seats:   []table.Seat{{Player: owner, Name: "Ada"}, {Name: "Bot 1", Bot: "usual"}},
		Summary: table.Summary{Rev: 1, Turn: game.Nobody, UpdatedAt: t0},
	}
	require.NoError(t, s.CreateGame(context.Background(), g, [32]byte{1, 2, 3}, edition("hash-1", "")))
	return g
}

func edition(hash string, owner table.PlayerID) *table.Edition {
	return &table.Edition{Hash: hash, ID: "board", Title: "Board", Owner: owner, Body: []byte(`{"a":1}`), CreatedAt: t0}
}

// NextMove is a commit of one move with n events after a given one.
func NextMove(id string, after uint32, n int) table.Commit {
	m := table.Move{
		First: after + 1, Seq: after + uint32(n), At: t0.Add(time.Duration(after) * time.Second), Seat: 0, Origin: table.ByPerson,
		Command: json.RawMessage(`{"move":"roll"}`),
	}
	for i := range n {
		m.Events = fmt.Appendf(m.Events, "{\"seq\":%d,\"text\":\"Größe\"}\n", m.First+uint32(i))
	}
	return table.Commit{Game: id, After: after, Moves: []table.Move{m}, Summary: table.Summary{
		Status: game.Playing, Seq: m.Seq, Rev: uint64(m.Seq) + 1, Waiting: game.Seats(0).With(1), Turn: 1, Round: 3, BotsDue: true,
		StartedAt: t0, EndsAt: t0.Add(time.Hour), UpdatedAt: m.At,
	}}
}

func gameReadsBack(t *testing.T, s table.Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	want := NewGame(t, s, "game000001", "p1")
	got, seed, err := s.Game(context.Background(), want.ID)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	assert.Equal(t, [32]byte{1, 2, 3}, seed)
}

func takenID(t *testing.T, s table.Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	assert.ErrorIs(t, s.CreateGame(context.Background(), g, [32]byte{}, edition("hash-1", "")), table.ErrConflict)
	_, seed, err := s.Game(context.Background(), g.ID)
	require.NoError(t, err)
	assert.Equal(t, [32]byte{1, 2, 3}, seed, "the first seed stays")
}

func unknownGame(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	_, _, err := s.Game(ctx, "nowhere000")
	assert.ErrorIs(t, err, table.ErrNotFound)
	assert.ErrorIs(t, s.DeleteGame(ctx, "nowhere000"), table.ErrNotFound)
	moves, err := s.Moves(ctx, "nowhere000", 0, 0)
	assert.NoError(t, err)
	assert.Empty(t, moves)
	assert.ErrorIs(t, s.Append(ctx, NextMove("nowhere000", 0, 1)), table.ErrConflict)
}

func savingNeedsRevision(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	g := NewGame(t, s, "game000001", "p1")
	g.Seats = append(g.Seats, table.Seat{Player: "p2", Name: "Ben"})
	g.Title, g.Owner, g.Private, g.Rev = "", "p2", false, 2
	require.NoError(t, s.SaveGame(ctx, g))
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, g, got)

	late := *g
	late.Title = "late"
	assert.ErrorIs(t, s.SaveGame(ctx, &late), table.ErrConflict, "revision 2 is there already")
	late.Rev = 4
	assert.ErrorIs(t, s.SaveGame(ctx, &late), table.ErrConflict, "revision 3 was never there")
}

func movesReadBack(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	first, second, third := NextMove(g.ID, 0, 3), NextMove(g.ID, 3, 1), NextMove(g.ID, 4, 2)
	second.Moves[0].Luck = json.RawMessage(`{"rolls":2}`)
	second.Moves = append(second.Moves, third.Moves...)
	second.Summary = third.Summary
	require.NoError(t, s.Append(ctx, first))
	require.NoError(t, s.Append(ctx, second))

	want := slices.Concat(first.Moves, second.Moves)
	got, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Equal(t, want, got)
	got, err = s.Moves(ctx, g.ID, 2, 0)
	require.NoError(t, err)
	assert.Equal(t, want, got, "event 3 belongs to the first move")
	got, err = s.Moves(ctx, g.ID, 3, 1)
	require.NoError(t, err)
	assert.Equal(t, want[1:2], got)
	after, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, second.Summary, after.Summary)
}

func appendConflicts(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 2)))
	assert.ErrorIs(t, s.Append(ctx, NextMove(g.ID, 0, 2)), table.ErrConflict, "the same again")
	assert.ErrorIs(t, s.Append(ctx, NextMove(g.ID, 1, 1)), table.ErrConflict, "behind")
	assert.ErrorIs(t, s.Append(ctx, NextMove(g.ID, 3, 1)), table.ErrConflict, "ahead")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 2, 1)))
}

func failedAppend(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 2)))
	require.Error(t, s.Append(ctx, NextMove(g.ID, 7, 2)))
	moves, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Len(t, moves, 1)
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.EqualValues(t, 2, got.Seq)
}

func racingAppends(t *testing.T, s table.Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	const racers = 16
	errs := make([]error, racers)
	var wg sync.WaitGroup
	for i := range racers {
		wg.Go(func() { errs[i] = s.Append(context.Background(), NextMove(g.ID, 0, 1+i%3)) })
	}
	wg.Wait()
	won := 0
	for _, err := range errs {
		if err == nil {
			won++
		} else {
			assert.ErrorIs(t, err, table.ErrConflict)
		}
	}
	assert.Equal(t, 1, won)
	moves, err := s.Moves(context.Background(), g.ID, 0, 0)
	require.NoError(t, err)
	assert.Len(t, moves, 1)
}

func manyGames(t *testing.T, s table.Store) {
	t.Helper()
	NewPlayer(t, s, "p1")
	const games, each = 8, 20
	var wg sync.WaitGroup
	for i := range games {
		g := NewGame(t, s, fmt.Sprintf("game00000%d", i), "p1")
		wg.Go(func() {
			for n := range uint32(each) {
				assert.NoError(t, s.Append(context.Background(), NextMove(g.ID, 2*n, 2)))
			}
		})
	}
	wg.Wait()
	for i := range games {
		moves, err := s.Moves(context.Background(), fmt.Sprintf("game00000%d", i), 0, 0)
		require.NoError(t, err)
		require.Len(t, moves, each)
		for n, m := range moves {
			assert.EqualValues(t, 2*n+1, m.First)
		}
	}
}

func listsFilter(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	NewPlayer(t, s, "p2")
	NewGame(t, s, "private001", "p1")
	open := NewGame(t, s, "open000001", "p2")
	open.Private, open.Rev, open.UpdatedAt = false, 2, t0.Add(time.Minute)
	require.NoError(t, s.SaveGame(ctx, open))
	NewGame(t, s, "playing001", "p2")
	require.NoError(t, s.Append(ctx, NextMove("playing001", 0, 300)))
	for name, want := range map[string]struct {
		f   table.Filter
		ids []string
	}{
		"all, latest first": {table.Filter{}, []string{"open000001", "playing001", "private001"}},
		"limit":             {table.Filter{Limit: 1}, []string{"open000001"}},
		"public":            {table.Filter{Public: true}, []string{"open000001"}},
		"seat":              {table.Filter{Player: "p1"}, []string{"private001"}},
		"owner":             {table.Filter{Owner: "p2"}, []string{"open000001", "playing001"}},
		"status":            {table.Filter{Statuses: []game.Status{game.Playing, game.Finished}}, []string{"playing001"}},
		"bots due":          {table.Filter{BotsDue: true}, []string{"playing001"}},
		"clocked":           {table.Filter{Clocked: true}, []string{"playing001"}},
		"before":            {table.Filter{Before: t0.Add(time.Second)}, []string{"playing001", "private001"}},
		"none":              {table.Filter{Player: "p3"}, nil},
	} {
		games, err := s.Games(ctx, want.f)
		require.NoError(t, err, name)
		var ids []string
		for _, g := range games {
			ids = append(ids, g.ID)
			assert.Len(t, g.Seats, 2, name)
		}
		assert.Equal(t, want.ids, ids, name)
	}
	n, err := s.Counts(ctx)
	require.NoError(t, err)
	assert.Equal(t, table.Counts{Lobby: 2, Playing: 1, Players: 2, Moves: 1}, n)
}

func deleting(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	require.NoError(t, s.Append(ctx, NextMove(g.ID, 0, 2)))
	require.NoError(t, s.DeleteGame(ctx, g.ID))
	_, _, err := s.Game(ctx, g.ID)
	assert.ErrorIs(t, err, table.ErrNotFound)
	moves, err := s.Moves(ctx, g.ID, 0, 0)
	require.NoError(t, err)
	assert.Empty(t, moves)
	games, err := s.Games(ctx, table.Filter{Player: "p1"})
	require.NoError(t, err)
	assert.Empty(t, games)
}

func editionsKeep(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	require.NoError(t, s.SaveEdition(ctx, edition("hash-9", "p1")))
	again := edition("hash-9", "")
	again.Title = "other"
	require.NoError(t, s.SaveEdition(ctx, again))
	got, err := s.Edition(ctx, "hash-9")
	require.NoError(t, err)
	assert.Equal(t, edition("hash-9", "p1"), got)
	list, err := s.Editions(ctx, "p1")
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, "hash-9", list[0].Hash)
	assert.Empty(t, list[0].Body)
	_, err = s.Edition(ctx, "hash-0")
	assert.ErrorIs(t, err, table.ErrNotFound)
}

func tokensEnd(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	hash := table.HashToken("x")
	require.NoError(t, s.AddToken(ctx, table.Token{Hash: hash, Kind: table.Link, Player: p.ID, CreatedAt: t0, ExpiresAt: t0.Add(time.Minute)}))
	got, err := s.PlayerByToken(ctx, table.Link, hash, t0)
	require.NoError(t, err)
	assert.Equal(t, p, got)
	_, err = s.PlayerByToken(ctx, table.Bearer, hash, t0)
	assert.ErrorIs(t, err, table.ErrNotFound, "of another kind")
	_, err = s.PlayerByToken(ctx, table.Link, hash, t0.Add(time.Minute))
	assert.ErrorIs(t, err, table.ErrNotFound, "expired")
	require.NoError(t, s.Sweep(ctx, t0.Add(time.Hour)))
	_, err = s.PlayerByToken(ctx, table.Link, hash, t0)
	assert.ErrorIs(t, err, table.ErrNotFound, "swept")
	_, err = s.PlayerByToken(ctx, table.Bearer, table.HashToken("t-p1"), t0.Add(9999*time.Hour))
	assert.NoError(t, err, "the first token never ends")
	require.NoError(t, s.DropTokens(ctx, p.ID, table.Bearer))
	_, err = s.PlayerByToken(ctx, table.Bearer, table.HashToken("t-p1"), t0)
	assert.ErrorIs(t, err, table.ErrNotFound)
	assert.Error(t, s.AddToken(ctx, table.Token{Hash: hash, Kind: table.Link, Player: "nobody", CreatedAt: t0}))
}

func linkOnce(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	hash := table.HashToken("x")
	require.NoError(t, s.AddToken(ctx, table.Token{Hash: hash, Kind: table.Link, Player: p.ID, CreatedAt: t0, Once: true}))
	got, err := s.UseToken(ctx, table.Link, hash, t0)
	require.NoError(t, err)
	assert.Equal(t, p, got)
	_, err = s.UseToken(ctx, table.Link, hash, t0)
	assert.ErrorIs(t, err, table.ErrNotFound)

	lasting := table.HashToken("y")
	require.NoError(t, s.AddToken(ctx, table.Token{Hash: lasting, Kind: table.Link, Player: p.ID, CreatedAt: t0}))
	for range 2 {
		_, err = s.UseToken(ctx, table.Link, lasting, t0)
		assert.NoError(t, err)
	}
}

func players(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	p := NewPlayer(t, s, "p1")
	got, err := s.Player(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, p, got)
	require.NoError(t, s.RenamePlayer(ctx, "p1", "Zoë 🎲"))
	got, err = s.Player(ctx, "p1")
	require.NoError(t, err)
	assert.Equal(t, "Zoë 🎲", got.Name)
	_, err = s.Player(ctx, "p2")
	assert.ErrorIs(t, err, table.ErrNotFound)
	assert.ErrorIs(t, s.RenamePlayer(ctx, "p2", "x"), table.ErrNotFound)
}

func secretsStay(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	first, err := s.Secret(ctx, "key", []byte{1, 2, 3})
	require.NoError(t, err)
	assert.Equal(t, []byte{1, 2, 3}, first)
	again, err := s.Secret(ctx, "key", []byte{4})
	require.NoError(t, err)
	assert.Equal(t, first, again, "what is there stays")
	other, err := s.Secret(ctx, "other", []byte{4})
	require.NoError(t, err)
	assert.Equal(t, []byte{4}, other)
	var wg sync.WaitGroup
	got := make([][]byte, 8)
	for i := range got {
		wg.Go(func() {
			value, err := s.Secret(ctx, "race", []byte{byte(i)})
			assert.NoError(t, err)
			got[i] = value
		})
	}
	wg.Wait()
	for _, g := range got {
		assert.Equal(t, got[0], g, "all get the same one")
	}
}

func numbersReadBack(t *testing.T, s table.Store) {
	t.Helper()
	ctx := context.Background()
	NewPlayer(t, s, "p1")
	g := NewGame(t, s, "game000001", "p1")
	anchor, link := fair.Hash{1, 2}, fair.Hash{3, 4}
	g.Luck, g.Server, g.Head = table.ByChain, fair.Hash{9}, json.RawMessage(`{"type":"proof.head"}`)
	g.Seats[0].Anchor, g.Seats[0].Link = &anchor, &link
	g.LinkBy, g.Rev = t0.Add(time.Minute), 2
	require.NoError(t, s.SaveGame(ctx, g))
	got, _, err := s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, g, got)
	waiting, err := s.Games(ctx, table.Filter{Clocked: true})
	require.NoError(t, err)
	require.Len(t, waiting, 1, "it goes on by itself")
	assert.Equal(t, g, waiting[0])

	add := NextMove(g.ID, 0, 1)
	add.Summary.EndsAt, add.Summary.LinkBy = time.Time{}, t0.Add(2*time.Minute)
	require.NoError(t, s.Append(ctx, add))
	more := NextMove(g.ID, 1, 1)
	more.Summary.EndsAt = time.Time{}
	got, _, err = s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.Equal(t, add.Summary, got.Summary)
	require.NoError(t, s.Append(ctx, more))
	got, _, err = s.Game(ctx, g.ID)
	require.NoError(t, err)
	assert.True(t, got.LinkBy.IsZero())
	waiting, err = s.Games(ctx, table.Filter{Clocked: true})
	require.NoError(t, err)
	assert.Empty(t, waiting)
}
