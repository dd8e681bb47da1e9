package describe

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/bankhalter/bankhalter/views/query"
)

// Named is a component of the description: a schema with a name, which a Go
// type may stand for.
type Named struct {
	Name string

	of      reflect.Type
	schema  Schema
	request bool
}

// Answer names the schema of a struct that answers are made of: a member is
// always there unless its tag says omitempty.
func Answer[T any](name string) Named { return Named{Name: name, of: reflect.TypeFor[T]()} }

// Request names the schema of a struct that requests are read into: a member may
// be left out unless its tag says schema:",required", and none may be added.
func Request[T any](name string) Named {
	return Named{Name: name, of: reflect.TypeFor[T](), request: true}
}

// Words names the closed list of words that a type takes.
func Words[T ~string](name string, words ...T) Named {
	return Named{Name: name, of: reflect.TypeFor[T](), schema: Enum(words...)}
}

// As names a schema for which a type stands that writes or reads its JSON itself.
func As[T any](name string, s Schema) Named {
	return Named{Name: name, of: reflect.TypeFor[T](), schema: s}
}

// Given names a schema for which no type stands.
func Given(name string, s Schema) Named { return Named{Name: name, schema: s} }

// Components are the schemas of the description by name.
type Components struct {
	Schemas map[string]Schema

	names map[reflect.Type]Named
}

// NewComponents makes the schemas. It fails on a type that leads to a struct
// without a name.
func NewComponents(all []Named) (c *Components, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("describe: %v", fault)
		}
	}()
	c = &Components{map[string]Schema{}, map[reflect.Type]Named{}}
	for _, n := range all {
		if _, twice := c.names[n.of]; n.of != nil && twice {
			return nil, fmt.Errorf("describe: %s has two names", n.of)
		}
		if _, twice := c.Schemas[n.Name]; twice {
			return nil, fmt.Errorf("describe: two schemas are called %s", n.Name)
		}
		c.Schemas[n.Name] = n.schema
		if n.of != nil {
			c.names[n.of] = n
		}
	}
	for _, n := range all {
		if n.schema == nil {
			c.Schemas[n.Name] = c.object(n)
		}
	}
	return c, nil
}

// Of is the schema of a value of the type of v; a Schema is itself.
func (c *Components) Of(v any) Schema {
	if s, ok := v.(Schema); ok {
		return s
	}
	return c.of(reflect.TypeOf(v))
}

func (c *Components) of(t reflect.Type) Schema {
	if n, ok := c.names[t]; ok {
		return Ref(n.Name)
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		return Parse("date-time")
	case reflect.TypeFor[json.RawMessage]():
		return Parse("any")
	}
	switch t.Kind() {
	case reflect.Bool:
		return Parse("boolean")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return Parse("integer")
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return Parse("count")
	case reflect.Float32, reflect.Float64:
		return Parse("number")
	case reflect.String:
		return Parse("string")
	case reflect.Interface:
		return Parse("any")
	case reflect.Pointer:
		return c.of(t.Elem())
	case reflect.Slice, reflect.Array:
		return listOf(c.of(t.Elem()))
	case reflect.Map:
		return Schema{"type": "object", "additionalProperties": c.of(t.Elem())}
	default:
		panic(t.String() + " has no name in the description")
	}
}

// object is the schema of a struct.
func (c *Components) object(n Named) Schema {
	var order []string
	members := map[string]Member{}
	c.collect(n.of, n.request, &order, members)
	list := make([]Member, len(order))
	for i, name := range order {
		list[i] = members[name]
	}
	s := Object(list...)
	if n.request {
		s["additionalProperties"] = false
	}
	return s
}

// collect gathers the members of a struct as encoding/json does: what is
// embedded comes flat, and what stands further out hides it.
func (c *Components) collect(t reflect.Type, request bool, order *[]string, into map[string]Member) {
	var embedded []reflect.Type
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			embedded = append(embedded, inner)
			continue
		case name == "-" || name == "" || !f.IsExported():
			continue
		}
		if _, hidden := into[name]; hidden {
			continue
		}
		into[name] = c.member(name, f, request, strings.Contains(options, "omit"))
		*order = append(*order, name)
	}
	for _, inner := range embedded {
		c.collect(inner, request, order, into)
	}
}

func (c *Components) member(name string, f reflect.StructField, request, omit bool) Member {
	expression, rest, _ := strings.Cut(f.Tag.Get("schema"), ",")
	var s Schema
	if expression != "" {
		s = Parse(expression)
	} else {
		s = c.of(f.Type)
	}
	m := Member{Name: name, Always: !request && !omit}
	null := f.Type.Kind() == reflect.Pointer && !request && !omit
	for option := range strings.SplitSeq(rest, ",") {
		switch option {
		case "":
		case "required":
			m.Always = true
		case "null":
			null = true
		case "set": // a pointer that is never nil
			null = false
		default:
			s.limit(option)
		}
	}
	if m.Schema = s; null {
		m.Schema = orNull(s)
	}
	return m
}

// Parameter is one of those that a query may have.
type Parameter struct {
	Name     string
	Schema   Schema
	Required bool
	Empty    bool         // an empty value has a meaning
	Strict   bool         // there are values that are refused
	In       reflect.Type // the struct that declares it
}

// Query returns the parameters that a struct declares by its tags, but for those
// of any name.
func (c *Components) Query(t reflect.Type) (list []Parameter, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("describe: %v", fault)
		}
	}()
	for _, f := range query.Fields(t) {
		if f.Rest() {
			continue
		}
		m := c.member(f.Name, f.Struct, true, false)
		if f.Empty && f.Struct.Type.Kind() == reflect.Bool {
			m.Schema = Parse("string")
		}
		list = append(list, Parameter{Name: f.Name, Schema: m.Schema, Required: m.Always, Empty: f.Empty, Strict: f.Strict(), In: f.In})
	}
	return list, nil
}
