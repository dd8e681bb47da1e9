package handlers

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
		want         face
	}{
		{"nothing said", "", false, faceJSON},
		{"curl", "*/*", false, faceJSON},
		{"json", "application/json", false, faceJSON},
		{"json rather than html", "application/json, text/html;q=0.5", false, faceJSON},
		{"browser", firefox, false, facePage},
		{"lynx", lynx, false, facePage},
		{"w3m", "text/html, text/*;q=0.5, image/*, application/*", false, facePage},
		{"html refused", "text/html;q=0, */*", false, faceJSON},
		{"htmx", "text/html", true, faceFragment},
		{"htmx header without html", "*/*", true, faceJSON},
		{"broken weight", "text/html;q=lots", false, faceJSON},
		{"broken header", ";;;,,,text", false, faceJSON},
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
			assert.Equal(t, tc.want, faceOf(r))
		})
	}
}

func TestValidatorsMatchAlsoWhenWeakened(t *testing.T) {
	assert.True(t, matches(`"41"`, `"41"`))
	assert.True(t, matches(`W/"41"`, `"41"`), "a proxy that compresses weakens it")
	assert.True(t, matches(`"7", W/"41"`, `"41"`))
	assert.True(t, matches("*", `"41"`))
	assert.False(t, matches(`"410"`, `"41"`))
	assert.False(t, matches("", `"41"`))
}
