package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
)

// Network is where other devices reach a server without a public URL.
type Network struct {
	Loopback  bool                // the server listens for this computer alone
	Addresses func() []netip.Addr // at which others reach it, the best first; none if it does not know
}

// Invitation returns the address of a path as the viewer hands it to people with devices of
// their own. It is Absolute, unless the viewer opened the page on this very computer under an
// address that means another computer everywhere else: then it names the server's own address
// in its network, which nobody is told who came from elsewhere and only claims such a Host.
func (k *Kit) Invitation(c echo.Context, path string) (string, page.Reach) {
	link, r := k.Absolute(c, path), c.Request()
	host, port := splitHost(r.Host)
	if k.PublicURL != nil || k.Network == nil || !meansThisComputer(host) {
		return link, page.ReachAll
	}
	if k.Network.Loopback {
		return link, page.ReachLoopback
	}
	if !sentFromHere(r) || k.TLS { // no certificate is good for an address
		return link, page.ReachUnknown
	}
	addresses := k.Network.Addresses()
	if len(addresses) == 0 {
		return link, page.ReachUnknown
	}
	host = addresses[0].String()
	switch {
	case port != "":
		host = net.JoinHostPort(host, port)
	case addresses[0].Is6():
		host = "[" + host + "]"
	}
	return c.Scheme() + "://" + host + path, page.ReachAll
}

// splitHost separates the port of a Host header, "" if it has none.
func splitHost(host string) (name, port string) {
	if name, port, err := net.SplitHostPort(host); err == nil {
		return name, port
	}
	return strings.Trim(host, "[]"), ""
}

// meansThisComputer reports whether a host name leads each computer to itself.
func meansThisComputer(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && (a.Unmap().IsLoopback() || a.Unmap().IsUnspecified())
}

// sentFromHere reports whether a request came from this computer, not through a proxy on it.
func sentFromHere(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && from.Addr().Unmap().IsLoopback() && forwardedBy(r) == ""
}
