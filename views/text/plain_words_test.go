package text_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/views/text"
)

// What is said of new numbers of a seat tells why there are any.
func TestNewNumbersAreExplained(t *testing.T) {
	t.Parallel()
	assert.Contains(t, text.For("en").T("event.seat_reanchored_you"), "after a new sign-in")
	assert.Contains(t, text.For("de").T("event.seat_reanchored_you"), "nach einer neuen Anmeldung")
}

// What is said of the end fits a number of rounds as well as a time.
func TestTheAgreedEndIsNoTime(t *testing.T) {
	t.Parallel()
	assert.NotContains(t, text.For("en").T("story.time"), "time", "rounds may have been agreed")
}
