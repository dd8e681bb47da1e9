// Package lobbypage shows what there is to play: lists of tables and boards, and the form for a new table.
package lobbypage
