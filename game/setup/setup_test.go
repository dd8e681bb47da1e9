package setup_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
)

func TestEditionsWithTheirRulebooks(t *testing.T) {
	for _, id := range edition.IDs() {
		t.Run(id, func(t *testing.T) {
			ed, err := edition.Load(id)
			require.NoError(t, err)
			require.Empty(t, ed.Notes)
			options := map[string]any{}
			if id == "mark-classic" {
				options["end_time"] = 120
			}
			st, err := setup.New(ed, "", options)
			require.NoError(t, err)
			t.Log(st.Rulebook, st.Rules.StartCash, st.Money("de", st.Rules.StartCash), st.Bills, st.SpaceName("en", 39), st.CardText("de", 0, 3))
		})
	}
}
