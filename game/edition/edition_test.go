package edition_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
)

var update = flag.Bool("update", false, "write the golden files")

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "testdata", "fixtures", name+".json"))
	require.NoError(t, err)
	return data
}

func load(t testing.TB, id string) *edition.Edition {
	t.Helper()
	ed, err := edition.Load(id)
	require.NoError(t, err)
	return ed
}

func TestBuiltInEditionsLoad(t *testing.T) {
	for _, id := range edition.IDs() {
		ed := load(t, id)
		assert.Equal(t, id, ed.ID)
		assert.Empty(t, ed.Notes, "%s has fields that are not in the schema", id)
		assert.NotEmpty(t, ed.Sources)
		for _, lang := range []string{"de", "en"} {
			assert.NotEmpty(t, ed.Title.In(lang))
		}
	}
	_, err := edition.Load("../secret")
	assert.Error(t, err)
}

func TestFixturesParse(t *testing.T) {
	for name, spaces := range map[string]int{"f40": 40, "f40m": 40, "f52": 52} {
		ed, err := edition.Parse(fixture(t, name))
		require.NoError(t, err)
		assert.Empty(t, ed.Notes)
		assert.Len(t, ed.Spaces, spaces)
	}
}

// The hashes change only when an edition is meant to change: running games
// keep the edition they began with.
func TestHashes(t *testing.T) {
	var got strings.Builder
	for _, id := range edition.IDs() {
		got.WriteString(load(t, id).Hash + "  " + id + "\n")
	}
	golden := filepath.Join("testdata", "hashes.txt")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), got.String())
}

func TestHashIsOfTheContent(t *testing.T) {
	ed := load(t, "sonic")
	again, err := edition.Parse(ed.Raw)
	require.NoError(t, err)
	assert.Equal(t, ed.Hash, again.Hash, "white space does not matter")

	var loose map[string]any
	dec := json.NewDecoder(strings.NewReader(string(ed.Raw)))
	dec.UseNumber()
	require.NoError(t, dec.Decode(&loose))
	sorted, err := json.Marshal(loose)
	require.NoError(t, err)
	again, err = edition.Parse(sorted)
	require.NoError(t, err)
	assert.Equal(t, ed.Hash, again.Hash, "the order of keys does not matter")

	other, err := edition.Parse([]byte(strings.Replace(string(ed.Raw), `"price":60`, `"price":62`, 1)))
	require.NoError(t, err)
	assert.NotEqual(t, ed.Hash, other.Hash)
}

// Every text of a built-in edition is there in both languages, ends as a
// sentence and says the amounts of its effect.
func TestCardTexts(t *testing.T) {
	for _, id := range edition.IDs() {
		ed := load(t, id)
		decks := []edition.Deck{ed.Chance, ed.Chest}
		for _, alt := range ed.AltDecks {
			decks = append(decks, alt.Chance, alt.Chest)
		}
		for _, d := range decks {
			for _, c := range d.Cards {
				for lang, text := range map[string]string{"de": c.Text.DE, "en": c.Text.EN} {
					assert.True(t, strings.HasSuffix(text, "."), "%s %s %s: %q", id, c.ID, lang, text)
					assert.LessOrEqual(t, len([]rune(text)), 160)
					f := c.Effect
					for _, amount := range []int{f.Amount, f.House, f.Hotel, f.Skyscraper, f.Depot} {
						if amount > 0 {
							assert.Contains(t, text, ed.Currency.FormatMoney(lang, amount), "%s %s", id, c.ID)
						}
					}
					if f.Op == edition.AdvanceTo || f.Op == edition.MoveBackTo {
						assert.Contains(t, text, ed.Spaces[f.Space].Name.In(lang), "%s %s", id, c.ID)
					}
				}
				assert.NotEqual(t, c.Text.DE, c.Text.EN)
			}
		}
		for _, ticket := range ed.Bus {
			assert.NotEmpty(t, ticket.Text.DE)
			assert.NotEmpty(t, ticket.Text.EN)
		}
	}
}

// Every name that is not a place's is given in both languages.
func TestGenericNamesAreTranslated(t *testing.T) {
	for _, id := range edition.IDs() {
		ed := load(t, id)
		for i, s := range ed.Spaces {
			if s.Kind.Deed() {
				assert.NotEmpty(t, s.Name.In("de"))
				continue
			}
			assert.NotEmpty(t, s.Name.DE, "%s space %d", id, i)
			assert.NotEmpty(t, s.Name.EN, "%s space %d", id, i)
		}
		for _, g := range ed.Groups {
			assert.NotEmpty(t, g.Name.In("de"))
			assert.NotEmpty(t, g.Name.In("en"))
		}
	}
}

func TestSoftNames(t *testing.T) {
	ed := load(t, "german-classic")
	assert.Equal(t, "Elektrizi\u00adtäts\u00adwerk", ed.Spaces[12].SoftName("de"))
	assert.Equal(t, "Electric\u00adity Works", ed.Spaces[12].SoftName("en"))
	assert.Equal(t, "Bad\u00adstraße", ed.Spaces[1].SoftName("de"))
	assert.Equal(t, "Badstraße", ed.Spaces[1].Name.In("en"), "a proper name stays")
	assert.Equal(t, "GO", ed.Spaces[0].SoftName("en"))
	us := load(t, "us-classic")
	assert.Equal(t, "Gemein\u00adschafts\u00adfeld", us.Spaces[2].SoftName("de"))
	assert.Equal(t, "Boardwalk", us.Spaces[39].Name.In("de"))
}

// The product's own data names no research tools and carries no leftovers.
func TestDataIsClean(t *testing.T) {
	for _, id := range edition.IDs() {
		raw := strings.ToLower(string(load(t, id).Raw))
		for _, word := range []string{"github", "code index", "http", "wiki", "seed0", "todo"} {
			assert.NotContains(t, raw, word, id)
		}
	}
}

// Sums that many sources agree on: a typing error in a price would move them.
func TestSumsOfDeeds(t *testing.T) {
	sums := map[string]int{"mark-classic": 113800, "german-classic": 5690, "us-classic": 5690, "sonic": 5690, "duel-masters": 5690, "mega": 7590}
	for id, want := range sums {
		got, notes := 0, 0
		ed := load(t, id)
		for _, s := range ed.Spaces {
			got += s.Price
		}
		for _, b := range ed.Bills {
			notes += b.Value * b.Count
		}
		assert.Equal(t, want, got, id)
		assert.Positive(t, notes)
	}
}

func TestMarkIsTwentyTimesTheEuro(t *testing.T) {
	mark, euro := load(t, "mark-classic"), load(t, "german-classic")
	for i := range mark.Spaces {
		m, e := mark.Spaces[i], euro.Spaces[i]
		assert.Equal(t, e.Price*20, m.Price, "space "+strconv.Itoa(i))
		assert.Equal(t, e.House*20, m.House)
		for k := range e.Rents {
			assert.Equal(t, e.Rents[k]*20, m.Rents[k])
		}
	}
}
