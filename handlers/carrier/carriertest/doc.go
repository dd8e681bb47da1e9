// Package carriertest has what messages are brought to in tests: a mail server
// and a browser with the keys of its subscription.
package carriertest
