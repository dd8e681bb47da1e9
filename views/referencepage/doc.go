// Package referencepage shows the documentation: the rules, the interface for programs, the problems.
package referencepage
