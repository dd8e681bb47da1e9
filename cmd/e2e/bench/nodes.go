package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/bankhalter/bankhalter/db/postgres/postgrestest"
)

// mostNodes is up to how many servers are put on one PostgreSQL.
const mostNodes = 3

// contender is servers on one database, with tables of their own.
type contender struct {
	name  string
	lot   *lot
	byNum map[int][]rate          // by number of posters
	db    map[int][]time.Duration // the database's processor time a move
}

// nodes measures durable moves on one to three servers on one PostgreSQL, beside one
// server with a file and beside what the same PostgreSQL does with single rows. All
// of it is on this machine, so that more servers cannot be quicker: it shows what
// they cost.
func (b *run) nodes() error {
	b.r.section(fmt.Sprintf("Several servers on one PostgreSQL, durable moves over %d tables each", b.o.tables))
	posters, err := numbers(b.o.posters)
	if err != nil {
		return err
	}
	folder := filepath.Join(b.dir, "postgres")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, dir := range []string{b.dir, folder} { // PostgreSQL runs as somebody else
		if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // a folder of the benchmark's own
			return err
		}
	}
	cluster, err := postgrestest.New(context.Background(), folder, true)
	if err != nil {
		return err
	}
	defer cluster.Close()
	if b.o.slower > 0 {
		if err := slowDown(cluster, b.o.slower); err != nil {
			return err
		}
	}
	rows, err := openRows(cluster)
	if err != nil {
		return err
	}
	defer rows.close()
	var all []*contender
	defer func() {
		for _, c := range all {
			for _, s := range c.lot.servers {
				_ = s.Kill() // the benchmark is over
			}
		}
	}()
	for n := range mostNodes + 1 {
		c, err := b.contender(cluster, n)
		if c != nil {
			all = append(all, c)
		}
		if err != nil {
			return err
		}
	}
	raw, err := b.contend(all, rows, cluster, posters)
	if err != nil {
		return err
	}
	b.standings(all, posters, raw)
	if err := b.holdings(all[1:]); err != nil {
		return err
	}
	return b.reach(all[mostNodes].lot)
}

// slowDown lets PostgreSQL wait before each sync of its log, even if nothing else is committed.
func slowDown(cluster *postgrestest.Cluster, wait time.Duration) error {
	for _, query := range []string{
		fmt.Sprintf("ALTER SYSTEM SET commit_delay = %d", wait.Microseconds()),
		"ALTER SYSTEM SET commit_siblings = 0",
		"SELECT pg_reload_conf()",
	} {
		if err := cluster.Exec(context.Background(), query); err != nil {
			return err
		}
	}
	return nil
}

// contender starts servers on a database of their own: none on PostgreSQL is one
// with a file.
func (b *run) contender(cluster *postgrestest.Cluster, servers int) (*contender, error) {
	c := &contender{name: "SQLite", byNum: map[int][]rate{}, db: map[int][]time.Duration{}, lot: &lot{}}
	start := func(at string) error {
		s, err := b.serveOn(at)
		if err == nil {
			c.lot.servers = append(c.lot.servers, s)
		}
		return err
	}
	if servers == 0 {
		if err := start(b.file()); err != nil {
			return c, err
		}
	} else {
		c.name = "PostgreSQL, 1 server"
		if servers > 1 {
			c.name = fmt.Sprintf("PostgreSQL, %d servers", servers)
		}
		at, err := cluster.Database(context.Background())
		if err != nil {
			return c, err
		}
		for range servers {
			if err := start(at); err != nil {
				return c, err
			}
		}
	}
	if err := c.lot.sit(); err != nil {
		return c, err
	}
	return c, c.lot.open(b.o.tables)
}

// rawKinds are what the same PostgreSQL does with single rows. Servers notify
// each other once a group: the last one says what once a move would cost.
func rawKinds() []rawKind {
	const insert = "INSERT INTO move (game, seq, events) VALUES ($1, $2, $3)"
	return []rawKind{
		{"one row a commit, 1 connection", 1, insert},
		{fmt.Sprintf("one row a commit, %d connections", rawConns), rawConns, insert},
		{fmt.Sprintf("and a notification each, %d connections", rawConns), rawConns, "WITH one AS (" + insert + ") SELECT pg_notify('bench', $1)"},
	}
}

type rawKind struct {
	name  string
	conns int
	query string
}

// contend lets everybody take turns, in as many rounds as are asked for, and
// returns the median of each kind of raw rows.
func (b *run) contend(all []*contender, rows *rows, cluster *postgrestest.Cluster, posters []int) ([]rate, error) {
	kinds := rawKinds()
	raw := make([][]rate, len(kinds))
	for range b.o.rounds {
		for _, n := range posters {
			for i := range kinds {
				r, err := rows.measure(&kinds[i], b.o.span/3)
				if err != nil {
					return nil, err
				}
				raw[i] = append(raw[i], r)
			}
			for _, c := range all {
				before := cpuOf(cluster.Processes())
				r, err := c.lot.costed(n, b.o.span)
				if err != nil {
					return nil, fmt.Errorf("%s, %d posters: %w", c.name, n, err)
				}
				spent := cpuOf(cluster.Processes()) - before
				c.byNum[n] = append(c.byNum[n], r)
				if moves := r.perSecond * b.o.span.Seconds(); moves > 0 {
					c.db[n] = append(c.db[n], time.Duration(float64(spent)/moves))
				}
			}
		}
	}
	medians := make([]rate, len(raw))
	for i := range raw {
		medians[i] = middle(raw[i])
	}
	return medians, nil
}

