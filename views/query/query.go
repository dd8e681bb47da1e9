// Package query reads the queries of addresses into structs. Their tags declare
// the parameters, for the handler that reads them and for the description of the API:
//
//	Limit int `query:"limit,filled" schema:",min=1,max=100,default=100"`
//
// The name is followed by options: lax (nonsense counts as absent), laxpage (it
// does so to people, and is refused to programs), filled (an empty value is
// refused), empty (an empty value has a meaning; a bool is then true if the
// parameter is there at all), absent=N (the number that stands for none) and
// expect=WORD (what a refusal says should be there). A field of type url.Values
// named PREFIX* has all parameters that begin so, with "*" the whole query. The
// tag schema describes the values; its bounds, its default and, for a string, its
// list of values hold here, too.
package query

import (
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Value is a value that reads itself.
type Value interface {
	// ReadQuery takes what was given for the parameter and reports whether it makes sense.
	ReadQuery(values []string) bool
}

// Rest is a value made of several parameters, with names that it knows.
type Rest interface{ ReadRest(url.Values) }

// Whole is the kind of value that a parameter takes unless it says another one.
const Whole = "whole"

// Truth is the kind of value that a switch takes.
const Truth = "truth"

// Fault is a parameter that makes no sense.
type Fault struct {
	Name, Expect string
	Values       []string // those that it may have, if there is a list of them
}

// Field is what a declaration says about one parameter.
type Field struct {
	Name   string
	Struct reflect.StructField
	In     reflect.Type // the struct in which it is declared
	Empty  bool         // a value may be empty and has a meaning then

	lax, laxPage, filled bool
	absent, least, most  *int64
	usual, expect        string
	values               []string // of a string; nil: any
	index                []int
}

// Rest reports whether the field takes parameters of any name.
func (f *Field) Rest() bool { return strings.HasSuffix(f.Name, "*") }

// Strict reports whether there are values that are refused.
func (f *Field) Strict() bool {
	kind := f.Struct.Type.Kind()
	_, reads := reflect.New(f.Struct.Type).Interface().(Value)
	if kind == reflect.Bool {
		return !f.lax && !f.Empty
	}
	return !f.lax && !f.Rest() && (reads || f.values != nil || kind != reflect.String && kind != reflect.Slice)
}

var known sync.Map // []Field by reflect.Type

// Fields are the parameters that a struct declares, in order; those of embedded
// structs come in their place. It panics on tags that cannot be read.
func Fields(t reflect.Type) []Field {
	if list, ok := known.Load(t); ok {
		return list.([]Field)
	}
	list := collect(t, nil)
	known.Store(t, list)
	return list
}

func collect(t reflect.Type, at []int) (list []Field) {
	for i := range t.NumField() {
		f, index := t.Field(i), slices.Concat(at, []int{i})
		tag, said := f.Tag.Lookup("query")
		switch {
		case said:
			list = append(list, declared(t, f, tag, index))
		case f.Anonymous:
			list = append(list, collect(f.Type, index)...)
		default:
			panic("query: " + t.String() + "." + f.Name + " declares no parameter")
		}
	}
	return list
}

func declared(in reflect.Type, f reflect.StructField, tag string, index []int) Field {
	name, options, _ := strings.Cut(tag, ",")
	x := Field{Name: name, Struct: f, In: in, index: index}
	for option := range strings.SplitSeq(options, ",") {
		switch key, value, _ := strings.Cut(option, "="); key {
		case "":
		case "lax":
			x.lax = true
		case "laxpage":
			x.laxPage = true
		case "filled":
			x.filled = true
		case "empty":
			x.Empty = true
		case "absent":
			x.absent = number(value)
		case "max": // of a value whose schema is a component
			x.most = number(value)
		case "expect":
			x.expect = value
		default:
			panic("query: unknown option " + option)
		}
	}
	_, limits, _ := strings.Cut(f.Tag.Get("schema"), ",")
	for option := range strings.SplitSeq(limits, ",") {
		switch key, value, _ := strings.Cut(option, "="); key {
		case "min":
			x.least = number(value)
		case "max":
			x.most = number(value)
		case "default":
			x.usual = value
		case "enum":
			if f.Type.Kind() == reflect.String {
				x.values = strings.Split(value, "/")
			}
		}
	}
	switch kind := f.Type.Kind(); {
	case x.expect != "":
	case kind == reflect.Bool, kind == reflect.Pointer && f.Type.Elem().Kind() == reflect.Bool:
		x.expect = Truth
	default:
		x.expect = Whole
	}
	return x
}

func number(text string) *int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic("query: no number: " + text)
	}
	return &n
}

