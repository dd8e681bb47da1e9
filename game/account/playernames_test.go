package account

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/invalid"
)

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"Ada":                        "Ada",
		"  Ada \t Lovelace\n":        "Ada Lovelace",
		"Jürgen":                     "Jürgen",
		"李小龙":                        "李小龙",
		"عمر":                        "عمر",
		"👩‍👧‍👦 & Co":                 "👩‍👧‍👦 & Co",
		"می\u200cخواهم":              "می\u200cخواهم",
		"<b>x</b>":                   "<b>x</b>",
		"Юля & Max":                  "Юля & Max",
		"Rei零":                       "Rei零",
		"Nguyễn":                     "Nguyễn",
		"กี่ปี้":                     "กี่ปี้",
		strings.Repeat("ß", MaxName): strings.Repeat("ß", MaxName),
	} {
		got, err := CleanName(in)
		assert.NoError(t, err, in)
		assert.Equal(t, want, got)
	}
	for in, why := range map[string]string{
		"":                                "empty",
		"\u00a0\u3000\u2003":              "empty",
		"\u200d\u200c":                    "empty",
		"\u3164\u2800":                    "empty",
		strings.Repeat("x", MaxName+1):    "long",
		"a\x00b":                          "characters",
		"a\x1b[31mb":                      "characters",
		"a\u202eb":                        "characters",
		"a\u2066b":                        "characters",
		"a\xffb":                          "characters",
		"a\ufffdb":                        "characters",
		"a\ufeffb":                        "characters",
		"a\U000e0041b":                    "characters",
		"a\ue000b":                        "characters",
		"Аda":                             "characters", // the first letter is Cyrillic
		"Adα":                             "characters", // the last is Greek
		"a" + strings.Repeat("\u0300", 6): "characters",
	} {
		_, err := CleanName(in)
		var invalid *invalid.Error
		if assert.ErrorAs(t, err, &invalid, "%q", in) {
			assert.Equal(t, why, invalid.Why, "%q", in)
		}
	}
}
