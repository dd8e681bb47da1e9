package sender

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/idna"

	"github.com/bankhalter/bankhalter/game/notifications"
)

// errInside says that an address leads to where strangers must not send.
var errInside = errors.New("this address leads into a network that is not public")

// inside are the networks that are not part of the public internet, beside
// those that netip knows itself.
var inside = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),       // this network
	netip.MustParsePrefix("100.64.0.0/10"),   // behind a provider's address translation
	netip.MustParsePrefix("192.0.0.0/24"),    // protocol assignments
	netip.MustParsePrefix("192.0.2.0/24"),    // documentation
	netip.MustParsePrefix("192.88.99.0/24"),  // 6to4 relays
	netip.MustParsePrefix("198.18.0.0/15"),   // measurements
	netip.MustParsePrefix("198.51.100.0/24"), // documentation
	netip.MustParsePrefix("203.0.113.0/24"),  // documentation
	netip.MustParsePrefix("240.0.0.0/4"),     // reserved, and broadcast
	netip.MustParsePrefix("::/96"),           // IPv4-compatible
	netip.MustParsePrefix("64:ff9b:1::/48"),  // local translation
	netip.MustParsePrefix("100::/64"),        // discarded
	netip.MustParsePrefix("2001::/23"),       // protocol assignments, Teredo among them
	netip.MustParsePrefix("2001:db8::/32"),   // documentation
	netip.MustParsePrefix("3fff::/20"),       // documentation
	netip.MustParsePrefix("5f00::/16"),       // segment routing
	netip.MustParsePrefix("fec0::/10"),       // site-local
}

// carriesV4 are networks whose addresses embed an IPv4 address that they lead to,
// and its offset.
var carriesV4 = []struct {
	prefix netip.Prefix
	at     int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12}, // NAT64
	{netip.MustParsePrefix("2002::/16"), 2},     // 6to4
}

// public reports whether an address is one of the public internet.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsValid() || !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsMulticast() || a.IsUnspecified() {
		return false
	}
	if slices.ContainsFunc(inside, func(p netip.Prefix) bool { return p.Contains(a) }) {
		return false
	}
	for _, c := range carriesV4 {
		if c.prefix.Contains(a) {
			b := a.As16()
			return public(netip.AddrFrom4([4]byte(b[c.at : c.at+4])))
		}
	}
	return true
}

// refuseInside is called with the address that is about to be connected to,
// when all names have been resolved.
func refuseInside(_, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || !public(to.Addr()) {
		return errInside
	}
	if !webPort(to.Port()) {
		return errInside
	}
	return nil
}

// webPort reports whether web servers listen on a port. The others below 1024
// belong to mail and the like.
func webPort(p uint16) bool { return p == 80 || p == 443 || p >= 1024 }

// lookupWithin is how long a name may take to resolve when an address is given.
const lookupWithin = 3 * time.Second

// Guard decides which of the addresses that strangers give may be talked to:
// when one is given, and again whenever something is sent there.
type Guard struct {
	// Lookup resolves the name of an address that is given. Sending resolves it
	// anew, as the system does.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	client  *http.Client
	private bool
	hosts   []string
}

// NewGuard returns a guard that lets through https to the public internet only.
// With private set it lets everything through, http too, for a server in a
// local network; with hosts these alone, and those below one that begins with a
// dot.
func NewGuard(private bool, hosts ...string) *Guard {
	return &Guard{
		Lookup: func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		},
		client: newClient(private, hosts), private: private, hosts: hosts,
	}
}

// secure reports whether the scheme of an address is one that may be used.
func (g *Guard) secure(address string) bool {
	return g.private || strings.HasPrefix(strings.ToLower(address), "https://")
}

// Check implements notifications.Checker. A name that leads inside and one that does not
// resolve are refused alike, so that inside names are not revealed.
func (g *Guard) Check(ctx context.Context, address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return "address"
	}
	if !g.secure(address) {
		return "https"
	}
	host, err := idna.Lookup.ToASCII(u.Hostname())
	if err != nil {
		host = u.Hostname() // an IPv6 address, or a name that DNS may know all the same
	}
	if !isListed(g.hosts, host) {
		return "unlisted"
	}
	if g.private {
		return ""
	}
	if p := u.Port(); p != "" {
		if n, err := strconv.ParseUint(p, 10, 16); err != nil || !webPort(uint16(n)) {
			return "port"
		}
	}
	to := []netip.Addr{}
	if a, err := netip.ParseAddr(host); err == nil {
		to = append(to, a)
	} else {
		ctx, cancel := context.WithTimeout(ctx, lookupWithin)
		defer cancel()
		to, _ = g.Lookup(ctx, host) // why it leads nowhere does not matter
	}
	if len(to) == 0 || slices.ContainsFunc(to, func(a netip.Addr) bool { return !public(a) }) {
		return "inside"
	}
	return ""
}

// newClient returns a client for addresses that strangers have given: it connects
// where a guard lets it, follows no redirects, uses no proxy, and gives up soon.
func newClient(private bool, hosts []string) *http.Client {
	dialer := &net.Dialer{Timeout: 5 * time.Second}
	if !private {
		dialer.Control = refuseInside
	}
	return &http.Client{
		Timeout: 10 * time.Second,
		Transport: &http.Transport{
			DialContext: listed(hosts, dialer.DialContext), ForceAttemptHTTP2: true,
			TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 8 * time.Second, IdleConnTimeout: 30 * time.Second,
			MaxIdleConns: 50, MaxIdleConnsPerHost: 2, MaxConnsPerHost: 8, MaxResponseHeaderBytes: 16 << 10,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

type dial = func(ctx context.Context, network, address string) (net.Conn, error)

// listed dials only hosts of a list, or any if it is empty. It is called before
// a name is resolved.
func listed(hosts []string, next dial) dial {
	if len(hosts) == 0 {
		return next
	}
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(address)
		if err != nil || !isListed(hosts, host) {
			return nil, errInside
		}
		return next(ctx, network, address)
	}
}

// isListed reports whether a host is on a list, or the list is empty.
func isListed(hosts []string, host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return len(hosts) == 0 || slices.ContainsFunc(hosts, func(one string) bool {
		one = strings.ToLower(one)
		return host == strings.TrimPrefix(one, ".") || strings.HasPrefix(one, ".") && strings.HasSuffix(host, one)
	})
}

// webFault is why a request to a stranger's server was not answered.
func webFault(err error) *notifications.Fault {
	switch {
	case errors.Is(err, errInside):
		return &notifications.Fault{Code: "blocked"}
	case errors.Is(err, context.DeadlineExceeded) || isTimeout(err):
		return &notifications.Fault{Code: "slow"}
	default:
		return &notifications.Fault{Code: "unreachable"} // no more: what is behind a closed door is private
	}
}

func isTimeout(err error) bool {
	t, ok := errors.AsType[net.Error](err)
	return ok && t.Timeout()
}
