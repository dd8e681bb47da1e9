// Package timecontrol computes when a player's time to answer runs out.
//
// A table agrees on a Control: how long a decision may take, how much each person
// has in reserve, and which hours and days do not count. A Calendar adds up
// open time only: quiet hours, closed weekdays, a person's days off and the
// pauses of the table pass without costing anybody anything. A Clock is one
// person's share of it; it starts when they have been told and not before. A State
// is what a table keeps of all that, with what it votes on; Clocks read it beside
// the state of the game, for who is asked what and since when.
//
// The package is pure: every time comes in as an argument. It decides nothing in
// the game, and knows no storage and no texts.
package timecontrol
