package palette

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
)

// pairs are the text and background colours, and the contrast they need.
var pairs = []struct {
	on, ground string
	least      float64
}{
	{"ink", "table", 7}, {"ink", "paper", 7}, {"ink", "mid", 7}, {"ink", "sunk", 7}, {"ink", "act-soft", 7},
	{"ink-2", "table", 4.5}, {"ink-2", "paper", 4.5}, {"ink-2", "mid", 4.5}, {"ink-2", "sunk", 4.5}, {"ink-2", "act-soft", 4.5},
	{"act-ink", "table", 4.5}, {"act-ink", "paper", 4.5}, {"act-ink", "act-soft", 4.5},
	{"second", "paper", 4.5}, {"second", "table", 4.5}, {"second", "mid", 4.5},
	{"edge", "paper", 3}, {"edge", "table", 3}, {"edge", "mid", 3},
}

func (s *scheme) token(t *testing.T, name string) rgb {
	t.Helper()
	for _, one := range s.tokens {
		if one.name == name {
			return one.value
		}
	}
	t.Fatalf("no token %s", name)
	return rgb{}
}

func legible(t *testing.T, name string, s scheme) {
	t.Helper()
	for _, p := range pairs {
		a, b := s.token(t, p.on), s.token(t, p.ground)
		assert.GreaterOrEqual(t, contrast(a, b), p.least, "%s: %s %s on %s %s", name, p.on, a, p.ground, b)
	}
	assert.GreaterOrEqual(t, contrast(barLight, s.token(t, "act")), 4.5, "%s: the button's letters", name)
	assert.GreaterOrEqual(t, contrast(barLight, s.token(t, "act-hi")), 4.5, "%s: the button's letters under the mouse", name)
	for _, g := range s.groups {
		assert.GreaterOrEqual(t, contrast(g.fill, g.on), 4.5, "%s: letters on %s %s", name, g.id, g.fill)
	}
}

func TestEveryBoardIsLegible(t *testing.T) {
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		require.NotEmpty(t, ed.Look.Face, id)
		require.NotEmpty(t, ed.Look.Emblem, id)
		legible(t, id+" light", light(ed))
		legible(t, id+" dark", dark(ed))
	}
}

// Whatever colours a player gives a board of their own, it can be read.
func TestAnyLookIsLegible(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	colour := func() string { return fmt.Sprintf("#%06x", rng.IntN(1<<24)) }
	for _, fixed := range []string{"", "#000000", "#ffffff", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#808080"} {
		ed := &edition.Edition{Look: edition.Look{Table: fixed, Accent: fixed, Second: fixed}, Groups: []edition.Group{{ID: "a", Colour: fixed}, {ID: "b"}}}
		legible(t, "light of "+fixed, light(ed))
		legible(t, "dark of "+fixed, dark(ed))
	}
	for range 300 {
		ed := &edition.Edition{Look: edition.Look{Table: colour(), Accent: colour(), Second: colour()}}
		for i := range 16 {
			g := edition.Group{ID: fmt.Sprint("g", i)}
			if i%2 == 0 {
				g.Colour = colour()
			}
			ed.Groups = append(ed.Groups, g)
		}
		legible(t, fmt.Sprintf("light of %+v", ed.Look), light(ed))
		legible(t, fmt.Sprintf("dark of %+v", ed.Look), dark(ed))
		if t.Failed() {
			return
		}
	}
}

func TestGroupsWithoutColoursDiffer(t *testing.T) {
	ed := &edition.Edition{}
	for i := range 14 {
		ed.Groups = append(ed.Groups, edition.Group{ID: fmt.Sprint("own-", i)})
	}
	seen := map[string]bool{}
	for _, g := range light(ed).groups {
		assert.False(t, seen[g.fill.String()], "%s is used twice", g.fill)
		seen[g.fill.String()] = true
	}
}

// The sheet holds nothing but rules of its own class, whatever the document says.
func TestTheSheetKeepsToItsClass(t *testing.T) {
	rule := regexp.MustCompile(`^(@media \(prefers-color-scheme:dark\)\{)?\.ed-[0-9a-f]{10}( \.g-[a-z0-9_-]+)?\{(--[a-z0-9-]+:[^;{}]+;?)*\}$`)
	for _, id := range edition.IDs() {
		ed, err := edition.Load(id)
		require.NoError(t, err)
		sheet := Sheet(ed, "/day.svg", "/night.svg")
		for _, line := range regexp.MustCompile(`\n`).Split(sheet, -1) {
			if line != "" && line != "}" {
				assert.Regexp(t, rule, line)
			}
		}
		assert.Less(t, len(sheet), 4608)
	}
}

func TestErasHaveTheColoursTheyName(t *testing.T) {
	ed, err := edition.Load("us-classic")
	require.NoError(t, err)
	id, ok := InEra(ed, "Dark purple")
	require.True(t, ok)
	fills := map[string]rgb{}
	for _, g := range light(ed).groups {
		fills[g.id] = g.fill
	}
	require.Contains(t, fills, id)
	assert.Greater(t, fills[id].b, fills[id].g, "purple, not brown")
	_, ok = InEra(ed, "Red")
	assert.False(t, ok, "another group has it")
	_, ok = InEra(ed, "Vehicles")
	assert.False(t, ok, "no colour")
}
