package table

import (
	"encoding/json"

	"github.com/bankhalter/bankhalter/game"
)

// commandJSON is a command as the log keeps it.
func commandJSON(c game.Command) json.RawMessage {
	b, err := json.Marshal(c)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return b
}
