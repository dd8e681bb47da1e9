package web

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/stretchr/testify/assert"

	"github.com/bankhalter/bankhalter/views/page"
)

// A Host can be made up: it does not bring forth the address of this computer in its network
// for a caller from elsewhere.
func TestTheAddressOfTheNetworkIsForThisComputer(t *testing.T) {
	k := NewKit(KitConfig{Network: &Network{Addresses: func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("10.0.0.3")} }}})
	for from, want := range map[string]struct {
		link  string
		reach page.Reach
	}{
		"203.0.113.9:5000":        {"http://localhost:8080/x", page.ReachUnknown},
		"127.0.0.1:5000":          {"http://10.0.0.3:8080/x", page.ReachAll},
		"[::1]:5000":              {"http://10.0.0.3:8080/x", page.ReachAll},
		"[::ffff:127.0.0.1]:5000": {"http://10.0.0.3:8080/x", page.ReachAll},
	} {
		r := httptest.NewRequest(http.MethodGet, "http://localhost:8080/x", nil)
		r.RemoteAddr = from
		link, reach := k.Invitation(echo.New().NewContext(r, nil), "/x")
		assert.Equal(t, want.link, link, from)
		assert.Equal(t, want.reach, reach, from)
	}
}

func TestHostsThatMeanThisComputer(t *testing.T) {
	for _, host := range []string{"localhost", "LOCALHOST.", "game.localhost", "127.0.0.1", "127.9.9.9", "0.0.0.0", "::", "::1", "::ffff:127.0.0.1"} {
		assert.True(t, meansThisComputer(host), host)
	}
	for _, host := range []string{"", "localhost.example.org", "192.168.178.20", "example.org", "fe80::1"} {
		assert.False(t, meansThisComputer(host), host)
	}
}
