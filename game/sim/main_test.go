package sim

import (
	"flag"
	"fmt"
	"os"
	"testing"
)

// walksOfTables is how many random walks begin at each of the tables, unless
// -rapid.checks says something else: there are many tables, and `make long` takes
// more walks.
const walksOfTables = "40"

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
	os.Exit(m.Run())
}
