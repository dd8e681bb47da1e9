// Package sim plays whole games between bots without a server: as many as
// wanted, on all cores, the same seed always the same games.
//
// It knows the core, the bots and the seeded luck; it knows no storage, no
// clock and no network.
package sim
