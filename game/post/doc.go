// Package post tells people what their tables want of them: it takes notices
// out of the outbox, decides with package notice who is told what on which
// channel and when, and hands messages to carriers. It knows neither SQL nor
// how a carrier works, nor in which words a message is put.
package post
