package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/game/table"
)

// storageRetry is when to try again what could not be stored. The cause is
// usually something an operator has to see to.
const storageRetry = 5 * time.Second

// fromStorage translates what is wrong with the database or with the log of a
// table; nil if it is something else. What passes by itself is 503.
func fromStorage(err error) *Error {
	switch {
	case errors.Is(err, storage.ErrCorrupt):
		return &Error{Status: http.StatusInternalServerError, Code: "file_damaged", Cause: err}
	case errors.Is(err, table.ErrDamaged):
		return &Error{Status: http.StatusInternalServerError, Code: "damaged", Cause: err}
	case !errors.Is(err, storage.ErrFailed):
		return nil
	}
	f := &Error{Status: http.StatusServiceUnavailable, Code: "storage", Retry: storageRetry, Cause: err}
	for _, known := range []struct {
		err  error
		code string
	}{
		{storage.ErrDiskFull, "disk_full"},
		{storage.ErrReadOnly, "read_only"},
		{storage.ErrLocked, "locked"},
		{storage.ErrFileGone, "file_gone"},
	} {
		if errors.Is(err, known.err) {
			f.Code = known.code
		}
	}
	return f
}

// NotReady is the answer of a server that cannot do its work, with the cause as
// its code.
func NotReady(err error) *Error {
	f := &Error{Status: http.StatusServiceUnavailable, Code: "busy", Retry: time.Second, Cause: err}
	if why := fromStorage(err); why != nil {
		f.Code = why.Code
	}
	return f
}
