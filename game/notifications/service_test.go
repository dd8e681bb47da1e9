package notifications_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

var began = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) // a Monday

// clock is a time that tests set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// pouch is a sender that keeps its messages.
type pouch struct {
	mu   sync.Mutex
	sent []notice.Message
	to   []string
	at   []time.Time
	now  func() time.Time
	fail func(c *notice.Channel) error
}

func (p *pouch) Deliver(_ context.Context, c *notice.Channel, m *notice.Message) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fail != nil {
		if err := p.fail(c); err != nil {
			return err
		}
	}
	p.sent, p.to, p.at = append(p.sent, *m), append(p.to, c.Address), append(p.at, p.now())
	return nil
}

func (p *pouch) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.sent)
}

func (p *pouch) last() notice.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent[len(p.sent)-1]
}

// scribe writes the kinds of the items, by table.
type scribe struct{}

func (scribe) Write(m *notice.Message, _ *notice.Preferences) {
	for _, it := range m.Items {
		m.Title += fmt.Sprintf("%s%v ", it.Game, it.Kinds)
	}
}

// world is a notifications service with all that it needs, in memory.
type world struct {
	t      *testing.T
	clock  *clock
	store  *tabletest.Memory
	posts  notifications.Store // the same, or one with faults
	tables *table.Service
	office *notifications.Service
	pouch  *pouch
	looks  map[string]bool

	senders map[notice.Way]notifications.Sender
}

func config(w *world) notifications.Config {
	return notifications.Config{
		Now: w.clock.now, Site: "https://play.example.org", Writer: scribe{},
		Senders: w.senders,
		Looking: func(p, g string, _ time.Time) bool { return w.looks[p+" "+g] },
		Paths: notifications.Paths{
			Game: func(id string) string { return "/games/" + id }, Decision: func(id string) string { return "/games/" + id + "#act-h" },
			Votes: func(id string) string { return "/games/" + id + "/pace#vote-h" }, Games: "/me",
			Preferences: "/me/notices",
			Unsub:       func(t string) string { return "/off/" + t }, Confirm: func(t string) string { return "/confirm/" + t },
		},
	}
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, clock: &clock{at: began}, store: tabletest.NewMemory(), looks: map[string]bool{}}
	w.pouch, w.posts = &pouch{now: w.clock.now}, w.store
	w.senders = map[notice.Way]notifications.Sender{notice.Mail: w.pouch, notice.Hook: w.pouch, notice.Push: w.pouch}
	w.open()
	return w
}

// open starts tables and service on the store, as after a restart.
func (w *world) open() {
	w.t.Helper()
	if w.tables != nil {
		w.tables.Close()
	}
	w.office = notifications.New(w.posts, config(w))
	w.tables = tabletest.New(w.store, table.Config{Now: w.clock.now, Heeds: w.office.Heeds, Tells: w.office.Tells, Rematched: w.office.Rematched})
	w.t.Cleanup(w.tables.Close)
	require.NoError(w.t, w.tables.Resume(w.t.Context()))
	require.NoError(w.t, w.office.Open(w.t.Context(), w.tables))
}

func (w *world) player(name string) account.PlayerID {
	w.t.Helper()
	return tabletest.NewPerson(w.t, w.store, name).ID
}

// mail gives a player a mail channel.
func (w *world) mail(p account.PlayerID, address string) notice.Channel {
	w.t.Helper()
	_, err := w.office.AddMail(w.t.Context(), string(p), address)
	require.NoError(w.t, err)
	m := w.pouch.last()
	require.NotEmpty(w.t, m.Confirm)
	c, err := w.office.Confirm(w.t.Context(), strings.TrimPrefix(m.Confirm, "https://play.example.org/confirm/"))
	require.NoError(w.t, err)
	require.Equal(w.t, notice.On, c.State)
	w.pouch.mu.Lock()
	w.pouch.sent, w.pouch.to, w.pouch.at = nil, nil, nil
	w.pouch.mu.Unlock()
	return c
}

// table starts a game of the players.
func (w *world) table(p *timecontrol.Control, all ...account.PlayerID) string {
	w.t.Helper()
	g := table.NewGame{}
	if p != nil {
		g.Clock = *p
	}
	return w.begin(g, all...)
}

