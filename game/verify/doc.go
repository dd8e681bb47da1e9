// Package verify checks the export of a game by nothing but the file itself:
// its form, its log, its money, every decision of the rules and of the computer
// players, and where the dice and cards come from. It trusts nothing it reads,
// does no I/O and knows no server.
//
// Games draw by the protocol PF1, described in FAIRNESS.md; verify.py checks the
// same draws independently. Games of the first versions committed to a seed:
// the commitment is the SHA-256 of its 32 bytes, in hex. Luck comes from
// ChaCha8 of math/rand/v2, a byte a choice, as game/chance says. Where the
// proof says "game", its key is the seed; where it says "move", the key of each
// move is HMAC-SHA256 under the seed of "bankhalter/luck/1", a zero byte, the
// game's id, a zero byte and the number of the move's first event as 32 bits,
// big end first.
package verify
