package table

import (
	"strings"
	"testing"

	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/stretchr/testify/assert"
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
		strings.Repeat("ß", maxName): strings.Repeat("ß", maxName),
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
		strings.Repeat("x", maxName+1):    "long",
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

func TestUniqueNames(t *testing.T) {
	long := strings.Repeat("ä", maxName)
	seats := []Seat{{Name: "Ada"}, {Name: "ADA 2"}, {Name: long}}
	assert.Equal(t, "Ben", uniqueName("Ben", seats))
	assert.Equal(t, "ada 3", uniqueName("ada", seats))
	got := uniqueName(long, seats)
	assert.Equal(t, strings.Repeat("ä", maxName-2)+" 2", got)
}

// Whoever sits down under a name that can be taken for another's gets a number.
func TestNamesThatLookAlike(t *testing.T) {
	seats := []Seat{{Name: "Ada"}, {Name: "Ilse"}, {Name: "Bot 1"}, {Name: "Сэм"}}
	for _, name := range []string{"Аda", "Adа", "Ａｄａ", "A\u200dda", "Ada\u0301", "lIse", "1lse", "Bоt l"} {
		assert.Equal(t, " 2", uniqueName(name, seats)[len(name):], name)
	}
	for _, name := range []string{"Adam", "Else", "Bot 2", "Сам", "李小龙", "Eda"} {
		assert.Equal(t, name, uniqueName(name, seats), name)
	}
}

func TestBotsAreNamedByLetters(t *testing.T) {
	seats := []Seat{{Name: "Ada", Player: "p1"}, {Name: "Bot B", Player: "p2"}}
	for _, want := range []string{"Bot A", "Bot C", "Bot D"} {
		seats = append(seats, botSeat("", "", seats))
		assert.Equal(t, want, seats[len(seats)-1].Name)
	}
}
