package handlers

import (
	"errors"
	"net/http"
	"time"

	"github.com/bankhalter/bankhalter/game/table"
)

// storageRetry is when to try again what could not be stored. The cause is
// usually something an operator has to see to.
const storageRetry = 5 * time.Second

// fromStorage translates what is wrong with the database or with the log of a
// table; nil if it is something else. What passes by itself is 503.
func fromStorage(err error) *failure {
	switch {
	case errors.Is(err, table.ErrCorrupt):
		return &failure{status: http.StatusInternalServerError, code: "file_damaged", cause: err}
	case errors.Is(err, table.ErrDamaged):
		return &failure{status: http.StatusInternalServerError, code: "damaged", cause: err}
	case !errors.Is(err, table.ErrStorage):
		return nil
	}
	f := &failure{status: http.StatusServiceUnavailable, code: "storage", retry: storageRetry, cause: err}
	for _, known := range []struct {
		err  error
		code string
	}{
		{table.ErrDiskFull, "disk_full"},
		{table.ErrReadOnly, "read_only"},
		{table.ErrLocked, "locked"},
		{table.ErrFileGone, "file_gone"},
	} {
		if errors.Is(err, known.err) {
			f.code = known.code
		}
	}
	return f
}

// unready is the answer of a server that cannot do its work, with the cause as
// its code.
func unready(err error) *failure {
	f := &failure{status: http.StatusServiceUnavailable, code: "busy", retry: time.Second, cause: err}
	if why := fromStorage(err); why != nil {
		f.code = why.code
	}
	return f
}
