package record

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// Row is a row of a table as it is moved between engines: of each column nil, an
// int64, a string or a []byte. Truth values are 0 and 1.
type Row []any

// Table is a table as an engine has it.
type Table struct {
	Name    string
	Columns []string
	Key     []string // the columns of its primary key
	Parents []string // the tables that its rows refer to
}

// Change is what one transaction of a copy does to a table: it deletes the rows
// with these keys, then inserts rows, then writes rows over those with their key.
type Change struct {
	Delete, Insert, Update []Row
}

// Snapshot is a database at one moment.
type Snapshot interface {
	// Rows reads the columns of a table, in the order of its key: numbers by
	// size, texts by their bytes. After an error there are no more.
	Rows(ctx context.Context, t Table) iter.Seq2[Row, error]
	Close() error
}

// Engine is a database that can be copied, and copied to.
type Engine interface {
	// Tables lists the tables.
	Tables(ctx context.Context) ([]Table, error)
	// Snapshot holds the moment until it is closed.
	Snapshot(ctx context.Context) (Snapshot, error)
	// Change changes a table in one transaction.
	Change(ctx context.Context, t Table, c Change) error
	// Unfinished is the name of the database that a copy was begun from and not
	// brought to its end; "" if there is none.
	Unfinished(ctx context.Context) (from string, err error)
	// BeginCopy notes that a copy begins, so that nothing serves the database
	// before its end. It refuses a database that is being served.
	BeginCopy(ctx context.Context, from string) error
	// EndCopy makes the database ready to be served.
	EndCopy(ctx context.Context) error
}

// Unfinished is the name under which instance has what a copy was begun from.
const Unfinished = "copying"

// What belongs to one engine or to one database, and is not copied: tables,
// columns, and rows of the table instance. These lists never change.
var (
	localTables  = []string{"goose_db_version", "nodes", "questions", "tries"}
	localColumns = []string{"games.stamp", "moves.id", "receipts.node"}
	localNames   = []string{Unfinished, "probe", "least_step"}
)

// key is that of a table whose own one belongs to one engine.
var key = map[string][]string{"moves": {"game", "seq"}}

// Errors of a copy.
var (
	ErrHolds   = errors.New("holds something else")
	ErrDiffers = errors.New("the copy differs")
)

// At most so much is written in one transaction.
const (
	copyRows  = 1000
	copyBytes = 1 << 20
)

// Copy makes one database the same as another one, row by row, at the moment it
// begins, and reads everything back. The target has to be empty, or one that
// a copy of the same database was begun in and not finished, which it goes on with.
type Copy struct {
	From, To Engine
	Name     string                           // of the database that is copied, by which an unfinished copy knows it again
	Progress func(doing, table string, n int) // called now and then; nil: never
	Counts   map[string]int                   // rows by table, after Run
	Already  bool                             // after Run: the target was the same before
	Begun    bool                             // after Run: the target may have been changed
	tables   []Table
	source   Snapshot
}

// Run copies. The error wraps ErrHolds if nothing was changed because the target
// holds something else, ErrDiffers if what was read back is not what was written.
// After any other error, and after being killed, Run goes on where it was.
func (c *Copy) Run(ctx context.Context) (err error) {
	if c.tables, err = common(ctx, c.From, c.To); err != nil {
		return err
	}
	if c.source, err = c.From.Snapshot(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.source.Close()) }()
	begun, err := c.To.Unfinished(ctx)
	switch {
	case err != nil:
		return err
	case begun != "" && begun != c.Name:
		return fmt.Errorf("%w: a copy of %s that was not finished", ErrHolds, begun)
	}
	empty, err := c.empty(ctx)
	if err != nil {
		return err
	}
	if begun == "" && !empty {
		return c.same(ctx)
	}
	if err := c.To.BeginCopy(ctx, c.Name); err != nil {
		return err
	}
	c.Begun = true
	if !empty { // what is gone meanwhile, children before their parents
		for _, t := range slices.Backward(c.tables) {
			if err := c.table(ctx, t, "clearing", c.clearing(t)); err != nil {
				return err
			}
		}
	}
	for _, t := range c.tables {
		if err := c.table(ctx, t, "copying", filling); err != nil {
			return err
		}
	}
	if err := c.verify(ctx); err != nil {
		return err
	}
	return c.To.EndCopy(ctx)
}

