package wire

import (
	"fmt"

	"github.com/bankhalter/bankhalter/game/fair"
)

const (
	linkName = "link"
	noLink   = "none"
)

// Link is the next link of the mover's chain, or their statement that they have none to
// give for this draw.
type Link struct {
	Hash fair.Hash
	None bool
}

// ParseLink reads a link: 64 digits of lower-case hexadecimal, or "none".
func ParseLink(text string) (Link, bool) {
	if text == noLink {
		return Link{None: true}, true
	}
	h, err := fair.ParseHash(text)
	return Link{Hash: h}, err == nil
}

func (p *parser) link() *Link {
	text, is := p.src.text(linkName)
	if !p.typed(linkName, is, aText, Mistyped) {
		return nil
	}
	l, ok := ParseLink(text)
	if !ok {
		p.failAt(Mistyped, linkName, NoLink, "", fmt.Sprintf("“%s” has to be 64 digits of lower-case hexadecimal, or “none”.", linkName))
		return nil
	}
	return &l
}
