package sim

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game"
)

// Tolerance is how many standard errors a share may be off the exact one.
const Tolerance = 4

// LandingTable is the result of a walk. Its rows are the spaces in order, then
// the jail, the turns begun and the arrests.
type LandingTable struct {
	Edition   string            `json:"edition"`
	Rulebook  string            `json:"rulebook"`
	Stay      Stay              `json:"stay"`
	Seed      uint64            `json:"seed"`
	Tokens    int               `json:"tokens"`
	Throws    int               `json:"throws"`
	Batches   int               `json:"batches"`
	Seconds   float64           `json:"seconds"`
	Reference *LandingReference `json:"reference"`            // nil if there is no exact table
	OtherExit bool              `json:"other_exit,omitempty"` // there is one if doubles out of jail counted the other way
	Rows      []LandingRow      `json:"rows"`
	Outside   int               `json:"outside"` // rows beyond the tolerance
}

// LandingRow is one line, in percent of all throws.
type LandingRow struct {
	Space    int     `json:"space"` // -1 below the spaces
	Name     string  `json:"name"`
	Measured float64 `json:"measured"`
	Error    float64 `json:"error"` // standard error of the measured share
	Exact    float64 `json:"exact"`
	Off      float64 `json:"off"`    // difference in standard errors
	Within   bool    `json:"within"` // the tolerance; true without an exact table
}

func newLandingTable(cfg WalkConfig, total *tally, ref *LandingReference) *LandingTable {
	tokens, _ := cfg.Setup.Rules.PlayerRange()
	t := &LandingTable{
		Edition: cfg.Setup.Edition.ID, Rulebook: cfg.Setup.Rulebook, Stay: cfg.Stay, Seed: cfg.Seed,
		Tokens: tokens, Throws: total.batches * batchThrows, Batches: total.batches, Reference: ref,
	}
	for i := range int(cfg.Setup.Rules.Size) {
		row := total.row(i, ref, Tolerance)
		row.Space, row.Name = i, cfg.Setup.SpaceName(cfg.Setup.Edition.Language, game.Space(i))
		t.Rows = append(t.Rows, row)
	}
	for i, name := range [...]string{"in jail", "turns begun", "sent to jail"} {
		row := total.row(placeJail+i, ref, Tolerance)
		row.Space, row.Name = -1, name
		t.Rows = append(t.Rows, row)
	}
	for _, row := range t.Rows {
		if !row.Within {
			t.Outside++
		}
	}
	return t
}

// row compares a place with the exact table.
func (t *tally) row(place int, ref *LandingReference, tolerance float64) LandingRow {
	row := LandingRow{Within: true}
	row.Measured, row.Error = t.percent(place)
	if ref == nil {
		return row
	}
	row.Exact = ref.of(place)
	deviation := row.Error
	if deviation == 0 { // no batch differs: as if every throw were independent
		p := row.Exact / 100
		deviation = 100 * math.Sqrt(p*(1-p)/float64(t.batches*batchThrows))
	}
	if deviation > 0 {
		row.Off = (row.Measured - row.Exact) / deviation
	}
	// The impossible must not happen even once, however small its share.
	row.Within = math.Abs(row.Off) <= tolerance && (row.Exact > 0 || row.Measured == 0)
	return row
}

// Print writes the table for people.
func (t *LandingTable) Print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, rulebook %s, %s stay in jail, seed %d\n", t.Edition, t.Rulebook, t.Stay, t.Seed)
	fmt.Fprintf(&b, "throws  %d of %d tokens in %d batches, %.1f s\n", t.Throws, t.Tokens, t.Batches, t.Seconds)
	if t.Reference != nil {
		fmt.Fprintf(&b, "exact   Markov chain: %s\n", t.Reference.Name)
	}
	b.WriteString("\nshare of throws after which the token rests on the space, the jail space on a\nvisit; error: the standard error; off: the difference in standard errors\n")
	width := 0
	for _, row := range t.Rows {
		width = max(width, utf8.RuneCountInString(row.Name))
	}
	fmt.Fprintf(&b, "  #  %-*s  %10s  %8s", width, "space", "measured %", "error")
	if t.Reference != nil {
		fmt.Fprintf(&b, "  %8s  %6s", "exact %", "off")
	}
	b.WriteByte('\n')
	for _, row := range t.Rows {
		t.print(&b, row, width)
	}
	b.WriteByte('\n')
	b.WriteString(t.Verdict())
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func (t *LandingTable) print(b *strings.Builder, row LandingRow, width int) {
	number := "-"
	if row.Space >= 0 {
		number = strconv.Itoa(row.Space)
	}
	fmt.Fprintf(b, "%3s  %-*s  %10.4f  %8.4f", number, width, row.Name, row.Measured, row.Error)
	if t.Reference != nil {
		fmt.Fprintf(b, "  %8.4f  %+6.2f", row.Exact, row.Off)
		if !row.Within {
			b.WriteString("  !")
		}
	}
	b.WriteByte('\n')
}

// Verdict is the last line: whether all shares are the exact ones.
func (t *LandingTable) Verdict() string {
	spaces := len(t.Rows) - numPlaces + placeJail
	switch {
	case t.Reference == nil && t.OtherExit:
		return "no exact table for jail.exit_doubles_reroll as it is set; there is one for the other setting"
	case t.Reference == nil:
		return "no exact table for this board, these decks and this jail: nothing to compare with"
	case t.Outside == 0:
		return fmt.Sprintf("all %d spaces within %d standard errors, and so are the jail, the turns and the arrests", spaces, Tolerance)
	}
	var out []string
	for _, row := range t.Rows {
		if row.Within {
			continue
		}
		name := row.Name
		if row.Space >= 0 {
			name = fmt.Sprintf("%d %s", row.Space, name)
		}
		out = append(out, name)
	}
	return fmt.Sprintf("not within %d standard errors: %s", Tolerance, strings.Join(out, ", "))
}