// begin starts a game of the players with settings.
func (w *world) begin(g table.NewGame, all ...account.PlayerID) string {
	w.t.Helper()
	ctx := w.t.Context()
	g.EditionID, g.Players = "us-classic", len(all)
	snap, err := w.tables.Create(ctx, all[0], g)
	require.NoError(w.t, err)
	for _, one := range all[1:] {
		_, _, err := w.tables.Join(ctx, snap.Meta.ID, one, "")
		require.NoError(w.t, err)
	}
	_, err = w.tables.Start(ctx, snap.Meta.ID, all[0])
	require.NoError(w.t, err)
	return snap.Meta.ID
}

// moves makes the first possible move for the player who has to decide.
func (w *world) moves(id string) account.PlayerID {
	w.t.Helper()
	snap, err := w.tables.Snapshot(w.t.Context(), id)
	require.NoError(w.t, err)
	d := snap.Decisions()[0]
	c, ok := bot.Default(snap.Setup.Rules, snap.State, d.Seat, bot.Allowed(snap.Options(d.Seat), true))
	require.True(w.t, ok)
	if _, err = w.tables.Play(w.t.Context(), id, d.Player, c, table.Pre{}); err == nil {
		return d.Player
	}
	require.NoError(w.t, err)
	return ""
}

// decisions are those that the table waits for.
func (w *world) decisions(id string) []table.Decision {
	w.t.Helper()
	snap, err := w.tables.Snapshot(w.t.Context(), id)
	require.NoError(w.t, err)
	return snap.Decisions()
}

// hands plays on until the decision is p's alone, after a move of another
// player: they have seen the result of their own move.
func (w *world) hands(id string, p account.PlayerID) {
	w.t.Helper()
	isHis := func(list []table.Decision) bool { return len(list) == 1 && list[0].Player == p }
	alone := false
	for range 500 {
		list := w.decisions(id)
		if alone && isHis(list) {
			return
		}
		alone = len(list) == 1 && list[0].Player != p
		w.moves(id)
	}
	w.t.Fatal("it never was his turn")
}

// pass lets time go by, minute by minute, and the service work.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	for range int(d / time.Minute) {
		w.clock.pass(time.Minute)
		require.NoError(w.t, w.office.Step(w.t.Context()))
	}
}

func TestWhoeverIsAskedIsToldAfterAQuietMinute(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	w.pass(2 * time.Minute)
	before := w.pouch.count()
	w.hands(id, ben)
	require.NoError(t, w.office.Step(t.Context()))
	assert.Equal(t, before, w.pouch.count(), "not before a minute has passed")
	w.pass(time.Minute)
	require.Equal(t, before+1, w.pouch.count())
	m := w.pouch.last()
	assert.Equal(t, []notice.Kind{notice.Asked}, m.Items[0].Kinds)
	assert.Equal(t, "https://play.example.org/games/"+id+"#act-h", m.URL, "it opens at the decision")
	assert.Equal(t, []string{"Ada"}, m.Items[0].Others)
	w.pass(3 * time.Hour)
	assert.Equal(t, before+1, w.pouch.count(), "once")
}

// TestAReminderOfADecisionThatWaitsAlready: a player who gives an address, or asks to be reminded, while
// a table waits for them already is reminded of that decision, once.
func TestAReminderOfADecisionThatWaitsAlready(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	control := timecontrol.Usual(timecontrol.Correspondence)
	control.Bank = 0
	id := w.table(&control, ada, ben)
	w.hands(id, ben)
	never := notice.Usual("en")
	never.Remind = 0
	require.NoError(t, w.office.SetPreferences(t.Context(), string(ben), never))
	w.pass(time.Hour)
	w.mail(ben, "ben@example.org")
	require.NoError(t, w.tables.MarkNotified(t.Context(), id, ben))
	w.pass(time.Hour)
	require.NoError(t, w.office.SetPreferences(t.Context(), string(ben), notice.Usual("en")))
	w.pass(19 * time.Hour)
	assert.Zero(t, w.pouch.count())
	w.pass(90 * time.Minute)
	require.Equal(t, 1, w.pouch.count())
	assert.Equal(t, []notice.Kind{notice.Remind}, w.pouch.last().Items[0].Kinds)
	require.NoError(t, w.office.SetPreferences(t.Context(), string(ben), notice.Usual("de")))
	w.pass(time.Hour)
	assert.Equal(t, 1, w.pouch.count())
}

