// Package accounttest has a store of accounts in memory and the promises that
// every store of accounts must keep.
package accounttest
