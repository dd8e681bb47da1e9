package page

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/bankhalter/bankhalter/views/text"
)

// MaxName is the longest name of a player, in characters.
const MaxName = 24

// AtMost has a browser refuse a text of more characters, and say so. With maxlength it
// would cut what is pasted without a word.
func AtMost(t *text.Printer, characters int) templ.Attributes {
	n := strconv.Itoa(characters)
	return templ.Attributes{"pattern": ".{0," + n + "}", "title": t.T("site.at_most", "N", n)}
}
