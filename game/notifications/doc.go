// Package notifications notifies players of their tables: it takes notices out of the
// outbox, decides with package notice which player gets which message on which
// channel and when, and hands messages to senders. It knows neither SQL nor
// how a sender works, nor in which words a message is put.
package notifications
