package web

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFaceOf(t *testing.T) {
	const firefox = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
	const lynx = "text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01"
	cases := []struct {
		name, accept string
		htmx         bool
		want         Format
	}{
		{"nothing said", "", false, FormatJSON},
		{"curl", "*/*", false, FormatJSON},
		{"json", "application/json", false, FormatJSON},
		{"json rather than html", "application/json, text/html;q=0.5", false, FormatJSON},
		{"browser", firefox, false, FormatPage},
		{"lynx", lynx, false, FormatPage},
		{"w3m", "text/html, text/*;q=0.5, image/*, application/*", false, FormatPage},
		{"html refused", "text/html;q=0, */*", false, FormatJSON},
		{"htmx", "text/html", true, FormatFragment},
		{"htmx header without html", "*/*", true, FormatJSON},
		{"broken weight", "text/html;q=lots", false, FormatJSON},
		{"broken header", ";;;,,,text", false, FormatJSON},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			if tc.accept != "" {
				r.Header.Set("Accept", tc.accept)
			}
			if tc.htmx {
				r.Header.Set("HX-Request", "true")
			}
			assert.Equal(t, tc.want, FormatOf(r))
		})
	}
}

func TestValidatorsMatchAlsoWhenWeakened(t *testing.T) {
	assert.True(t, Matches(`"41"`, `"41"`))
	assert.True(t, Matches(`W/"41"`, `"41"`), "a proxy that compresses weakens it")
	assert.True(t, Matches(`"7", W/"41"`, `"41"`))
	assert.True(t, Matches("*", `"41"`))
	assert.False(t, Matches(`"410"`, `"41"`))
	assert.False(t, Matches("", `"41"`))
}
