// Package stats computes statistics from the events of a game: every player's
// worth over time, who paid rent to whom, where the tokens came to rest, the
// outcomes of dice and cards, and the prices at auction - each beside its expected
// value, with its standard error.
//
// It knows the core and nothing else: no storage, no texts, no names. It counts
// events and decides nothing.
package stats
