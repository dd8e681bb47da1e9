// Package fair is the protocol PF1: dice and cards that come from numbers of
// the player and of the server together, so that neither can choose them and
// everybody can check them from the log. FAIRNESS.md tells the protocol.
//
// It is pure: bytes in, bytes out. It knows no tables, no clock and no storage,
// and makes no random numbers; whoever needs a root brings one.
package fair
