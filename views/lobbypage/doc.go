// Package lobbypage shows the games on offer: lists of tables and boards, and the form for a new table.
package lobbypage
