// Package handlers is the program's face to the network: the routes, who is
// asking and in which language, and what each resource looks like as a page,
// as a fragment of one and as JSON.
//
// Handlers bind the request, call one method of the table service and render;
// they know no rules and no SQL. A state is changed by unsafe methods only.
// Live streams say "look again" and carry no state.
package handlers
