package handlers_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
)

// A move found by its name is accepted and refused as one that is compared with all moves.
func TestMovesFoundByNameAreCheckedAsBefore(t *testing.T) {
	t.Parallel()
	compiled := func(change func(doc any) error) *jsonschema.Schema {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(handlers.Document().JSON))
		require.NoError(t, err)
		closeObjects(doc)
		require.NoError(t, change(doc))
		c := jsonschema.NewCompiler()
		c.DefaultDraft(jsonschema.Draft2020)
		require.NoError(t, c.AddResource(specAddress, doc))
		s, err := c.Compile(specAddress + "#/components/schemas/Move")
		require.NoError(t, err)
		return s
	}
	all := compiled(func(any) error { return nil })
	found := compiled(func(doc any) error { return chooseByName(doc, doc) })
	moves := handlers.Document().Moves
	names := slices.Sorted(maps.Keys(moves))
	require.Greater(t, len(names), 40)
	accepted := 0
	for i, name := range names {
		read := func() map[string]any {
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(moves[name]))
			require.NoError(t, err)
			return v.(map[string]any)
		}
		other, unknown, nameless, more := read(), read(), read(), read()
		other["move"], unknown["move"], more["more"] = names[(i+1)%len(names)], "jump", 1
		delete(nameless, "move")
		for what, v := range map[string]any{
			"as it is": read(), "of another name": other, "of an unknown name": unknown, "without a name": nameless,
			"with one member more": more, "a list": []any{read()}, "a name": name, "nothing": nil,
		} {
			fine := all.Validate(v) == nil
			assert.Equal(t, fine, found.Validate(v) == nil, "%s, %s", name, what)
			if fine {
				accepted++
			}
		}
		assert.NoError(t, found.Validate(read()), name)
	}
	assert.Less(t, accepted, 3*len(names), "most of it is wrong")
}

// Schemas that more than their names tell apart are not chosen by name.
func TestOnlyWhatHasANameIsFoundByIt(t *testing.T) {
	t.Parallel()
	ref := func(name string) any { return map[string]any{"$ref": "#/" + name} }
	named := func(name any, required ...any) map[string]any {
		return map[string]any{"type": "object", "required": required, "properties": map[string]any{"move": map[string]any{"const": name}}}
	}
	for name, c := range map[string]struct {
		fine   bool
		change func(doc, union map[string]any)
	}{
		"two names":              {true, func(doc, union map[string]any) {}},
		"a name that may lack":   {false, func(doc, union map[string]any) { doc["B"] = named("b") }},
		"another name":           {false, func(doc, union map[string]any) { doc["B"] = named("c", "move") }},
		"no object":              {false, func(doc, union map[string]any) { delete(doc["B"].(map[string]any), "type") }},
		"a schema without name":  {false, func(doc, union map[string]any) { union["oneOf"] = []any{ref("A"), ref("B"), ref("C")} }},
		"a schema twice":         {false, func(doc, union map[string]any) { union["oneOf"] = []any{ref("A"), ref("B"), ref("B")} }},
		"one instead of another": {false, func(doc, union map[string]any) { union["oneOf"] = []any{ref("A"), ref("A")} }},
		"a schema of its own":    {false, func(doc, union map[string]any) { union["oneOf"] = []any{ref("A"), named("b", "move")} }},
		"a name without schema":  {false, func(doc, union map[string]any) { union["oneOf"] = []any{ref("A")} }},
		"a condition beside":     {false, func(doc, union map[string]any) { union["if"] = ref("A") }},
		"a schema with an extra": {false, func(doc, union map[string]any) { union["oneOf"].([]any)[0].(map[string]any)["maxProperties"] = 1 }},
	} {
		union := map[string]any{
			"discriminator": map[string]any{"propertyName": "move", "mapping": map[string]any{"a": "#/A", "b": "#/B"}},
			"oneOf":         []any{ref("A"), ref("B")},
		}
		doc := map[string]any{"A": named("a", "move"), "B": named("b", "move"), "C": named("c", "move"), "union": union}
		c.change(doc, union)
		err := chooseByName(doc, doc)
		if c.fine {
			require.NoError(t, err, name)
			assert.NotContains(t, union, "oneOf")
			continue
		}
		assert.Error(t, err, name)
	}
}
