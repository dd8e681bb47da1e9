// Package strictjson reads JSON that comes from outside: boards, scenarios and
// the bodies of requests. A duplicate member, an unknown member and anything
// after the document are errors, and each error names its place in the
// document.
package strictjson

import (
	"bytes"
	"encoding"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
)

// Fault is the kind of an error.
type Fault uint8

// The faults of a document.
const (
	Malformed Fault = iota // not JSON, too deep, or not a value of the expected form as a whole
	Duplicate              // a member is in one object twice
	Unknown                // a member that is not expected
	Mistyped               // a value of another type, or a number out of range
)

// Error describes the fault of a document and its place.
type Error struct {
	Fault Fault
	Path  string       // such as "players[1].name"; "" for the document as a whole
	Want  reflect.Type // the type expected of a Mistyped value
	text  string
}

// Error is an English sentence about the place.
func (e *Error) Error() string {
	if e.Path == "" {
		return e.text
	}
	return e.Path + ": " + e.text
}

// Object is a JSON object that remembers the order of its members.
type Object struct {
	Keys    []string
	Members map[string]any
}

// Set gives a member a value, at the end if it is new; nil removes it.
func (o *Object) Set(key string, v any) {
	_, has := o.Members[key]
	switch {
	case v == nil:
		delete(o.Members, key)
		o.Keys = slices.DeleteFunc(o.Keys, func(k string) bool { return k == key })
		return
	case !has:
		o.Keys = append(o.Keys, key)
	}
	o.Members[key] = v
}

// MarshalJSON writes the members sorted by their keys.
func (o *Object) MarshalJSON() ([]byte, error) { return stdjson.Marshal(plain(o)) }

// plain is a value without objects of this package: written at once, where each of them
// would be written and read again by every object around it.
func plain(v any) any {
	switch v := v.(type) {
	case *Object:
		members := make(map[string]any, len(v.Members))
		for key, member := range v.Members {
			members[key] = plain(member)
		}
		return members
	case []any:
		list := make([]any, len(v))
		for i, one := range v {
			list[i] = plain(one)
		}
		return list
	}
	return v
}

// Parse reads a document of any form into *Object, []any, string, bool, nil and
// json.Number. Values may be nested so many levels deep. The error is *Error.
func Parse(data []byte, levels int) (any, error) {
	if !utf8.Valid(data) {
		return nil, &Error{text: "not UTF-8 text"}
	}
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true)) // half of a surrogate pair
	v, err := value(d, levels)
	if err != nil {
		return nil, reworded(err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, &Error{text: "there is something after the end of the document"}
	}
	return v, nil
}

func value(d *jsontext.Decoder, levels int) (any, error) {
	if d.StackDepth() > levels {
		return nil, &Error{Path: path(d.StackPointer()), text: fmt.Sprintf("nested more than %d levels deep", levels)}
	}
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		o := &Object{Members: map[string]any{}}
		for d.PeekKind() != '}' {
			token, err := d.ReadToken()
			if err != nil {
				return nil, err
			}
			key := token.String()
			if o.Members[key], err = value(d, levels); err != nil {
				return nil, err
			}
			o.Keys = append(o.Keys, key)
		}
		_, err := d.ReadToken()
		return o, err
	case '[':
		list := []any{}
		for d.PeekKind() != ']' {
			v, err := value(d, levels)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.ReadToken()
		return list, err
	case '"':
		return token.String(), nil
	case '0':
		return stdjson.Number(token.String()), nil
	case 't', 'f':
		return token.Bool(), nil
	default:
		return nil, nil //nolint:nilnil // null
	}
}

// Names may be written with other capitals, as encoding/json reads them, but
// then too without duplicates.
var options = json.JoinOptions(json.RejectUnknownMembers(true), json.MatchCaseInsensitiveNames(true),
	jsonv1.MatchCaseSensitiveDelimiter(true), jsontext.AllowInvalidUTF8(true))

// Unmarshal reads a document into v, which has to know all its members. 7.0 and 1e3 are
// whole numbers. The error is *Error; the first fault counts.
func Unmarshal(data []byte, v any) error {
	err := json.Unmarshal(plainNumbers(data), v, options)
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*json.SemanticError](err); ok {
		if broken := syntax(data); broken != nil {
			return broken // unreadable JSON is reported before unknown members
		}
	}
	return reworded(err)
}

// plainNumbers writes 7.0 and 1e3 in a document as 7 and 1000. What is no JSON stays as it is.
func plainNumbers(data []byte) []byte {
	v := jsontext.Value(bytes.Clone(data))
	if v.Format(jsontext.CanonicalizeRawFloats(true), jsontext.PreserveRawStrings(true), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)) != nil {
		return data
	}
	return v
}

// syntax says why a document is not JSON, nil if it is.
func syntax(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if err := d.SkipValue(); err != nil {
		return reworded(err)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return &Error{text: "there is something after the end of the document"}
	}
	return nil
}

// reworded turns an error of the library into ours.
func reworded(err error) error {
	var (
		own      *Error
		broken   *jsontext.SyntacticError
		semantic *json.SemanticError
	)
	switch {
	case errors.As(err, &own):
		return own
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{text: "the document ends too early"}
	case errors.As(err, &broken) && errors.Is(broken.Err, jsontext.ErrDuplicateName):
		return &Error{Fault: Duplicate, Path: path(broken.JSONPointer), text: "stands twice"}
	case errors.As(err, &broken):
		return &Error{Path: path(broken.JSONPointer), text: fmt.Sprintf("not JSON at byte %d: %v", broken.ByteOffset, broken.Err)}
	case errors.As(err, &semantic):
		return misfit(semantic)
	}
	return &Error{text: err.Error()}
}

// misfit returns the error for a value that is JSON but of another type.
func misfit(s *json.SemanticError) *Error {
	e := &Error{Path: path(s.JSONPointer), Want: s.GoType}
	var inner *stdjson.UnmarshalTypeError // of a type that reads itself
	switch {
	case errors.Is(s.Err, json.ErrUnknownName):
		e.Fault, e.Want, e.text = Unknown, nil, "is not known here"
		return e
	case errors.As(s.Err, &inner):
		e.Want = inner.Type
	case s.Err == nil, errors.Is(s.Err, strconv.ErrRange), errors.Is(s.Err, strconv.ErrSyntax), s.JSONKind != '"' && readsText(s.GoType):
	default:
		return &Error{Path: e.Path, text: s.Err.Error()}
	}
	if e.Path == "" {
		return &Error{text: "is not of the form that is asked for"}
	}
	e.Fault, e.text = Mistyped, "is of another type or out of range"
	return e
}

func readsText(t reflect.Type) bool {
	return t != nil && reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// longest is how many bytes of a key a path repeats.
const longest = 40

// path spells a JSON pointer as people do: "/players/1/name" is "players[1].name".
func path(p jsontext.Pointer) string {
	var b strings.Builder
	for token := range p.Tokens() {
		if _, err := strconv.Atoi(token); err == nil && b.Len() > 0 {
			b.WriteString("[" + token + "]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(Clip(token))
	}
	return b.String()
}

// Clip shortens a key of a document for a sentence.
func Clip(key string) string {
	if len(key) > longest {
		return strings.ToValidUTF8(key[:longest], "") + "..."
	}
	return key
}
