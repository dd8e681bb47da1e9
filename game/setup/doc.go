// Package setup makes a playable game of three things: an edition, a rulebook
// and the table's options. It holds the rulebooks' columns, the definitions of
// all options and which of them go together, and compiles the result to the
// *game.Ruleset that the core plays by.
package setup