// Read reads a query into the struct that into points to, which is set anew. It
// returns the first parameter that makes no sense; all others are read. onPage says that
// people are to be shown a page.
func Read(from url.Values, into any, onPage bool) *Fault {
	v := reflect.ValueOf(into).Elem()
	v.SetZero()
	var fault *Fault
	fields := Fields(v.Type())
	for i := range fields {
		f := &fields[i]
		if f.read(from, v.FieldByIndex(f.index)) || f.lax || f.laxPage && onPage || fault != nil {
			continue
		}
		fault = &Fault{f.Name, f.expect, f.values}
	}
	return fault
}

// read sets one field; one that makes no sense is as if it were absent.
func (f *Field) read(from url.Values, into reflect.Value) bool {
	if f.Rest() {
		f.readRest(from, into)
		return true
	}
	values := from[f.Name]
	if f.Empty && into.Kind() == reflect.Bool {
		into.SetBool(values != nil)
		return true
	}
	given := values != nil && (values[0] != "" || f.filled || into.Kind() == reflect.Slice)
	if given && f.set(into, values) {
		return true
	}
	switch into.SetZero(); {
	case f.absent != nil:
		into.SetInt(*f.absent)
	case f.usual != "":
		f.set(into, []string{f.usual})
	}
	return !given
}

func (f *Field) readRest(from url.Values, into reflect.Value) {
	if x, ok := into.Addr().Interface().(Rest); ok {
		x.ReadRest(from)
		return
	}
	prefix := strings.TrimSuffix(f.Name, "*")
	if prefix == "" {
		into.Set(reflect.ValueOf(from))
		return
	}
	rest := url.Values{}
	for name, values := range from {
		if strings.HasPrefix(name, prefix) {
			rest[name] = values
		}
	}
	into.Set(reflect.ValueOf(rest))
}

func (f *Field) set(into reflect.Value, values []string) bool {
	if x, ok := into.Addr().Interface().(Value); ok {
		return x.ReadQuery(values)
	}
	text := values[0]
	switch into.Kind() {
	case reflect.String:
		if f.values != nil && !slices.Contains(f.values, text) {
			return false
		}
		into.SetString(text)
	case reflect.Bool:
		on := Switch(text)
		if !on && !Off(text) {
			return false
		}
		into.SetBool(on)
	case reflect.Slice:
		into.Set(reflect.ValueOf(values))
	case reflect.Pointer:
		one := reflect.New(into.Type().Elem())
		if !f.set(one.Elem(), values) {
			return false
		}
		into.Set(one)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, into.Type().Bits())
		if err != nil || n < 0 || f.least != nil && n < *f.least || f.most != nil && n > *f.most {
			return false
		}
		into.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, into.Type().Bits())
		if err != nil || f.most != nil && n > uint64(*f.most) || f.least != nil && n < uint64(*f.least) { //nolint:gosec // bounds of counts are not negative
			return false
		}
		into.SetUint(n)
	default:
		panic("query: " + f.Name + " cannot be read into " + into.Type().String())
	}
	return true
}

// Switch reads a tick or a switch of a form: 1, on, true or yes.
func Switch(text string) bool {
	switch strings.ToLower(text) {
	case "1", "on", "true", "yes":
		return true
	}
	return false
}

// Off reports whether a tick or a switch says no: 0, off, false or no.
func Off(text string) bool {
	switch strings.ToLower(text) {
	case "0", "off", "false", "no":
		return true
	}
	return false
}
