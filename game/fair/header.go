package fair

import (
	"bytes"
	"encoding/json"
)

// Protocol is the name of the protocol in the log.
const Protocol = "pf1"

// Header describes a table. Its bytes enter the first mix and the hash
// of the first line, so it is fixed before any seat has sent its anchor.
type Header struct {
	Protocol string         `json:"protocol"` // set by Bytes
	Game     string         `json:"game"`
	Edition  string         `json:"edition"` // its id
	Rules    string         `json:"rules"`   // hash of the edition's document, hexadecimal
	Rulebook string         `json:"rulebook"`
	Options  map[string]any `json:"options"`
	Piles    Piles          `json:"piles"`
	Software string         `json:"software"`
	Bots     int            `json:"bots"` // version of the computer players
	Key      Key            `json:"key"`  // of the server that runs the table
}

// Piles lists all possible outcomes, spelled as in the log, so that draws can be
// checked without knowing editions and rules. Each list is in the order in
// which a draw counts.
type Piles struct {
	Chance   []string `json:"chance"`
	Chest    []string `json:"chest"`
	Deeds    []int    `json:"deeds"`
	Tickets  int      `json:"tickets"`  // plain ones
	Expiring int      `json:"expiring"` // tickets that let the others expire
	Speed    []any    `json:"speed"`    // the faces of the third die; empty without one
}

// Bytes is the header as it is hashed. Made once, these bytes are kept: a
// newer program may write them otherwise.
func (h Header) Bytes() ([]byte, error) {
	h.Protocol = Protocol
	if h.Options == nil {
		h.Options = map[string]any{}
	}
	return compact(h)
}

// compact is JSON without escapes that JSON does not require, on one line.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	out := json.NewEncoder(&b)
	out.SetEscapeHTML(false)
	if err := out.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// Key is a public Ed25519 key, in hexadecimal as text.
type Key = Hash
