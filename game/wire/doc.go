// Package wire holds the spelling of the game for other programs: the stable
// JSON and form names of moves, codes, phases and events, the parser of moves,
// the event log's lines and the state as a viewer may see it.
//
// It knows the core's values and the edition's ids. It knows no HTTP, no
// storage and no rules: it refuses malformed values, the rest is left to the core.
// Names are append-only, like the event kinds they spell.
package wire
