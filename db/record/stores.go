package record

import (
	"context"
	"log/slog"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
)

// Tx runs queries in which question marks, all numbered or none, stand for arguments,
// and which both engines understand.
type Tx interface {
	Exec(query string, args ...any) (int64, error)
	Query(query string, args []any, each func(scan) error) error
	// Tell lets other servers on the database, if there are any, hear of a change
	// when it is committed.
	Tell(kind News, id string)
}

// News is a kind of change of which other servers hear.
type News byte

// The kinds of news that are told here.
const (
	NewsOfAll      News = 'a' // anything may have changed
	NewsOfGame     News = 'g' // its table
	NewsOfChat     News = 'c' // of a game
	NewsOfMutes    News = 'm' // of a player
	NewsOfOperator News = 'o' // bans and the announcement
	NewsOfPlayer   News = 'p' // their name, what signs them in, or what was explained to them
)

// scan reads the columns of a row.
type scan = func(dest ...any) error

// Queries is an engine that runs them.
type Queries interface {
	// ReadRows runs queries that change nothing.
	ReadRows(ctx context.Context, doing string, run func(Tx) error) error
	// WriteRows runs queries in one transaction, perhaps several times.
	WriteRows(ctx context.Context, doing string, run func(Tx) error) error
	// WriteInTurn is WriteRows for results, in turn with all who change them: ratings
	// follow from each other.
	WriteInTurn(ctx context.Context, doing string, run func(Tx) error) error
}

// Stores are the parts of the stores of services that both engines keep by the same
// queries.
type Stores struct {
	Accounts
	Boards
	Moderation
	Notifications
	Players
	PlayerTokens
	Results
	SavedSessions
	TableHooks
	Tables
	Talk
}

// StoresOf returns the stores of an engine.
func StoresOf(q Queries, log *slog.Logger) Stores {
	return Stores{Accounts{q}, Boards{q}, Moderation{q}, Notifications{q, log}, Players{q}, PlayerTokens{q}, Results{q}, SavedSessions{q}, TableHooks{q}, Tables{q, log}, Talk{q}}
}

// list reads the rows of a query.
func list[T any](ctx context.Context, q Queries, doing, query string, args []any, read func(scan) (T, error)) (all []T, err error) {
	err = q.ReadRows(ctx, doing, func(tx Tx) error {
		all = nil
		return tx.Query(query, args, func(row scan) error {
			x, err := read(row)
			all = append(all, x)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// first reads one row of a query; storage.ErrNotFound if there is none.
func first[T any](ctx context.Context, q Queries, doing, query string, args []any, read func(scan) (T, error)) (x T, err error) {
	err = q.ReadRows(ctx, doing, func(tx Tx) error {
		err := storage.ErrNotFound
		failed := tx.Query(query, args, func(row scan) error {
			x, err = read(row)
			return err
		})
		if failed != nil {
			return failed
		}
		return err
	})
	if err != nil {
		var none T
		return none, err
	}
	return x, nil
}

// value reads a row of one column.
func value[T any](row scan) (x T, err error) {
	err = row(&x)
	return x, err
}

// exec runs one statement in a transaction of its own.
func exec(ctx context.Context, q Queries, doing, query string, args ...any) error {
	return q.WriteRows(ctx, doing, func(tx Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

// touched makes storage.ErrNotFound of a statement that has changed no row.
func touched(rows int64, err error) error {
	if err == nil && rows == 0 {
		return storage.ErrNotFound
	}
	return err
}

// fromMillis is a time as it is stored.
func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// Millis is a time that may be absent, as it is stored: the zero time is NULL.
func Millis(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	ms := t.UnixMilli()
	return &ms
}

// optional is a time that may be absent, of its stored form.
func optional(ms *int64) time.Time {
	if ms == nil {
		return time.Time{}
	}
	return fromMillis(*ms)
}

// OrNull stores an empty text as NULL, for references that may be absent.
func OrNull[T ~string](v T) *string {
	if v == "" {
		return nil
	}
	text := string(v)
	return &text
}
