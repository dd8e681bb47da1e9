package edition

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed data/*.json data/order.txt
var files embed.FS

// IDs names the built-in editions: first those of data/order.txt, in its order,
// and after them all others by name. The list is the caller's own.
func IDs() []string { return slices.Clone(builtIn()) }

var builtIn = sync.OnceValue(func() []string {
	first, err := files.ReadFile("data/order.txt")
	if err != nil {
		panic(err) // it is embedded
	}
	return ordered(files, strings.Fields(string(first)))
})

// ordered names the editions of a file system, some of them first.
func ordered(in fs.FS, first []string) []string {
	found, err := fs.Glob(in, "data/*.json")
	if err != nil {
		panic(err) // the pattern is constant
	}
	ids := make([]string, len(found)) // sorted, as Glob returns them
	for i, name := range found {
		ids[i] = strings.TrimSuffix(strings.TrimPrefix(name, "data/"), ".json")
	}
	place := func(id string) int {
		if i := slices.Index(first, id); i >= 0 {
			return i
		}
		return len(first)
	}
	slices.SortStableFunc(ids, func(a, b string) int { return place(a) - place(b) })
	return ids
}

// Load returns a built-in edition. Only an unknown id is an error. All callers
// share the edition: it is not to be changed.
func Load(id string) (*Edition, error) {
	load, ok := loaders()[id]
	if !ok {
		return nil, fmt.Errorf("there is no edition %q; built in are %v", clip(id), IDs())
	}
	return load()
}

// loaders read each of the built-in editions when it is first wanted.
var loaders = sync.OnceValue(func() map[string]func() (*Edition, error) {
	all := map[string]func() (*Edition, error){}
	for _, id := range IDs() {
		all[id] = sync.OnceValues(func() (*Edition, error) {
			data, err := files.ReadFile("data/" + id + ".json")
			if err != nil {
				return nil, fmt.Errorf("read edition: %w", err)
			}
			return Parse(data)
		})
	}
	return all
})
