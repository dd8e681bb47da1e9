// Package account answers for the players known to a server. Players are names,
// tokens of programs, secret links, and the answers kept for requests with a
// key. Service is for players who want more than a name: passwords, passkeys and
// recovery by mail; none of it is needed to play. The package knows no HTTP and
// no SQL; which browser is signed in is a matter of sessions.
package account
