// Package ledger keeps the accounts of a game: every unit of money as a double
// entry, made from the events alone. The receiver of money is debited, the
// giver is credited, so that all accounts together always balance to zero.
//
// It knows the core and nothing else: no names, texts, storage or requests.
package ledger
