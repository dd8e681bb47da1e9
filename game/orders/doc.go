// Package orders lets a seat answer ahead: standing orders, whole turns in one
// visit, and secret standing bids.
//
// An Order looks at a position and returns its command there, or none. A
// Book holds the orders of one seat and the amount it sets aside. Orders never
// trade, never give up, and never spend that amount. Each ends by itself: when
// its time is over, and sooner when there is nothing left for it to do.
//
// The package is pure and keeps no memory besides the Book. It knows no rules
// of its own: an order chooses among the options that the core lists.
package orders
