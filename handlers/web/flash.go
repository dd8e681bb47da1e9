package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"
)

const flashLife = 10 * 60 // seconds

// Flash is a message to the next page that a browser opens after something was done.
type Flash struct {
	Cookie string
	Path   string // of the pages that say it
}

// SetFlash lets the next page say something.
func (k *Kit) SetFlash(c echo.Context, f Flash, said string) {
	k.setFlash(c, f, url.PathEscape(said), flashLife)
}

// TakeFlash is what a page has to say, "" if nothing; it is returned once.
func (k *Kit) TakeFlash(c echo.Context, f Flash) string {
	cookie, err := c.Cookie(f.Cookie)
	if err != nil {
		return ""
	}
	k.setFlash(c, f, "", -1)
	said, err := url.PathUnescape(cookie.Value)
	if err != nil {
		return ""
	}
	return said
}

func (k *Kit) setFlash(c echo.Context, f Flash, value string, age int) {
	c.SetCookie(&http.Cookie{
		Name: f.Cookie, Value: value, Path: f.Path, MaxAge: age,
		Secure: k.IsHTTPS(c), HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}
