package scenario_test

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game"
)

// proofs names the rules that no scenario file can show, each with the test
// that shows it.
var proofs = map[string]func(*testing.T){
	"R-DATA-1":  TestBoardsMustBeComplete,
	"R-BUY-5":   TestOnePriceADeed,
	"R-SETUP-5": TestDecksAreShuffledAndGoRound,
	"R-RENT-10": TestOpenClaimsShowToTheirOwnerAlone,
}

// TestEveryRuleIsProved fails for every rule of the list that no case names.
func TestEveryRuleIsProved(t *testing.T) {
	named := map[string]bool{}
	for rule := range proofs {
		named[rule] = true
	}
	known := map[string]bool{}
	for r := game.NoRule + 1; r < game.NumRules; r++ {
		known[r.String()] = true
	}
	for _, path := range files(t) {
		_, doc := read(t, path)
		require.NotEmpty(t, doc.Expect.Rules, "%s proves nothing", path)
		for _, rule := range doc.Expect.Rules {
			assert.True(t, known[rule], "%s names %s, which does not exist", path, rule)
			named[rule] = true
		}
	}
	for rule := range known {
		assert.True(t, named[rule], "no case proves %s", rule)
	}
}

// TestEveryCaseLooksAtSomething refuses cases that could not fail.
func TestEveryCaseLooksAtSomething(t *testing.T) {
	for _, path := range files(t) {
		_, doc := read(t, path)
		e := doc.Expect
		refused := false
		for _, r := range e.Results {
			refused = refused || r != true
		}
		assert.True(t, refused || e.State != nil || e.Events != nil || e.Unplayable != nil, "%s looks at nothing", path)
	}
}

// TestEveryRefusalOfACaseIsWhole: a case says of each refused step with which code, and by which rule.
func TestEveryRefusalOfACaseIsWhole(t *testing.T) {
	for _, path := range files(t) {
		_, doc := read(t, path)
		for i, want := range doc.Expect.Results {
			if no, refused := want.(map[string]any); refused && no["ok"] != true {
				assert.NotEmpty(t, no["code"], "%s: result %d", path, i)
				assert.NotEmpty(t, no["rule"], "%s: result %d", path, i)
			}
		}
	}
}

// TestMatrixRowsDiffer holds the columns of the variant matrix against each
// other: the same position under several rulebooks, not all with one outcome.
func TestMatrixRowsDiffer(t *testing.T) {
	rows := map[string]map[string]string{}
	for _, path := range files(t) {
		_, doc := read(t, path)
		row := doc.Expect.Matrix
		if row == "" {
			continue
		}
		if rows[row] == nil {
			rows[row] = map[string]string{}
		}
		rows[row][doc.Rulebook] += text([]any{doc.Expect.Results, doc.Expect.State, doc.Expect.Events})
	}
	require.NotEmpty(t, rows)
	for row, columns := range rows {
		outcomes := map[string]bool{}
		var books []string
		for book, outcome := range columns {
			outcomes[outcome] = true
			books = append(books, book)
		}
		sort.Strings(books)
		assert.GreaterOrEqual(t, len(books), 2, "%s has one column only: %v", row, books)
		assert.GreaterOrEqual(t, len(outcomes), 2, "%s has the same outcome under %v", row, books)
	}
	for _, row := range matrixRows {
		assert.Contains(t, rows, row, "no cases for a row in which the rulebooks differ")
	}
}

// matrixRows are the rows of the variant matrix whose columns make a difference
// in play.
var matrixRows = []string{
	"V-01", "V-03", "V-06", "V-07", "V-13", "V-16", "V-17", "V-18", "V-21", "V-23", "V-24", "V-25", "V-26", "V-27",
	"V-30", "V-33", "V-34", "V-35", "V-36", "V-39", "V-40", "V-43", "V-44", "V-45", "V-46", "V-47", "V-48", "V-51",
	"V-54", "V-55", "V-60", "V-63", "V-65", "V-67", "V-68", "V-69", "V-70",
}
