package db

import (
	"database/sql"
	"time"
)

// millis is a time as it is stored; the zero time is NULL.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func fromMillis(v sql.NullInt64) time.Time {
	if !v.Valid {
		return time.Time{}
	}
	return time.UnixMilli(v.Int64).UTC()
}

// orNull stores an empty text as NULL, for references that may be absent.
func orNull[T ~string](v T) any {
	if v == "" {
		return nil
	}
	return string(v)
}
