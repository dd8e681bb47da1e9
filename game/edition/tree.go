package edition

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// object is a JSON object that remembers the order of its keys.
type object struct {
	keys []string
	m    map[string]any
}

// MarshalJSON sorts the keys, which makes the form canonical.
func (o *object) MarshalJSON() ([]byte, error) { return json.Marshal(o.m) }

const maxDepth = 12

var errDepth = fmt.Errorf("nested more than %d levels deep", maxDepth)

// parseTree reads one JSON document into objects, slices, strings, numbers,
// booleans and nil. A key that stands twice in one object is an error.
func parseTree(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8 text")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := parseValue(dec, 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is something after the end of the document")
	}
	return v, nil
}

func parseValue(dec *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDepth
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, syntax(err)
	}
	switch tok {
	case json.Delim('{'):
		return parseObject(dec, depth)
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := parseValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := dec.Token()
		return list, syntax(err)
	}
	return tok, nil
}

func parseObject(dec *json.Decoder, depth int) (any, error) {
	o := &object{m: map[string]any{}}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, syntax(err)
		}
		key, _ := tok.(string)
		if _, twice := o.m[key]; twice {
			return nil, fmt.Errorf("the key %q stands twice in one object", key)
		}
		v, err := parseValue(dec, depth+1)
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, key)
		o.m[key] = v
	}
	_, err := dec.Token()
	return o, syntax(err)
}

// syntax words the errors of the JSON decoder for people.
func syntax(err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("the document ends too early")
	}
	var s *json.SyntaxError
	if errors.As(err, &s) {
		return fmt.Errorf("not JSON at byte %d: %w", s.Offset, err)
	}
	return fmt.Errorf("not JSON: %w", err)
}

// canonical returns the content hash of a tree: white space and the order of
// keys do not matter.
func canonical(tree any) (string, error) {
	b, err := json.Marshal(tree)
	if err != nil {
		return "", fmt.Errorf("canonical form: %w", err)
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}
