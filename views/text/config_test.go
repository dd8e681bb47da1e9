package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/views/text"
)

// Whatever is wrong with the settings of a table, people are shown the remedy.
func TestEveryWrongSetupSaysWhatToDo(t *testing.T) {
	type options = map[string]any
	cases := []struct {
		edition, rulebook string
		options           options
		de, en            string // for people
		keys              string // for programs
	}{
		{"us-classic", "mega", nil, "Felderzahl", "number of spaces", "mark, sonic, standard, us, duel"},
		{"us-classic", "none", nil, "Wähle eines", "Choose one of", "mark, sonic, standard, mega, us, duel"},
		{"us-classic", "mark", nil, "Schlusszeit", "closing hour", "“options.end_time”"},
		{"us-classic", "duel", options{"duel": true}, "Stärke", "strength", "strength"},
		{"us-classic", "us", options{"short": true, "deal2": false}, "zwei Grundstücke", "two deeds", "“options.short”"},
		{"us-classic", "us", options{"end_time": 60, "deal2": false}, "zwei Grundstücke", "two deeds", "“options.end_time”"},
		{"us-classic", "us", options{"short": true, "end_time": 60}, "schließen einander aus", "exclude each other", "“options.end_time” and “options.short”"},
		{"us-classic", "standard", options{"end_time": 60}, "nur zusammen", "comes with", "set “options.deal2” too, or “options.house.time_limit” instead"},
		{"us-classic", "standard", options{"deal2": true}, "nur zusammen", "comes with", "“options.deal2” comes with “options.end_time” in this rulebook: set “options.end_time” too"},
		{"duel-masters", "duel", options{"deal2": true}, "nur zusammen", "comes with", "set “options.quick” too"},
		{"duel-masters", "duel", options{"end_time": 60}, "nur zusammen", "comes with", "set “options.quick” too, or “options.house.time_limit” instead"},
		{"duel-masters", "duel", options{"quick.three_houses": false}, "Setze auch", "comes with", "set “options.quick” too"},
		{"us-classic", "us", options{"end_time": 60, "house.time_limit": 90}, "schließen einander aus", "exclude each other", "“options.house.time_limit” and “options.end_time”"},
		{"us-classic", "us", options{"house.parking_pot_start": 100}, "Setze auch", "comes with", "set “options.house.parking_pot” too"},
		{"us-classic", "us", options{"house.no_auction": true, "house.auction_all": true}, "schließen einander aus", "exclude each other", "“options.house.no_auction”"},
		{"us-classic", "us", options{"house.deal_n": 3, "short": true}, "schließen einander aus", "exclude each other", "“options.short”"},
		{"us-classic", "us", options{"duel": true}, "diese Einstellungen", "Its own settings are", "options.end_time, options.deal2, options.short, options.tax_era"},
		{"sonic", "sonic", options{"short": true}, "Lass es weg", "Leave it out", "“options.short”"},
		{"us-classic", "us", options{"nonsense": true}, "diese Einstellungen", "Its own settings are", "options.end_time, options.deal2"},
		{"us-classic", "us", options{"short": "perhaps"}, "an oder aus", "on or off", "“options.short”"},
		{"us-classic", "us", options{"end_time": 0}, "ganze Zahl von 1 bis 43200", "whole number from 1 to 43200", "“options.end_time”"},
		{"mark-classic", "mark", options{"end_time": 60, "house.salary": 5}, "Schritten von 10", "steps of 10", "“options.house.salary”"},
		{"us-classic", "us", options{"tax_era": "now"}, "kann sein", "takes one of", "pre2008, since2008"},
	}
	for _, tc := range cases {
		ed, err := edition.Load(tc.edition)
		require.NoError(t, err)
		_, err = setup.New(ed, tc.rulebook, tc.options)
		var wrong *setup.Error
		require.ErrorAs(t, err, &wrong, "%v", tc)
		people, programs := text.Config(text.English, wrong, text.Labels), text.Config(text.English, wrong, text.Keys)
		assert.Contains(t, people, tc.en, "%v %v", tc, wrong)
		assert.Contains(t, text.Config(text.German, wrong, text.Labels), tc.de, "%v %v", tc, wrong)
		assert.Contains(t, programs, tc.keys, "%v %v", tc, wrong)
		assert.NotContains(t, people, "options.", "%v: people read labels", tc)
		if wrong.Option != "" && wrong.Why != setup.NoSuchOption && wrong.Why != setup.NoStrengths {
			assert.Contains(t, programs, "“options."+wrong.Option+"”", "%v: programs read keys", tc)
			assert.Contains(t, people, text.For(text.English).Option(wrong.Option))
			for _, lang := range text.Langs() {
				p := text.For(lang)
				assert.NotEqual(t, p.Option(wrong.Option), p.Option(wrong.Also), "%s: two options by one name in one sentence", lang)
				assert.NotEqual(t, p.Option(wrong.Option), p.Option(wrong.Instead), "%s: two options by one name in one sentence", lang)
			}
		}
	}
}
