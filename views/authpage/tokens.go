package authpage

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// TokensData is the page of a player's tokens.
type TokensData struct {
	Tokens []Token `json:"tokens"`

	Scopes  []string      `json:"-"` // names of all there are
	Fresh   string        `json:"-"` // the token just made, shown only now
	Form    url.Values    `json:"-"`
	Problem *page.Problem `json:"-"`
}

// Token is a key for a program, as its owner sees it.
type Token struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	Scopes    []string   `json:"scopes" schema:"[]Scope"`
	All       bool       `json:"-"` // it opens everything
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at"`
	UsedAt    *time.Time `json:"used_at"`
	Current   bool       `json:"current"`         // the one this request came with
	Token     string     `json:"token,omitempty"` // itself, only when it is made
}

// name is the token's name; the one that came with the player's name has none.
func (k *Token) name(p *text.Printer) string {
	if k.Name == "" {
		return p.T("tokens.first")
	}
	return k.Name
}

// opens describes the token's scope.
func (k *Token) opens(p *text.Printer) string {
	if k.All {
		return p.T("tokens.all")
	}
	var list []string
	for _, one := range k.Scopes {
		list = append(list, p.T("tokens.short_"+one))
	}
	return strings.Join(list, ", ")
}

// used says when the token was used last.
func (k *Token) used(p *text.Printer) string {
	if k.UsedAt == nil {
		return p.T("tokens.never_used")
	}
	return p.T("tokens.used", "When", page.Minute(p, *k.UsedAt))
}

// ends says how long the token is good.
func (k *Token) ends(p *text.Printer) string {
	if k.ExpiresAt == nil {
		return p.T("tokens.never_ends")
	}
	return p.T("tokens.ends", "When", page.Minute(p, *k.ExpiresAt))
}

// scopeOn reports whether a scope is ticked: as it was sent, or as most programs need it.
func (d *TokensData) scopeOn(scope string) bool {
	if d.Form != nil {
		return slices.Contains(d.Form["scopes"], scope)
	}
	return scope == "read" || scope == "play"
}

// life names a time of life.
func life(p *text.Printer, days string) string {
	if days == "" {
		return p.T("tokens.life_ever")
	}
	return p.T("tokens.life_" + days)
}

// lives are the times of life to choose from, in days; "" is for ever.
func lives() []string { return []string{"1", "30", "365", ""} }
