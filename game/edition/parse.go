package edition

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/bankhalter/bankhalter/game/strictjson"
)

// maxDepth is how deep the values of an edition are nested at most.
const maxDepth = 12

// Parse reads a document of the schema "editions/1". The error, if there is
// one, is *Problems with everything that is wrong, in the order of the document.
func Parse(data []byte) (*Edition, error) { return parse(data, false) }

// ParseStored is Parse for a board on which tables play already: it takes boards with
// faults for which Parse did not look when they were stored.
func ParseStored(data []byte) (*Edition, error) { return parse(data, true) }

func parse(data []byte, stored bool) (*Edition, error) {
	if len(data) > MaxBytes {
		return nil, whole(tooLarge, len(data), MaxBytes)
	}
	tree, err := strictjson.Parse(data, maxDepth)
	if err != nil {
		return nil, whole(notReadable, err)
	}
	r := &reader{}
	e := read(node{r, "", tree, true})
	check(r, e, stored)
	if len(r.problems) > 0 {
		return nil, &Problems{inOrder(r.problems)}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return nil, whole(notReadable, err)
	}
	sorted, err := json.Marshal(tree) // so that white space and the order of keys do not matter
	if err != nil {
		return nil, whole(notReadable, err)
	}
	sum := sha256.Sum256(sorted)
	e.Hash = hex.EncodeToString(sum[:])
	e.Raw, e.Notes = compact.Bytes(), r.notes
	return e, nil
}

func whole(f fault, args ...any) *Problems {
	return &Problems{[]Problem{f.at("", "R-DATA-1", args...)}}
}