// TestAMessageNamesTheDeadlineThatItStarts: the message is what starts the player's time,
// so they have less than was left for them to look by themselves.
func TestAMessageNamesTheDeadlineThatItStarts(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	p := timecontrol.Usual(timecontrol.Correspondence)
	id := w.table(&p, ada, ben)
	w.pass(2 * time.Minute)
	w.hands(id, ben)
	untold := w.decisions(id)[0].Deadline
	w.pass(time.Minute)
	m := w.pouch.last()
	require.Equal(t, []notice.Kind{notice.Asked}, m.Items[0].Kinds)
	assert.True(t, m.Items[0].Deadline.Equal(w.clock.now().Add((p.Each + p.Bank).Duration())), m.Items[0].Deadline)
	assert.True(t, m.Items[0].Deadline.Equal(w.decisions(id)[0].Deadline), "as the table says from then on")
	assert.True(t, m.Items[0].Deadline.Before(untold))
}

// TestOnlyThoseWhoVoteAreToldOfAVote: neither who is bankrupt nor who has left.
func TestOnlyThoseWhoVoteAreToldOfAVote(t *testing.T) {
	for name, ruins := range map[string]bool{"bankrupt": true, "away": false} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ada, ben, cem := w.player("Ada"), w.player("Ben"), w.player("Cem")
			w.mail(ben, "ben@example.org")
			w.mail(cem, "cem@example.org")
			id := w.begin(table.NewGame{Clock: timecontrol.Usual(timecontrol.Correspondence), Options: map[string]any{"house.resign_bankrupt": ruins}}, ada, ben, cem)
			snap, err := w.tables.Snapshot(t.Context(), id)
			require.NoError(t, err)
			_, err = w.tables.Leave(t.Context(), id, ben, snap.SeatOf(ben), table.Pre{})
			require.NoError(t, err)
			w.pass(10 * time.Minute)
			before := w.pouch.count()
			_, err = w.tables.Move(t.Context(), id, ada, timecontrol.Motion{What: timecontrol.Halt, Until: w.clock.now().Add(48 * time.Hour)})
			require.NoError(t, err)
			w.pass(10 * time.Minute)
			assert.Equal(t, []string{"cem@example.org"}, w.pouch.to[before:])
			for who, votes := range map[account.PlayerID]bool{ben: false, cem: true} {
				it, waits, err := w.office.Waiting(t.Context(), string(who), id, &notice.Preferences{})
				require.NoError(t, err)
				assert.Equal(t, votes, waits && slices.Contains(it.Kinds, notice.Vote), "in the feed")
			}
		})
	}
}

// TestAnAbsentPlayerIsToldWhoPlaysForThem: that a computer does, that another person does
// then, and how the game has ended without them.
func TestAnAbsentPlayerIsToldWhoPlaysForThem(t *testing.T) {
	for name, c := range map[string]struct{ stoodIn, ruins bool }{"a computer": {}, "another person": {stoodIn: true}, "nobody": {ruins: true}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ada, ben, cem, eve := w.player("Ada"), w.player("Ben"), w.player("Cem"), w.player("Eve")
			w.mail(ben, "ben@example.org")
			id := w.begin(table.NewGame{Options: map[string]any{"end_time": 3000, "house.resign_bankrupt": c.ruins}}, ada, ben, cem)
			snap, err := w.tables.Snapshot(t.Context(), id)
			require.NoError(t, err)
			own := snap.SeatOf(ben)
			w.hands(id, ben)
			w.pass(25 * time.Hour)
			before := w.pouch.count()

			voice := timecontrol.Substitute
			if c.ruins {
				voice = timecontrol.Bankrupt
			}
			_, err = w.tables.Move(t.Context(), id, ada, timecontrol.Motion{What: timecontrol.Absent, About: own})
			require.NoError(t, err)
			for _, one := range []account.PlayerID{ada, cem} {
				_, err = w.tables.Vote(t.Context(), id, one, timecontrol.Absent, own, voice)
				require.NoError(t, err)
			}
			w.pass(5 * time.Minute)
			require.Equal(t, before+1, w.pouch.count())
			it := w.pouch.last().Items[0]
			assert.Equal(t, []notice.Kind{notice.Replaced}, it.Kinds)
			assert.Equal(t, c.ruins, it.Out)
			assert.Empty(t, it.By)

			if c.stoodIn {
				_, err = w.tables.StandIn(t.Context(), id, eve, own, "")
				require.NoError(t, err)
				for _, one := range []account.PlayerID{ada, cem} {
					_, err = w.tables.Vote(t.Context(), id, one, timecontrol.StandIn, own, timecontrol.Yes)
					require.NoError(t, err)
				}
				w.pass(5 * time.Minute)
				require.Equal(t, before+2, w.pouch.count())
				it := w.pouch.last().Items[0]
				assert.Equal(t, []notice.Kind{notice.Replaced}, it.Kinds)
				assert.Equal(t, "Eve", it.By)
			}
			before = w.pouch.count()
			w.clock.pass(30 * time.Hour)
			_, _ = w.tables.Play(t.Context(), id, ada, game.Move(game.EndTurn, snap.SeatOf(ada)), table.Pre{}) // time is up, whatever is sent
			for w.decisions(id) != nil {
				w.moves(id)
			}
			w.pass(10 * time.Minute)
			require.Equal(t, before+1, w.pouch.count(), "of no decision, and of the end")
			assert.Equal(t, []notice.Kind{notice.Over}, w.pouch.last().Items[0].Kinds)
		})
	}
}

