// Package plan answers what a move would come to before anybody makes it: what
// buildings cost and rents become, what a trade adds up to and does to groups,
// and how a seat can raise money that it lacks.
//
// The package is pure. It knows no rules of its own: a move is tried out by the
// core on a copy of the position, so what a plan says is what the move does.
package plan
