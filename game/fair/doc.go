// Package fair is the protocol PF1: dice and cards that come from numbers of
// the player and of the server together, so that neither can choose them and
// anyone can check them from the log. FAIRNESS.md describes the protocol.
//
// It is pure: bytes in, bytes out. It knows no tables, no clock and no storage,
// and makes no random numbers; the caller supplies the root.
package fair
