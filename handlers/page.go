package handlers

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views"
)

// page is what every page is told. A page shown in answer to a POST has the
// address of a GET that shows the same.
func (k *Kit) page(c echo.Context) views.Page {
	r := c.Request()
	path := r.URL.RequestURI()
	if r.Method != http.MethodGet {
		path = cmp.Or(backTo(c), views.HomePath())
	}
	v := viewer(c)
	announcement := ""
	if k.Announcement != nil {
		announcement = k.Announcement(langOf(c))
	}
	return views.Page{
		Announcement: announcement,
		Lang:         langOf(c), Path: path, Site: k.host(r), Origin: k.absolute(c, ""),
		Viewer:  views.Person{ID: string(v.ID), Name: v.Name},
		Refresh: views.ParseRefresh(r.URL.Query()),
	}
}

// host is the name under which people reach this server.
func (k *Kit) host(r *http.Request) string {
	if k.PublicURL != nil {
		return k.PublicURL.Host
	}
	return r.Host
}

// absolute is the address of a path as people can send it to each other.
func (k *Kit) absolute(c echo.Context, path string) string {
	if k.PublicURL != nil {
		return k.PublicURL.Scheme + "://" + k.PublicURL.Host + path
	}
	return c.Scheme() + "://" + c.Request().Host + path
}

// goOn answers a form: the browser gets the page at path with a GET, so that a
// reload does not send the form again. htmx follows by itself.
func goOn(c echo.Context, path string) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	varies(c, varyBy)
	if faceOf(c.Request()) == faceFragment {
		c.Response().Header().Set("HX-Redirect", path)
		return c.NoContent(http.StatusOK)
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// localPath keeps a path of this server and turns anything else into the lobby.
func localPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return views.HomePath()
	}
	return path
}

// secure tells whether who asks came by https: everybody does, or one of our
// proxies says so of him.
func (k *Kit) secure(c echo.Context) bool {
	if k.TLS || k.PublicURL != nil && k.PublicURL.Scheme == "https" {
		return true
	}
	return len(k.Proxies) > 0 && c.Scheme() == "https"
}
