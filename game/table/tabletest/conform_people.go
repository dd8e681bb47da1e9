package tabletest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/talk"
)

// seated is a game of an owner with others at it.
func seated(t *testing.T, s Store, id string, status game.Status, owner account.PlayerID, others ...account.PlayerID) {
	t.Helper()
	g := NewGame(t, s, id, owner)
	for _, p := range others {
		g.Seats = append(g.Seats, table.Seat{Player: p, Name: "N " + string(p)})
	}
	g.Rev, g.Status = 2, status
	require.NoError(t, s.SaveGame(context.Background(), g))
}

func holders(t *testing.T, s Store, id string) []account.PlayerID {
	t.Helper()
	g, _, err := s.Game(context.Background(), id)
	require.NoError(t, err)
	list := []account.PlayerID{g.Owner}
	for _, seat := range g.Seats {
		if seat.Bot == "" {
			list = append(list, seat.Player)
		}
	}
	return list
}

func mergingPlayers(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	for _, p := range []account.PlayerID{"guest", "ada", "ben"} {
		NewPlayer(t, s, p)
	}
	seated(t, s, "aaaaaaaaaa", game.Playing, "guest", "ben")
	seated(t, s, "bbbbbbbbbb", game.Finished, "ben", "guest", "ada")
	require.NoError(t, s.SaveEdition(ctx, edition("hash-2", "guest")))
	require.NoError(t, s.SaveEdition(ctx, edition("hash-3", "guest")))
	require.NoError(t, s.SaveEdition(ctx, edition("hash-3", "ada")))
	require.NoError(t, s.SaveLastSeen(ctx, []table.Visit{
		{Player: "guest", Game: "aaaaaaaaaa", Seq: 7, At: t0}, {Player: "guest", Game: "bbbbbbbbbb", Seq: 3, At: t0},
		{Player: "ada", Game: "bbbbbbbbbb", Seq: 9, At: t0},
	}))
	assert.ErrorIs(t, s.MergePlayer(ctx, "nobody", "ada"), storage.ErrNotFound)
	assert.ErrorIs(t, s.MergePlayer(ctx, "guest", "nobody"), storage.ErrNotFound)
	assert.Equal(t, []account.PlayerID{"guest", "guest", "ben"}, holders(t, s, "aaaaaaaaaa"), "nothing is changed by halves")

	require.NoError(t, s.Teach(ctx, "guest", 1))
	require.NoError(t, s.Teach(ctx, "ada", 2))
	require.NoError(t, s.MergePlayer(ctx, "guest", "ada"))
	l, err := s.Learner(ctx, "ada")
	require.NoError(t, err)
	assert.Equal(t, uint64(1|2), l.Taught, "what either was told")
	assert.Equal(t, []account.PlayerID{"ada", "ada", "ben"}, holders(t, s, "aaaaaaaaaa"))
	assert.Equal(t, []account.PlayerID{"ben", "ben", "", "ada"}, holders(t, s, "bbbbbbbbbb"), "one seat at a table")
	g, _, err := s.Game(ctx, "aaaaaaaaaa")
	require.NoError(t, err)
	assert.EqualValues(t, 3, g.Rev, "a page of before is stale")
	assert.Equal(t, "Ada", g.Seats[0].Name, "names at tables stay")
	for id, seq := range map[string]uint32{"aaaaaaaaaa": 7, "bbbbbbbbbb": 9} {
		v, err := s.Visit(ctx, "ada", id)
		require.NoError(t, err)
		assert.Equal(t, seq, v.Seq, id)
	}
	boards, err := s.Editions(ctx, "ada")
	require.NoError(t, err)
	assert.Len(t, boards, 2, "each once")
	_, err = s.Player(ctx, "guest")
	assert.ErrorIs(t, err, storage.ErrNotFound)
	_, err = s.PlayerByToken(ctx, account.Bearer, account.HashToken("t-guest"), t0)
	assert.ErrorIs(t, err, storage.ErrNotFound, "what signed the guest in is worth nothing")

	seated(t, s, "cccccccccc", game.Playing, "ben", "ada")
	assert.ErrorIs(t, s.MergePlayer(ctx, "ben", "ada"), storage.ErrConflict)
	assert.Equal(t, []account.PlayerID{"ben", "ben", "ada"}, holders(t, s, "cccccccccc"))
}

