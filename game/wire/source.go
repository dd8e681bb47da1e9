package wire

import (
	"encoding/json"
	"math"
	"net/url"
	"strconv"
	"strings"
)

// found is the type of the value that a source holds under a name.
type found uint8

const (
	absent found = iota
	good
	odd   // a number, but no whole one or one of absurd size
	wrong // another type
	twice // a single value said twice
)

// source is where the arguments of a move come from: a JSON object or the
// fields of a form. Both answer alike, so that there is one parser.
type source interface {
	text(name string) (string, found)
	number(name string) (int64, found)
	texts(name string) ([]string, found)
	numbers(name string) ([]int64, found)
	sub(name string) (source, found)
	// stranger is a member outside three lists, "" if there is none. Forms have
	// none: a page may hold several moves in one form.
	stranger(always, arguments, ranges []string) string
}

// object is the JSON source.
type object struct {
	body    []byte
	members []member
}

func (o *object) raw(name string) ([]byte, bool) {
	for _, m := range o.members {
		if string(m.key) == name {
			raw := o.body[m.start:m.end]
			return raw, string(raw) != "null"
		}
	}
	return nil, false
}

func (o *object) text(name string) (string, found) {
	raw, ok := o.raw(name)
	if !ok {
		return "", absent
	}
	return jsonText(raw)
}

func (o *object) number(name string) (int64, found) {
	raw, ok := o.raw(name)
	if !ok {
		return 0, absent
	}
	return jsonNumber(raw)
}

func (o *object) texts(name string) ([]string, found)  { return jsonList(o, name, jsonText) }
func (o *object) numbers(name string) ([]int64, found) { return jsonList(o, name, jsonNumber) }

func (o *object) sub(name string) (source, found) {
	raw, ok := o.raw(name)
	if !ok {
		return nil, absent
	}
	if raw[0] != '{' {
		return nil, wrong
	}
	members, err := split(raw, nil)
	if err != nil {
		return nil, twice
	}
	return &object{raw, members}, good
}

func (o *object) stranger(always, arguments, ranges []string) string {
	for _, m := range o.members {
		if key := m.key; !contains(always, key) && !contains(arguments, key) && !contains(ranges, key) {
			return string(key)
		}
	}
	return ""
}

func contains(list []string, key []byte) bool {
	for _, x := range list {
		if x == string(key) {
			return true
		}
	}
	return false
}

func jsonText(raw []byte) (string, found) {
	s := scan{b: raw}
	text, err := s.text()
	if err != nil {
		return "", wrong
	}
	return string(text), good
}

func jsonNumber(raw []byte) (int64, found) {
	if raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, wrong
	}
	return parseNumber(string(raw))
}

// beyond is more money than there can be, and a multiple of every unit.
const beyond = 2_000_000_000

// parseNumber takes whole numbers that fit 32 bits; 1e3 and 7.0 are whole. A
// greater one is odd and comes as one beyond all money with the same last digits.
func parseNumber(text string) (int64, found) {
	if n, err := strconv.ParseInt(text, 10, 32); err == nil {
		return n, good
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case math.IsInf(x, 1) && err != nil:
		return beyond, odd
	case math.IsInf(x, -1) && err != nil:
		return 0, odd
	case err != nil || math.IsNaN(x) || !json.Valid([]byte(text)):
		return 0, wrong
	case x != math.Trunc(x) || x < math.MinInt32:
		return 0, odd
	case x > math.MaxInt32:
		return beyond + int64(math.Mod(x, 100)), odd
	}
	return int64(x), good
}

func jsonList[T any](o *object, name string, item func([]byte) (T, found)) ([]T, found) {
	raw, ok := o.raw(name)
	if !ok {
		return nil, absent
	}
	if raw[0] != '[' {
		return nil, wrong
	}
	list, state := []T{}, good
	s := scan{b: raw}
	err := s.list(func() error {
		s.space()
		start := s.i
		if err := s.skip(0); err != nil {
			return err
		}
		v, is := item(raw[start:s.i])
		state = max(state, is)
		list = append(list, v)
		return nil
	})
	if err != nil {
		return nil, wrong
	}
	return list, state
}

// form is the source of HTML forms. Empty fields count as not given; lists are
// repeated fields, or one field with commas; the parts of an object are fields
// with its name and an underscore before them.
type form struct {
	values url.Values
	prefix string
}

func (f form) all(name string) []string {
	var list []string
	for _, v := range f.values[f.prefix+name] {
		for _, one := range strings.Split(v, ",") {
			if one = strings.TrimSpace(one); one != "" {
				list = append(list, one)
			}
		}
	}
	return list
}

func (f form) text(name string) (string, found) {
	text := ""
	for _, v := range f.values[f.prefix+name] {
		v = strings.TrimSpace(v)
		if v != "" && text != "" && v != text {
			return "", twice
		}
		if v != "" {
			text = v
		}
	}
	if text == "" {
		return "", absent
	}
	return text, good
}

func (f form) number(name string) (int64, found) {
	text, is := f.text(name)
	if is != good {
		return 0, is
	}
	if point := strings.LastIndexByte(text, '.'); point >= 0 && len(text)-point == len(".000") {
		return 0, odd // 1.000 is a thousand to some who type it
	}
	return parseNumber(text)
}

func (f form) texts(name string) ([]string, found) {
	list := f.all(name)
	if len(list) == 0 {
		return nil, absent
	}
	return list, good
}

func (f form) numbers(name string) ([]int64, found) {
	state := absent
	var list []int64
	for _, text := range f.all(name) {
		n, is := parseNumber(text)
		state = max(state, is)
		list = append(list, n)
	}
	return list, state
}

func (f form) sub(name string) (source, found) {
	text, is := f.text(name)
	if is == absent {
		return form{f.values, f.prefix + name + "_"}, good
	}
	if is != good {
		return nil, is
	}
	body := []byte(text)
	members, err := split(body, nil)
	if err != nil {
		return nil, wrong
	}
	return &object{body, members}, good
}

func (f form) stranger(_, _, _ []string) string { return "" }
