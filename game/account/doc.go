// Package account answers for the players known to a server. Players are names,
// tokens of programs, secret links, and the answers kept for requests with a
// key. Service is for those who want more than a name: passwords, passkeys and
// the way back by mail; nobody needs any of it to play. The package knows no
// HTTP and no SQL; who is signed in where is for the sessions to say.
package account
