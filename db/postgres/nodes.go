package postgres

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/cespare/xxhash/v2"

	"github.com/bankhalter/bankhalter/game/table"
)

var _ table.SharedStore = (*DB)(nil)

// A server says that it is alive every beat, and counts as gone when it has not
// for a while, by the clock of the database.
const (
	beat     = 2 * time.Second
	goneWhen = 6 * time.Second
	buriedAt = time.Hour
)

// Stamp implements table.SharedStore.
func (d *DB) Stamp(ctx context.Context, id string) (stamp uint64, err error) {
	err = d.row(ctx, "SELECT stamp FROM games WHERE id = $1", id).Scan(&stamp)
	return stamp, d.failure("read game", err)
}

// Stamps implements table.SharedStore.
func (d *DB) Stamps(ctx context.Context, ids []string) (map[string]uint64, error) {
	rows, err := d.query(ctx, "SELECT id, stamp FROM games WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, d.failure("read games", err)
	}
	defer rows.Close()
	stamps := make(map[string]uint64, len(ids))
	for rows.Next() {
		var id string
		var stamp uint64
		if err := rows.Scan(&id, &stamp); err != nil {
			return nil, d.failure("read games", err)
		}
		stamps[id] = stamp
	}
	return stamps, d.failure("read games", rows.Err())
}

// Mine reports whether the bots and the clock of a game are this server's to let
// go on: of the servers that are alive each game has one, the same for all of
// them, and few games change hands when one comes or goes. Should two servers
// both believe that a game is theirs, one of their writes is refused.
func (d *DB) Mine(id string) bool {
	nodes := d.nodes.Load()
	if nodes == nil {
		return false
	}
	var best uint64
	var who string
	for _, node := range *nodes {
		if weight := xxhash.Sum64String(node + "/" + id); who == "" || weight > best {
			best, who = weight, node
		}
	}
	return who == d.node
}

// Nodes counts the servers that are alive, as far as this one knows.
func (d *DB) Nodes() int {
	if nodes := d.nodes.Load(); nodes != nil {
		return len(*nodes)
	}
	return 0
}

// Alive lists the servers that are alive, as far as this one knows.
func (d *DB) Alive() []string {
	if nodes := d.nodes.Load(); nodes != nil {
		return *nodes
	}
	return nil
}

// Live says that this server is alive until ctx ends, and calls changed whenever
// it finds that servers came or went.
func (d *DB) Live(ctx context.Context, changed func(context.Context)) {
	last := time.Now()
	var away trouble
	for {
		before := d.nodes.Load()
		switch err := d.Beat(ctx); {
		case err == nil:
			last = time.Now()
			if lasted, ended := away.over(last); ended {
				d.log.Info("the database answers again", "after", lasted)
			}
		case time.Since(last) > goneWhen:
			d.nodes.Store(nil) // the others take this server for gone
			d.writer.stats.Fail()
			if away.again(time.Now()) {
				d.log.Error("the database takes no writes of this server; players are asked to try again", "since", last, "err", err, "help", help(err))
			}
		}
		if now := d.nodes.Load(); (before == nil) != (now == nil) || now != nil && !slices.Equal(*before, *now) {
			changed(ctx)
		}
		select {
		case <-ctx.Done():
			d.leave(context.WithoutCancel(ctx))
			return
		case <-time.After(beat):
		}
	}
}

// Join takes its place among the servers of the database, which people reach under
// publicURL; "" if it is not known. Beside servers that have an address, one with another
// belongs to something else, and one without makes other links: neither is let in. Servers
// without one let one with it in, so that they can be given it one after the other.
func (d *DB) Join(ctx context.Context, publicURL string) error {
	var other string
	err := d.alive(ctx, publicURL, func(c *conn) error {
		// Servers that come at the same time do it one after the other.
		if _, err := c.exec("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", d.channel+" join"); err != nil {
			return err
		}
		err := c.scan(`SELECT coalesce(max(public_url), '') FROM nodes
			WHERE public_url <> '' AND public_url <> $1 AND seen_at > clock_timestamp() - $2::bigint * interval '1 millisecond'`,
			[]any{publicURL, goneWhen.Milliseconds()}, &other)
		if err == nil && other != "" {
			return errOthers
		}
		return err
	})
	if errors.Is(err, errOthers) && publicURL == "" {
		return fmt.Errorf("%s is used by servers with --public-url %s, and this one has none; give it the same, or a database of its own", d.name, other)
	}
	if errors.Is(err, errOthers) {
		return fmt.Errorf("%s is used by servers with --public-url %s, and this one has %s; give it a database of its own, or stop those", d.name, other, publicURL)
	}
	if err == nil {
		d.publicURL = publicURL
	}
	return err
}

