package views

import (
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Past says that a table is shown as it stood once, and where one can go from
// there. Numbers of events are 0 where there is nowhere to go.
type Past struct {
	At, Last           uint32
	First, Prev, Next  uint32 // the nearest events that are told in the log
	PrevTurn, NextTurn uint32 // the beginnings of turns around
}

// Missed is what happened since the viewer was here last.
type Missed struct {
	Seq    uint32      // the last event that he had seen
	At     time.Time   // when he looked last
	State  *game.State // as he had seen it
	Events int
	Turns  int // begun since
}

// LogData is one page of a game's log.
type LogData struct {
	TableData // its Log reaches back beyond From, so that lines know their neighbours
	Asked     LogQuery
	From      uint32 // the first event of the page
	First     int    // turns on the page; First is 0 where the start of the game is
	LastTurn  int
	Turns     int // in all
}
