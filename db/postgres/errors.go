package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// ErrAway says that the database cannot be reached, or does not answer in time.
var ErrAway = errors.New("the database does not answer")

// Codes of PostgreSQL that are told apart.
const (
	uniqueViolation      = "23505"
	foreignKeyViolation  = "23503"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	diskFull             = "53100"
	readOnlyTransaction  = "25006"
	lockNotAvailable     = "55P03"
	noPrivilege          = "42501"
	noDatabase           = "3D000"
	badPassword          = "28P01"
	noAuthorization      = "28000"
	noText               = "22021"
)

// code is the SQLSTATE of an error, "" if it is none of PostgreSQL's.
func code(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// classify turns an error of PostgreSQL into one that the services know.
func classify(doing string, err error) error {
	switch c := code(err); {
	case c == uniqueViolation, c == foreignKeyViolation:
		return fmt.Errorf("%w: %s: %w", storage.ErrConflict, doing, err)
	case strings.HasPrefix(c, "23"), strings.HasPrefix(c, "22"), strings.HasPrefix(c, "42") && c != noPrivilege: // faults of this program
		return fmt.Errorf("%w: %s: %w", table.ErrInternal, doing, err)
	case c != "" || lost(err):
		if cause := kind(err); cause != nil {
			return fmt.Errorf("%w: %s: %w: %w", storage.ErrFailed, doing, cause, err)
		}
		return fmt.Errorf("%w: %s: %w", storage.ErrFailed, doing, err)
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// kind names the fault of the database, nil if there is none.
func kind(err error) error {
	switch code(err) {
	case diskFull:
		return storage.ErrDiskFull
	case readOnlyTransaction:
		return storage.ErrReadOnly
	case lockNotAvailable:
		return storage.ErrLocked
	}
	if lost(err) {
		return ErrAway
	}
	return nil
}

// lost reports whether the connection is gone or was never there, so that it is
// unknown whether a write that was under way took place.
func lost(err error) bool {
	if err == nil {
		return false
	}
	c := code(err)
	if strings.HasPrefix(c, "08") || strings.HasPrefix(c, "57P") { // connection failures; shutdown, crash, starting up
		return true
	}
	var connecting *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) ||
		c == "" && (strings.Contains(err.Error(), "closed") || strings.Contains(err.Error(), "EOF"))
}

// cut reports whether the connection of a query was cut that may yet be asked again.
func cut(ctx context.Context, err error) bool {
	var connecting *pgconn.ConnectError
	return lost(err) && ctx.Err() == nil && !errors.As(err, &connecting)
}

// passing reports whether a write was undone only for the sake of another one.
func passing(err error) bool {
	c := code(err)
	return c == serializationFailure || c == deadlockDetected
}