// errOthers ends the write of a server that is not let in.
var errOthers = errors.New("servers under another address use the database")

// Alone does a job of the whole database, unless another server is doing it, and
// reports whether it did. The lock ends with the connection, however that ends.
func (d *DB) Alone(ctx context.Context, job string, do func(context.Context)) (did bool, err error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return false, d.failure("begin to "+job, err)
	}
	defer conn.Release()
	lock := d.channel + " " + job
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtextextended($1, 0))", lock).Scan(&did); err != nil || !did {
		return false, d.failure("begin to "+job, err)
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer cancel()
		if _, e := conn.Exec(end, "SELECT pg_advisory_unlock(hashtextextended($1, 0))", lock); e != nil {
			_ = conn.Conn().Close(end) // which unlocks it, too
		}
	}()
	do(ctx)
	return true, nil
}

// Beat says once that this server is alive, and reads which others are.
func (d *DB) Beat(ctx context.Context) error {
	return d.alive(ctx, d.publicURL, func(*conn) error { return nil })
}

// alive is Beat after something that may stop it.
func (d *DB) alive(ctx context.Context, publicURL string, first func(*conn) error) error {
	var nodes []string
	var theirs time.Time
	err := d.within(ctx, goneWhen/2, "say that this server is alive", func(c *conn) error {
		if err := first(c); err != nil {
			return err
		}
		if _, err := c.exec(`INSERT INTO nodes (id, seen_at, public_url) VALUES ($1, clock_timestamp(), $2)
			ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`, d.node, publicURL); err != nil {
			return err
		}
		if _, err := c.exec("DELETE FROM nodes WHERE seen_at < clock_timestamp() - $1::bigint * interval '1 millisecond'", buriedAt.Milliseconds()); err != nil {
			return err
		}
		before := d.clock()
		defer func() { d.compareClocks(before, theirs, d.clock()) }()
		return c.scan("SELECT array_agg(id ORDER BY id), clock_timestamp() FROM nodes WHERE seen_at > clock_timestamp() - $1::bigint * interval '1 millisecond'",
			[]any{goneWhen.Milliseconds()}, &nodes, &theirs)
	})
	if err == nil {
		d.nodes.Store(&nodes)
	}
	return err
}

// agree is how far clocks may be apart that count as the same.
const agree = time.Second

// Now is the time by the clock of the database, so that servers whose own clocks are
// apart have one: the deadlines of a game are set by one and struck by another.
func (d *DB) Now() time.Time { return d.clock().Add(time.Duration(d.ahead.Load())) }

// compareClocks takes what the clock of the database said between two moments.
func (d *DB) compareClocks(before, theirs, after time.Time) {
	if theirs.IsZero() || after.Sub(before) > agree {
		return // the answer did not come, or too late to tell
	}
	is := theirs.Sub(before.Add(after.Sub(before) / 2))
	was := time.Duration(d.ahead.Load())
	switch {
	case (is - was).Abs() < agree:
		return
	case is.Abs() < agree:
		is = 0
		d.log.Info("the clock of this machine agrees with the database's again")
	default:
		d.log.Warn("the clock of this machine is wrong, or the database's is; the database's counts", "database_is_ahead_by", is.Round(time.Millisecond))
	}
	d.ahead.Store(int64(is))
}

// leave says that this server goes, so that the others need not wait for it.
func (d *DB) leave(ctx context.Context) {
	err := d.do(ctx, "leave", func(c *conn) error {
		_, err := c.exec("DELETE FROM nodes WHERE id = $1", d.node)
		return err
	})
	if err != nil {
		d.log.Warn("the other servers are not told that this one goes; they notice within seconds", "err", err)
	}
}
