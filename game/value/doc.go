// Package value estimates each seat's chance to win a position: a softmax over
// the seats of weighted features such as cash, rents by the odds of landing,
// whole groups and what can be built on them.
//
// The weights are data, one file a board and rulebook, made by `bankhalter
// train`; a board without a file has the general ones, which fit because the
// features are measured in the board's own prices and odds.
//
// The level expert estimates by a deep net instead, which sees each seat beside the
// others and every group by itself: 10 times as slow, and better by a tenth of what there
// is to know. A board without a net is estimated by its weights.
//
// The package is pure: no time, no luck, no rulebook's name. An estimate
// allocates nothing.
package value
