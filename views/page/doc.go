// Package page is shared by all pages: the layout, the addresses, the data
// about the viewer, cards of tables, problems, symbols, dates and lengths of
// time. It knows no area.
package page
