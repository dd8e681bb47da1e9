// Package views turns games, lobbies and people into pages.
//
// Handlers fill the structs of data.go and render one component; presenters
// (plain Go, tested) work out what is shown, templates only lay it out. A
// control exists if, and only if, the game offers the option behind it. Every
// page works without script; htmx only saves the reload.
//
// The package knows the game's values, set-ups and wire names. It knows no
// requests, no sessions, no storage and no rules.
package views
