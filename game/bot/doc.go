// Package bot plays a seat: it chooses one command at a time among the options
// that the rules core lists.
//
// A bot is a Persona, a few numbers, or a level that estimates the chance to win. It is
// pure and keeps no memory: the same position gives the same command, so a table may
// call it again after a restart and a simulation repeats itself. Which of its proposals
// were rejected is part of the position. It sees what a player in its seat may see and
// not more: its own open claims, never those of others.
//
// The level expert plays positions out, and so does the level hard before it accepts a deal, with luck
// that they make up from what everybody at the table knows; the seeds and numbers of a game never get here.
//
// The package knows no time, no luck of a table, no I/O and no rulebook's name.
package bot
