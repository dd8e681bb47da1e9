// Package ledger keeps the accounts of a game: every unit of money as a double
// entry, made from the events alone. Whoever gets money is debited, whoever
// gives it is credited, so that all accounts together always hold nothing.
//
// It knows the core and nothing else: no names, texts, storage or requests.
package ledger
