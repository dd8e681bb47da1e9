package handlers_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/bot"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views/text"
)

// Whatever a computer player may say there are words for, in every language.
func TestComputerPlayersHaveWordsForEveryOccasion(t *testing.T) {
	t.Parallel()
	for _, lang := range text.Langs() {
		for _, persona := range bot.Names() {
			for _, occasion := range []string{table.OnGroup, table.OnAuction, table.OnBankrupt} {
				for n := 1; n <= table.BanterVariants; n++ {
					key := "banter." + persona + "." + occasion + "." + strconv.Itoa(n)
					assert.True(t, text.For(lang).Has(key), "%s %s", lang, key)
				}
			}
		}
	}
}
