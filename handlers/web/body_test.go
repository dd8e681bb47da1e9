package web

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadBodyTakesThePlainNameOfJSONAsItIs(t *testing.T) {
	const move = `{"move":"roll"}`
	r := httptest.NewRequest(http.MethodPost, "/", nil)
	r.Header.Set("Content-Type", "application/json")
	allocs := func(read func()) float64 {
		return testing.AllocsPerRun(100, func() {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(move)), int64(len(move))
			read()
		})
	}
	whole := allocs(func() { _, _ = WholeBody(r) })
	read := allocs(func() { _, _ = ReadBody(r) })
	assert.LessOrEqual(t, read, whole+1, "no more than the empty form")
}

func TestBodiesAreReadStrictly(t *testing.T) {
	type inner struct {
		Each int `json:"each"`
	}
	for doc, want := range map[string]Error{
		`{"name": "Ada", "list": [1]}`:        {},
		`{"NAME": "Ada"}`:                     {},
		`{"name": null, "pace": {"each": 1}}`: {},
		`{"name": "\ud800"}`:                  {},
		``:                                    {Code: "malformed"},
		`[]`:                                  {Code: "malformed"},
		`"Ada"`:                               {Code: "malformed"},
		`{"name": "Ada"} {}`:                  {Code: "malformed"},
		`{"nonsense": 1, "name":`:             {Code: "malformed"},
		`{"nonsense": 1, "list": "x"}`:        {Code: "foreign", Field: "nonsense"},
		`{"pace": {"eech": 1}}`:               {Code: "foreign", Field: "pace.eech"},
		`{"name": 5}`:                         {Code: "mistyped", Field: "name", Expect: ExpectText},
		`{"list": [1, "x"]}`:                  {Code: "mistyped", Field: "list[1]", Expect: ExpectInteger},
		`{"list": {}}`:                        {Code: "mistyped", Field: "list", Expect: ExpectList},
		`{"pace": {"each": 99999999999999999999999}}`: {Code: "mistyped", Field: "pace.each", Expect: ExpectInteger},
		`{"pace": {"each": 1.5}}`:                     {Code: "mistyped", Field: "pace.each", Expect: ExpectInteger},
		`{"pace": 5}`:                                 {Code: "mistyped", Field: "pace", Expect: ExpectObject},
		`{"on": "yes"}`:                               {Code: "mistyped", Field: "on", Expect: ExpectBool},
		`{"name": "Ada", "name": "Ben"}`:              {Code: "duplicate", Field: "name"},
		`{"name": "Ada", "Name": "Ben"}`:              {Code: "duplicate", Field: "Name"},
		`{"pace": {"each": 1, "each": 2}}`:            {Code: "duplicate", Field: "pace.each"},
		`{"any": {"a": [{"b": 1, "b": 2}]}}`:          {Code: "duplicate", Field: "any.a[0].b"},
	} {
		var v struct {
			Name string         `json:"name"`
			On   bool           `json:"on"`
			List []int          `json:"list"`
			Pace inner          `json:"pace"`
			Any  map[string]any `json:"any"`
		}
		err := Body{JSON: []byte(doc)}.Decode(&v)
		if want.Code == "" {
			assert.NoError(t, err, doc)
			continue
		}
		var got *Error
		if assert.ErrorAs(t, err, &got, doc) {
			assert.Equal(t, want, Error{Code: got.Code, Field: got.Field, Expect: got.Expect}, doc)
		}
	}
}
