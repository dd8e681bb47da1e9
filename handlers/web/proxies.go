package web

import (
	"net"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
)

// proxyWarned is how long the log is spared another warning about a proxy that
// is not declared.
const proxyWarned = time.Hour

// forwardedBy is the header in which a proxy says for whom a request came, "" if
// there is none.
func forwardedBy(r *http.Request) string {
	for _, name := range []string{"X-Forwarded-For", "Forwarded", "X-Real-Ip"} {
		if r.Header[name] != nil {
			if name == "X-Real-Ip" {
				return "X-Real-IP"
			}
			return name
		}
	}
	return ""
}

// proxyWatch warns of a proxy whose word does not count: everybody behind it
// shares its address, and so its limits and its ban.
type proxyWatch struct{ last atomic.Int64 } // the last warning, unix nanoseconds

// WatchProxies looks at whether those who forward requests are declared.
func (k *Kit) WatchProxies(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if header := forwardedBy(c.Request()); header != "" {
			k.undeclared(c.Request(), header)
		}
		return next(c)
	}
}

func (k *Kit) undeclared(r *http.Request, header string) {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return
	}
	peer := net.ParseIP(host)
	if peer == nil || slices.ContainsFunc(k.Proxies, func(n *net.IPNet) bool { return n.Contains(peer) }) {
		return
	}
	now, last := k.Now().UnixNano(), k.proxies.last.Load()
	if last != 0 && now-last < int64(proxyWarned) || !k.proxies.last.CompareAndSwap(last, now) {
		return
	}
	k.Logger.Warn("a request was forwarded by an address that is no declared proxy, so everybody behind it counts as one; "+
		"if it is your reverse proxy, start with --trusted-proxies "+host+", else nothing needs to be done", "from", host, "header", header)
}