// same reports, as an error, that a database that is not empty is none that this
// copy would have made.
func (c *Copy) same(ctx context.Context) error {
	err := c.verify(ctx)
	if errors.Is(err, ErrDiffers) {
		return fmt.Errorf("%w, and is not changed", ErrHolds)
	}
	c.Already = err == nil
	return err
}

// verify reads everything back, counts it and compares it.
func (c *Copy) verify(ctx context.Context) error {
	c.Counts = map[string]int{}
	for _, t := range c.tables {
		if err := c.table(ctx, t, "comparing", func(_ *Change, from, to Row) error {
			switch {
			case from == nil:
				return fmt.Errorf("%w: %s has a row too many: %s", ErrDiffers, t.Name, t.keyText(to))
			case to == nil:
				return fmt.Errorf("%w: %s misses a row: %s", ErrDiffers, t.Name, t.keyText(from))
			case !slices.EqualFunc(from, to, equal):
				return fmt.Errorf("%w: a row of %s is another one: %s", ErrDiffers, t.Name, t.keyText(from))
			}
			c.Counts[t.Name]++
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// empty reports whether the target holds nothing that a copy could destroy.
func (c *Copy) empty(ctx context.Context) (empty bool, err error) {
	s, err := c.To.Snapshot(ctx)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	for _, t := range c.tables {
		if t.Name == "instance" { // a server that found an empty database has made its keys
			continue
		}
		for _, err := range s.Rows(ctx, t) {
			return false, err
		}
	}
	return true, nil
}

// step is what becomes of a pair of rows with the same key, either of which may be nil.
type step func(c *Change, from, to Row) error

// clearing deletes what the source has no longer. Of a table to which no other
// refers it also deletes what changed, so that no row is in the way of another one.
func (c *Copy) clearing(t Table) step {
	parent := slices.ContainsFunc(c.tables, func(o Table) bool { return slices.Contains(o.Parents, t.Name) })
	return func(ch *Change, from, to Row) error {
		if to != nil && (from == nil || !parent && !slices.EqualFunc(from, to, equal)) {
			ch.Delete = append(ch.Delete, to[:len(t.Key)])
		}
		return nil
	}
}

// filling writes what the target does not have, or has otherwise.
func filling(ch *Change, from, to Row) error {
	switch {
	case from == nil:
	case to == nil:
		ch.Insert = append(ch.Insert, from)
	case !slices.EqualFunc(from, to, equal):
		ch.Update = append(ch.Update, from)
	}
	return nil
}

// table goes through a table of both databases at the same time, in the order of the key.
func (c *Copy) table(ctx context.Context, t Table, doing string, do step) (err error) {
	target, err := c.To.Snapshot(ctx) // a new one: deleting a parent has deleted its children
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	left, stopLeft := iter.Pull2(c.rows(ctx, c.source, t))
	defer stopLeft()
	right, stopRight := iter.Pull2(c.rows(ctx, target, t))
	defer stopRight()
	var ch Change
	size, n := 0, 0
	from, to := pulled{next: left}, pulled{next: right}
	for {
		from.pull()
		to.pull()
		if err := errors.Join(from.err, to.err); err != nil {
			return err
		}
		if from.row == nil && to.row == nil {
			break
		}
		order := compareKeys(from.row, to.row, len(t.Key))
		var a, b Row
		if order <= 0 {
			a, from.row = from.row, nil
		}
		if order >= 0 {
			b, to.row = to.row, nil
		}
		if err := do(&ch, a, b); err != nil {
			return err
		}
		n++
		if size += a.size(); size >= copyBytes || ch.rows() >= copyRows {
			if err := c.write(ctx, t, &ch); err != nil {
				return err
			}
			size = 0
		}
		if c.Progress != nil && n%copyRows == 0 {
			c.Progress(doing, t.Name, n)
		}
	}
	return c.write(ctx, t, &ch)
}

func (c *Copy) write(ctx context.Context, t Table, ch *Change) error {
	if ch.rows() == 0 {
		return nil
	}
	if err := c.To.Change(ctx, t, *ch); err != nil {
		return fmt.Errorf("write to %s: %w", t.Name, err)
	}
	*ch = Change{}
	return ctx.Err()
}

// rows are those of a table without the ones that belong to one database.
func (c *Copy) rows(ctx context.Context, s Snapshot, t Table) iter.Seq2[Row, error] {
	all := s.Rows(ctx, t)
	if t.Name != "instance" {
		return all
	}
	return func(yield func(Row, error) bool) {
		for row, err := range all {
			if err == nil {
				if name, _ := row[0].(string); slices.Contains(localNames, name) {
					continue
				}
			}
			if !yield(row, err) {
				return
			}
		}
	}
}

// pulled is the next row of a table; nil if there are no more.
type pulled struct {
	next func() (Row, error, bool)
	row  Row
	err  error
	over bool
}

func (p *pulled) pull() {
	if p.over || p.err != nil || p.row != nil {
		return
	}
	row, err, ok := p.next()
	if !ok {
		p.over = true
		return
	}
	p.row, p.err = row, err
}

func (ch *Change) rows() int { return len(ch.Delete) + len(ch.Insert) + len(ch.Update) }

// size is about how many bytes a row has.
func (r Row) size() int {
	n := 8 * len(r)
	for _, v := range r {
		switch v := v.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
	}
	return n
}

// keyText is the key of a row in a message. What is secret is stored as a hash.
func (t Table) keyText(r Row) string {
	parts := make([]string, len(t.Key))
	for i := range t.Key {
		if b, ok := r[i].([]byte); ok {
			parts[i] = fmt.Sprintf("%.4x…", b)
			continue
		}
		parts[i] = fmt.Sprint(r[i])
	}
	return strings.Join(parts, " ")
}

// compareKeys compares the first n values of two rows; a row that is not there is last.
func compareKeys(a, b Row, n int) int {
	switch {
	case a == nil:
		return 1
	case b == nil:
		return -1
	}
	for i := range n {
		if order := compare(a[i], b[i]); order != 0 {
			return order
		}
	}
	return 0
}

func compare(a, b any) int {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return cmp.Compare(a, b)
		}
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b)
		}
	case []byte:
		if b, ok := b.([]byte); ok {
			return bytes.Compare(a, b)
		}
	}
	return strings.Compare(fmt.Sprintf("%T", a), fmt.Sprintf("%T", b)) // nil, or kinds that no schema mixes
}

