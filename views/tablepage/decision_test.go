package tablepage

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/views/text"
)

// While others decide, a player is told exactly what is open to them meanwhile.
func TestTheMeantimeNamesOnlyWhatIsOpen(t *testing.T) {
	t.Parallel()
	const nothing = "You do not have to do anything now."
	for want, open := range map[string][]game.CommandKind{
		nothing:                                              {game.Resign},
		nothing + " You can still trade.":                    {game.ProposeTrade},
		nothing + " You can still mortgage.":                 {game.Mortgage},
		nothing + " You can still sell.":                     {game.SellGroup},
		nothing + " You can still trade and sell.":           {game.Sell, game.SellGroup, game.ProposeTrade},
		nothing + " You can still trade, sell and mortgage.": {game.Mortgage, game.Sell, game.ProposeTrade},
	} {
		v := &view{telling: telling{Scene: &text.Scene{Printer: text.For("en")}}, d: &TableData{}}
		for _, kind := range open {
			v.d.Options = append(v.d.Options, game.Option{Kind: kind})
		}
		assert.Equal(t, want, v.meanwhile())
	}
}
