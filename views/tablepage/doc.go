// Package tablepage shows a table: the waiting room, the running game with decision, board, trades, log and chat, the result, its ledger, statistics, proof, standing orders and time control.
package tablepage
