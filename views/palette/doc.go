// Package palette turns the look of an edition into a style sheet: the colours
// and letters that every page of its tables uses instead of the usual ones.
//
// An edition names at most a few colours of a light page. Everything else is
// made from them, for light and dark pages, so that all text stays legible
// whatever was named: a colour that would not be is moved until it is.
package palette
