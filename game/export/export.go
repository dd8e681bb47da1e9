// Package export is the file of a whole game: JSON Lines, a header first, then
// every event of the log, then the proofs of a finished game. It knows the
// form of the file and no rules.
package export

import (
	"encoding/json"
	"io"
	"time"

	"github.com/bankhalter/bankhalter/game"
)

// Format is the number of the form that Write writes.
const Format = 1

// ContentType is the media type of an export.
const ContentType = "application/x-ndjson"

// Header is the first line.
type Header struct {
	Type       string          `json:"type"`   // set by Write
	Format     int             `json:"format"` // set by Write
	Game       string          `json:"game"`
	Status     string          `json:"status,omitempty"` // lobby, playing or finished
	Events     int             `json:"events"`           // set by Write, so that a file cut short is seen to be
	Title      string          `json:"title"`
	Edition    json.RawMessage `json:"edition"` // the whole edition
	Rulebook   string          `json:"rulebook"`
	Options    map[string]any  `json:"options"`
	Players    []Seat          `json:"players"`
	Banker     game.Seat       `json:"banker"`
	BankerOnly bool            `json:"banker_only"`
	Scenario   json.RawMessage `json:"scenario,omitempty"` // the position a sandbox began with
	Commitment string          `json:"seed_commitment,omitempty"`
	Luck       string          `json:"luck,omitempty"`      // "pf1" where draws follow that protocol
	Imported   bool            `json:"imported,omitempty"`  // the server that writes got the game from an export itself
	Simulated  bool            `json:"simulated,omitempty"` // played without a server by one program that chose the seed
	CreatedAt  time.Time       `json:"created_at"`
	Software   string          `json:"software"`
}

// Seat is one player; Bot is nil for a person. Token and Colour are named if the
// player chose them.
type Seat struct {
	Seat   game.Seat `json:"seat"`
	Name   string    `json:"name"`
	Bot    *string   `json:"bot"`
	Token  string    `json:"token,omitempty"`
	Colour string    `json:"colour,omitempty"`
}

// Write writes an export. The lines are the events in their JSON form; proofs
// are written after them, one line each.
func Write(w io.Writer, h Header, lines []json.RawMessage, proofs ...any) error {
	if err := WriteHeader(w, h, len(lines)); err != nil {
		return err
	}
	for _, line := range lines {
		if _, err := w.Write(append(line[:len(line):len(line)], '\n')); err != nil {
			return err
		}
	}
	for _, p := range proofs {
		if err := WriteProof(w, p); err != nil {
			return err
		}
	}
	return nil
}

// WriteHeader writes the first line of an export with so many events. The
// caller writes those itself, each on a line, and the proofs by WriteProof.
func WriteHeader(w io.Writer, h Header, events int) error {
	h.Type, h.Format, h.Events = headerType, Format, events
	if h.Options == nil {
		h.Options = map[string]any{}
	}
	if h.Players == nil {
		h.Players = []Seat{}
	}
	return WriteProof(w, h)
}

// WriteProof writes one line behind the events.
func WriteProof(w io.Writer, proof any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out.Encode(proof)
}
