package scenario

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// object is a JSON object that remembers the order of its keys.
type object struct {
	keys []string
	m    map[string]any
}

// MarshalJSON writes the members in their own order.
func (o *object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, key := range o.keys {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := json.Marshal(key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(o.m[key])
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), value...)
	}
	return append(b, '}'), nil
}

// filter is the object with the members that are to stay.
func (o *object) filter(stays func(key string) bool) *object {
	rest := &object{m: o.m}
	for _, k := range o.keys {
		if stays(k) {
			rest.keys = append(rest.keys, k)
		}
	}
	return rest
}

const (
	maxSize  = 1 << 20
	maxDepth = 24
)

// parseTree reads one JSON document into objects, slices and scalars; numbers
// stay json.Number. A member that stands twice is an error.
func parseTree(data []byte) (any, error) {
	if len(data) > maxSize {
		return nil, fmt.Errorf("the document is longer than %d bytes", maxSize)
	}
	if !utf8.Valid(data) {
		return nil, errors.New("not UTF-8 text")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := parseValue(dec, "", 0)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is something after the end of the document")
	}
	return v, nil
}

func parseValue(dec *json.Decoder, place string, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%s: nested more than %d levels deep", place, maxDepth)
	}
	tok, err := dec.Token()
	if err != nil {
		return nil, syntax(err)
	}
	switch tok {
	case json.Delim('{'):
		return parseObject(dec, place, depth)
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := parseValue(dec, place+"["+strconv.Itoa(len(list))+"]", depth+1)
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

func parseObject(dec *json.Decoder, place string, depth int) (any, error) {
	o := &object{m: map[string]any{}}
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, syntax(err)
		}
		key, _ := tok.(string)
		at := join(place, key)
		if _, twice := o.m[key]; twice {
			return nil, fmt.Errorf("%s: stands twice", at)
		}
		v, err := parseValue(dec, at, depth+1)
		if err != nil {
			return nil, err
		}
		o.keys = append(o.keys, key)
		o.m[key] = v
	}
	_, err := dec.Token()
	return o, syntax(err)
}

func join(place, key string) string {
	if len(key) > 40 {
		key = key[:40] + "..."
	}
	if place == "" {
		return key
	}
	return place + "." + key
}

// syntax words the errors of the JSON decoder for people.
func syntax(err error) error {
	var s *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the document ends too early")
	case errors.As(err, &s):
		return fmt.Errorf("not JSON at byte %d: %w", s.Offset, err)
	}
	return fmt.Errorf("not JSON: %w", err)
}
