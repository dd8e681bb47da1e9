package wire_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/wire"
)

func TestLettersAreUnique(t *testing.T) {
	for _, c := range []struct {
		names     []string
		computers game.Seats
		want      string
	}{
		{[]string{"Ada", "Ben", "Cleo"}, 0, "ABC"},
		{[]string{"Ada", "anna", "Ana"}, 0, "ANZ"},
		{[]string{"Emil", "Eva", "Frida", "frank"}, 0b0101, "MERF"},
		{[]string{"Ben", "Bot A", "Bot B", "Bot C"}, 0b1110, "BAOC"},
		{[]string{"Ada", "Ada", "Ada", "Ada", "Ada", "Ada", "Ada", "Ada"}, 0, "ADZYXWVU"},
		{[]string{"  ✨ ", "Özil", "4you"}, 0, "ZÖ4"},
		{nil, 0, ""},
	} {
		got := ""
		for _, sign := range wire.Letters(c.names, c.computers) {
			got += sign
		}
		assert.Equal(t, c.want, got, "%q", c.names)
	}
	many := make([]string, 30)
	assert.NotPanics(t, func() { wire.Letters(many, 0) })
}

func BenchmarkLetters(b *testing.B) {
	names := []string{"Ada", "Anna", "Emil", "Frida", "Eva", "Ben", "Bea", "Gustav"}
	for b.Loop() {
		wire.Letters(names, 0b1100)
	}
}
