// Package operator implements the operator's powers over a server: banning people
// and addresses, putting an announcement on every page, and an audit log of all
// that. It knows people and tables by their ids, and nothing of HTTP and SQL.
package operator
