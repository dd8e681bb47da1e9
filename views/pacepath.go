package views

import "github.com/bankhalter/bankhalter/game"

// PacePath is the page about the pace of a table; POST puts something to the vote.
func PacePath(id string) string { return GamePath(id) + "/pace" }

// VotesPath takes votes (POST).
func VotesPath(id string) string { return PacePath(id) + "/votes" }

// DaysOffPath takes days off (POST).
func DaysOffPath(id string) string { return PacePath(id) + "/leave" }

// EndLeavePath gives days off back that begin on a day (POST); DELETE on the
// days themselves does the same.
func EndLeavePath(id, from string) string { return DaysOffPath(id) + "/" + from + "/end" }

// StandInPath offers to play for the holder of a seat (POST).
func StandInPath(id string, seat game.Seat) string { return SeatPath(id, seat) + "/stand-in" }