// TestAStandInIsToldThatThePlayerIsBack: once, unless they are at the table again.
func TestAStandInIsToldThatThePlayerIsBack(t *testing.T) {
	for name, c := range map[string]struct{ leaves, again bool }{"the player is back": {}, "the stand-in left": {leaves: true}, "stands in again": {again: true}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ada, ben, eve := w.player("Ada"), w.player("Ben"), w.player("Eve")
			w.mail(eve, "eve@example.org")
			id := w.begin(table.NewGame{}, ada, ben)
			snap, err := w.tables.Snapshot(t.Context(), id)
			require.NoError(t, err)
			own := snap.SeatOf(ben)
			standIn := func() {
				_, err := w.tables.Leave(t.Context(), id, ben, own, table.Pre{})
				require.NoError(t, err)
				_, err = w.tables.StandIn(t.Context(), id, eve, own, "")
				require.NoError(t, err)
				_, err = w.tables.Vote(t.Context(), id, ada, timecontrol.StandIn, own, timecontrol.Yes)
				require.NoError(t, err)
			}
			standIn()
			w.pass(10 * time.Minute)
			before := w.pouch.count()
			if c.leaves {
				_, err = w.tables.Leave(t.Context(), id, eve, own, table.Pre{})
				require.NoError(t, err)
			}
			_, err = w.tables.Rejoin(t.Context(), id, ben)
			require.NoError(t, err)
			if c.again {
				standIn()
			}
			w.pass(10 * time.Minute)
			if c.leaves || c.again {
				for _, m := range w.pouch.sent[before:] {
					assert.NotContains(t, m.Items[0].Kinds, notice.Returned)
				}
				return
			}
			require.Equal(t, before+1, w.pouch.count())
			it := w.pouch.last().Items[0]
			assert.Equal(t, []notice.Kind{notice.Returned}, it.Kinds)
			assert.Empty(t, it.Ask, "nothing is asked of them any more")
			w.pass(2 * time.Hour)
			assert.Equal(t, before+1, w.pouch.count())
		})
	}
}

// pause has all players of a table agree to a pause.
func (w *world) pause(id string, d time.Duration, all ...account.PlayerID) {
	w.t.Helper()
	_, err := w.tables.Move(w.t.Context(), id, all[0], timecontrol.Motion{What: timecontrol.Halt, Until: w.clock.now().Add(d)})
	require.NoError(w.t, err)
	for _, p := range all[1:] {
		_, err := w.tables.Vote(w.t.Context(), id, p, timecontrol.Halt, game.Nobody, timecontrol.Yes)
		require.NoError(w.t, err)
	}
	for _, p := range all {
		_, err := w.tables.Visit(w.t.Context(), id, p, 0, false)
		require.NoError(w.t, err)
	}
}

// goOn ends the pause of a table by a vote.
func (w *world) goOn(id string, all ...account.PlayerID) {
	w.t.Helper()
	_, err := w.tables.Move(w.t.Context(), id, all[0], timecontrol.Motion{What: timecontrol.GoOn})
	require.NoError(w.t, err)
	for _, p := range all[1:] {
		_, err := w.tables.Vote(w.t.Context(), id, p, timecontrol.GoOn, game.Nobody, timecontrol.Yes)
		require.NoError(w.t, err)
	}
}

