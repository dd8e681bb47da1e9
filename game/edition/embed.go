package edition

import (
	"embed"
	"fmt"
	"slices"
)

//go:embed data/*.json
var files embed.FS

// IDs names the built-in editions.
func IDs() []string {
	return []string{"mark-classic", "german-classic", "us-classic", "sonic", "mega", "duel-masters"}
}

// Load returns a built-in edition. Only an unknown id is an error.
func Load(id string) (*Edition, error) {
	if !slices.Contains(IDs(), id) {
		return nil, fmt.Errorf("there is no edition %q; built in are %v", clip(id), IDs())
	}
	data, err := files.ReadFile("data/" + id + ".json")
	if err != nil {
		return nil, fmt.Errorf("read edition: %w", err)
	}
	return Parse(data)
}
