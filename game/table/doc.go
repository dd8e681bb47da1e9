// Package table runs the live games: who sits where, whose command is taken
// next, what is written down before anybody hears of it, and what bots and the
// clock do in between.
//
// A move passes one gate: lock the table, decide on a copy of the state, append
// to the Store, and only then make the new state visible and wake those who
// watch. The log is the truth; a table that is not in memory is folded from it.
//
// The package knows no SQL, no HTTP and no texts for players.
package table
