package table_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/chance"
	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/wire"
)

// device is a player with numbers of their own.
type device struct {
	who   account.PlayerID
	chain *fair.Chain
	next  int
}

func newDevice(who account.PlayerID) *device {
	return &device{who, fair.NewChain(fair.LineHash([]byte(who)), 50), 1}
}

func (d *device) link() wire.Link { return wire.Link{Hash: d.chain.Link(d.next)} }

// shared is a game of Ada and Ben, both with numbers of their own.
func (r *room) shared(n table.NewGame) (id string, devices [2]*device) {
	r.t.Helper()
	ada, ben := newDevice(r.person("Ada")), newDevice(r.person("Ben"))
	devices = [2]*device{ada, ben}
	id = r.open(n, ada.who, ben.who)
	for _, d := range devices {
		_, err := r.Anchor(ctx, id, d.who, d.chain.Anchor())
		require.NoError(r.t, err)
	}
	snap, err := r.Start(ctx, id, ada.who)
	require.NoError(r.t, err)
	require.True(r.t, snap.Meta.Opening(), "it waits for their first numbers")
	for _, d := range devices {
		_, err := r.Reveal(ctx, id, d.who, d.link())
		require.NoError(r.t, err)
		d.next++
	}
	return id, devices
}

// atRoll plays until somebody has to throw, and tells who. Draws that other
// moves make are supplied with their numbers.
func (r *room) atRoll(id string, devices [2]*device) (*device, game.Seat) {
	r.t.Helper()
	for range 200 {
		snap, err := r.Snapshot(ctx, id)
		require.NoError(r.t, err)
		seat, _ := mover(snap)
		c := answer(r.t, snap, seat)
		if c.Kind == game.Roll {
			return devices[seat], seat
		}
		_, err = r.Play(ctx, id, devices[seat].who, c, table.Pre{})
		require.NoError(r.t, err)
	}
	require.Fail(r.t, "nobody has to throw")
	return nil, 0
}