func (b *run) standings(all []*contender, posters []int, raw []rate) {
	single := raw[0]
	b.r.line("", "rate", "of one by one", "of SQLite", "p50", "p99", "server CPU", "of SQLite", "database CPU")
	for i, kind := range rawKinds() {
		b.r.line(kind.name, count(raw[i].perSecond), ratio(raw[i].perSecond, single.perSecond), "", ms(raw[i].p50), ms(raw[i].p99))
	}
	for _, n := range posters {
		file := middle(all[0].byNum[n])
		for i, c := range all {
			r := middle(c.byNum[n])
			database := ""
			if i > 0 {
				slices.Sort(c.db[n])
				database = us(c.db[n][len(c.db[n])/2])
			}
			b.r.line(fmt.Sprintf("%d posters, %s", n, c.name), count(r.perSecond), ratio(r.perSecond, single.perSecond), ratio(r.perSecond, file.perSecond),
				ms(r.p50), ms(r.p99), us(r.cpu), ratio(r.cpu.Seconds(), file.cpu.Seconds()), database)
		}
	}
	if one := all[1].byNum[1]; len(one) > 0 {
		b.r.line("p50 of a lone move / p50 of one row", ratio(middle(one).p50.Seconds(), single.p50.Seconds()))
	}
}

// holdings is what each server holds: memory, and connections to the database.
func (b *run) holdings(all []*contender) error {
	b.r.line("", "memory", "connections")
	for _, c := range all {
		for i, s := range c.lot.servers {
			memory, err := resident(s.PID())
			if err != nil {
				return err
			}
			open, err := figure(s, "bankhalter_db_connections")
			if err != nil {
				return err
			}
			b.r.line(fmt.Sprintf("%s: server %d", c.name, i+1), kilobytes(memory), fmt.Sprint(open))
		}
	}
	return nil
}

// reach measures how long a move at the first server takes to be heard of at a
// stream of the first and of the second one.
func (b *run) reach(l *lot) error {
	const presses = 400
	b.r.line("", "p50", "p99")
	for i, to := range l.servers[:2] {
		tb := l.tables[i]
		now, err := l.people[0].State(context.Background(), tb.id)
		if err != nil {
			return err
		}
		st := &stage{id: tb.id}
		st.seq.Store(int64(now.Seq))
		a, err := watch(to, []*stage{st}, 1)
		if err != nil {
			return err
		}
		c, err := dial(l.servers[0].Address())
		if err != nil {
			return err
		}
		took, err := l.presses(c, a, tb, st, presses)
		c.close()
		a.close()
		if err != nil {
			return err
		}
		r := rated(took, time.Second)
		b.r.line([]string{"from a press to a ping of the same server", "from a press to a ping of another server"}[i], ms(r.p50), ms(r.p99))
	}
	return nil
}

// presses makes moves at a table, each when the one before was heard of.
func (l *lot) presses(c *conn, a *audience, tb *benchTable, st *stage, n int) (took []time.Duration, err error) {
	for len(took) < n && tb.id == st.id {
		st.pressed.Store(time.Now().UnixNano())
		status, body, err := c.post(tb.path, l.auth[tb.next], tb.body)
		if err != nil {
			return took, err
		}
		if seq, ok := seqIn(body); ok && status == 200 {
			st.seq.Store(seq)
			for began := time.Now(); a.behind() > 0; time.Sleep(100 * time.Microsecond) {
				if time.Since(began) > 5*time.Second {
					return took, fmt.Errorf("a move at table %s was not heard of in five seconds", st.id)
				}
			}
			took = append(took, a.take()...)
		}
		if err := l.heard(tb, status, body); err != nil {
			return took, err
		}
	}
	return took, nil
}

// rawConns is how many connections commit rows at once.
const rawConns = 16

// rows is a table of the same PostgreSQL that takes one row a commit.
type rows struct {
	conns []*pgx.Conn
	n     int
}

func openRows(cluster *postgrestest.Cluster) (*rows, error) {
	ctx := context.Background()
	r := &rows{}
	if err := cluster.Exec(ctx, "CREATE TABLE move (id bigserial PRIMARY KEY, game text NOT NULL, seq int NOT NULL, events text NOT NULL, UNIQUE (game, seq))"); err != nil {
		return r, err
	}
	for range rawConns {
		c, err := pgx.Connect(ctx, cluster.URL("postgres"))
		if err != nil {
			return r, err
		}
		r.conns = append(r.conns, c)
	}
	return r, nil
}

// measure lets so many of the connections commit for a time.
func (r *rows) measure(kind *rawKind, d time.Duration) (rate, error) {
	row := strings.Repeat("x", 300)
	rates, failed := make([]rate, kind.conns), make([]error, kind.conns)
	r.n++
	var all sync.WaitGroup
	for i, c := range r.conns[:kind.conns] {
		all.Go(func() {
			n := 0
			rates[i], failed[i] = repeat(d, func() error {
				n++
				_, err := c.Exec(context.Background(), kind.query, fmt.Sprintf("g%d-%d-%d", r.n, i, n%1000), n, row)
				return err
			})
		})
	}
	all.Wait()
	joint := middle(rates)
	joint.perSecond = 0
	for i := range rates {
		if failed[i] != nil {
			return joint, failed[i]
		}
		joint.perSecond += rates[i].perSecond
	}
	return joint, nil
}

func (r *rows) close() {
	for _, c := range r.conns {
		_ = c.Close(context.Background()) // nothing is left to be sent
	}
}

// cpuOf is the processor time that processes have used; those that have ended count nothing.
func cpuOf(pids []int) (sum time.Duration) {
	for _, pid := range pids {
		if used, err := cpu(pid); err == nil {
			sum += used
		}
	}
	return sum
}
