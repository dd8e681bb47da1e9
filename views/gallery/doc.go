// Package gallery holds the pages that developers look at: positions on all
// boards and in all phases, and the pages around the tables. Nothing in it is
// played by anybody; a server shows it only when it is told to (serve --dev).
package gallery
