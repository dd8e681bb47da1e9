// Package talk keeps what people write beside the game: the chat of each table,
// notes to oneself, whom one has muted, and what the operator was asked to look
// at. It asks the tables who may speak and lets them wake the readers; what it
// knows of a table is a Speaker.
package talk
