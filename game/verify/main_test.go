package verify_test

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // as the server has it with so little alive
	os.Exit(m.Run())
}
