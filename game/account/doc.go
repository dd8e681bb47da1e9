// Package account keeps the players known to a server: their names, the tokens of their
// programs, secret links, and the answers recorded for requests with a key. Service is
// for players who want more than a name: passwords, passkeys and recovery by mail; none
// of it is needed to play. The package knows no HTTP, no SQL and no sessions.
package account
