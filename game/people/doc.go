// Package people keeps how games ended for those who played them, and what
// follows from that: wins, time kept, ratings. Results are made from the log once
// a game is over, and never at the request of a page.
package people