// TestAPauseHoldsMessagesBackUntilItEnds: also if that is before its time.
func TestAPauseHoldsMessagesBackUntilItEnds(t *testing.T) {
	for name, early := range map[string]bool{"early": true, "at its time": false} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ada, ben := w.player("Ada"), w.player("Ben")
			w.mail(ben, "ben@example.org")
			p := timecontrol.Usual(timecontrol.Correspondence)
			id := w.table(&p, ada, ben)
			w.pass(10 * time.Minute)
			w.hands(id, ben)
			before := w.pouch.count()
			w.pause(id, 48*time.Hour, ada, ben)
			w.pass(90 * time.Minute)
			assert.Equal(t, before, w.pouch.count(), "of a vote they have seen, and of no decision")
			if early {
				w.goOn(id, ada, ben)
				w.pass(2 * time.Minute)
			} else {
				w.pass(47 * time.Hour)
			}
			require.Equal(t, before+1, w.pouch.count())
			assert.Equal(t, []notice.Kind{notice.Asked}, w.pouch.last().Items[0].Kinds)
			w.pass(7 * time.Hour)
			assert.Equal(t, before+1, w.pouch.count(), "once")
		})
	}
}

// TestAPauseLosesNoMessageThatIsOnItsWay: one that waits for the hour of its channel.
func TestAPauseLosesNoMessageThatIsOnItsWay(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	c, daily := w.mail(ben, "ben@example.org"), notice.Daily
	_, err := w.office.ChangeChannel(t.Context(), string(ben), c.ID, notifications.Change{When: &daily})
	require.NoError(t, err)
	p := timecontrol.Usual(timecontrol.Correspondence)
	id := w.table(&p, ada, ben)
	w.hands(id, ben)
	w.pass(5 * time.Minute)
	require.Zero(t, w.pouch.count(), "it goes out at six")
	w.pause(id, 12*time.Hour, ada, ben)
	w.pass(10 * time.Hour)
	for i := range w.pouch.sent {
		require.NotContains(t, w.pouch.sent[i].Items[0].Kinds, notice.Asked, "in the pause there is nothing to decide")
	}
	w.pass(24 * time.Hour)
	require.NotZero(t, w.pouch.count())
	assert.Contains(t, w.pouch.last().Items[0].Kinds, notice.Asked)
}

// TestAVoteIsToldToThoseWhoHaveSeenAllMoves: it is no event of the game. Who has looked
// since it was put knows of it.
func TestAVoteIsToldToThoseWhoHaveSeenAllMoves(t *testing.T) {
	for name, looks := range map[string]bool{"looked before": false, "looks again": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ada, ben := w.player("Ada"), w.player("Ben")
			w.mail(ben, "ben@example.org")
			p := timecontrol.Usual(timecontrol.Correspondence)
			id := w.table(&p, ada, ben)
			look := func() {
				snap, err := w.tables.Snapshot(t.Context(), id)
				require.NoError(t, err)
				_, err = w.tables.Visit(t.Context(), id, ben, snap.Seq(), false)
				require.NoError(t, err)
			}
			look()
			w.pass(time.Hour)
			before := w.pouch.count()
			_, err := w.tables.Move(t.Context(), id, ada, timecontrol.Motion{What: timecontrol.Halt, Until: w.clock.now().Add(48 * time.Hour)})
			require.NoError(t, err)
			if looks {
				w.clock.pass(10 * time.Second)
				look()
			}
			w.pass(10 * time.Minute)
			if looks {
				assert.Equal(t, before, w.pouch.count())
				return
			}
			require.Equal(t, before+1, w.pouch.count())
			m := w.pouch.last()
			assert.Equal(t, []notice.Kind{notice.Vote}, m.Items[0].Kinds)
			snap, err := w.tables.Snapshot(t.Context(), id)
			require.NoError(t, err)
			assert.True(t, m.Items[0].Deadline.Equal(snap.OpenVotes(snap.SeatOf(ben))[0].Ends), "the end of the vote, not that of a decision")
			assert.Equal(t, "https://play.example.org/games/"+id+"/pace#vote-h", m.Items[0].URL)
			assert.Equal(t, m.Items[0].URL, m.URL)
		})
	}
}

