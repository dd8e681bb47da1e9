// Package game is the rules core: a pure, deterministic referee, bank and
// auctioneer for property-trading board games.
//
// A Command goes in, Events come out. Turn.Decide checks a command and emits
// events; State.Apply is the only code that changes a State, and it knows no
// rules. Options lists the commands of a seat; Decide accepts every listed
// command and no other. Every difference between the rulebooks is a field of
// Rules, read in one place.
//
// The package knows no time, no randomness of its own, no I/O and no texts.
// Chance comes in through Luck and is recorded in events, so that a log can be
// folded without it.
package game
