package web

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/text"
)

// Page is the data of every page. A page shown in answer to a POST has the
// address of a GET that shows the same.
func (k *Kit) Page(c echo.Context) page.Page {
	r := c.Request()
	path := r.URL.RequestURI()
	if r.Method != http.MethodGet {
		path = cmp.Or(backTo(c, ""), page.HomePath())
	}
	v := Viewer(c)
	announcement := k.Announced(LangOf(c))
	if read, err := c.Cookie(page.ReadCookie); err == nil && announcement != "" && read.Value == page.AnnouncementID(announcement) {
		announcement = "" // the reader has put it away
	}
	return page.Page{
		Announcement: announcement, Ban: k.ban(c),
		Lang: LangOf(c), Path: path, Site: k.Host(r), Origin: k.Absolute(c, ""),
		Viewer:  page.Person{ID: string(v.ID), Name: v.Name},
		Refresh: pageQuery(r).Refresh,
		Hand:    InfoOf(c).Hand,
	}
}

// Announced returns the operator's announcement in a language, "" if there is none.
func (k *Kit) Announced(lang string) string {
	if k.Announcement == nil {
		return ""
	}
	return k.Announcement(lang)
}

// ban is the sentence about the ban of the viewer where they read a page; what was refused
// because of it says so itself.
func (k *Kit) ban(c echo.Context) string {
	if k.BanOf == nil || c.Request().Method != http.MethodGet {
		return ""
	}
	if words := k.BanOf(Viewer(c).ID); words != nil {
		return words(LangOf(c), text.Labels)
	}
	return ""
}

// Host is the name under which people reach this server.
func (k *Kit) Host(r *http.Request) string {
	if k.PublicURL != nil {
		return k.PublicURL.Host
	}
	return r.Host
}

// Absolute is the address of a path as people can send it to each other.
func (k *Kit) Absolute(c echo.Context, path string) string {
	if k.PublicURL != nil {
		return k.PublicURL.Scheme + "://" + k.PublicURL.Host + path
	}
	return c.Scheme() + "://" + c.Request().Host + path
}

// Redirect answers a form: the browser gets the page at path with a GET, so that a
// reload does not send the form again. htmx follows by itself.
func Redirect(c echo.Context, path string) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	Vary(c, VaryBy)
	if FormatOf(c.Request()) == FormatFragment {
		c.Response().Header().Set("HX-Redirect", path)
		return c.NoContent(http.StatusOK)
	}
	return c.Redirect(http.StatusSeeOther, path)
}

// LocalPath keeps a path of this server and turns anything else into the lobby.
func LocalPath(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n\t") {
		return page.HomePath()
	}
	return path
}

// IsHTTPS reports whether the request came by https: every one does, or one of our
// proxies says so of it.
func (k *Kit) IsHTTPS(c echo.Context) bool {
	if k.TLS || k.PublicURL != nil && k.PublicURL.Scheme == "https" {
		return true
	}
	return len(k.Proxies) > 0 && c.Scheme() == "https"
}
