package tablepage

import (
	"github.com/bankhalter/bankhalter/views/page"
)

// GalleryData are the pages for developers to look at.
type GalleryData struct{ Sections []GallerySection }

// GallerySection is a part of the list of developers' pages.
type GallerySection struct {
	Name    string
	Stories []string
}

// allSymbols is everything that can be drawn.
func allSymbols() []page.Symbol {
	return append(page.TokenSymbols(), BoardSymbols()...)
}
