package referencepage

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/rulebook"
)

// querySearch names what is looked for in a rulebook.
const querySearch = "q"

// search looks for words in a rulebook; the zero value looks for nothing.
type search struct {
	asked string
	words []*regexp.Regexp
	any   *regexp.Regexp
}

// The longest search that is read, in characters and in words.
const (
	mostSearched = 100
	mostWords    = 8
)

// newSearch reads what somebody has typed.
func newSearch(typed string) search {
	runes := []rune(strings.ToValidUTF8(typed, ""))
	words := strings.Fields(string(runes[:min(len(runes), mostSearched)]))
	words = words[:min(len(words), mostWords)]
	if len(words) == 0 {
		return search{}
	}
	x := search{asked: strings.Join(words, " ")}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
		x.words = append(x.words, regexp.MustCompile("(?i)"+quoted[i]))
	}
	slices.SortFunc(quoted, func(a, b string) int { return len(b) - len(a) }) // the longest that fits is marked
	x.any = regexp.MustCompile("(?i)" + strings.Join(quoted, "|"))
	return x
}

// bit is a part of a text, and whether it was looked for.
type bit struct {
	Text string
	Hit  bool
}

// mark cuts a text into what was looked for and what was not.
func (x search) mark(text string) (bits []bit) {
	if x.any == nil {
		return []bit{{Text: text}}
	}
	at := 0
	for _, hit := range x.any.FindAllStringIndex(text, -1) {
		if hit[0] > at {
			bits = append(bits, bit{Text: text[at:hit[0]]})
		}
		bits = append(bits, bit{text[hit[0]:hit[1]], true})
		at = hit[1]
	}
	if at < len(text) {
		bits = append(bits, bit{Text: text[at:]})
	}
	return bits
}

// found are the rules in which every word occurs, in the order of the book.
func (x search) found(b *rulebook.Book) (list []rulebook.Rule) {
	if x.any == nil {
		return nil
	}
	for i := range b.Areas {
		for _, r := range b.Areas[i].Rules {
			all := strings.Join([]string{r.ID, r.Title, r.Text}, "\n")
			if !slices.ContainsFunc(x.words, func(w *regexp.Regexp) bool { return !w.MatchString(all) }) {
				list = append(list, r)
			}
		}
	}
	return list
}

// field is a value that a form hands on.
type field struct{ Name, Value string }

// keptFields are what a search in a rulebook hands on: the board and the options
// with which it is read.
func keptFields(edition string, options url.Values) (list []field) {
	if edition != "" {
		list = append(list, field{page.QueryEdition, edition})
	}
	for name, values := range options {
		list = append(list, field{name, values[len(values)-1]})
	}
	slices.SortFunc(list, func(a, b field) int { return strings.Compare(a.Name, b.Name) })
	return list
}
