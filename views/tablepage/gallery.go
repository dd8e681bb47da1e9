package tablepage

import (
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// GalleryData are the pages for developers to look at.
type GalleryData struct{ Sections []GallerySection }

// GallerySection is a part of the list of developers' pages.
type GallerySection struct {
	Name    string
	Stories []string
}

func plainPrinter(p page.Page) *text.Printer { return text.For(p.Lang) }

// allSymbols is everything that can be drawn.
func allSymbols() []page.Symbol {
	return append(append(page.PlainSymbols(), page.TokenSymbols()...), boardSymbols()...)
}