// throw locks the table and sends the number.
func (r *room) throw(id string, d *device, seat game.Seat) table.Outcome {
	r.t.Helper()
	out, err := r.Play(ctx, id, d.who, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(r.t, err)
	require.True(r.t, out.State.Lock.Open)
	out, err = r.Reveal(ctx, id, d.who, d.link())
	require.NoError(r.t, err)
	d.next++
	return out
}

func TestAThrowIsLockedAndTakesTheNextNumber(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	d, seat := r.atRoll(id, devices)
	roll := game.Move(game.Roll, seat)
	link := d.link()
	_, err := r.Play(ctx, id, d.who, roll, table.Pre{Link: &link})
	require.ErrorIs(t, err, table.ErrNoLock, "a number before the lock")
	out, err := r.Play(ctx, id, d.who, roll, table.Pre{})
	require.NoError(t, err)
	require.Len(t, out.Events, 1)
	assert.Equal(t, game.RollLocked, out.Events[0].Event.Kind)
	assert.Equal(t, game.DrawLock{Open: true, Seat: seat, Move: game.Roll, Ordinal: 2}, out.State.Lock)
	locked := out.State

	other := devices[1-seat]
	var refused *table.Refused
	for name, give := range map[string]func() error{
		"the other resigns": func() error { _, err := r.Leave(ctx, id, other.who, 1-seat, table.Pre{}); return err },
		"the other trades": func() error {
			return second(r.Play(ctx, id, other.who, game.Move(game.ProposeTrade, 1-seat), table.Pre{}))
		},
		"the other re-anchors":    func() error { _, err := r.Anchor(ctx, id, other.who, fair.Hash{1}); return err },
		"the thrower re-anchors":  func() error { _, err := r.Anchor(ctx, id, d.who, fair.Hash{1}); return err },
		"the throw again":         func() error { return second(r.Play(ctx, id, d.who, roll, table.Pre{})) },
		"the owner ends the game": func() error { _, err := r.Abandon(ctx, id, devices[0].who); return err },
		"another move, and number": func() error {
			return second(r.Play(ctx, id, d.who, game.Move(game.EndTurn, seat), table.Pre{Link: &link}))
		},
	} {
		require.ErrorAs(t, give(), &refused, name)
		assert.Equal(t, game.LinkAwaited, refused.Code, name)
	}
	var wrong *table.WrongLink
	for name, bad := range map[string]fair.Hash{"used": d.chain.Link(1), "skipped": d.chain.Link(3), "one bit": flip(d.link().Hash)} {
		require.ErrorAs(t, second(r.Play(ctx, id, d.who, roll, table.Pre{Link: &wire.Link{Hash: bad}})), &wrong, name)
		assert.EqualValues(t, 2, wrong.Expected, name)
	}
	assert.ErrorIs(t, second(r.Reveal(ctx, id, other.who, other.link())), table.ErrNoLock, "somebody else's number")
	snap, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, *locked, *snap.State, "none of this has changed anything")

	out, err = r.Reveal(ctx, id, d.who, link)
	require.NoError(t, err)
	assert.False(t, out.State.Lock.Open)
	told, err := wire.ReadFair(&out.Events[0].Event, out.Events[0].JSON)
	require.NoError(t, err)
	require.NotNil(t, told.Draw)
	assert.Equal(t, link.Hash, *told.Draw.Link)
	assert.Equal(t, fair.Client, told.Draw.Source)
	assert.EqualValues(t, 2, told.Draw.Ordinal)
	again, err := r.Reveal(ctx, id, d.who, link)
	require.NoError(t, err, "a double click, or a second tab")
	assert.Equal(t, out.Seq(), again.Seq(), "nothing has happened")
	assert.Empty(t, again.Events)
	for name, used := range map[string]*wire.Link{"an older one": {Hash: d.chain.Link(1)}, "none": {None: true}} {
		assert.ErrorIs(t, second(r.Reveal(ctx, id, d.who, *used)), table.ErrNoLock, name)
	}
}

func flip(h fair.Hash) fair.Hash { h[9] ^= 4; return h }

func second(_ table.Outcome, err error) error { return err }

// replayed checks that a log can be followed by everybody, and counts its draws.
func (r *room) replayed(id string) (c fair.Count) {
	r.t.Helper()
	log, err := r.Log(ctx, id, 0, 0)
	require.NoError(r.t, err)
	var st *fair.State
	var last uint32
	prev := ""
	for i := range log {
		e := &log[i]
		told, err := wire.ReadFair(&e.Event, e.JSON)
		require.NoError(r.t, err)
		switch {
		case told.Proof != nil:
			st, err = told.Proof.Begin()
			c.Opening(told.Proof.Opening)
			prev = fair.LineHash([]byte(told.Proof.Header)).String()
		case told.Draw != nil && told.Draw.Ordinal != last:
			last = told.Draw.Ordinal
			err = st.Follow(told.Draw)
			c.Draw(told.Draw)
		case e.Event.Kind == game.SeatReanchored:
			err = st.Reanchor(e.Event.Seat, told.Anchored.Source, told.Anchored.Anchor)
			c.Reanchor(e.Event.Seat)
		case e.Event.Kind == game.ServerReanchored:
			st.Renew(told.Anchored.Anchor)
			c.Renew()
		}
		require.NoError(r.t, err, "event %d", e.Seq)
		require.Contains(r.t, string(e.JSON), `"prev":"`+prev+`"`, "event %d", e.Seq)
		prev = fair.LineHash(e.JSON).String()
	}
	return c
}

func TestTwoDevicesHaveAPartInEveryDraw(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	for range 12 {
		d, seat := r.atRoll(id, devices)
		r.throw(id, d, seat)
	}
	c := r.replayed(id)
	assert.GreaterOrEqual(t, c.Draws, 13)
	assert.Equal(t, c.Draws, c.TwoParty)
}

