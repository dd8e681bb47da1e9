// Package edition knows board packs: spaces, prices, rents, cards and their
// names, as JSON documents of the schema "editions/1".
//
// Six of them are built in; Parse reads any other, strictly: every problem is
// reported at once with its place and its remedy. The package knows no rule
// and no rulebook; package setup makes a playable ruleset of an edition.
package edition
