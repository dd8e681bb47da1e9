// Package verify checks the export of a game by nothing but the file itself:
// its form, its log, its money, every decision of the rules, and the dice and
// cards against the seed that was committed to before the first throw. It
// trusts nothing it reads, does no I/O and knows no server.
//
// The commitment is the SHA-256 of the 32 bytes of the seed, in hex. Luck comes
// from ChaCha8 of math/rand/v2, a byte a choice, as game/chance says. Where the
// proof says "game", its key is the seed; where it says "move", the key of each
// move is HMAC-SHA256 under the seed of "bankhalter/luck/1", a zero byte, the
// game's id, a zero byte and the number of the move's first event as 32 bits,
// big end first.
package verify
