// Package handlers puts the areas together into one http.Handler: the list of all
// routes, what every request passes through, metrics, health and static files.
//
// The areas bind the request, call one method of a service and answer with a page,
// a fragment of one or JSON; they know no rules and no SQL. A state is changed by
// unsafe methods only. Live streams say that there is news and carry no state.
package handlers
