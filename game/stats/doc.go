// Package stats draws figures from the events of a game: what everybody was
// worth when, who paid rent to whom, where the tokens came to rest, how the dice
// and the cards fell, and what the hammer brought - each beside what was to be
// expected, with its standard error.
//
// It knows the core and nothing else: no storage, no texts, no names. It counts
// what happened and decides nothing.
package stats
