// Package plan previews a move before it is made: the cost of buildings and
// the rents they bring, the balance of a trade and its effect on groups, and
// the ways a seat can raise money that it lacks.
//
// The package is pure. It knows no rules of its own: a move is tried out by the
// core on a copy of the position, so the plan agrees with the move.
package plan
