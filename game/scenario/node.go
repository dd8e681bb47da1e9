package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/problem"
	"github.com/bankhalter/bankhalter/game/strictjson"
)

// Unplayable says why a scenario cannot be played: all the reasons, each with its place.
type Unplayable struct{ Reasons []string }

func (u *Unplayable) Error() string { return strings.Join(u.Reasons, "; ") }

// Problem lists the reasons.
func (u *Unplayable) Problem() problem.Problem {
	return problem.Problem{Code: "bad_scenario", Field: "scenario", Faults: u.Reasons}
}

// maxReasons bounds the faults reported of one document.
const maxReasons = 100

// complaints collects the reasons in the order in which they were met.
type complaints struct{ reasons []string }

func (c *complaints) add(place, format string, args ...any) {
	if len(c.reasons) >= maxReasons {
		return
	}
	reason := fmt.Sprintf(format, args...)
	if place != "" {
		reason = place + ": " + reason
	}
	c.reasons = append(c.reasons, reason)
}

func (c *complaints) err() error {
	if len(c.reasons) == 0 {
		return nil
	}
	return &Unplayable{Reasons: c.reasons}
}

// node is one value of the document and its place. Of a wrong value the zero
// value is used; the complaint is noted.
type node struct {
	c     *complaints
	place string
	v     any // nil if it is not there
}

func (n node) has() bool { return n.v != nil }

func (n node) bad(format string, args ...any) { n.c.add(n.place, format, args...) }

// object demands an object with no members but the known ones and remarks.
func (n node) object(known ...string) bool {
	o, ok := n.v.(*strictjson.Object)
	if !ok {
		if n.has() {
			n.bad("must be an object")
		}
		return false
	}
	for _, key := range o.Keys {
		if !slices.Contains(known, key) && !remark(key) {
			n.c.add(join(n.place, key), "unknown; known here are %s", strings.Join(known, ", "))
		}
	}
	return true
}

// remarks are members allowed anywhere: words for people, and notes of other
// programs beside a case. They are not read.
var remarks = []string{
	"note", "notes", "comment", "comments", "description", "title", "id", "case", "test", "tags", "why", "given", "when", "then",
	"rule", "rules", "ref", "refs", "source", "sources", "expect", "expects", "expected",
}

// remark reports whether a member of the name is for others to read.
func remark(key string) bool {
	return slices.Contains(remarks, key) || key == "" || strings.ContainsRune("_$#/", rune(key[0])) || strings.HasPrefix(key, "x-")
}

func join(place, key string) string {
	if place == "" {
		return strictjson.Clip(key)
	}
	return place + "." + strictjson.Clip(key)
}

func (n node) get(key string) node {
	o, ok := n.v.(*strictjson.Object)
	if !ok {
		return node{n.c, join(n.place, key), nil}
	}
	return node{n.c, join(n.place, key), o.Members[key]}
}

func (n node) list(most int) []node {
	list, ok := n.v.([]any)
	if !ok {
		if n.has() {
			n.bad("must be a list")
		}
		return nil
	}
	if len(list) > most {
		n.bad("at most %d entries", most)
		list = list[:most]
	}
	nodes := make([]node, len(list))
	for i, v := range list {
		nodes[i] = node{n.c, n.place + "[" + strconv.Itoa(i) + "]", v}
		if v == nil {
			nodes[i].bad("must not be null")
		}
	}
	return nodes
}

// number reads a whole number from low to high; ok is false if there is none.
func (n node) number(low, high int) (value int, ok bool) {
	if !n.has() {
		return 0, false
	}
	num, is := n.v.(json.Number)
	value, err := strconv.Atoi(num.String())
	if x, float := num.Float64(); err != nil && float == nil && math.Abs(x) < math.MaxInt32 && x == math.Trunc(x) { // 7.0 and 1e3 are whole
		value, err = int(x), nil
	}
	if !is || err != nil || value < low || value > high {
		n.bad("must be a whole number from %d to %d", low, high)
		return 0, false
	}
	return value, true
}

// orElse reads a number that may be left out.
func (n node) orElse(low, high, def int) int {
	if v, ok := n.number(low, high); ok {
		return v
	}
	return def
}

func (n node) flag() bool {
	v, ok := n.v.(bool)
	if !ok && n.has() {
		n.bad("must be true or false")
	}
	return v
}

func (n node) text() string {
	s, ok := n.v.(string)
	switch {
	case !ok && n.has():
		n.bad("must be a text")
	case len(s) > maxText:
		n.bad("longer than %d bytes", maxText)
		return ""
	}
	return s
}

// seat reads the number of a seat.
func (n node) seat(seats int) (game.Seat, bool) {
	v, ok := n.number(0, seats-1)
	return game.Seat(v), ok
}

// space reads the number of a space on a board of the size.
func (n node) space(size uint8) (game.Space, bool) {
	v, ok := n.number(0, int(size)-1)
	return game.Space(v), ok
}
