package postgres

import "io/fs"

// WithSteps gives other migrations.
func WithSteps(o Options, steps fs.FS) Options { o.steps = steps; return o }
