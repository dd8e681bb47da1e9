package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// names matches the different names of two servers for the same thing: ids,
// tokens, keys and hashes are drawn at random, so each server has its own. A
// name of one server must match the same name of the other in all answers.
type names struct {
	theirs map[string]string // from the first server's name to the second's
	ours   map[string]string // and back
}

func newNames() *names { return &names{map[string]string{}, map[string]string{}} }

// least is the length from which a word may be a random name.
const least = 6

var (
	word = regexp.MustCompile(`[A-Za-z0-9_\-]+`)
	// digits of times differ by the moment between two requests.
	moment = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)|\b\d\d:\d\d(:\d\d)?\b|\b\d{8}T?\d{6}(\.\d+)?Z?\b|\b1[78]\d{8,11}(\.\d+)?\b`)
	// deleted is the name of a deleted player, with a random mark.
	deleted = regexp.MustCompile(`\bPerson [0-9A-F]{4}\b`)
	// digest is of the bytes of a page's sections, times and names among them.
	digest = regexp.MustCompile(`data-have="[^"]*"`)
	// characters of base64 and base32 beyond words.
	joined = strings.NewReplacer("+", "-", "/", "/", "%2B", "-", "%3D", "=")
)

// same reports whether two texts say the same but for random names and moments,
// and else where they first differ.
func (n *names) same(a, b string) (where string, ok bool) {
	a, b = settled(a), settled(b)
	if a == b {
		return "", true
	}
	as, bs := pieces(a), pieces(b)
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] && !n.match(as[i], bs[i]) && !aMomentLater(as, bs, i) {
			return fmt.Sprintf("- %s\n+ %s", around(as, i), around(bs, i)), false
		}
	}
	if len(as) != len(bs) {
		i := max(0, min(len(as), len(bs))-1) // one of them may be empty
		return fmt.Sprintf("- %s\n+ %s", around(as, i), around(bs, i)), false
	}
	return "", true
}

// unit is a unit of time behind a number.
var unit = regexp.MustCompile(`^(second|minute|hour|day|Sekunde|Minute|Stunde|Tag)(e?n?|s)$`)

// aMomentLater reports whether two pieces are numbers of hours or the like that
// differ by one: a unit was full between the two requests.
func aMomentLater(as, bs []string, i int) bool {
	a, err1 := strconv.Atoi(as[i])
	b, err2 := strconv.Atoi(bs[i])
	return err1 == nil && err2 == nil && max(a-b, b-a) == 1 && i+2 < len(as) && unit.MatchString(as[i+2])
}

// settled is a text without the parts that differ at each run.
func settled(s string) string {
	s = digest.ReplaceAllString(s, "<digests>")
	return deleted.ReplaceAllString(moment.ReplaceAllString(joined.Replace(s), "<time>"), "Person <mark>")
}

// match reports whether two words are names of the same thing, and notes it.
func (n *names) match(a, b string) bool {
	if known, ok := n.theirs[a]; ok {
		return known == b
	}
	if _, taken := n.ours[b]; taken || len(a) != len(b) || !random(a) || !random(b) {
		return false
	}
	n.theirs[a], n.ours[b] = b, a
	return true
}

// random reports whether a word may have been drawn: long enough, and not just
// letters that a text might have in this place.
func random(s string) bool {
	return len(s) >= least && word.FindString(s) == s && (len(s) >= 10 || strings.ContainsAny(s, "0123456789"))
}

// pieces cuts a text into words and the characters between them.
func pieces(s string) (all []string) {
	end := 0
	for _, at := range word.FindAllStringIndex(s, -1) {
		if at[0] > end {
			all = append(all, s[end:at[0]])
		}
		all = append(all, s[at[0]:at[1]])
		end = at[1]
	}
	if end < len(s) {
		all = append(all, s[end:])
	}
	return all
}

// around shows a piece with its neighbours.
func around(all []string, i int) string {
	if len(all) == 0 {
		return "(nothing)"
	}
	from, to := max(0, i-16), min(len(all), i+12)
	return strings.Join(slices.Concat(all[from:i], []string{"»"}, all[i:min(i+1, to)], []string{"«"}, all[min(i+1, to):to]), "")
}