func TestWhoeverMovesInTimeIsNotTold(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ada, "ada@example.org")
	w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	for range 40 {
		w.clock.pass(5 * time.Second)
		w.moves(id)
		require.NoError(t, w.office.Step(t.Context()))
	}
	assert.LessOrEqual(t, w.pouch.count(), 2, "a lively table tells nobody but of its beginning")
	before := w.pouch.count()
	w.hands(id, ben)
	w.pass(10 * time.Minute)
	require.Equal(t, before+1, w.pouch.count())
	assert.Equal(t, "ben@example.org", w.pouch.to[before])
}

// torn is a store in which one player's preferences cannot be read.
type torn struct {
	*tabletest.Memory
	whose string
}

func (s *torn) Preferences(ctx context.Context, player string) (notice.Preferences, error) {
	if player == s.whose {
		return notice.Preferences{}, fmt.Errorf("%w: wishes of player %s", table.ErrDamaged, player)
	}
	return s.Memory.Preferences(ctx, player)
}

// TestDamagedWishesHinderNobodyElse, neither while notices are sorted nor while
// messages are carried; and once they are mended, their owner is notified.
func TestDamagedWishesHinderNobodyElse(t *testing.T) {
	for name, delay := range map[string]time.Duration{"before they are sorted": 0, "before they are carried": 2 * time.Minute} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			store := &torn{Memory: w.store}
			w.posts = store
			w.open()
			ada, ben, cid := w.player("Ada"), w.player("Ben"), w.player("Cid")
			w.mail(ben, "ben@example.org")
			w.mail(cid, "cid@example.org")
			w.pouch.fail = func(*notice.Channel) error {
				if w.clock.now().Sub(began) < delay {
					return errors.New("not now")
				}
				return nil
			}
			w.table(nil, ada, ben)
			w.table(nil, ada, cid)
			w.pass(delay)
			require.Zero(t, w.pouch.count())
			store.whose = string(ben)
			w.pass(time.Hour)
			require.Equal(t, []string{"cid@example.org"}, w.pouch.to)
			store.whose = ""
			w.pass(inPause)
			assert.Equal(t, []string{"cid@example.org", "ben@example.org"}, w.pouch.to)
		})
	}
}

const inPause = 6 * time.Hour

func TestATableOfPeopleWithoutChannelsWritesNothing(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	id := w.table(nil, ada, ben)
	for range 20 {
		w.moves(id)
	}
	notices, messages, _, err := w.store.Backlog(t.Context())
	require.NoError(t, err)
	assert.Zero(t, notices+messages)
}

func TestFailuresAreRetriedWithBackOffAndGivenUpAfterMoreThanADay(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	c := w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	w.hands(id, ben)
	tries := 0
	var first, last time.Time
	w.pouch.fail = func(*notice.Channel) error {
		if tries++; tries == 1 {
			first = w.clock.now()
		}
		last = w.clock.now()
		return errors.New("451 not now")
	}
	w.pass(40 * time.Hour)
	assert.Equal(t, 9, tries)
	assert.Greater(t, last.Sub(first), 24*time.Hour)
	list, err := w.office.Channels(t.Context(), string(ben))
	require.NoError(t, err)
	require.Len(t, list, 1)
	assert.Equal(t, notice.Dead, list[0].State)
	assert.Contains(t, list[0].Error, "451 not now")
	assert.False(t, w.office.Heeds(ben), "nothing is written for him any more")

	w.pouch.fail = nil
	_, err = w.office.Test(t.Context(), string(ben), c.ID)
	require.NoError(t, err)
	list, err = w.office.Channels(t.Context(), string(ben))
	require.NoError(t, err)
	assert.Equal(t, notice.On, list[0].State, "a trial that works takes it up again")
	assert.Empty(t, list[0].Error)
	assert.True(t, w.office.Heeds(ben))
}

func TestAServerThatIsDownGivesNoChannelUp(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	w.hands(id, ben)
	w.pouch.fail = func(*notice.Channel) error { return &notifications.Fault{Code: "down", Down: true} }
	w.pass(50 * time.Hour)
	w.pouch.fail = nil
	w.pass(10 * time.Minute)
	assert.Equal(t, 1, w.pouch.count(), "one message, however long it took")
}

func TestAReceiverThatAsksToWaitIsLeftAlone(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	w.hands(id, ben)
	tries := 0
	w.pouch.fail = func(*notice.Channel) error {
		tries++
		return &notifications.Fault{Code: "limited", RetryAfter: 6 * time.Hour}
	}
	w.pass(5 * time.Hour)
	assert.Equal(t, 1, tries)
	w.pass(2 * time.Hour)
	assert.Equal(t, 2, tries)
}

