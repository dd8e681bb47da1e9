package table

import (
	"encoding/json"
	"fmt"

	"github.com/bankhalter/bankhalter/game"
)

// inFull is a command for the operator's log, every field of it, so that it
// can be put to the rules again however odd it is.
func inFull(c game.Command) string {
	b, err := json.Marshal(c)
	if err != nil {
		return fmt.Sprintf("%+v", c)
	}
	return string(b)
}
