// Package scenario reads positions with scripted luck and a list of moves, and
// plays them. The same document starts a sandbox table.
//
// It knows editions, set-ups, the core and the wire names. It knows no HTTP, no
// storage and no reader's language. A position that could not be played is
// refused whole, with all the reasons.
package scenario
