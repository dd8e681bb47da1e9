package tablepage

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNamesAreMadeToFit(t *testing.T) {
	for name, want := range map[string]string{
		"Los": "", "Park\u00adstraße": "", "Neue Straße": "", "Wiener Straße": "",
		"Super\u00adexplosiver Volca\u00adnodon": " tight most", "Konzert\u00adhaus\u00adstraße": " tight",
		"Donaudampfschiff": " tight most", "Elektrizitäts": " tight most", "Tennessee": "", "": "",
	} {
		assert.Equal(t, want, fit(name, 9), name)
	}
	assert.Equal(t, []string{"Groß\u00ad", "meister ", "Zopf-", "Klaue"}, parts("Groß\u00admeister Zopf-Klaue"))
}
