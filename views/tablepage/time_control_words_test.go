package tablepage

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/game/timecontrol"
	"github.com/bankhalter/bankhalter/views/text"
)

// The German names of lengths are no datives: nothing before them asks for one.
func TestLengthsOfAPaceStandInTheRightCase(t *testing.T) {
	t.Parallel()
	const day = 24 * 3600
	x := &timecontrol.Control{Kind: timecontrol.Correspondence, Each: 3 * day, Bank: 3 * day, Notice: 3 * day}
	said := paceText(text.For("de"), x)
	for _, fact := range paceFacts(text.For("de"), x) {
		said += " " + fact
	}
	assert.Contains(t, said, "Reserve: 3 Tage.")
	assert.NotRegexp(t, `(?i)\b(von|nach|seit|mit|in|vor) \d+ (Tage|Monate|Jahre)\b`, said)
}
