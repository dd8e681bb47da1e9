package handlers_test

import (
	"net/http"
	"net/netip"
	"net/url"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/handlers"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
)

// inNetwork is a server that other devices reach at these addresses.
func inNetwork(addresses ...string) func(*handlers.Config) {
	var list []netip.Addr
	for _, a := range addresses {
		list = append(list, netip.MustParseAddr(a))
	}
	return func(c *handlers.Config) {
		c.Network = &web.Network{Addresses: func() []netip.Addr { return list }}
	}
}

// Who opened the page at an address that leads every computer to itself hands on one that leads
// here, and reads so if there is none.
func TestAnInvitationLeadsHereFromOtherDevices(t *testing.T) {
	t.Parallel()
	home := inNetwork("192.168.178.20", "10.0.0.3")
	cases := []struct {
		name   string
		server func(*handlers.Config)
		host   string
		header []string
		want   string // the start of the link
		note   string
	}{
		{"localhost", home, "localhost:8080", nil, "http://192.168.178.20:8080", "Anyone who opens it can join"},
		{"127.0.0.1", home, "127.0.0.1:8080", nil, "http://192.168.178.20:8080", "Anyone who opens it can join"},
		{"as the first line prints it", home, "[::]:8080", nil, "http://192.168.178.20:8080", "Anyone who opens it can join"},
		{"without a port", home, "[::1]", nil, "http://192.168.178.20", "Anyone who opens it can join"},
		{"a name", home, "house:8080", nil, "http://house:8080", "Anyone who opens it can join"},
		{"an address of the network", home, "10.0.0.3:8080", nil, "http://10.0.0.3:8080", "Anyone who opens it can join"},
		{"through a proxy", home, "localhost:8080", []string{"X-Forwarded-For", "203.0.113.9"}, "http://localhost:8080", "only on this computer: start the server with --public-url"},
		{"in no network", inNetwork(), "localhost:8080", nil, "http://localhost:8080", "only on this computer: start the server with --public-url"},
		{"for this computer alone", func(c *handlers.Config) { c.Network = &web.Network{Loopback: true} }, "127.0.0.1:8080", nil, "http://127.0.0.1:8080", "only on this computer: start the server with --listen :8080"},
		{"with a public URL", func(c *handlers.Config) { home(c); c.PublicURL = &url.URL{Scheme: "http", Host: "play.example.org"} }, "localhost:8080", nil, "http://play.example.org", "Anyone who opens it can join"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, tc.server)
			path := s.player("Ada").create(map[string]any{"edition": "us-classic", "players": 3})
			c := s.browser()
			req := c.request(t.Context(), http.MethodGet, path, nil, tc.header...)
			req.Host = tc.host
			res, err := c.http.Do(req)
			require.NoError(t, err)
			defer res.Body.Close()
			room, err := goquery.NewDocumentFromReader(res.Body)
			require.NoError(t, err)
			link := room.Find("#invite")
			assert.Equal(t, tc.want+path, link.Text())
			assert.Equal(t, tc.want+path, link.AttrOr("href", ""))
			assert.Contains(t, room.Find(".invite .note").Text(), tc.note)
			code := 1
			if tc.note != "Anyone who opens it can join" {
				code = 0
			}
			assert.Equal(t, code, room.Find(".invite svg.qr").Length(), "no code that leads nowhere")
		})
	}
}

// Links that programs are sent, and pages for other sites, name the host that they used.
func TestProgramsAreSentTheHostTheyUsed(t *testing.T) {
	t.Parallel()
	s := open(t, inNetwork("192.168.178.20"))
	ada := s.player("Ada")
	assert.Equal(t, s.url, ada.post("/me/link", nil).str("url")[:len(s.url)])
	b := s.browser()
	require.Equal(t, http.StatusSeeOther, b.post("/players", url.Values{"name": {"Ben"}}).status)
	fresh := b.post(page.MeLinkPath(), url.Values{"sent": {"1"}}).page()
	assert.Contains(t, fresh.Find("code").Text(), "http://192.168.178.20:", "a link for a phone")
}