// A restart between lock and number changes nothing: the same number gives the same throw.
func TestALockSurvivesARestart(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	d, seat := r.atRoll(id, devices)
	out, err := r.Play(ctx, id, d.who, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(t, err)
	here := *r
	here.Service = serve(t, r.store, table.Config{})
	again, err := here.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.Equal(t, *out.State, *again.State)
	assert.Equal(t, out.Meta.LinkBy, again.Meta.LinkBy)
	assert.Equal(t, out.Dice.Head, again.Dice.Head)
	assert.Equal(t, out.Dice.Fair, again.Dice.Fair)
	_, err = here.Reveal(ctx, id, d.who, d.link())
	require.NoError(t, err)
	here.replayed(id)
}

func TestWithoutItsNumberAThrowGoesOnAfterAWhile(t *testing.T) {
	r := newRoom(t, table.Config{})
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{})
		here := &room{Service: s, t: t, store: r.store}
		id, devices := here.shared(table.NewGame{Options: map[string]any{"end_time": 1}, EditionID: "us-classic"})
		d, seat := here.atRoll(id, devices)
		time.Sleep(50 * time.Second)
		_, err := s.Play(ctx, id, d.who, game.Move(game.Roll, seat), table.Pre{})
		require.NoError(t, err)
		s.Close()
		// The server is down for a moment; another one takes over.
		s = tabletest.New(r.store, table.Config{})
		defer s.Close()
		require.NoError(t, s.Resume(ctx))
		here = &room{Service: s, t: t, store: r.store}
		time.Sleep(30 * time.Second)
		synctest.Wait()
		snap, err := s.Snapshot(ctx, id)
		require.NoError(t, err)
		require.True(t, snap.State.Lock.Open, "it is held for a minute, for the agreed hour too")
		assert.False(t, snap.State.TimeUp)
		time.Sleep(40 * time.Second)
		synctest.Wait()
		snap, err = s.Snapshot(ctx, id)
		require.NoError(t, err)
		assert.False(t, snap.State.Lock.Open)
		assert.True(t, snap.State.TimeUp, "the hour has struck behind the throw")
		c := here.replayed(id)
		assert.Equal(t, 1, c.Missed)
		assert.Equal(t, uint32(1), snap.Dice.Fair.Seats[seat].Count, "his number is still to be used")
	})
}

func TestAnOpeningEndsWithoutThoseWhoSleep(t *testing.T) {
	r := newRoom(t, table.Config{})
	synctest.Test(t, func(t *testing.T) {
		s := tabletest.New(r.store, table.Config{})
		here := &room{Service: s, t: t, store: r.store}
		ada, ben := newDevice(here.person("Ada")), newDevice(here.person("Ben"))
		id := here.open(table.NewGame{Players: 3}, ada.who, ben.who)
		for _, d := range []*device{ada, ben} {
			_, err := s.Anchor(ctx, id, d.who, d.chain.Anchor())
			require.NoError(t, err)
		}
		_, err := s.Start(ctx, id, ada.who)
		require.NoError(t, err)
		_, err = s.Reveal(ctx, id, ada.who, ada.link())
		require.NoError(t, err)
		_, _, err = s.Join(ctx, id, here.person("Cleo"), "")
		require.ErrorIs(t, err, table.ErrOpening)
		_, err = s.Anchor(ctx, id, ben.who, fair.Hash{1})
		require.ErrorIs(t, err, table.ErrOpening)
		_, err = s.Leave(ctx, id, ben.who, 1, table.Pre{})
		require.ErrorIs(t, err, table.ErrOpening)
		snap, err := s.Start(ctx, id, ada.who)
		require.NoError(t, err, "a double click")
		assert.Equal(t, game.InLobby, snap.State.Status)
		s.Close()
		s = tabletest.New(r.store, table.Config{})
		defer s.Close()
		require.NoError(t, s.Resume(ctx))
		time.Sleep(16 * time.Second)
		synctest.Wait()
		snap, err = s.Snapshot(ctx, id)
		require.NoError(t, err)
		require.Equal(t, game.Playing, snap.State.Status)
		opening := snap.Dice.Proof.Opening
		require.Len(t, opening, 2)
		assert.Equal(t, fair.OpeningLink{Seat: 0, Link: ada.chain.Link(1)}, opening[0])
		assert.Equal(t, fair.OpeningLink{Seat: 1, Link: fair.Missed(ben.chain.Anchor(), 0), Missed: true}, opening[1])
	})
}

