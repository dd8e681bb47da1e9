package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A form leads on to an absolute address only if the page that sent it, or the
// configuration, says how people reach this server.
func TestRedirectsNameTheAddressThatPeopleUse(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name    string
		headers []string
		origin  string
	}{
		{"no word of it", nil, ""},
		{"the page before", []string{"Referer", "http://HOST/players?next=%2F"}, "http://HOST"},
		{"https, spoken by a proxy", []string{"Referer", "https://HOST/"}, "https://HOST"},
		{"the origin alone", []string{"Origin", "http://HOST"}, "http://HOST"},
		{"another host", []string{"Referer", "http://evil.example/"}, ""},
		{"a host that begins alike", []string{"Referer", "http://HOST.evil.example/"}, ""},
		{"another scheme", []string{"Referer", "javascript://HOST/"}, ""},
		{"no address", []string{"Referer", "http://%"}, ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			s := open(t)
			in := strings.NewReplacer("HOST", strings.TrimPrefix(s.url, "http://"))
			for i, h := range tc.headers {
				tc.headers[i] = in.Replace(h)
			}
			a := s.browser().post("/players", url.Values{"name": {"Ada"}, "next": {"/games"}}, tc.headers...)
			require.Equal(t, http.StatusSeeOther, a.status, a.text())
			assert.Equal(t, in.Replace(tc.origin)+"/games", a.header.Get("Location"))
			b := s.client("Ben").post("/players", map[string]any{"name": "Cleo"}, "Accept", "application/json", "Referer", s.url+"/")
			assert.False(t, strings.HasPrefix(b.header.Get("Location"), "http"), "what a program has made is named as ever")
		})
	}
}

// Who has come by the public address is sent on under it, whatever their browser says.
func TestRedirectsNameThePublicAddress(t *testing.T) {
	t.Parallel()
	s := open(t, public(t, "https://play.example.org"))
	for host, origin := range map[string]string{"play.example.org": "https://play.example.org", "127.0.0.1:8080": ""} {
		b := s.browser()
		req := b.request(t.Context(), http.MethodPost, "/players", url.Values{"name": {"Ada"}, "next": {"/games"}})
		req.Host = host
		res, err := b.http.Do(req)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		assert.Equal(t, origin+"/games", res.Header.Get("Location"), host)
	}
}
