// Package record holds what the engines store in the same form, whatever their
// SQL: the agreements of a table, sessions, and the figures of their writers.
package record
