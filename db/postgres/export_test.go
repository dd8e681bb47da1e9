package postgres

import "io/fs"

// WithSteps gives other migrations.
func WithSteps(o Options, steps fs.FS) Options { o.steps = steps; return o }

// Refusal is what is said of a database that looks like this.
func Refusal(version int, encoding string, standby, readOnly bool, least int64) error {
	s := schema{version: version, encoding: encoding, standby: standby, readOnly: readOnly, name: "public", least: least, have: 2}
	return s.refusal("postgres://u@h/x", 2, false)
}
