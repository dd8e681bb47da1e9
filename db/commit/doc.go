// Package commit lets many goroutines commit their writes together: the queue in which
// the writes wait, what the log says while none can be committed, and the check of
// whether writing works.
package commit
