package accounttest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/invalid"
	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

func TestNamesThatAreReserved(t *testing.T) {
	r := account.NewPlayers(tabletest.NewMemory(), account.PlayersConfig{})
	t.Cleanup(r.Close)
	wantReserved := func(err error, name string) {
		t.Helper()
		var invalid *invalid.Error
		require.ErrorAs(t, err, &invalid, name)
		assert.Equal(t, "reserved", invalid.Why, name)
	}
	ada, _, err := r.CreatePlayer(t.Context(), "Ada")
	require.NoError(t, err)
	for _, name := range []string{
		"Bank", "bank", "BANK", "Die Bank", "The Bank", "B a n k", "Bank 2", "\u0412\u0430nk\u200b", "Bankhalter", "Bot A", "Bot J", "bot 3", "B0t A", "BotA", "Bot",
		"Bot-A", "Bot Berta", "Admin", "ADMIN", "adm1n", "Admin Ada", "Administrator", "Operator", "Betreiberin", "Moderator", "System", "Server", "Computer",
		"Computerspieler", "default", "Trader", "Builder", "Cautious",
	} {
		_, _, err := r.CreatePlayer(t.Context(), name)
		if name == "\u0412\u0430nk\u200b" {
			assert.Error(t, err, "letters of two scripts in one word")
			continue
		}
		wantReserved(err, name)
		_, err = r.Rename(t.Context(), ada.ID, name)
		wantReserved(err, name)
	}
	for _, name := range []string{"Ada", "Botond", "Bota", "Robot", "Banks", "Ada Bank", "Bankräuber", "Sysiphos", "Servatius", "Trader Joe", "Botanikerin", "Иван", "銀行", "🎲"} {
		_, _, err := r.CreatePlayer(t.Context(), name)
		assert.NoError(t, err, name)
	}
	p, err := r.Player(t.Context(), ada.ID)
	require.NoError(t, err)
	assert.Equal(t, "Ada", p.Name, "what was refused changes nothing")
}
