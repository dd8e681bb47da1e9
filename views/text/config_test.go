package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// Whatever is wrong with the settings of a table, people are told the way out.
func TestEveryWrongSetupSaysWhatToDo(t *testing.T) {
	type options = map[string]any
	cases := []struct {
		edition, rulebook string
		options           options
		de, en            string
	}{
		{"us-classic", "mega", nil, "Felderzahl", "number of spaces"},
		{"us-classic", "none", nil, "aus der Liste", "from the list"},
		{"us-classic", "mark", nil, "Schlusszeit", "closing hour"},
		{"us-classic", "duel", options{"duel": true}, "Stärke", "strength"},
		{"us-classic", "us", options{"short": true, "deal2": false}, "Kurzspiel", "short game"},
		{"us-classic", "us", options{"short": true, "end_time": 60}, "Zeitspiel", "time game"},
		{"us-classic", "standard", options{"end_time": 60}, "Zeitspiel", "time game"},
		{"us-classic", "standard", options{"deal2": true}, "für sich allein", "on its own"},
		{"duel-masters", "duel", options{"quick.three_houses": false}, "schnellen Spiel", "quick game"},
		{"us-classic", "us", options{"duel": true}, "passt nicht", "does not fit"},
	}
	for _, tc := range cases {
		ed, err := edition.Load(tc.edition)
		require.NoError(t, err)
		_, err = setup.New(ed, tc.rulebook, tc.options)
		var wrong *setup.Error
		require.ErrorAs(t, err, &wrong, "%v", tc)
		assert.Contains(t, text.Config(text.German, wrong), tc.de, "%v %v", tc, wrong)
		assert.Contains(t, text.Config(text.English, wrong), tc.en, "%v %v", tc, wrong)
	}
}
