// Package sqlite keeps players, games and their logs in one SQLite file. It
// implements table.Store and the session store of the web server.
//
// All writes pass through one connection. Of those who wait, one has the turn
// and commits whatever has gathered meanwhile: a single player waits for one
// disk sync, a thousand share them. An acknowledged write is on disk.
//
// The package knows no rules: moves are rows, their events are text.
package sqlite
