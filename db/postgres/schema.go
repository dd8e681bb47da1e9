package postgres

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"github.com/bankhalter/bankhalter/db/record"
)

// leastVersion is the oldest PostgreSQL, as it numbers itself, that is served.
const leastVersion = 140000

// name is how messages name a database: postgres://USER@HOST:PORT/DATABASE.
func name(cfg *pgconn.Config) string {
	var b strings.Builder
	host := func(name string, port uint16) {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name)
		if port != 5432 {
			b.WriteByte(':')
			b.WriteString(strconv.Itoa(int(port)))
		}
	}
	host(cfg.Host, cfg.Port)
	seen := map[string]bool{b.String(): true}
	for _, f := range cfg.Fallbacks {
		if one := fmt.Sprint(f.Host, f.Port); !seen[one] && (f.Host != cfg.Host || f.Port != cfg.Port) {
			seen[one] = true
			host(f.Host, f.Port)
		}
	}
	return "postgres://" + cfg.User + "@" + b.String() + "/" + cfg.Database
}

// schema is what a database is before it is used.
type schema struct {
	version  int
	encoding string
	name     string // of the schema that tables are made in; "" if there is none
	mayMake  bool
	standby  bool
	readOnly bool
	tables   int
	barred   []string // tables of ours that this user may not work with
	ours     bool
	have     int64 // the last step
	least    int64 // the last step that a program has to know
}

// prepareSchema checks that the database is one of ours, and brings its schema up to date.
func (d *DB) prepareSchema(ctx context.Context, lookOnly bool) error {
	s, err := d.schema(ctx, lookOnly)
	if err != nil {
		return err
	}
	d.channel = "bankhalter_" + s.name
	last, err := record.LastStep(d.steps)
	if err != nil {
		return err
	}
	if err := s.refusal(d.name, last, lookOnly); err != nil {
		return err
	}
	if s.have >= last {
		if s.have > last {
			d.log.Info("the schema is that of a newer version, which this one can work beside", "schema", s.have, "knows", last)
		}
		return nil
	}
	if s.have > 0 {
		d.log.Info("schema changes", "from", s.have, "to", last)
	}
	return d.migrate(ctx, s.have, last)
}

// refusal says why a database cannot be used, and what to do; nil if it can. last is
// the newest step that this program knows.
func (s *schema) refusal(name string, last int64, lookOnly bool) error {
	switch {
	case s.version < leastVersion:
		return fmt.Errorf("%s is PostgreSQL %d; this program needs %d or newer", name, s.version/10000, leastVersion/10000)
	case s.encoding != "UTF8":
		return fmt.Errorf("%s is encoded as %s; make a database with ENCODING 'UTF8'", name, s.encoding)
	case s.standby && !lookOnly:
		return fmt.Errorf("%s is a standby that takes no writes; name all hosts and add target_session_attrs=read-write to the address", name)
	case s.readOnly && !lookOnly:
		return fmt.Errorf("%s takes no writes, default_transaction_read_only is on; ALTER DATABASE or ALTER ROLE switches it off", name)
	case s.name == "":
		return fmt.Errorf("%s has no schema that this user may use; look at its search_path", name)
	case s.tables > 0 && !s.ours:
		return fmt.Errorf("%s holds tables of another program; give this one a database or a schema of its own", name)
	case s.least > last:
		return fmt.Errorf("%s has been changed by a newer bankhalter so that versions before step %d cannot use it any more (this one knows up to %d); start a newer version", name, s.least, last)
	case len(s.barred) > 0:
		return fmt.Errorf("%s: this user lacks rights on %d tables, such as %s; as their owner: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %s TO the user", name, len(s.barred), s.barred[0], s.name)
	case s.have >= last:
		return nil
	case lookOnly && s.have == 0:
		return fmt.Errorf("%s holds no games yet", name)
	case lookOnly:
		return fmt.Errorf("%s has the schema of an older bankhalter (%d); use that version, or serve the database with this one, which changes the schema", name, s.have)
	case !s.mayMake:
		return fmt.Errorf("%s: this user may not make tables in the schema %s; as its owner: GRANT CREATE, USAGE ON SCHEMA %s TO the user", name, s.name, s.name)
	}
	return nil
}

