// Package text holds all texts in German and in English: labels, refusals and
// descriptions of events. The words are in de.toml and en.toml; names of spaces,
// groups, cards and buildings come from the edition.
//
// Sentences are short and put names where they need no declension. The package
// knows the game's values and set-ups, but no pages and no requests.
package text
