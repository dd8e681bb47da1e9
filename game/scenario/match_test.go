package scenario_test

import (
	"encoding/json"
	"fmt"
)

// keyNames are the members by which the objects of a list are told apart.
var keyNames = []string{"seat", "space", "claim", "trade"}

// unlike lists the differences between want and got. An
// object may have more members than wanted; a list of keyed objects may have
// more of them, unless none is wanted.
func unlike(place string, want, got any) []string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s: want %s, got %s", place, text(want), text(got))}
		}
		var out []string
		for name, value := range w {
			out = append(out, unlike(place+"."+name, value, g[name])...)
		}
		return out
	case []any:
		g, ok := got.([]any)
		if !ok && got != nil {
			return []string{fmt.Sprintf("%s: want %s, got %s", place, text(want), text(got))}
		}
		if key := keyOf(w); key != "" {
			return unlikeByKey(place, key, w, g)
		}
		if len(w) != len(g) {
			return []string{fmt.Sprintf("%s: want %s, got %s", place, text(want), text(got))}
		}
		var out []string
		for i := range w {
			out = append(out, unlike(fmt.Sprintf("%s[%d]", place, i), w[i], g[i])...)
		}
		return out
	default:
		if want != got {
			return []string{fmt.Sprintf("%s: want %s, got %s", place, text(want), text(got))}
		}
		return nil
	}
}

func unlikeByKey(place, key string, want, got []any) []string {
	var out []string
	for _, w := range want {
		id := w.(map[string]any)[key]
		here := fmt.Sprintf("%s[%s=%v]", place, key, id)
		found := false
		for _, g := range got {
			if o, ok := g.(map[string]any); ok && o[key] == id {
				out = append(out, unlike(here, w, g)...)
				found = true
				break
			}
		}
		if !found {
			out = append(out, here+": missing")
		}
	}
	return out
}

// keyOf is the member that identifies the objects of a list, or "".
func keyOf(list []any) string {
	for _, key := range keyNames {
		all := len(list) > 0
		for _, v := range list {
			o, ok := v.(map[string]any)
			if !ok {
				return ""
			}
			_, has := o[key]
			all = all && has
		}
		if all {
			return key
		}
	}
	return ""
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// plain turns any value into the values that encoding/json decodes from its JSON form.
func plain(v any) any {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var out any
	if err := json.Unmarshal(b, &out); err != nil {
		return err
	}
	return out
}
