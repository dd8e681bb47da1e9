package table

import "slices"

// Scope is what a token of a program opens, one bit each.
type Scope uint8

// The scopes. Whoever may change the account can do everything in the end.
const (
	ScopeRead    Scope = 1 << iota // look at tables, lists and oneself
	ScopePlay                      // take seats, start, move
	ScopeCreate                    // open tables, bring boards
	ScopeAccount                   // tokens, links, everything under /me that changes something
	ScopeAll     = ScopeRead | ScopePlay | ScopeCreate | ScopeAccount
)

// ScopeNames are the names of the scopes, in the order of their bits.
func ScopeNames() []string { return []string{"read", "play", "create", "account"} }

// Names lists what is in the scope.
func (s Scope) Names() []string {
	var list []string
	for i, name := range ScopeNames() {
		if s>>i&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}

// ScopeOf is the scope with these names, or false and the name that there is not.
func ScopeOf(names []string) (s Scope, stranger string, ok bool) {
	for _, name := range names {
		i := slices.Index(ScopeNames(), name)
		if i < 0 {
			return 0, name, false
		}
		s |= 1 << i
	}
	return s, "", true
}
