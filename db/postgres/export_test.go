package postgres

import (
	"io/fs"
	"log/slog"
	"time"
)

// WithSteps gives other migrations.
func WithSteps(o Options, steps fs.FS) Options { o.steps = steps; return o }

// WithClock gives the machine another clock.
func WithClock(o Options, clock func() time.Time) Options { o.clock = clock; return o }

// Refusal is what is said of a database that looks like this.
func Refusal(version int, encoding string, standby, readOnly bool, least int64) error {
	s := schema{version: version, encoding: encoding, standby: standby, readOnly: readOnly, name: "public", least: least, have: 2}
	return s.refusal("postgres://u@h/x", 2, false)
}

// Broken is a database of which every attempt to append panics.
func Broken() *DB {
	d := &DB{log: slog.New(slog.DiscardHandler)}
	d.writer = newWriter(d, 10)
	return d
}
