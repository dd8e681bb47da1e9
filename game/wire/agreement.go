package wire

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bankhalter/bankhalter/game"
)

// MaxAgreement is the longest text of a side agreement, in characters.
const MaxAgreement = 200

const termsName = "terms"

var errAgreement = errors.New("terms: no side agreement of 1 to 200 characters without control characters")

// CleanAgreement trims the text of a side agreement. It may be in any script,
// but holds no control characters and none that turn the direction of the page
// around it; where there is text, some of it can be seen.
func CleanAgreement(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if text == "" {
		return "", true
	}
	if !utf8.ValidString(text) || utf8.RuneCountInString(text) > MaxAgreement {
		return "", false
	}
	visible := false
	for _, r := range text {
		if controls(r) {
			return "", false
		}
		visible = visible || unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.M, r)
	}
	return text, visible
}

func controls(r rune) bool {
	switch {
	case unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs):
		return true
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return true
	case r == unicode.ReplacementChar, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe00ff:
		return true
	}
	return r&0xfffe == 0xfffe
}

// Agreement is the side agreement in the line of an event, "" if none.
func Agreement(e *game.Event, line []byte) string {
	text, err := agreement(e, line)
	if err != nil {
		return ""
	}
	return text
}

func agreement(e *game.Event, line []byte) (string, error) {
	if e.Kind != game.TradeProposed || !e.Flag {
		return "", nil
	}
	var told struct {
		Terms string `json:"terms"`
	}
	err := json.Unmarshal(line, &told)
	return told.Terms, err
}

// CheckAgreement checks that the words in a line from elsewhere are such as a
// move could have brought.
func CheckAgreement(e *game.Event, line []byte) error {
	text, err := agreement(e, line)
	if clean, ok := CleanAgreement(text); err != nil || !ok || clean != text {
		return errAgreement
	}
	return nil
}

// Agreements are the side agreements of the open proposals by their numbers.
// One that was handed out is never changed.
type Agreements map[uint16]string

// With is the agreements after one more event, whose line is given.
func (a Agreements) With(e *game.Event, line []byte) Agreements {
	text := Agreement(e, line)
	if text == "" {
		return a
	}
	more := make(Agreements, len(a)+1)
	maps.Copy(more, a)
	more[uint16(e.N)] = text
	return more
}

// Open is the agreements without those of proposals that are settled.
func (a Agreements) Open(s *game.State) Agreements {
	left := a
	for id := range a {
		if s.FindTrade(int32(id)) != nil {
			continue
		}
		if len(left) == len(a) {
			left = maps.Clone(a)
		}
		delete(left, id)
	}
	return left
}
