// Package sim plays whole games between bots without a server: as many as
// wanted, on all cores, the same seed always the same games.
//
// It knows the core, the bots and the seeded luck; it knows no storage and no
// network, and looks at the clock only to say how long something took.
package sim
