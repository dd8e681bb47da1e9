package accounttest_test

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/account/accounttest"
)

func TestMemoryKeepsThePromisesOfAStore(t *testing.T) {
	accounttest.Conformance(t, func(*testing.T) account.Store { return accounttest.NewMemory() })
}
