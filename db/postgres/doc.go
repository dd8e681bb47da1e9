// Package postgres keeps players, games, logs and sessions in PostgreSQL, so that
// several servers can work on one database.
//
// The log is the lock: moves are appended to a game only if it still stands where
// the writer believes, so that of two servers that go on from the same event one
// gets storage.ErrConflict and nothing of it is written. No game belongs to a
// server, and no lock is held between two statements of different requests.
package postgres