func TestTheLogSaysWhyATrialFailed(t *testing.T) {
	var log strings.Builder
	w := newWorld(t)
	c := config(w)
	c.Logger = slog.New(slog.NewTextHandler(&log, nil))
	w.office = notifications.New(w.posts, c)
	require.NoError(t, w.office.Open(t.Context(), w.tables))
	w.pouch.fail = func(*notice.Channel) error {
		return fmt.Errorf("%w: connection refused", &notifications.Fault{Code: "down", Down: true})
	}
	_, err := w.office.AddMail(t.Context(), string(w.player("Ben")), "ben@example.org")
	assert.EqualError(t, err, "down", "to the player only what concerns them")
	assert.Contains(t, log.String(), "down: connection refused")
}

func TestAnAddressThatIsGoneIsNotTriedAgain(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	w.hands(id, ben)
	tries := 0
	w.pouch.fail = func(*notice.Channel) error { tries++; return &notifications.Fault{Code: "gone", Gone: true} }
	w.pass(3 * time.Hour)
	assert.Equal(t, 1, tries)
}

// A server that sends no mail any more keeps none for later: nothing stays due.
func TestNothingIsKeptForAWayThatIsNotSetUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ada, "ada@example.org")
	game := w.table(nil, ada, ben)
	w.hands(game, ada)
	w.pouch.fail = func(*notice.Channel) error { return &notifications.Fault{Code: "down", Down: true} }
	w.pass(5 * time.Minute)
	_, queued, _, err := w.store.Backlog(t.Context())
	require.NoError(t, err)
	require.Positive(t, queued)

	w.senders = map[notice.Way]notifications.Sender{notice.Hook: w.pouch}
	w.open()
	w.pass(3 * time.Hour)
	_, queued, _, err = w.store.Backlog(t.Context())
	require.NoError(t, err)
	assert.Positive(t, queued, "for a while the way may be set up again")
	w.pass(24 * time.Hour)
	w.moves(game)
	w.hands(game, ada)
	w.pass(2 * time.Hour)
	_, queued, _, err = w.store.Backlog(t.Context())
	require.NoError(t, err)
	assert.Zero(t, queued, "messages")
	due, err := w.store.NextDue(t.Context())
	require.NoError(t, err)
	assert.True(t, due.IsZero() || due.After(w.clock.now()), "nothing is due for ever: %v", due)
	assert.Zero(t, w.pouch.count())
}

// slowReader is a store in which something happens after it was read who wants to be told.
type slowReader struct {
	*tabletest.Memory
	happens func()
}

func (s *slowReader) Heeding(ctx context.Context) ([]string, error) {
	list, err := s.Memory.Heeding(ctx)
	if now := s.happens; now != nil {
		s.happens = nil
		now()
	}
	return list, err
}

// A player who adds a channel while the list of those who have one is read is told.
func TestAChannelIsNotOvertakenByARead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.player("Ada")
	store := &slowReader{Memory: w.store}
	w.posts = store
	w.open()
	store.happens = func() { w.mail(ada, "ada@example.org") }
	require.NoError(t, w.office.Open(t.Context(), w.tables))
	assert.True(t, w.office.Heeds(ada))
}

// TestPeopleAreToldWhenTheClockIsSetBack: neither what waits for its quiet minute nor what
// comes up later waits until the old time comes round again.
func TestPeopleAreToldWhenTheClockIsSetBack(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ada, "ada@example.org")
	game := w.table(nil, ada, ben)
	w.hands(game, ada)
	w.pass(2 * time.Minute)
	before := w.pouch.count()
	w.moves(game)
	w.hands(game, ada)
	w.clock.pass(-5 * time.Hour)
	w.pass(0)
	w.pass(5 * time.Minute)
	require.Equal(t, before+1, w.pouch.count())
	w.moves(game)
	w.hands(game, ada)
	w.pass(2 * time.Minute)
	assert.Equal(t, before+2, w.pouch.count())
}

