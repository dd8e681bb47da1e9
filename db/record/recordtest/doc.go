// Package recordtest holds the promises of the sessions, to be run against every engine.
package recordtest
