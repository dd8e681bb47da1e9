// Package tabletest helps to test tables: a store in memory, and the suite of
// promises that every store has to keep.
package tabletest
