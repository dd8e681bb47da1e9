// Package record holds what the engines store in the same form, whatever their
// SQL: the agreements of a table, sessions, the figures of their writers, and the
// stores for which the same queries serve both.
package record
