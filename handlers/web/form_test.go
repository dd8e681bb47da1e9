package web

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
)

// request is one that is sent as JSON or as a form.
type request struct {
	Name    string `json:"name"`
	Private bool   `json:"private"`
	Hints   *bool  `json:"hints"`
	inner   bool
}

func TestSwitchesOfAForm(t *testing.T) {
	r := request{inner: true}
	for _, text := range []string{"1", "on", "Yes", "true", "", "0", "off", "no", "FALSE"} {
		assert.NoError(t, CheckSwitches(url.Values{"private": {text}, "hints": {"0", text}, "name": {"maybe"}, "inner": {"x"}}, &r), text)
	}
	for _, text := range []string{"y", "ja", "maybe", "2", " "} {
		assert.Equal(t, Mistyped("private", ExpectBool), CheckSwitches(url.Values{"private": {text}}, r), text)
		assert.Equal(t, Mistyped("hints", ExpectBool), CheckSwitches(url.Values{"hints": {"0", text}}, &r), text)
	}
	assert.NoError(t, CheckSwitches(url.Values{"private": {"maybe"}}, &map[string]bool{}))
}

func TestNamesInAForm(t *testing.T) {
	known := func(names ...string) error {
		f := url.Values{}
		for _, name := range names {
			f.Set(name, "")
		}
		return CheckNames(f, request{}, "drawn", "pace_", "option.")
	}
	assert.NoError(t, known("name", "private", "hints", "drawn", "pace_each", "option.auctions"))
	for _, name := range []string{"privat", "inner", "Name", "option", "pace", "drawn.x"} {
		assert.Equal(t, Blame("foreign", name), known("name", name))
	}
}
