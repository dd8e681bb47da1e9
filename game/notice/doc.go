// Package notice knows what a person wants to be told about his tables, and
// when. It is pure: times are handed in, nothing is stored or sent. It knows
// neither tables nor carriers.
package notice
