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
	Tokens  []Token
	Scopes  []string // names of all there are
	Fresh   string   // the token just made, shown only now
	Form    url.Values
	Problem *page.Problem
	Now     time.Time
}

// Token is a key for a program.
type Token struct {
	ID, Name                     string
	Scopes                       []string
	All                          bool // it opens everything
	CreatedAt, ExpiresAt, UsedAt time.Time
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
	if k.UsedAt.IsZero() {
		return p.T("tokens.never_used")
	}
	return p.T("tokens.used", "When", page.Minute(k.UsedAt))
}

// ends says how long the token is good.
func (k *Token) ends(p *text.Printer) string {
	if k.ExpiresAt.IsZero() {
		return p.T("tokens.never_ends")
	}
	return p.T("tokens.ends", "When", page.Minute(k.ExpiresAt))
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
