package notifications_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/timecontrol"
)

// TestADecisionIsToldOnceThoughAnEarlierMessageIsLate: a message about a decision is tried again
// at the moment at which the next decision of the player is news that is still collected.
func TestADecisionIsToldOnceThoughAnEarlierMessageIsLate(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	id := w.table(nil, ada, ben)
	w.pass(5 * time.Minute) // the beginning is told
	w.hands(id, ben)
	before := w.pouch.count()
	var failed time.Time
	w.pouch.fail = func(*notice.Channel) error {
		failed = w.clock.now()
		return errors.New("451 not now")
	}
	for failed.IsZero() {
		w.pass(time.Minute)
	}
	w.pouch.fail = nil
	w.clock.pass(50 * time.Second) // the next attempt comes in ten seconds
	w.moves(id)
	w.hands(id, ben)
	asked := w.decisions(id)[0].Asked
	require.Equal(t, w.clock.now(), asked)
	var since []time.Time
	for range 30 {
		w.clock.pass(10 * time.Second)
		require.NoError(t, w.office.Step(t.Context()))
	}
	for _, m := range w.pouch.sent[before:] {
		require.Len(t, m.Items, 1)
		assert.Equal(t, []notice.Kind{notice.Asked}, m.Items[0].Kinds)
		since = append(since, m.Items[0].Since)
	}
	assert.Equal(t, []time.Time{asked}, since)
}

// TestALateReminderIsNotAboutTheNextDecision: what a reminder was about has been decided before
// the channel works again.
func TestALateReminderIsNotAboutTheNextDecision(t *testing.T) {
	w := newWorld(t)
	ada, ben := w.player("Ada"), w.player("Ben")
	w.mail(ben, "ben@example.org")
	p := timecontrol.Usual(timecontrol.Correspondence)
	id := w.table(&p, ada, ben)
	w.hands(id, ben)
	reminded := false
	for range 10 * 24 * 60 {
		w.pass(time.Minute)
		if w.pouch.count() > 0 && w.pouch.fail == nil {
			w.pouch.fail = func(*notice.Channel) error { // whatever comes next is the reminder
				reminded = true
				return errors.New("451 not now")
			}
		}
		if reminded {
			break
		}
	}
	require.True(t, reminded)
	w.moves(id)
	w.hands(id, ben)
	before := w.pouch.count()
	w.pouch.fail = nil
	w.pass(30 * time.Minute)
	require.Equal(t, before+1, w.pouch.count())
	assert.Equal(t, []notice.Kind{notice.Asked}, w.pouch.last().Items[0].Kinds)
}
