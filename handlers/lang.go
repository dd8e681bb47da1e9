package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views"
	"github.com/bankhalter/bankhalter/views/text"
)

const (
	langKey    = "lang" // in the request's context
	langCookie = "lang"
	year       = 365 * 24 * 60 * 60
)

// speak picks the language of an answer: asked for in the address, remembered
// in a cookie, or preferred by the browser. What a page was asked for in is remembered.
func (s *Server) speak(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		remembered := ""
		if cookie, err := r.Cookie(langCookie); err == nil {
			remembered = cookie.Value
		}
		asked := r.URL.Query().Get(views.QueryLang)
		lang := text.Match(r.Header.Get("Accept-Language"), remembered, asked)
		c.Set(langKey, lang)
		if asked == lang && remembered != lang && faceOf(r) == facePage {
			c.SetCookie(&http.Cookie{
				Name: langCookie, Value: lang, Path: "/", MaxAge: year,
				Secure: s.secure(), HttpOnly: true, SameSite: http.SameSiteLaxMode,
			})
		}
		return next(c)
	}
}

// langOf is the language of the answer.
func langOf(c echo.Context) string {
	if lang, ok := c.Get(langKey).(string); ok {
		return lang
	}
	return text.German
}
