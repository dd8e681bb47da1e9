// Package game is the rules core: a pure, deterministic referee, bank and
// auctioneer for property-trading board games.
//
// A Command goes in, Events come out. Turn.Decide checks a command and emits
// events; State.Apply is the only code that changes a State, and it knows no
// rules. Options lists what a seat may do now; what is listed is accepted and
// what is accepted is listed. Everything in which the rulebooks differ is a
// field of Rules, read in one place.
//
// The package knows no time, no randomness of its own, no I/O and no texts.
// Luck comes in through Chance and is recorded in events, so that a log can be
// folded without it.
package game
