package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/operator"
)

// brokenStore is a store from which nobody can be removed.
type brokenStore struct{ operator.Store }

func (brokenStore) DropGuests(context.Context, time.Time, int, bool) (int, error) {
	return 0, errors.New("disk is full")
}

func TestANightOnWhichNothingIsClearedAwayIsAnError(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		clean cleaning
		want  string
	}{
		"nothing to do":  {cleaning{}, "level=INFO msg=\"cleared away\" games=0 people=0\n"},
		"it failed":      {cleaning{plan: retention{guests: time.Hour}, operators: &operator.Service{Store: brokenStore{}}}, "level=ERROR msg=\"not all that is old could be cleared away\" games=0 people=0 err=\"disk is full\"\n"},
		"another server": {cleaning{alone: answers(nil)}, "level=INFO msg=\"another server clears away tonight\"\n"},
		"no lock":        {cleaning{alone: answers(errors.New("no database"))}, "level=ERROR msg=\"nothing is cleared away tonight\" err=\"no database\"\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var log bytes.Buffer
			c.clean.log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: withoutTime}))
			c.clean.tonight(t.Context(), time.Date(2026, 3, 1, 4, 0, 0, 0, time.UTC))
			assert.Equal(t, c.want, log.String())
		})
	}
}

// answers is a lock that is not given, for a reason or because another server has it.
func answers(err error) func(context.Context, string, func(context.Context)) (bool, error) {
	return func(context.Context, string, func(context.Context)) (bool, error) { return false, err }
}

func withoutTime(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}
