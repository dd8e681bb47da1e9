// Package views holds the tests of all pages together. The pages themselves
// are grouped by area, each template beside its presenter: tablepage for every page that
// shows a game, lobbypage, authpage, notifypage, adminpage and referencepage;
// page is shared by all of them.
//
// Handlers fill the data of a page and render one component; presenters (plain
// Go, tested) compute the contents, templates only lay them out. A control
// exists if, and only if, the game offers the option behind it. Every page
// works without script; htmx only saves the reload.
//
// Pages know the game's values, set-ups and wire names. They know no requests,
// no sessions, no storage and no rules.
package views
