// Package timecontrol knows when somebody's time to answer runs out.
//
// A table agrees on a Control: how long a decision may take, how much each person
// has in reserve, and which hours and days do not count. A Calendar adds up
// open time only: quiet hours, closed weekdays, a person's days off and the
// pauses of the table pass without costing anybody anything. A Clock is one
// person's share of it; it starts when he has been told and not before.
//
// The package is pure: every time comes in as an argument. It knows no rules
// of the game, no storage and no texts.
package timecontrol
