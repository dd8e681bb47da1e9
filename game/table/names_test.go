package table

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/account"
)

func TestUniqueNames(t *testing.T) {
	long := strings.Repeat("ä", account.MaxName)
	seats := []Seat{{Name: "Ada"}, {Name: "ADA 2"}, {Name: long}}
	assert.Equal(t, "Ben", uniqueName("Ben", seats))
	assert.Equal(t, "ada 3", uniqueName("ada", seats))
	got := uniqueName(long, seats)
	assert.Equal(t, strings.Repeat("ä", account.MaxName-2)+" 2", got)
}

// A player who sits down under a name that can be taken for another's gets a number.
func TestNamesThatLookAlike(t *testing.T) {
	seats := []Seat{{Name: "Ada"}, {Name: "Ilse"}, {Name: "Bot 1"}, {Name: "Сэм"}}
	for _, name := range []string{"Аda", "Adа", "Ａｄａ", "A\u200dda", "Ada\u0301", "lIse", "1lse", "Bоt l"} {
		assert.Equal(t, " 2", uniqueName(name, seats)[len(name):], name)
	}
	for _, name := range []string{"Adam", "Else", "Bot 2", "Сам", "李小龙", "Eda"} {
		assert.Equal(t, name, uniqueName(name, seats), name)
	}
}

// Computer players have names with letters that nobody else at the table begins with.
func TestBotsAreNamed(t *testing.T) {
	seats := []Seat{{Name: "Frieda", Player: "p1"}, {Name: "hanna", Player: "p2"}}
	for _, want := range []string{"Emil", "Gustav", "Ida", "Jonas", "Karla", "Leo", "Frida", "Emil 2"} {
		seats = append(seats, botSeat("", "", seats))
		assert.Equal(t, want, seats[len(seats)-1].Name)
	}
	assert.Equal(t, "Robo", botSeat("", "Robo", seats).Name)
}
