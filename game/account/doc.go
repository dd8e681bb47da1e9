// Package account is for those who want more than a name: passwords, passkeys
// and the way back by mail. Nobody needs any of it to play. It knows no HTTP
// and no SQL; who is signed in where is for the sessions to say.
package account
