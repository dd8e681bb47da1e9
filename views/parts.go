package views

import "github.com/bankhalter/bankhalter/views/text"

// GallerySection is a part of the list of developers' pages.
type GallerySection struct {
	Name    string
	Stories []string
}

func plainPrinter(p Page) *text.Printer { return text.For(p.Lang) }

// allSymbols is everything that can be drawn.
func allSymbols() []symbol {
	return append(append(plainSymbols(), tokenSymbols()...), boardSymbols()...)
}
