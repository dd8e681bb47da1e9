package sender

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/bankhalter/bankhalter/game/notice"
	"github.com/bankhalter/bankhalter/game/notifications"
)

// No address that a user enters leads to the server itself or into its
// network, however it is written and wherever a name leads.
func TestAddressesThatLeadInside(t *testing.T) {
	reached := false
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer inner.Close()
	port := inner.URL[strings.LastIndex(inner.URL, ":"):]
	hook := NewHook(NewGuard(false), "test")
	plain := NewHook(&Guard{client: newClient(false, nil), private: true}, "test") // so that the network's guard has to do it
	for _, host := range []string{
		"127.0.0.1", "localhost", "localhost.", "[::1]", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "2130706433", "0x7f000001", "0177.0.0.1", "127.1",
		"10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]", "100.64.0.1", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "224.0.0.1", "255.255.255.255",
	} {
		for _, scheme := range []string{"http", "https", "HTTPS"} {
			for _, h := range []*Hook{hook, plain} {
				err := h.Deliver(t.Context(), &notice.Channel{Address: scheme + "://" + host + port + "/", Secret: "whsec_x"}, &notice.Message{ID: "m"})
				var fault *notifications.Fault
				require.ErrorAs(t, err, &fault, "%s://%s", scheme, host)
				assert.NotContains(t, fault.Code, "200")
			}
		}
	}
	for _, address := range []string{"file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "unix:///run/x.sock", "//127.0.0.1/", "", "https://", "https://user:pass@127.0.0.1" + port + "/", "https://127.0.0.1" + port + "#@example.org/"} {
		require.Error(t, plain.Deliver(t.Context(), &notice.Channel{Address: address, Secret: "whsec_x"}, &notice.Message{ID: "m"}), address)
	}
	assert.False(t, reached, "the server inside was asked")
	for _, good := range []string{"8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"} {
		assert.True(t, public(netip.MustParseAddr(good)), good)
	}
}

// A server that sends on to the inside is not followed.
func TestRedirectsAreNotFollowed(t *testing.T) {
	reached := false
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer inner.Close()
	outer := httptest.NewServer(http.RedirectHandler(inner.URL, http.StatusTemporaryRedirect))
	defer outer.Close()
	h := NewHook(NewGuard(true), "test")
	require.Error(t, h.Deliver(t.Context(), &notice.Channel{Address: outer.URL, Secret: "whsec_x"}, &notice.Message{ID: "m"}))
	assert.False(t, reached)
}

// With a list no other hosts are contacted.
func TestOnlyListedHostsAreTalkedTo(t *testing.T) {
	reached := 0
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached++ }))
	defer inner.Close()
	port := inner.URL[strings.LastIndex(inner.URL, ":"):]
	for host, ok := range map[string]bool{
		"localhost": true, "LOCALHOST": true, "127.0.0.1": false, "evillocalhost": false, "localhost.evil.example": false, "sub.localhost": false,
	} {
		before := reached
		err := NewHook(NewGuard(true, "hooks.example.org", "localhost"), "test").Deliver(t.Context(), &notice.Channel{Address: "http://" + host + port + "/", Secret: "whsec_x"}, &notice.Message{ID: "m"})
		assert.Equal(t, ok, err == nil && reached == before+1, "%s: %v", host, err)
		var fault *notifications.Fault
		if !ok && assert.ErrorAs(t, err, &fault, host) {
			assert.Equal(t, "blocked", fault.Code, "nothing is resolved for it: "+host)
		}
	}
	for host, ok := range map[string]bool{"fcm.googleapis.com:443": true, "googleapis.com:443": true, "evilgoogleapis.com:443": false, "googleapis.com.evil.example:443": false} {
		asked := false
		_, err := listed([]string{".googleapis.com"}, func(context.Context, string, string) (net.Conn, error) {
			asked = true
			return nil, net.ErrClosed
		})(t.Context(), "tcp", host)
		require.Error(t, err)
		assert.Equal(t, ok, asked, host)
	}
}
