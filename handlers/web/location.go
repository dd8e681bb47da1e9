package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"
)

// completeLocation makes the Location of a 303 absolute where the address that people
// use is known: lynx complains of a relative one, and stops for two seconds to let
// that be read. Without scheme and host it stays relative, which is never wrong.
func (k *Kit) completeLocation(c echo.Context) {
	h := c.Response().Header()
	if path := h.Get("Location"); c.Response().Status == http.StatusSeeOther && strings.HasPrefix(path, "/") {
		h.Set("Location", k.usedOrigin(c.Request())+path)
	}
}

// usedOrigin is the scheme and host by which a request came, as the page that sent it
// or the configuration says, "" if neither does. The Host says nothing of a proxy that
// speaks https for us.
func (k *Kit) usedOrigin(r *http.Request) string {
	from := []*url.URL{k.PublicURL}
	for _, name := range []string{"Origin", "Referer"} {
		if u, err := url.Parse(r.Header.Get(name)); err == nil {
			from = append(from, u)
		}
	}
	for _, u := range from {
		if u != nil && u.Host == r.Host && (u.Scheme == "http" || u.Scheme == "https") {
			return u.Scheme + "://" + u.Host
		}
	}
	return ""
}
