package authpage

import (
	"net/url"

	"github.com/bankhalter/bankhalter/views/page"
)

// PlayerData is the page on which a visitor gives a name.
type PlayerData struct {
	Next     string // path to go to afterwards, "" for the lobby
	Accounts bool   // there are accounts to sign in to
	Form     url.Values
	Problem  *page.Problem
}

// LinkData asks whether to sign in by a secret link.
type LinkData struct {
	Name   string // whose link it is
	Action string // path to post to
}
