// Package rulebook explains the rules: every rule with its values, in every
// rulebook, and how the rulebooks differ.
//
// It derives its statements about a rulebook from the switches that the engine
// reads (game.Rules), never from a rulebook's name. The words are in the
// catalogues of package text. The package knows set-ups and texts, but no
// pages and no requests.
package rulebook
