package edition_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFormatMoney(t *testing.T) {
	for _, c := range []struct {
		id, lang string
		amount   int
		want     string
	}{
		{"german-classic", "de", 1500, "1.500\u00a0€"},
		{"german-classic", "en", 1500, "€1,500"},
		{"german-classic", "de", 0, "0\u00a0€"},
		{"german-classic", "de", 999, "999\u00a0€"},
		{"german-classic", "en", -50, "\u2212€50"},
		{"german-classic", "de", -1234567, "\u22121.234.567\u00a0€"},
		{"mark-classic", "de", 30000, "M\u00a030.000"},
		{"mark-classic", "en", 30000, "M\u00a030,000"},
		{"mark-classic", "de", -100, "\u2212M\u00a0100"},
		{"us-classic", "en", 1500, "$1,500"},
		{"us-classic", "de", 1500, "1.500\u00a0$"},
		{"mega", "de", 2500, "M\u00a02.500"},
		{"sonic", "de", 200, "200\u00a0◎"},
	} {
		assert.Equal(t, c.want, load(t, c.id).Currency.FormatMoney(c.lang, c.amount))
	}
}
