package edition_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
)

// FuzzParse: whatever the input, Parse does not panic, gives the same result
// twice, and accepts an accepted document again in the form it keeps. Run it with
// -fuzzminimizetime 10x: shrinking whole boards takes minutes each.
func FuzzParse(f *testing.F) {
	for _, id := range edition.IDs() {
		f.Add([]byte(load(f, id).Raw))
	}
	for _, name := range []string{"f40", "f40m", "f52"} {
		f.Add(fixture(f, name))
	}
	for _, s := range []string{"", "{}", "[]", "null", `{"spaces": 1}`, `{"decks": {"chance": []}}`, `{"eras": {"x": null}}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ed, err := edition.Parse(data)
		again, errAgain := edition.Parse(data)
		if err != nil {
			require.EqualError(t, errAgain, err.Error())
			return
		}
		require.Equal(t, ed.Hash, again.Hash)
		kept, err := edition.Parse(ed.Raw)
		require.NoError(t, err)
		require.Equal(t, ed.Hash, kept.Hash)
	})
}
