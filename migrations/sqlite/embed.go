// Package sqlite holds the schema of a SQLite database, one numbered step a
// file. A file that has been released is never changed; a new step is added.
package sqlite

import "embed"

// FS holds the steps, to be applied in order.
//
//go:embed *.sql
var FS embed.FS
