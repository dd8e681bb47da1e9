// Package describe makes the schemas of the API's description from the Go types
// that requests are read into and answers are made of.
package describe

import (
	"maps"
	"strconv"
	"strings"
)

// Schema is a JSON Schema, draft 2020-12, as OpenAPI 3.1 has it.
type Schema map[string]any

// Ref is the schema of a component by its name.
func Ref(name string) Schema { return Schema{"$ref": "#/components/schemas/" + name} }

// orNull is the schema of a value that may be null.
func orNull(s Schema) Schema { return OneOf(s, Schema{"type": "null"}) }

// OneOf is the schema of a value that has exactly one of the forms.
func OneOf(forms ...Schema) Schema { return Schema{"oneOf": forms} }

// AnyOf is the schema of a value that has one of the forms, or several at once.
func AnyOf(forms ...Schema) Schema { return Schema{"anyOf": forms} }

// listOf is the schema of a list.
func listOf(items Schema) Schema { return Schema{"type": "array", "items": items} }

// Enum is the schema of a word out of a closed list.
func Enum[T ~string](words ...T) Schema { return Schema{"type": "string", "enum": words} }

// plain are the forms that an expression may name besides components.
var plain = map[string]Schema{
	"any":       {},
	"object":    {"type": "object"},
	"string":    {"type": "string"},
	"boolean":   {"type": "boolean"},
	"integer":   {"type": "integer"},
	"count":     {"type": "integer", "minimum": 0},
	"ordinal":   {"type": "integer", "minimum": 1},
	"number":    {"type": "number"},
	"date":      {"type": "string", "format": "date"},
	"date-time": {"type": "string", "format": "date-time"},
	"uri":       {"type": "string", "format": "uri"},
	"path":      {"type": "string", "format": "uri-reference"},
	"null":      {"type": "null"},
}

// Parse reads the expression of a schema: the name of a component or of a plain
// form (string, integer, count, date, any, ...), []X for a list, {}X for an
// object with members of any name, X|Y for either.
func Parse(expression string) Schema {
	if forms := strings.Split(expression, "|"); len(forms) > 1 {
		all := make([]Schema, len(forms))
		for i, form := range forms {
			all[i] = Parse(form)
		}
		return OneOf(all...)
	}
	if items, ok := strings.CutPrefix(expression, "[]"); ok {
		return listOf(Parse(items))
	}
	if values, ok := strings.CutPrefix(expression, "{}"); ok {
		return Schema{"type": "object", "additionalProperties": Parse(values)}
	}
	if s, ok := plain[expression]; ok {
		return s.With(nil)
	}
	return Ref(expression)
}

// With is a copy of the schema with more members.
func (s Schema) With(more Schema) Schema {
	all := make(Schema, len(s)+len(more))
	maps.Copy(all, s)
	maps.Copy(all, more)
	return all
}

// Member is a member of an object.
type Member struct {
	Name   string
	Schema Schema
	Always bool // it is never left out
}

// Object is the schema of an object with these members.
func Object(members ...Member) Schema {
	properties, required := Schema{}, []string{}
	for _, m := range members {
		properties[m.Name] = m.Schema
		if m.Always {
			required = append(required, m.Name)
		}
	}
	s := Schema{"type": "object", "properties": properties}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

// Variant is one of the objects of a union, told from the others by a word.
type Variant struct {
	Word, Component string
}

// Union is the schema of an object that is one of the variants; which one its
// member named by says. The members in common are described beside them, so
// that a program that does not tell the variants apart can read them.
func Union(by string, variants []Variant, common ...Member) Schema {
	forms, mapping := make([]Schema, len(variants)), map[string]string{}
	for i, v := range variants {
		forms[i] = Ref(v.Component)
		mapping[v.Word] = "#/components/schemas/" + v.Component
	}
	s := Schema{"oneOf": forms, "discriminator": Schema{"propertyName": by, "mapping": mapping}}
	if len(common) > 0 {
		s = s.With(Object(common...))
	}
	return s
}

// limit adds what an option of a tag says: min=1, maxlen=500, enum=size/age...
func (s Schema) limit(option string) {
	key, value, _ := strings.Cut(option, "=")
	if key == "enum" || key == "examples" {
		s[key] = strings.Split(value, "/")
		return
	}
	names := map[string]string{"min": "minimum", "max": "maximum", "minlen": "minLength", "maxlen": "maxLength", "minitems": "minItems", "default": "default"}
	if n, err := strconv.Atoi(value); err == nil && names[key] != "" {
		s[names[key]] = n
		return
	}
	panic("describe: unknown option " + option)
}
