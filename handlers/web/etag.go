package web

import (
	"net/http"
	"strconv"
	"strings"
)

// MatchSeq reads If-Match: the sequence number it demands of a table that is at
// now, nil for none or "*". Of several that is the one that fits, or else the
// latest. Tags that can be no state's, weak ones too, match nothing (RFC 9110).
func MatchSeq(r *http.Request, now uint32) (*uint32, error) {
	values := r.Header.Values("If-Match")
	header := strings.TrimSpace(strings.Join(values, ","))
	if len(values) == 0 || header == "*" {
		return nil, nil
	}
	tags, ok := strongTags(header)
	if !ok {
		return nil, Mistyped("If-Match", ExpectETag)
	}
	var latest *uint32
	for _, tag := range tags {
		n, err := strconv.ParseUint(strings.Trim(tag, `"`), 10, 32)
		seq := uint32(n)
		if err != nil || SeqTag(seq) != tag {
			continue
		}
		if seq == now {
			return &seq, nil
		}
		if latest == nil || seq > *latest {
			latest = &seq
		}
	}
	if latest == nil {
		return nil, Fail("precondition")
	}
	return latest, nil
}

// strongTags takes a list of entity tags apart and leaves out weak ones; false
// if it is none.
func strongTags(list string) (strong []string, ok bool) {
	for {
		list = strings.TrimLeft(list, " \t,")
		if list == "" {
			return strong, ok
		}
		tag, weak := strings.CutPrefix(list, "W/")
		if tag == "" || tag[0] != '"' {
			return nil, false
		}
		inner, rest, closed := strings.Cut(tag[1:], `"`)
		rest = strings.TrimLeft(rest, " \t")
		if !closed || rest != "" && rest[0] != ',' {
			return nil, false
		}
		if !weak {
			strong = append(strong, `"`+inner+`"`)
		}
		list, ok = rest, true
	}
}