func erasingPlayers(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	for _, p := range []account.PlayerID{"ada", "ben"} {
		NewPlayer(t, s, p)
	}
	seated(t, s, "aaaaaaaaaa", game.Playing, "ada", "ben")
	seated(t, s, "bbbbbbbbbb", game.Finished, "ada", "ben")
	for _, hash := range []string{"hash-1", "hash-2", "hash-3"} {
		require.NoError(t, s.SaveEdition(ctx, edition(hash, "ada")))
	}
	require.NoError(t, s.SaveEdition(ctx, edition("hash-3", "ben")))
	require.NoError(t, s.SaveLastSeen(ctx, []table.Visit{{Player: "ada", Game: "aaaaaaaaaa", Seq: 7, At: t0}}))
	tomb := account.Player{ID: "tomb", Name: "Person 7F3A", CreatedAt: t0}
	assert.ErrorIs(t, s.ErasePlayer(ctx, "nobody", tomb, nil), storage.ErrNotFound)
	_, err := s.Player(ctx, "tomb")
	assert.ErrorIs(t, err, storage.ErrNotFound, "nothing is changed by halves")

	require.NoError(t, s.ErasePlayer(ctx, "ada", tomb, map[string]account.PlayerID{"aaaaaaaaaa": "ben"}))
	assert.Equal(t, []account.PlayerID{"ben", "tomb", "ben"}, holders(t, s, "aaaaaaaaaa"))
	assert.Equal(t, []account.PlayerID{"", "tomb", "ben"}, holders(t, s, "bbbbbbbbbb"), "nobody was named")
	for id, want := range map[account.PlayerID]bool{"ada": false, "tomb": false, "ben": true} {
		living, err := s.Living(ctx, id)
		require.NoError(t, err)
		assert.Equal(t, want, living, id)
	}
	g, _, err := s.Game(ctx, "aaaaaaaaaa")
	require.NoError(t, err)
	assert.Equal(t, "Person 7F3A", g.Seats[0].Name)
	assert.Equal(t, "N ben", g.Seats[2].Name)
	assert.EqualValues(t, 3, g.Rev)
	_, err = s.Player(ctx, "ada")
	assert.ErrorIs(t, err, storage.ErrNotFound)
	_, err = s.PlayerByToken(ctx, account.Bearer, account.HashToken("t-ada"), t0)
	assert.ErrorIs(t, err, storage.ErrNotFound)
	_, err = s.Visit(ctx, "ada", "aaaaaaaaaa")
	assert.ErrorIs(t, err, storage.ErrNotFound)
	_, err = s.Edition(ctx, "hash-1")
	assert.NoError(t, err, "a table plays the board")
	_, err = s.Edition(ctx, "hash-2")
	assert.ErrorIs(t, err, storage.ErrNotFound, "a board that nobody else has goes along")
	boards, err := s.Editions(ctx, "ben")
	require.NoError(t, err)
	assert.Len(t, boards, 1, "another player has it too")
	boards, err = s.Editions(ctx, "tomb")
	require.NoError(t, err)
	assert.Empty(t, boards)
}

// What people write beside the game goes the way of the person.
func wordsGoAlong(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	for _, p := range []account.PlayerID{"guest", "ada", "ben", "cid"} {
		NewPlayer(t, s, p)
	}
	for _, id := range []string{"aaaaaaaaaa", "bbbbbbbbbb"} {
		seated(t, s, id, game.Finished, "ben", "guest", "ada")
		require.NoError(t, s.SaveNote(ctx, talk.Note{Player: "guest", Game: id, Text: "guest’s", At: t0}, time.Time{}))
	}
	require.NoError(t, s.SaveNote(ctx, talk.Note{Player: "ada", Game: "bbbbbbbbbb", Text: "ada’s", At: t0}, time.Time{}))
	require.NoError(t, s.AddMessage(ctx, talk.Message{Game: "aaaaaaaaaa", ID: 1, Rev: 1, At: t0, Player: "guest", Name: "Guest", Text: "hi"}, 100))
	for i, m := range []talk.Mute{{Player: "guest", Muted: "ben"}, {Player: "ada", Muted: "ben"}, {Player: "guest", Muted: "ada"}, {Player: "guest", Muted: "cid"}, {Player: "cid", Muted: "guest"}} {
		m.ID, m.Name, m.At = string(rune('a'+i)), "x", t0
		require.NoError(t, s.AddMute(ctx, m))
	}
	require.NoError(t, s.MergePlayer(ctx, "guest", "ada"))
	notes, err := s.Notes(ctx, "ada")
	require.NoError(t, err)
	texts := map[string]string{}
	for _, n := range notes {
		texts[n.Game] = n.Text
	}
	assert.Equal(t, map[string]string{"aaaaaaaaaa": "guest’s", "bbbbbbbbbb": "ada’s"}, texts, "the account’s own note counts")
	messages, err := s.MessagesOf(ctx, "ada")
	require.NoError(t, err)
	assert.Len(t, messages, 1)
	muted := func(p account.PlayerID) (list []account.PlayerID) {
		mutes, err := s.Mutes(ctx, p)
		require.NoError(t, err)
		for _, m := range mutes {
			list = append(list, m.Muted)
		}
		return list
	}
	assert.ElementsMatch(t, []account.PlayerID{"ben", "cid"}, muted("ada"), "nobody mutes himself, or anybody twice")
	assert.Equal(t, []account.PlayerID{"ada"}, muted("cid"))

	require.NoError(t, s.ErasePlayer(ctx, "ada", account.Player{ID: "tomb", Name: "Person 7F3A", CreatedAt: t0}, nil))
	for _, p := range []account.PlayerID{"ada", "tomb"} {
		notes, err = s.Notes(ctx, p)
		require.NoError(t, err)
		assert.Empty(t, notes)
		messages, err = s.MessagesOf(ctx, p)
		require.NoError(t, err)
		assert.Empty(t, messages)
	}
	assert.Empty(t, muted("cid"))
}

// A move may make another person the host of the table.
func hostsChange(t *testing.T, s Store) {
	t.Helper()
	ctx := context.Background()
	for _, p := range []account.PlayerID{"ada", "ben"} {
		NewPlayer(t, s, p)
	}
	seated(t, s, "aaaaaaaaaa", game.Playing, "ada", "ben")
	c := NextMove("aaaaaaaaaa", 0, 1)
	c.Owner = "ben"
	require.NoError(t, s.Append(ctx, c))
	require.NoError(t, s.Append(ctx, NextMove("aaaaaaaaaa", 1, 1)))
	assert.Equal(t, []account.PlayerID{"ben", "ada", "ben"}, holders(t, s, "aaaaaaaaaa"))
	c = NextMove("aaaaaaaaaa", 1, 1)
	c.Owner = "ada"
	require.ErrorIs(t, s.Append(ctx, c), storage.ErrConflict)
	assert.Equal(t, account.PlayerID("ben"), holders(t, s, "aaaaaaaaaa")[0], "nothing is changed by halves")
}
