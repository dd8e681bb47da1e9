// Package recordtest holds suites that every engine runs: sessions, what the operator
// finds, and the removal of guests.
package recordtest
