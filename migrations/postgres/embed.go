// Package postgres holds the schema of a PostgreSQL database, one numbered step
// a file. A file that has been released is never changed; a new step is added,
// and one that takes something away comes a version after the last use of it, so
// that servers of two versions can run side by side.
package postgres

import "embed"

// FS holds the steps, to be applied in order.
//
//go:embed *.sql
var FS embed.FS
