// Package orders lets a seat answer ahead: standing orders, whole turns in one
// visit, and secret standing bids.
//
// An Order looks at a position and says what it would do there, or nothing. A
// Book holds the orders of one seat and what it sets aside. Orders never trade,
// never give up, and never spend what is set aside. Each ends by itself: when
// its time is over, and sooner when there is nothing left for it to do.
//
// The package is pure and keeps no memory besides the Book. It knows no rules
// of its own: an order chooses among the options that the core lists.
package orders
