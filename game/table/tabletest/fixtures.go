package tabletest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/library"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
	"github.com/bankhalter/bankhalter/game/talk/talktest"
	"github.com/bankhalter/bankhalter/game/wire"
)

var t0 = time.Date(2026, 3, 1, 20, 15, 0, 250e6, time.UTC)

// TableStore keeps tables, their boards and their talk in one database.
type TableStore interface {
	table.Store
	library.Store
	talk.Store
}

// New returns the tables of a store.
func New(store TableStore, cfg table.Config) *table.Service {
	tables, _ := NewWithTalk(store, cfg)
	return tables
}

// NewWithTalk returns the tables of a store, and their talk.
func NewWithTalk(store TableStore, cfg table.Config) (*table.Service, *talk.Service) {
	chats := talk.NewCache(store, cfg.Now)
	tables := table.New(store, library.New(store, cfg.Now), chats, cfg)
	return tables, talk.New(chats, tables)
}

// TalkSite is a store as talktest.Conformance takes it.
func TalkSite(s Store) talktest.Site {
	return talktest.Site{
		Store:     s,
		AddPlayer: func(t *testing.T, id account.PlayerID) { t.Helper(); NewPlayer(t, s, id) },
		AddGame:   func(t *testing.T, id string, seated account.PlayerID) { t.Helper(); NewGame(t, s, id, seated) },
		DropGame:  func(t *testing.T, id string) { t.Helper(); require.NoError(t, s.DeleteGame(t.Context(), id)) },
	}
}

// NewPlayer stores a player for tests.
func NewPlayer(t *testing.T, s Store, id account.PlayerID) account.Player {
	t.Helper()
	p := account.Player{ID: id, Name: "N " + string(id), CreatedAt: t0}
	require.NoError(t, s.CreatePlayer(context.Background(), p,
		account.Token{Hash: account.HashToken("t-" + string(id)), Kind: account.Bearer, Player: id, CreatedAt: t0}))
	return p
}

// NewPerson stores a player with a name and an id of its own, as one who signs up.
func NewPerson(t testing.TB, s account.PlayerStore, name string) account.Player {
	t.Helper()
	id := account.NewPlayerID()
	p := account.Player{ID: id, Name: name, CreatedAt: t0}
	require.NoError(t, s.CreatePlayer(context.Background(), p, account.Token{Hash: account.HashToken("t-" + string(id)), Kind: account.Bearer, Player: id, CreatedAt: t0}))
	return p
}

// NewGame stores a game for tests.
func NewGame(t *testing.T, s Store, id string, owner account.PlayerID) *table.Game {
	t.Helper()
	pause := 1500 * time.Millisecond
	g := &table.Game{
		ID: id, Title: "Küche", Owner: owner, Edition: "hash-1", EditionID: "board", Rulebook: "us",
		Options: map[string]any{"end_time": 90.0, "short": true, "era": "x"}, Wanted: 3, Private: true,
		Pace: table.Slow, BotPause: &pause, Hurried: true, Banker: 1, BankerOnly: true, CreatedAt: t0,
		Scenario: json.RawMessage(`{"name":"x"}`), Imported: true, Rematch: "next", EndsBy: t0.Add(2 * time.Hour),
		Looks:   []wire.Look{{Token: 4, Colour: 2}, {}},
		Talk:    talk.Rules{Watchers: true, Bots: talk.Rare},
		Seats:   []table.Seat{{Player: owner, Name: "Ada", Origin: "b1 n2"}, {Name: "Bot 1", Bot: "usual"}},
		Summary: table.Summary{Rev: 1, Turn: game.Nobody, UpdatedAt: t0},
	}
	require.NoError(t, s.CreateGame(context.Background(), g, [32]byte{1, 2, 3}, edition("hash-1", "")))
	return g
}

func edition(hash string, owner account.PlayerID) *library.Edition {
	return &library.Edition{Hash: hash, ID: "board", Title: "Board", Owner: owner, Body: []byte(`{"a":1}`), CreatedAt: t0}
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
