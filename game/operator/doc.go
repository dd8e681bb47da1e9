// Package operator is what the operator of a server does with it: bans people
// and addresses, puts an announcement on every page, and keeps a book of all
// that. It knows people and tables by their ids, and nothing of HTTP and SQL.
package operator
