package sim

import (
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

// walksOfTables is how many random walks begin at each of the tables, unless
// -rapid.checks says something else: there are many tables, and `make long` takes
// more walks.
const walksOfTables = "20"

func TestMain(m *testing.M) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "rapid.checks" })
	if !said {
		if err := flag.Set("rapid.checks", walksOfTables); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	debug.SetGCPercent(400) // as the server has it with so little alive
	os.Exit(m.Run())
}

// checks is how many walks begin at each of the tables.
func checks(t *testing.T) int {
	t.Helper()
	n, ok := flag.Lookup("rapid.checks").Value.(flag.Getter).Get().(int)
	require.True(t, ok)
	return n
}
