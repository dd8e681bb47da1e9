// Package referencepage shows what one can read: the rules, the interface for programs, the problems.
package referencepage
