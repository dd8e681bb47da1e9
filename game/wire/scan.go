package wire

import (
	"encoding/json"
	"errors"
	"strconv"
	"unicode/utf8"
)

// scan reads JSON by hand: the log is folded far more often than it is written,
// and its lines are flat. Strings are taken verbatim, without escapes,
// unless they hold some.
type scan struct {
	b []byte
	i int
}

var errSyntax = errors.New("malformed JSON")

// maxDepth bounds the depth to which skip descends.
const maxDepth = 32

func (s *scan) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// take reads the byte c, after white space, if it comes next.
func (s *scan) take(c byte) bool {
	s.space()
	if s.i < len(s.b) && s.b[s.i] == c {
		s.i++
		return true
	}
	return false
}

func (s *scan) peek() byte {
	s.space()
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

func (s *scan) end() bool { return s.peek() == 0 && s.i >= len(s.b) }

// text reads a string.
func (s *scan) text() ([]byte, error) {
	if !s.take('"') {
		return nil, errSyntax
	}
	start, plain := s.i, true
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '"':
			s.i++
			raw := s.b[start : s.i-1]
			if plain {
				return raw, nil
			}
			return unquote(s.b[start-1 : s.i])
		case c == '\\':
			plain = false
			s.i++
		case c < ' ':
			return nil, errSyntax
		case c >= utf8.RuneSelf:
			plain = false
		}
		s.i++
	}
	return nil, errSyntax
}

func unquote(quoted []byte) ([]byte, error) {
	var text string
	if json.Unmarshal(quoted, &text) != nil {
		return nil, errSyntax
	}
	return []byte(text), nil
}

// integer reads a whole number without a fraction or an exponent.
func (s *scan) integer() (int64, error) {
	s.space()
	start := s.i
	if s.i < len(s.b) && s.b[s.i] == '-' {
		s.i++
	}
	digits := s.i
	for s.i < len(s.b) && s.b[s.i] >= '0' && s.b[s.i] <= '9' {
		s.i++
	}
	if n := s.i - digits; n == 0 || n > 10 || n > 1 && s.b[digits] == '0' {
		return 0, errSyntax
	}
	if s.i < len(s.b) && (s.b[s.i] == '.' || s.b[s.i] == 'e' || s.b[s.i] == 'E') {
		return 0, errSyntax
	}
	return strconv.ParseInt(string(s.b[start:s.i]), 10, 64)
}

func (s *scan) word(w string) bool {
	s.space()
	if len(s.b)-s.i >= len(w) && string(s.b[s.i:s.i+len(w)]) == w {
		s.i += len(w)
		return true
	}
	return false
}

// list calls item for each element of an array.
func (s *scan) list(item func() error) error {
	if !s.take('[') {
		return errSyntax
	}
	if s.take(']') {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if s.take(']') {
			return nil
		}
		if !s.take(',') {
			return errSyntax
		}
	}
}

// object calls member for each member of an object; member reads the value.
func (s *scan) object(member func(key []byte) error) error {
	if !s.take('{') {
		return errSyntax
	}
	if s.take('}') {
		return nil
	}
	for {
		key, err := s.text()
		if err != nil {
			return err
		}
		if !s.take(':') {
			return errSyntax
		}
		if err := member(key); err != nil {
			return err
		}
		if s.take('}') {
			return nil
		}
		if !s.take(',') {
			return errSyntax
		}
	}
}

// skip reads past any value.
func (s *scan) skip(depth int) error {
	if depth > maxDepth {
		return errSyntax
	}
	switch s.peek() {
	case '{':
		return s.object(func([]byte) error { return s.skip(depth + 1) })
	case '[':
		return s.list(func() error { return s.skip(depth + 1) })
	case '"':
		_, err := s.text()
		return err
	case 't', 'f', 'n':
		if s.word("true") || s.word("false") || s.word("null") {
			return nil
		}
		return errSyntax
	}
	start := s.i
	for s.i < len(s.b) && numberByte(s.b[s.i]) {
		s.i++
	}
	if s.i == start || !json.Valid(s.b[start:s.i]) {
		return errSyntax
	}
	return nil
}

func numberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}
