// Package migrations holds the schema of the database, one numbered step a
// file. A file that has been released is never changed; a new step is added.
package migrations

import "embed"

// FS holds the steps, to be applied in order.
//
//go:embed *.sql
var FS embed.FS
