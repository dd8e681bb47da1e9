package tabletest_test

import (
	"testing"

	"github.com/bankhalter/bankhalter/game/table/tabletest"
)

func TestMemoryKeepsThePromisesOfAStore(t *testing.T) {
	tabletest.Conformance(t, func(*testing.T) tabletest.Store { return tabletest.NewMemory() })
}

func TestMemoryKeepsThePromisesOfAPostOffice(t *testing.T) {
	tabletest.PostConformance(t, func(*testing.T) tabletest.PostStore { return tabletest.NewMemory() })
}
