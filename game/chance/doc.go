// Package chance holds the sources of luck: Seeded for games and simulations,
// Script for positions whose dice and cards are written down.
//
// It knows the core's Luck and the piles it is handed, and no state, no time
// and no storage.
package chance