// A draw whose commit failed meets the same dice, also in another process.
func TestAFailedCommitRollsNoOtherDice(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	d, seat := r.atRoll(id, devices)
	_, err := r.Play(ctx, id, d.who, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(t, err)
	var lost []byte
	r.store.Fail = func(c table.Commit) error {
		lost = c.Moves[0].Events
		return errors.New("disk full")
	}
	_, err = r.Reveal(ctx, id, d.who, d.link())
	require.Error(t, err)
	r.store.Fail = nil
	out, err := r.Reveal(ctx, id, d.who, d.link())
	require.NoError(t, err)
	rolled, _, ok := strings.Cut(string(lost), `"draw"`)
	require.True(t, ok)
	_, dice, _ := strings.Cut(rolled, `"dice"`)
	assert.Contains(t, string(out.Events[0].JSON), dice)
	r.replayed(id)
}

// Yesterday's copy, put back, throws the same dice for the same numbers, and
// ends with another head than the players have kept.
func TestARestoredCopyCannotRollAgain(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	d, seat := r.atRoll(id, devices)
	copied := r.store.Copy()
	first := r.throw(id, d, seat)
	d.next--
	there := &room{Service: serve(t, copied, table.Config{}), t: t, store: copied}
	head, err := r.Head(ctx, id)
	require.NoError(t, err)
	old, err := there.Head(ctx, id)
	require.NoError(t, err)
	assert.Less(t, old.Seq, head.Seq, "clients see that it is older")
	assert.Equal(t, head.Key, old.Key)
	assert.True(t, old.Verify(old.Key[:], old.Signature))
	again := there.throw(id, d, seat)
	for i := range first.Events {
		assert.Equal(t, first.Events[i].Event, again.Events[i].Event)
	}
}

func TestANewDeviceGoesOnWithANewChain(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	d, seat := r.atRoll(id, devices)
	lost := d.link()
	d.chain, d.next = fair.NewChain(fair.Hash{42}, 50), 1
	snap, err := r.Anchor(ctx, id, d.who, d.chain.Anchor())
	require.NoError(t, err)
	assert.EqualValues(t, 0, snap.Dice.Fair.Seats[seat].Count)
	_, err = r.Play(ctx, id, d.who, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(t, err)
	var wrong *table.WrongLink
	require.ErrorAs(t, second(r.Reveal(ctx, id, d.who, lost)), &wrong)
	_, err = r.Reveal(ctx, id, d.who, d.link())
	require.NoError(t, err)
	c := r.replayed(id)
	assert.Equal(t, 1, c.Doubtful, "until another player's number has entered")
	cold := serve(t, r.store, table.Config{})
	after, err := cold.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.EqualValues(t, 1, after.Dice.Fair.Seats[seat].Count)
}

// A player who has left is played for at once; their numbers are missing.
func TestTheTableDrawsForWhoHasLeft(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	_, err := r.Leave(ctx, id, devices[1].who, 1, table.Pre{})
	require.NoError(t, err)
	for range 4 {
		snap, err := r.Snapshot(ctx, id)
		require.NoError(t, err)
		seat, _ := mover(snap)
		require.EqualValues(t, 0, seat)
		c := answer(t, snap, seat)
		if c.Kind == game.Roll {
			r.throw(id, devices[0], 0)
			continue
		}
		_, err = r.Play(ctx, id, devices[0].who, c, table.Pre{})
		require.NoError(t, err)
	}
	for n := 0; r.replayed(id).Missed == 0; n++ {
		require.Less(t, n, 60)
		snap, err := r.Snapshot(ctx, id)
		require.NoError(t, err)
		c := answer(t, snap, 0)
		if c.Kind == game.Roll {
			r.throw(id, devices[0], 0)
		} else {
			_, err = r.Play(ctx, id, devices[0].who, c, table.Pre{})
			require.NoError(t, err)
		}
	}
}

// A player who deletes themselves does not wait for a number that only they could send,
// but for one of somebody else, who could act upon the throw otherwise.
func TestWhoIsErasedOwesNoNumber(t *testing.T) {
	r := newRoom(t, table.Config{})
	id, devices := r.shared(table.NewGame{})
	d, seat := r.atRoll(id, devices)
	_, err := r.Play(ctx, id, d.who, game.Move(game.Roll, seat), table.Pre{})
	require.NoError(t, err)
	var refused *table.Refused
	_, err = r.Erase(ctx, devices[1-seat].who, nil)
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, game.LinkAwaited, refused.Code)
	_, err = r.Erase(ctx, d.who, nil)
	require.NoError(t, err)
	snap, err := r.Snapshot(ctx, id)
	require.NoError(t, err)
	assert.False(t, snap.State.Lock.Open)
	assert.True(t, snap.State.Players[seat].Away)
	assert.Positive(t, r.replayed(id).Missed, "the log says that the number was missed, and that of another throw after doubles")
}

func TestSomeTablesHaveNoNumbers(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	snap, err := r.Create(ctx, ada, table.NewGame{Scenario: []byte(`{"name":"x","edition":"us-classic","rulebook":"us","players":[{"name":"P"},{"name":"Q"}]}`)})
	require.NoError(t, err)
	assert.Nil(t, snap.Dice)
	_, err = r.Anchor(ctx, snap.Meta.ID, ada, fair.Hash{1})
	assert.ErrorIs(t, err, table.ErrNoChain)
	_, err = r.Head(ctx, snap.Meta.ID)
	assert.ErrorIs(t, err, table.ErrNoChain)
	_, err = r.Anchor(ctx, r.open(table.NewGame{Players: 2}, ada), r.person("Ben"), fair.Hash{1})
	assert.ErrorIs(t, err, table.ErrNoSeat)
}

// Games that began before there was PF1 go on with the luck they have.
func TestOldGamesKeepTheirLuck(t *testing.T) {
	r := newRoom(t, table.Config{})
	ada := r.person("Ada")
	id := r.open(table.NewGame{}, ada, r.person("Ben"))
	g, seed, err := r.store.Game(ctx, id)
	require.NoError(t, err)
	g.Luck, g.Rev = table.BySeed, g.Rev+1
	require.NoError(t, r.store.SaveGame(ctx, g))
	old := &room{Service: serve(t, r.store, table.Config{}), t: t, store: r.store}
	snap, err := old.Start(ctx, id, ada)
	require.NoError(t, err)
	assert.Nil(t, snap.Dice)
	assert.Equal(t, chance.Commitment(seed), snap.Commitment)
	old.auto(id, 30)
	log, err := old.Log(ctx, id, 0, 0)
	require.NoError(t, err)
	for _, e := range log {
		assert.NotContains(t, string(e.JSON), `"prev"`)
		assert.NotContains(t, string(e.JSON), `"draw"`)
	}
	_, err = old.Abandon(ctx, id, ada)
	require.NoError(t, err)
	p, err := old.Proof(ctx, id)
	require.NoError(t, err)
	require.NotNil(t, p.Seed)
	assert.Equal(t, seed, *p.Seed)
}
