package sqlite

import (
	"context"
	"errors"
)

// Freeze makes everything that is read from now on belong to one moment,
// whatever another process writes. It needs a database opened to look at only,
// with a single reader.
func (d *DB) Freeze(ctx context.Context) error {
	_, err := d.read.ExecContext(ctx, "BEGIN")
	return d.failure("freeze", err)
}

// Integrity reads the whole file and lists its faults, none if it
// is sound. The error is that of a file that could not be looked at.
func (d *DB) Integrity(ctx context.Context) (faults []string, err error) {
	for _, query := range []string{
		"SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT 20",
		`SELECT "table" || ' refers to ' || count(*) || ' missing rows of ' || parent
			FROM pragma_foreign_key_check GROUP BY "table", parent`,
	} {
		more, err := d.texts(ctx, query)
		faults = append(faults, more...)
		if errors.Is(err, ErrDamaged) {
			return append(faults, err.Error()), nil
		}
		if err != nil {
			return faults, err
		}
	}
	return faults, nil
}

// texts runs a query that lists texts.
func (d *DB) texts(ctx context.Context, query string) ([]string, error) {
	rows, err := d.spare.QueryContext(ctx, query)
	if err != nil {
		return nil, d.failure("check the file", err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return list, d.failure("check the file", err)
		}
		list = append(list, text)
	}
	return list, d.failure("check the file", rows.Err())
}
