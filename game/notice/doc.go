// Package notice knows which notifications a player wants about their tables, and
// when. It is pure: times are handed in, nothing is stored or sent. It knows
// neither tables nor senders.
package notice
