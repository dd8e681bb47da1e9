// Package gallery holds the pages that developers look at: positions on all
// boards and in all phases, and the pages around the tables. Nothing in it is
// playable; a server shows it only with serve --dev.
package gallery
