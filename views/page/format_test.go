package page_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// A month is a word, so that no reader takes it for the day, and the forms are
// those that clock.js writes in the reader's own zone.
func TestDatesNameTheMonth(t *testing.T) {
	t.Parallel()
	first, later := time.Date(2027, 1, 3, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 15, 53, 0, 0, time.UTC)
	for lang, want := range map[string][]string{
		"en": {"Sunday, Jan 3, 00:00 UTC", "Tuesday, Dec 1, 15:53 UTC", "Dec 1, 2026"},
		"de": {"Sonntag, 3. Jan., 00:00 UTC", "Dienstag, 1. Dez., 15:53 UTC", "1. Dez. 2026"},
	} {
		p := text.For(lang)
		assert.Equal(t, want, []string{page.Moment(p, first, time.UTC), page.Moment(p, later, time.UTC), page.DateOfYear(p, later)}, lang)
	}
}