// schema looks at the database.
func (d *DB) schema(ctx context.Context, lookOnly bool) (schema, error) {
	var s schema
	err := d.row(ctx, `SELECT current_setting('server_version_num')::int, current_setting('server_encoding'), coalesce(current_schema(), ''), pg_is_in_recovery(),
		current_setting('default_transaction_read_only')::boolean,
		coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
		(SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = to_regnamespace(quote_ident(current_schema()))),
		to_regclass('goose_db_version') IS NOT NULL AND to_regclass('games') IS NOT NULL AND to_regclass('instance') IS NOT NULL`).
		Scan(&s.version, &s.encoding, &s.name, &s.standby, &s.readOnly, &s.mayMake, &s.tables, &s.ours)
	if err != nil {
		return s, d.openFailure(err)
	}
	if !s.ours {
		// A migration of the first step may have been cut off, which leaves its own table alone.
		s.ours = s.tables == 1 && d.row(ctx, "SELECT count(*) FROM goose_db_version").Scan(&s.tables) == nil
		return s, nil
	}
	rights := "SELECT"
	if !lookOnly {
		rights = "SELECT,INSERT,UPDATE,DELETE"
	}
	err = d.row(ctx, `SELECT coalesce(array_agg(c.relname::text ORDER BY 1), '{}') FROM pg_class c WHERE `+ours+`
		AND EXISTS (SELECT 1 FROM unnest(string_to_array($1, ',')) r WHERE NOT has_table_privilege(c.oid, r))`, rights).Scan(&s.barred)
	if err != nil || len(s.barred) > 0 {
		return s, d.openFailure(err)
	}
	var least string
	err = d.row(ctx, `SELECT (SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied),
		coalesce((SELECT convert_from(value, 'UTF8') FROM instance WHERE name = 'least_step'), '0')`).Scan(&s.have, &least)
	if err != nil {
		return s, d.openFailure(err)
	}
	if s.least, err = strconv.ParseInt(least, 10, 64); err != nil {
		return s, fmt.Errorf("%s: the oldest version that may use it cannot be read: %w", d.name, err)
	}
	return s, nil
}

// migrate brings the schema up to date. Of servers that start together one does
// it, under a lock of the database, and the others wait.
func (d *DB) migrate(ctx context.Context, have, last int64) error {
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	pool := stdlib.OpenDBFromPool(d.pool)
	defer pool.Close()
	p, err := goose.NewProvider(goose.DialectPostgres, pool, d.steps, goose.WithSessionLocker(locker),
		goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true), goose.WithAllowOutofOrder(true))
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("%s: the schema could not be changed from %d to %d: %w", d.name, have, last, err)
	}
	return nil
}

// openFailure suggests a remedy to the operator for a database that does not open.
func (d *DB) openFailure(err error) error {
	if err == nil {
		return nil
	}
	cause := strings.Join(strings.Fields(err.Error()), " ") // one sentence, also of several hosts
	switch code(err) {
	case badPassword, noAuthorization:
		return fmt.Errorf("%s does not let this user in; look at the user, at --db-password and at pg_hba.conf: %s", d.name, cause)
	case noDatabase:
		return fmt.Errorf("%s does not exist; as an administrator of PostgreSQL: CREATE DATABASE: %s", d.name, cause)
	case noPrivilege:
		return fmt.Errorf("%s: this user lacks a right: %s", d.name, cause)
	}
	if lost(err) {
		return fmt.Errorf("%s cannot be reached; check that PostgreSQL is running and that host and port are right: %s", d.name, cause)
	}
	return fmt.Errorf("open %s: %s", d.name, cause)
}
