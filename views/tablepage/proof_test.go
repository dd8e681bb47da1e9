package tablepage_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/fair"
	"github.com/bankhalter/bankhalter/views/tablepage"
	"github.com/bankhalter/bankhalter/views/text"
)

// Each draw is told once, by where its numbers come from.
func TestTheProofSaysWhereTheNumbersComeFrom(t *testing.T) {
	const both, fixed, anew = "each put in a number", "fixed", "a chain begun anew"
	for name, c := range map[string]struct {
		count fair.Count
		says  []string
		not   []string
	}{
		"together":            {fair.Count{Draws: 3, TwoParty: 3}, []string{"3 draws so far: for every one", both}, []string{fixed, anew}},
		"the server":          {fair.Count{Draws: 3, Server: 3}, []string{"3 draws so far: all fixed", "nobody else had a part"}, []string{both, anew}},
		"some of both":        {fair.Count{Draws: 5, TwoParty: 2, Server: 3}, []string{"5 draws so far: for 2", both, "For 3 both numbers are the server’s"}, []string{anew}},
		"alone, with a new":   {fair.Count{Draws: 6, Server: 6, Doubtful: 1}, []string{"6 draws so far: for 5 both numbers are the server’s", "For one", anew}, []string{"nobody else had a part", both}},
		"together, and a new": {fair.Count{Draws: 6, TwoParty: 2, Server: 4, Doubtful: 3}, []string{"for 2", "For 1 both numbers", "For 3 the player’s numbers", anew}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			got := tablepage.ProofSentence(text.For(text.English), &tablepage.ProofData{Stage: "running", Count: &c.count})
			for _, part := range c.says {
				assert.Contains(t, got, part)
			}
			for _, part := range c.not {
				assert.NotContains(t, got, part)
			}
		})
	}
}
