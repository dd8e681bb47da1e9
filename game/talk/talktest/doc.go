// Package talktest helps to test what people write at tables: a store in memory,
// and the suite of promises that every store has to keep.
package talktest
