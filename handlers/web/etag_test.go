package web

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestIfMatchIsReadAsRFC9110Says(t *testing.T) {
	const none, malformed = -1, -2
	for _, tc := range []struct {
		name   string
		header []string
		want   int
	}{
		{"not sent", nil, none},
		{"any state", []string{"*"}, none},
		{"the state", []string{`"41"`}, 41},
		{"another one", []string{`"7"`}, 7},
		{"a list with the state", []string{`"1", "41" ,"99"`}, 41},
		{"the state on the second line", []string{`"1"`, `"41"`}, 41},
		{"gaps in a list", []string{`, "41",, `}, 41},
		{"a list without it", []string{`"1", "12", "3"`}, 12},
		{"weak beside strong", []string{`W/"41", "7"`}, 7},
		{"weak", []string{`W/"41"`}, 0},
		{"a zero before", []string{`"041"`}, 0},
		{"a sign", []string{`"+41"`}, 0},
		{"of a page", []string{`"p-0123"`}, 0},
		{"too great", []string{`"99999999999"`}, 0},
		{"empty tag", []string{`""`}, 0},
		{"a star in quotes", []string{`"*"`}, 0},
		{"a comma in quotes", []string{`"7,41"`}, 0},
		{"empty", []string{""}, malformed},
		{"only commas", []string{" , "}, malformed},
		{"no quotes", []string{"41"}, malformed},
		{"other quotes", []string{`'41'`}, malformed},
		{"not closed", []string{`"41`}, malformed},
		{"no comma", []string{`"1""41"`}, malformed},
		{"a star and more", []string{`*, "41"`}, malformed},
		{"weak and nothing", []string{"W/"}, malformed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/", nil)
			r.Header["If-Match"] = tc.header
			seq, err := MatchSeq(r, 41)
			switch tc.want {
			case malformed:
				assert.Equal(t, Mistyped("If-Match", ExpectETag), err)
			case 0:
				assert.Equal(t, Fail("precondition"), err)
			case none:
				assert.NoError(t, err)
				assert.Nil(t, seq)
			default:
				if assert.NoError(t, err) && assert.NotNil(t, seq) {
					assert.EqualValues(t, tc.want, *seq)
				}
			}
		})
	}
}
