package edition

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/bankhalter/bankhalter/game/strictjson"
)

// Draft is the document of a board while somebody edits it. It may have faults, which
// Parse reports by the same places: whatever was typed stays in it.
type Draft struct{ root *strictjson.Object }

// ReadDraft reads any JSON object as a draft. The error is *Problems.
func ReadDraft(data []byte) (*Draft, error) {
	if len(data) > MaxBytes {
		return nil, whole(tooLarge, len(data), MaxBytes)
	}
	tree, err := strictjson.Parse(data, maxDepth)
	if err != nil {
		return nil, whole(notReadable, err)
	}
	root, ok := tree.(*strictjson.Object)
	if !ok {
		return nil, whole(notAnObject)
	}
	return &Draft{root}, nil
}

// step is one step of a place: a member of an object, or an entry of a list.
type step struct {
	key   string
	index int // -1: it is a member
}

// steps takes a place such as "spaces[5].rents[0]" apart.
func steps(place string) []step {
	list := make([]step, 0, strings.Count(place, ".")+strings.Count(place, "[")+1)
	for part := range strings.SplitSeq(place, ".") {
		key, rest, _ := strings.Cut(part, "[")
		list = append(list, step{key, -1})
		for rest != "" {
			number, after, _ := strings.Cut(rest, "]")
			i, err := strconv.Atoi(number)
			if err != nil || i < 0 {
				return nil
			}
			list = append(list, step{index: i})
			rest = strings.TrimPrefix(after, "[")
		}
	}
	return list
}

func (s step) of(v any) any {
	switch v := v.(type) {
	case *strictjson.Object:
		if s.index < 0 {
			return v.Members[s.key]
		}
	case []any:
		if s.index >= 0 && s.index < len(v) {
			return v[s.index]
		}
	}
	return nil
}

func (d *Draft) value(place string) any {
	var v any = d.root
	for _, s := range steps(place) {
		v = s.of(v)
	}
	return v
}

// Get is the value at a place as it is typed, "" if there is none.
func (d *Draft) Get(place string) string {
	switch v := d.value(place).(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	default:
		return ""
	}
}

// set puts what was typed into a field. What is no number stays as text, so that
// Parse finds it and the field shows it again; an empty field removes the value.
func (d *Draft) set(f *Field, typed string) {
	typed = strings.TrimSpace(typed)
	if typed == d.Get(f.Place) && f.more == nil {
		return
	}
	for _, place := range append([]string{f.Place}, f.more...) {
		d.put(place, f.Kind.read(typed))
	}
	d.dropHyphens(f.Place)
}

// read makes a value of what was typed, nil of nothing.
func (k FieldKind) read(typed string) any {
	if typed == "" {
		return nil
	}
	if _, err := strconv.Atoi(typed); err == nil && k.isNumber() {
		return json.Number(typed)
	}
	if k == YesNo && (typed == "true" || typed == "false") {
		return typed == "true"
	}
	return typed
}

// put sets a value, or removes it if it is nil; the entries of a list stay.
func (d *Draft) put(place string, v any) {
	all := steps(place)
	if len(all) == 0 {
		return
	}
	var at any = d.root
	for _, s := range all[:len(all)-1] {
		next := s.of(at)
		if o, isObject := at.(*strictjson.Object); next == nil && isObject && v != nil {
			next = &strictjson.Object{Members: map[string]any{}}
			o.Set(s.key, next)
		}
		at = next
	}
	last := all[len(all)-1]
	switch at := at.(type) {
	case *strictjson.Object:
		at.Set(last.key, v)
	case []any:
		if last.index >= 0 && last.index < len(at) {
			if at[last.index] = v; v == nil {
				at[last.index] = ""
			}
		}
	}
}

// dropHyphens removes the forms of a name with soft hyphens that are those of
// another name.
func (d *Draft) dropHyphens(place string) {
	parent, key, ok := cutLast(place)
	if !ok || key != "name" && key != "name_de" && key != "name_en" {
		return
	}
	soft := parent + "." + key + "_soft"
	if d.Get(soft) != "" && withoutSoft(d.Get(soft)) != d.Get(place) {
		d.put(soft, nil)
	}
}

func cutLast(place string) (parent, key string, ok bool) {
	i := strings.LastIndexByte(place, '.')
	if i < 0 {
		return "", place, false
	}
	return place[:i], place[i+1:], true
}

// JSON is the document, indented, its members in their order.
func (d *Draft) JSON() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	write(&b, e, d.root)
	var out bytes.Buffer
	if err := json.Indent(&out, b.Bytes(), "", "  "); err != nil {
		panic("edition: a draft is no JSON: " + err.Error()) // it was just written
	}
	return out.Bytes()
}

// write writes a value; e writes into b.
func write(b *bytes.Buffer, e *json.Encoder, v any) {
	switch v := v.(type) {
	case *strictjson.Object:
		b.WriteByte('{')
		for i, key := range v.Keys {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, e, key)
			b.WriteByte(':')
			write(b, e, v.Members[key])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, one := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, e, one)
		}
		b.WriteByte(']')
	default:
		if err := e.Encode(v); err != nil {
			panic("edition: a draft holds what no document does: " + err.Error())
		}
	}
}