func equal(a, b any) bool { return compare(a, b) == 0 }

// common lists the tables that both databases have, parents first, with the
// columns that both have, those of the key first. Anything else that the source
// has is refused: it would be lost.
func common(ctx context.Context, from, to Engine) ([]Table, error) {
	have, err := from.Tables(ctx)
	if err != nil {
		return nil, err
	}
	want, err := to.Tables(ctx)
	if err != nil {
		return nil, err
	}
	byName := map[string]Table{}
	for _, t := range want {
		byName[t.Name] = t
	}
	var both []Table
	for _, t := range have {
		if slices.Contains(localTables, t.Name) {
			continue
		}
		other, ok := byName[t.Name]
		if !ok {
			return nil, fmt.Errorf("there is no place for the table %s", t.Name)
		}
		one := Table{Name: t.Name, Parents: t.Parents}
		for _, column := range t.Columns {
			switch {
			case slices.Contains(localColumns, t.Name+"."+column):
			case slices.Contains(other.Columns, column):
				one.Columns = append(one.Columns, column)
			default:
				return nil, fmt.Errorf("there is no place for the column %s of the table %s", column, t.Name)
			}
		}
		if one.Key = key[t.Name]; one.Key == nil {
			one.Key = other.Key
		}
		one.Columns = append(slices.Clone(one.Key), slices.DeleteFunc(one.Columns, func(n string) bool { return slices.Contains(one.Key, n) })...)
		both = append(both, one)
	}
	return parentsFirst(both)
}

// parentsFirst sorts tables so that each one follows those that its rows refer to.
func parentsFirst(tables []Table) ([]Table, error) {
	slices.SortFunc(tables, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	sorted := make([]Table, 0, len(tables))
	done := map[string]bool{}
	for len(sorted) < len(tables) {
		before := len(sorted)
		for _, t := range tables {
			if !done[t.Name] && !slices.ContainsFunc(t.Parents, func(p string) bool { return p != t.Name && !done[p] }) {
				sorted, done[t.Name] = append(sorted, t), true
			}
		}
		if len(sorted) == before {
			return nil, errors.New("the tables refer to one another in a circle")
		}
	}
	return sorted, nil
}
