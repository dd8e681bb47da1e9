package edition

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game/strictjson"
)

// Bounds of every document.
const (
	MaxBytes  = 256 << 10
	maxName   = 60
	maxText   = 240
	maxAmount = 1_000_000

	maxProblems = 100
	maxNotes    = 20
)

// idForm has no state: a compiled pattern.
var idForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

// reader collects problems while the tree is read.
type reader struct {
	problems []Problem
	notes    []string
}

// seen reports whether something was said about a place or a part of it.
func (r *reader) seen(place string) bool {
	for i := range r.problems {
		if p := r.problems[i].Place; p == place || strings.HasPrefix(p, place+".") || strings.HasPrefix(p, place+"[") {
			return true
		}
	}
	return false
}

// add notes a problem; for a document with very many, one note replaces the rest.
func (r *reader) add(place, rule string, f fault, args ...any) {
	if len(r.problems) > maxProblems {
		return
	}
	if len(r.problems) == maxProblems {
		place, rule, f, args = "", "R-DATA-1", more, nil
	}
	r.problems = append(r.problems, f.at(place, rule, args...))
}

// node is a value of the tree with its place. A node that is not ok was
// missing or of the wrong type; everything read from it is zero, silently,
// since that was reported when it was got.
type node struct {
	r     *reader
	place string
	v     any
	ok    bool
}

func (n node) bad(f fault, args ...any) {
	n.r.add(n.place, "R-DATA-1", f, args...)
}

func (n node) child(key string) string {
	if n.place == "" {
		return key
	}
	return n.place + "." + key
}

// maybe returns the value of a key; not ok if it is missing or null.
func (n node) maybe(key string) node {
	o, _ := n.v.(*strictjson.Object)
	if o == nil {
		return node{r: n.r, place: n.child(key)}
	}
	v := o.Members[key]
	return node{n.r, n.child(key), v, v != nil}
}

// get returns the value of a key that must be there.
func (n node) get(key string) node {
	c := n.maybe(key)
	if n.ok && !c.ok {
		c.bad(missing)
	}
	return c
}

// object checks that a node is an object and notes the keys it should not have.
func (n node) object(known ...string) node {
	if !n.ok {
		return n
	}
	o, isObject := n.v.(*strictjson.Object)
	if !isObject {
		n.bad(notAnObject)
		return node{r: n.r, place: n.place}
	}
	for _, key := range o.Keys {
		if !slices.Contains(known, key) && len(n.r.notes) < maxNotes {
			n.r.notes = append(n.r.notes, n.child(clip(key))+": is not a known field and is ignored")
		}
	}
	return n
}

// keys returns the keys of an object in the order of the document.
func (n node) keys(most int) []string {
	o, isObject := n.v.(*strictjson.Object)
	if !n.ok {
		return nil
	}
	if !isObject {
		n.bad(notAnObject)
		return nil
	}
	if len(o.Keys) > most {
		n.bad(tooManyEntries, len(o.Keys), most)
		return nil
	}
	return o.Keys
}

// list returns the entries of a list of a bounded length.
func (n node) list(least, most int) []node {
	if !n.ok {
		return nil
	}
	vs, isList := n.v.([]any)
	switch {
	case !isList:
		n.bad(notAList)
		return nil
	case len(vs) < least || len(vs) > most:
		n.outside(numberOfEntries, entriesOutside, len(vs), least, most)
		return nil
	}
	nodes := make([]node, len(vs))
	for i, v := range vs {
		nodes[i] = node{n.r, fmt.Sprintf("%s[%d]", n.place, i), v, true}
	}
	return nodes
}

// outside notes a number that is not the only one allowed, or not between two.
func (n node) outside(one, span fault, got, least, most int) {
	if least == most {
		n.bad(one, got, least)
		return
	}
	n.bad(span, got, least, most)
}

// int returns a whole number between two bounds, 0 if the node is not ok.
func (n node) int(least, most int) int {
	if !n.ok {
		return 0
	}
	num, isNumber := n.v.(json.Number)
	if !isNumber {
		n.bad(notANumber, typeName(n.v))
		return 0
	}
	i, err := strconv.Atoi(num.String())
	if err != nil {
		n.bad(notWhole, clip(num.String()))
		return 0
	}
	if i < least || i > most {
		n.outside(notTheNumber, numberOutside, i, least, most)
		return 0
	}
	return i
}

// flag returns a bool, false if the node is not ok.
func (n node) flag() bool {
	b, isBool := n.v.(bool)
	if n.ok && !isBool {
		n.bad(notYesNo, typeName(n.v))
	}
	return b
}

// text returns a string of one line without surprises, "" if the node is not ok.
func (n node) text(most int) string {
	if !n.ok {
		return ""
	}
	s, isString := n.v.(string)
	if !isString {
		n.bad(notAText, typeName(n.v))
		return ""
	}
	count := utf8.RuneCountInString(s)
	switch {
	case strings.TrimSpace(s) == "":
		n.bad(empty)
		return ""
	case count > most:
		n.bad(tooLong, count, most)
		return ""
	case strings.IndexFunc(s, unprintable) >= 0:
		n.bad(controlCharacter)
		return ""
	case towers(s):
		n.bad(tooManyAccents, maxAccents)
		return ""
	}
	return s
}

// maxAccents is the most marks that one letter may carry: towers of them cover
// the lines above.
const maxAccents = 4

// towers reports whether marks pile up on a letter.
func towers(s string) bool {
	marks := 0
	for _, r := range s {
		if marks++; !unicode.Is(unicode.M, r) {
			marks = 0
		}
		if marks > maxAccents {
			return true
		}
	}
	return false
}

// unprintable reports whether r is a control or direction character; the soft hyphen is allowed.
func unprintable(r rune) bool {
	return r != '\u00ad' && r != '\u00a0' && !unicode.IsPrint(r)
}

// id returns an identifier, "" if the node is not ok.
func (n node) id() string {
	s := n.text(maxName)
	if s != "" && !idForm.MatchString(s) {
		n.bad(noID, s)
		return ""
	}
	return s
}

// oneOf returns one of the given words, "" if the node is not ok.
func (n node) oneOf(words ...string) string {
	s := n.text(maxName)
	if s != "" && !slices.Contains(words, s) {
		n.bad(notOneOf, s, strings.Join(words, ", "))
		return ""
	}
	return s
}

func typeName(v any) string {
	switch v.(type) {
	case string:
		return "a text"
	case bool:
		return "true or false"
	case json.Number:
		return "a number"
	case []any:
		return "a list"
	default:
		return "an object"
	}
}

func clip(s string) string {
	if utf8.RuneCountInString(s) <= 40 {
		return s
	}
	return string([]rune(s)[:40]) + "…"
}
