package wire

import (
	"bytes"
	"encoding/json"
)

const byName = "by"

// Who moves instead of a player, as the lines of the log tell.
const (
	ByOrder = "order" // a standing order of his
	ByClock = "clock" // the table, when his time had run out
)

// ActedBy is who moved instead of the player, as the line of an event tells; ""
// if nobody did.
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
