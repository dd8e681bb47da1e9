package wire

import (
	"bytes"
	"encoding/json"
)

const byName = "by"

// The makers of a move instead of the player, as written in the log.
const (
	ByOrder = "order" // the player's standing order
	ByClock = "clock" // the table, when the player's time had run out
)

// ActedBy is the maker who moved instead of the player, as the line of an event
// gives it; "" if the player moved.
func ActedBy(line []byte) string {
	if !bytes.Contains(line, []byte(`"`+byName+`":`)) {
		return ""
	}
	var told struct {
		By string `json:"by"`
	}
	if json.Unmarshal(line, &told) != nil || told.By != ByOrder && told.By != ByClock {
		return ""
	}
	return told.By
}
