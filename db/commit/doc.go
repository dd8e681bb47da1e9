// Package commit lets many goroutines commit their writes together: the queue in which
// the writes wait, and what the log says while none can be committed.
package commit
