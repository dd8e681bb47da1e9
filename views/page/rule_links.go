package page

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"sync"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/rulebook"
)

// TableRulesPath explains the rules of a table: of its rulebook, with the
// table's board and options where they are not as printed.
func TableRulesPath(st *setup.Setup) string { return asPlayed(RulebookPath(st.Rulebook), st) }

// TableHowPath tells in pictures how a table plays.
func TableHowPath(st *setup.Setup) string { return asPlayed(HowPath(st.Rulebook), st) }

// asPlayed is a page about a rulebook, with a table's board and options.
func asPlayed(path string, st *setup.Setup) string {
	if rulebook.AsPrinted(st) {
		return path
	}
	q := url.Values{}
	if printed := rulebook.Printed(st.Rulebook); printed == nil || printed.Edition.Hash != st.Edition.Hash {
		q.Set(QueryEdition, EditionName(st.Edition))
	}
	for _, key := range slices.Sorted(maps.Keys(st.Options)) {
		q.Set(QueryOption+key, fmt.Sprint(st.Options[key]))
	}
	return path + "?" + q.Encode()
}

// builtIn holds the ids of the built-in editions by their hashes.
var builtIn = sync.OnceValue(func() map[string]string {
	ids := map[string]string{}
	for _, id := range edition.IDs() {
		if ed, err := edition.Load(id); err == nil {
			ids[ed.Hash] = id
		}
	}
	return ids
})

// EditionName is the id of a built-in edition, the hash of any other.
func EditionName(ed *edition.Edition) string {
	if id, ok := builtIn()[ed.Hash]; ok {
		return id
	}
	return ed.Hash
}

// RuleAt is one rule, by its id such as R-RENT-9, on a page of rules.
func RuleAt(path, id string) string {
	if id == "" {
		return path
	}
	return path + "#" + id
}
