package live_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/handlers/live"
)

const (
	table  = "k7q2m9"
	player = "p1"
)

// at is a clock that is set by hand.
type at struct{ time.Time }

func (a *at) now() time.Time { return a.Time }

func (a *at) pass(d time.Duration) { a.Time = a.Add(d) }

func begin() (*at, *live.Presence) {
	clock := &at{time.Date(2026, 11, 24, 20, 14, 0, 0, time.UTC)}
	return clock, live.NewPresence(clock.now)
}

func isHere(p *live.Presence) bool {
	here, _ := p.Of(table, player)
	return here
}

// A player is at a table while a stream of it is open, and a moment longer.
func TestWhoHasAStreamIsHere(t *testing.T) {
	t.Parallel()
	clock, p := begin()
	woken := 0
	p.OnChange(func(id string) {
		assert.Equal(t, table, id)
		woken++
	})
	assert.False(t, isHere(p), "nobody has come")
	first := p.Enter(table, player)
	second := p.Enter(table, player)
	assert.Equal(t, 1, woken, "those who look are woken once")
	clock.pass(time.Hour)
	first()
	clock.pass(time.Hour)
	assert.True(t, isHere(p), "one stream of two is open")
	second()
	assert.True(t, isHere(p), "a page that is loaded again opens another one")
	left := clock.Time
	clock.pass(10 * time.Second)
	here, since := p.Of(table, player)
	assert.False(t, here)
	assert.Equal(t, left, since)
	elsewhere, _ := p.Of("another", player)
	assert.False(t, elsewhere)
}

// A page without a script and a program ask again and again; one that had a stream
// does not stay because of what it asked before.
func TestWhoAsksIsHereForAWhile(t *testing.T) {
	t.Parallel()
	clock, p := begin()
	p.Ask(table, player)
	clock.pass(time.Minute)
	assert.True(t, isHere(p))
	clock.pass(time.Minute)
	assert.False(t, isHere(p))

	p.Ask(table, player)
	leave := p.Enter(table, player)
	clock.pass(time.Second)
	leave()
	clock.pass(10 * time.Second)
	assert.False(t, isHere(p), "the tab was closed")
}

// Two servers tell each other; what one of them says ends with it.
func TestServersTellWhoIsHere(t *testing.T) {
	t.Parallel()
	clock, p := begin()
	p.Heard("b", live.Sight{Game: table, Player: player, Here: true})
	assert.True(t, isHere(p))
	p.Keep([]string{"a", "b"})
	clock.pass(time.Hour)
	p.Keep([]string{"a", "b"})
	assert.True(t, isHere(p))
	p.Keep(nil)
	assert.True(t, isHere(p), "this server cannot write and knows of no other")
	p.Keep([]string{"a"})
	assert.False(t, isHere(p), "the server is gone")

	p.Heard("b", live.Sight{Game: table, Player: player, Here: true})
	p.Heard("c", live.Sight{Game: table, Player: player, Here: true})
	p.Heard("b", live.Sight{Game: table, Player: player})
	assert.True(t, isHere(p), "they have the table open on another server as well")
	p.Heard("c", live.Sight{Game: table, Player: player})
	here, since := p.Of(table, player)
	assert.False(t, here)
	assert.Equal(t, clock.Time, since)

	p.Heard("b", live.Sight{Game: table, Player: player, Here: true})
	clock.pass(time.Minute)
	p.Doubt()
	assert.True(t, isHere(p), "the other server has a moment to say it again")
	clock.pass(time.Minute)
	assert.False(t, isHere(p), "it did not")
}

// A server that only hears of others' players forgets them like its own.
func TestWhoWasAtOtherServersIsForgotten(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*at, *live.Presence){
		"went": func(_ *at, p *live.Presence) { p.Heard("b", live.Sight{Game: table, Player: player}) },
		"their server ended": func(clock *at, p *live.Presence) {
			clock.pass(time.Minute)
			p.Keep([]string{"a"})
		},
		"nobody heard them go": func(clock *at, p *live.Presence) {
			clock.pass(time.Minute)
			p.Doubt()
			clock.pass(time.Minute)
			p.Keep([]string{"a", "b"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			clock, p := begin()
			p.Heard("b", live.Sight{Game: table, Player: player, Here: true})
			leave(clock, p)
			here, since := p.Of(table, player)
			assert.False(t, here)
			assert.WithinDuration(t, clock.Time, since, time.Minute)
			clock.pass(13 * time.Hour)
			p.Keep([]string{"a", "b"})
			_, since = p.Of(table, player)
			assert.Zero(t, since)
		})
	}
}

// What could not be told is told later, and what is told again holds nobody twice.
func TestComingAndGoingIsAnnounced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := live.NewPresence(nil)
		told := make(chan []live.Sight)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		leave := p.Enter(table, player)
		failed := false
		go p.Announce(ctx, func(_ context.Context, list []live.Sight) error {
			if !failed {
				failed = true
				return errors.New("the database is away")
			}
			told <- list
			return nil
		})
		coming := []live.Sight{{Game: table, Player: player, Here: true}}
		assert.Equal(t, coming, <-told)
		p.Repeat()
		assert.Equal(t, coming, <-told, "a server that has just begun asks")
		leave()
		assert.Equal(t, []live.Sight{{Game: table, Player: player}}, <-told)
		p.Enter(table, player)()
		assert.Equal(t, coming, <-told)
		assert.Equal(t, []live.Sight{{Game: table, Player: player}}, <-told, "who is away again is noticed without anything that happens")
	})
}
