package authpage

import (
	"net/url"

	"github.com/bankhalter/bankhalter/views/page"
)

// PlayerData is the page on which a visitor gives a name.
type PlayerData struct {
	Viewer *page.Person `json:"viewer"` // null for a stranger

	Next     string        `json:"-"` // path to go to afterwards, "" for the lobby
	Accounts bool          `json:"-"` // there are accounts to sign in to
	Form     url.Values    `json:"-"`
	Problem  *page.Problem `json:"-"`
}

// LinkData asks whether to sign in by a secret link.
type LinkData struct {
	Name   string `json:"name"` // whose link it is
	Action string `json:"-"`    // path to post to
	Now    string `json:"-"`    // name of another player who is signed in, "" if none
}