// TestABidderWhoIsLateIsToldOfTheAuction: the table rolled for a player whose time had run
// out, and auctions what they have landed on. They may bid until all the others have
// answered, which can take days.
func TestABidderWhoIsLateIsToldOfTheAuction(t *testing.T) {
	w := newWorld(t)
	ada, ben, cem := w.player("Ada"), w.player("Ben"), w.player("Cem")
	for _, one := range []account.PlayerID{ada, ben, cem} {
		w.mail(one, string(one)+"@example.org")
	}
	p := timecontrol.Control{Kind: timecontrol.Correspondence, Each: 3600, Notice: 3600}
	id := w.begin(table.NewGame{Clock: p, Options: map[string]any{"house.auction_all": true}}, ada, ben, cem)
	late := w.lateBidder(id)
	before := w.pouch.count()
	w.pass(5 * time.Minute)
	got := map[string]notice.Item{}
	for i, m := range w.pouch.sent[before:] {
		require.Len(t, m.Items, 1)
		got[w.pouch.to[before+i]] = m.Items[0]
	}
	require.Len(t, got, 3)
	for _, one := range []account.PlayerID{ada, ben, cem} {
		it := got[string(one)+"@example.org"]
		assert.Equal(t, []notice.Kind{notice.Asked}, it.Kinds)
		assert.Equal(t, one == late, it.Late)
		assert.Equal(t, one == late, it.Deadline.IsZero(), "of a time that is over nothing is left")
		assert.Equal(t, one == late, it.Remind.IsZero())
	}
	feed, waits, err := w.office.Waiting(t.Context(), string(late), id, &notice.Preferences{})
	require.NoError(t, err)
	assert.True(t, waits && feed.Late && feed.Deadline.IsZero(), "in a feed as well")
	before = w.pouch.count()
	w.pass(50 * time.Minute)
	assert.NotContains(t, w.pouch.to[before:], string(late)+"@example.org", "they are reminded of nothing")
}

// lateBidder lets the time of a player run out who has to roll, until that leads to an
// auction at which the table waits for them too.
func (w *world) lateBidder(id string) account.PlayerID {
	w.t.Helper()
	for range 200 {
		list := w.decisions(id)
		if len(list) == 1 && list[0].Default.Kind == game.Roll {
			late := list[0]
			w.pass(2*time.Hour + time.Minute)
			snap, err := w.tables.Keep(w.t.Context(), id, late.Player) // every request looks at the clock first
			require.NoError(w.t, err)
			if snap.State.Auction.Open && snap.State.Waiting().Has(late.Seat) {
				return late.Player
			}
		}
		for range 9 {
			w.moves(id)
		}
	}
	w.t.Fatal("no auction followed")
	return ""
}

// TestAnOwnerIsToldThatTheirTableIsFull: over weeks nobody sits in the waiting room until the
// last player comes.
func TestAnOwnerIsToldThatTheirTableIsFull(t *testing.T) {
	for name, c := range map[string]struct {
		looks, starts bool
		told          []notice.Kind
	}{
		"they are not there": {told: []notice.Kind{notice.Full}},
		"they look":          {looks: true},
		"they start it":      {starts: true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ada, ben, cem := w.player("Ada"), w.player("Ben"), w.player("Cem")
			for _, one := range []account.PlayerID{ada, ben, cem} {
				w.mail(one, string(one)+"@example.org")
			}
			snap, err := w.tables.Create(t.Context(), ada, table.NewGame{EditionID: "us-classic", Players: 3, Clock: timecontrol.Usual(timecontrol.Correspondence)})
			require.NoError(t, err)
			id := snap.Meta.ID
			for _, one := range []account.PlayerID{ben, cem} {
				w.pass(10 * time.Minute)
				require.Zero(t, w.pouch.count(), "there is room yet")
				_, _, err = w.tables.Join(t.Context(), id, one, "")
				require.NoError(t, err)
			}
			w.clock.pass(time.Second)
			if c.looks {
				_, err = w.tables.Visit(t.Context(), id, ada, 0, false)
				require.NoError(t, err)
			}
			if c.starts {
				_, err = w.tables.Start(t.Context(), id, ada)
				require.NoError(t, err)
				_, err = w.tables.Visit(t.Context(), id, ada, 1000, false)
				require.NoError(t, err)
			}
			w.pass(10 * time.Minute)
			var told []notice.Kind
			for i, m := range w.pouch.sent {
				if w.pouch.to[i] == string(ada)+"@example.org" {
					told = append(told, m.Items[0].Kinds...)
				}
			}
			assert.Equal(t, c.told, told)
			assert.Empty(t, slices.DeleteFunc(slices.Clone(w.pouch.to), func(to string) bool { return c.starts || to == string(ada)+"@example.org" }), "only the owner")
		})
	}
}
