package talk

import (
	"time"

	"github.com/bankhalter/bankhalter/game/invalid"
)

// Rules is what a table has agreed on about its chat. The zero value lets
// those who sit there write and read, and keeps computer players quiet.
type Rules struct {
	Off      bool   `json:"off,omitempty"`      // no more messages
	Watchers bool   `json:"watchers,omitempty"` // all who may see the table may read along
	Bots     Banter `json:"bots,omitempty"`     // how often computer players write
}

// Banter says how often the computer players of a table write.
type Banter string

// The kinds of banter.
const (
	Quiet  Banter = ""       // never
	Rare   Banter = "rare"   // one message in ten minutes at most, by any of them
	Lively Banter = "lively" // one in a minute
)

// Pause is how long the computer players of a table keep still after a message.
func (b Banter) Pause() time.Duration {
	if b == Lively {
		return time.Minute
	}
	return 10 * time.Minute
}

// Check refuses what is no rule with *invalid.Error.
func (r *Rules) Check() error {
	switch r.Bots {
	case Quiet, Rare, Lively:
		return nil
	default:
		return &invalid.Error{Field: "chat_bots", Why: "unknown"}
	}
}
