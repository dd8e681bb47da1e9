// Package views holds the tests of all pages together. The pages themselves
// stand by area, each template beside its presenter: tablepage for all that
// shows a game, lobbypage, authpage, notifypage, adminpage and referencepage;
// page is what they share.
//
// Handlers fill the data of a page and render one component; presenters (plain
// Go, tested) work out what is shown, templates only lay it out. A control
// exists if, and only if, the game offers the option behind it. Every page
// works without script; htmx only saves the reload.
//
// Pages know the game's values, set-ups and wire names. They know no requests,
// no sessions, no storage and no rules.
package views
