// Package sendertest has receivers of messages for tests: a mail server
// and a browser with the keys of its subscription.
package sendertest
