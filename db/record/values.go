package record

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
)

// Session values come in two forms, distinguished by their first byte. Texts, all
// that most sessions hold, are much quicker to read than gob, which can hold
// anything.
const (
	asTexts byte = 't'
	asGob   byte = 'g'
)

func encodeValues(values map[any]any) ([]byte, error) {
	if texts, ok := onlyTexts(values); ok {
		b, err := json.Marshal(texts)
		return append([]byte{asTexts}, b...), err
	}
	b := bytes.NewBuffer([]byte{asGob})
	if err := gob.NewEncoder(b).Encode(values); err != nil {
		return nil, fmt.Errorf("encode session: %w", err)
	}
	return b.Bytes(), nil
}

func onlyTexts(values map[any]any) (map[string]string, bool) {
	texts := make(map[string]string, len(values))
	for k, v := range values {
		key, isText := k.(string)
		value, holdsText := v.(string)
		if !isText || !holdsText {
			return nil, false
		}
		texts[key] = value
	}
	return texts, true
}

func decodeValues(b []byte) (map[any]any, error) {
	values := map[any]any{}
	switch {
	case len(b) > 0 && b[0] == asTexts:
		var texts map[string]string
		if err := json.Unmarshal(b[1:], &texts); err != nil {
			return nil, err
		}
		for k, v := range texts {
			values[k] = v
		}
		return values, nil
	case len(b) > 0 && b[0] == asGob:
		return values, gob.NewDecoder(bytes.NewReader(b[1:])).Decode(&values)
	}
	return nil, errors.New("session data of an unknown form")
}
