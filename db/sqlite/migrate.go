package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/pressly/goose/v3"
	// The driver registers itself under the name "sqlite".
	_ "modernc.org/sqlite"

	"github.com/bankhalter/bankhalter/db/record"
)

// applicationID marks the file as ours; the first migration writes it.
const applicationID = 0x42616e6b

// migrate brings the schema up to date, after a backup if there is anything
// to lose. It is called under the lock of the database.
func migrate(ctx context.Context, d *DB) error {
	have, err := schemaVersion(ctx, d)
	if err != nil {
		return err
	}
	last, err := record.LastStep(d.opt.steps)
	if err != nil {
		return err
	}
	whole, err := appliedAll(ctx, d)
	if err != nil || have == last && whole {
		return err
	}
	if have > 0 {
		name, err := keepCopy(ctx, d, have)
		if err != nil {
			return err
		}
		d.opt.Logger.Info("schema changes, a copy was kept", "from", have, "to", last, "copy", name)
	}
	err = inOneTransaction(ctx, d.write, func(db *sql.DB) error {
		p, err := goose.NewProvider(goose.DialectSQLite3, db, d.opt.steps,
			goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true),
			goose.WithAllowOutofOrder(true)) // steps of two developers may have met in either order
		if err == nil {
			_, err = p.Up(ctx)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("%s stays as it was, its schema could not be changed from %d to %d: %w", d.path, have, last, failure("migrate", err))
	}
	return nil
}

// Behind says so in a sentence if the schema of the file is that of an older
// version, which only an upgrade makes readable; "" if not.
func (d *DB) Behind(ctx context.Context) (string, error) {
	whole, err := appliedAll(ctx, d)
	if err != nil || whole {
		return "", err
	}
	have, err := schemaVersion(ctx, d)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s has the schema of an older bankhalter (%d); use that version, or serve the file with this one, which keeps a copy and changes the schema", d.path, have), nil
}

// appliedAll reports whether every step has been applied.
func appliedAll(ctx context.Context, d *DB) (bool, error) {
	steps, err := record.Steps(d.opt.steps)
	if err != nil {
		return false, err
	}
	for _, n := range steps {
		var there bool
		err := d.spare.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'goose_db_version')`).Scan(&there)
		if err == nil && there {
			err = d.spare.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM goose_db_version WHERE is_applied = 1 AND version_id = ?)", n).Scan(&there)
		}
		if err != nil {
			return false, openFailure(d.path, err)
		}
		if !there {
			return false, nil
		}
	}
	return true, nil
}

// knownSchema checks a file that is only looked at.
func knownSchema(ctx context.Context, d *DB) error {
	have, err := schemaVersion(ctx, d)
	if err != nil {
		return err
	}
	if have == 0 {
		return unusable(d.path + " holds no games yet")
	}
	return nil
}

// schemaVersion reads how far the schema is, 0 for a new file. It refuses files
// of other programs and of newer versions of this one.
func schemaVersion(ctx context.Context, d *DB) (int64, error) {
	var tables, app, ours int64
	err := d.spare.QueryRowContext(ctx, `SELECT
		(SELECT count(*) FROM sqlite_schema),
		(SELECT application_id FROM pragma_application_id),
		(SELECT count(*) FROM sqlite_schema WHERE name = 'goose_db_version')`).Scan(&tables, &app, &ours)
	if err != nil {
		return 0, openFailure(d.path, err)
	}
	if tables == 0 {
		return 0, nil
	}
	if ours == 0 || app != applicationID && app != 0 {
		return 0, unusable(d.path + " is a database of another program; name another file")
	}
	var have sql.NullInt64
	err = d.spare.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied = 1").Scan(&have)
	if err != nil {
		return 0, openFailure(d.path, err)
	}
	if have.Int64 > 0 && app != applicationID {
		return 0, unusable(d.path + " is a database of another program; name another file")
	}
	last, err := record.LastStep(d.opt.steps)
	if err != nil {
		return 0, err
	}
	if have.Int64 > last {
		return 0, fmt.Errorf("%s was written by a newer bankhalter (schema %d, this one knows up to %d); use that version or a later one, or give this one the copy %s.schema-%d.bak that was made before the change, without the moves since",
			d.path, have.Int64, last, d.path, last)
	}
	return have.Int64, nil
}
