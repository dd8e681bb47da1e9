package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bankhalter/bankhalter/game/fair"
)

// told is the part of a line for the protocol besides its event.
type told struct {
	Prev   *fair.Hash
	Hash   *fair.Hash // of the real line, in a stand-in for it
	Draw   *fair.Draw
	Anchor *fair.Hash
	Source fair.Source
	Proof  *fair.Proof
}

// tell reads it. The spelling must be the server's own, so that all verifiers
// read the same.
func tell(line []byte, hidden bool) (told, error) {
	var t told
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(line, &members); err != nil {
		return t, err
	}
	var err error
	take := func(name string, into any) {
		if raw, ok := members[name]; ok && err == nil {
			if err = json.Unmarshal(raw, into); err != nil {
				err = fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	take("prev", &t.Prev)
	take("hash", &t.Hash)
	take("draw", &t.Draw)
	take("anchor", &t.Anchor)
	take("source", &t.Source)
	take("proof", &t.Proof)
	switch {
	case err != nil:
		return told{}, err
	case t.Draw != nil && !hidden && !bytes.Equal(members["draw"], t.Draw.Append(nil)):
		return t, errors.New("draw: not spelled as the server spells it")
	}
	if t.Proof != nil {
		if own, err := t.Proof.Bytes(); err != nil || !bytes.Equal(own, members["proof"]) {
			return t, errors.New("proof: not spelled as the server spells it")
		}
	}
	return t, nil
}
