package setup_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

// FuzzNew: whatever options are set, New does not panic, and accepts accepted
// options again in canonical form, with the same rules.
func FuzzNew(f *testing.F) {
	for _, s := range []string{`{}`, `{"end_time": 60}`, `{"short": "on", "deal2": 0}`, `{"quick": true, "duel": true, "end_time": "45"}`,
		`{"jail.fine_turns": [1, 2]}`, `{"house.start_cash": 1e9}`, `{"tax_era": null, "x": {}}`, `{"house.deal_n": 2, "house.deal_free": true}`} {
		for book := range uint8(6) {
			f.Add(book, s)
		}
	}
	books := setup.Rulebooks()
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		var opts map[string]any
		if json.Unmarshal([]byte(text), &opts) != nil {
			return
		}
		book := books[int(n)%len(books)]
		ed := board(t, book)
		st, err := setup.New(ed, book, opts)
		require.NotNil(t, st)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		again, err := setup.New(ed, book, st.Options)
		require.NoError(t, err)
		require.Equal(t, st.Options, again.Options)
		require.Equal(t, st.Rules, again.Rules)
	})
}

// FuzzCompile: every board that the checker accepts compiles for every rulebook.
func FuzzCompile(f *testing.F) {
	for _, name := range []string{"f40", "f52"} {
		f.Add([]byte(fixture(f, name).Raw))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		ed, err := edition.Parse(data)
		if err != nil {
			return
		}
		for _, book := range setup.Rulebooks() {
			st, err := setup.New(ed, book, map[string]any{"house.start_cash": 100000})
			if st == nil {
				require.Error(t, err)
				continue
			}
			require.EqualValues(t, len(ed.Spaces), st.Rules.Size)
			require.Equal(t, st.Rules.Deeds, st.Rules.Lots|st.Rules.Stations|st.Rules.Utilities)
		}
	})
}
