// Package e2e tests the built program from outside: processes that are killed
// and restarted, browsers with and without scripts, text browsers, curl, and
// the examples of the README. It knows only the things any visitor knows.
package e2e
