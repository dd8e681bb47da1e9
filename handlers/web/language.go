package web

import (
	"cmp"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/views/text"
)

const (
	langCookie = "lang"
	year       = 365 * 24 * 60 * 60
)

// SetLanguage picks the language of an answer: given in the address, remembered
// in a cookie, or preferred by the browser. The language in a page's address is remembered.
func (k *Kit) SetLanguage(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		remembered := ""
		if cookie, err := r.Cookie(langCookie); err == nil {
			remembered = cookie.Value
		}
		asked := pageQuery(r).Lang
		accepted := strings.TrimSpace(r.Header.Get("Accept-Language"))
		if accepted == "" || accepted == "*" {
			accepted = k.defaultLanguage(r)
		}
		lang := k.languages.match(accepted, remembered, asked)
		InfoOf(c).lang = lang
		if asked == lang && remembered != lang && FormatOf(r) == FormatPage {
			c.SetCookie(&http.Cookie{
				Name: langCookie, Value: lang, Path: "/", MaxAge: year,
				Secure: k.IsHTTPS(c), HttpOnly: true, SameSite: http.SameSiteLaxMode,
			})
		}
		return next(c)
	}
}

// defaultLanguage is the language of a caller without a preference: programs, and the
// people who read their errors, expect English, others the operator's choice.
func (k *Kit) defaultLanguage(r *http.Request) string {
	if FormatOf(r) == FormatJSON {
		return text.English
	}
	return cmp.Or(k.Language, text.German)
}

// languages caches the results of text.Match: there are few different
// headers, and reading one takes longer than finding a table.
type languages struct {
	mu   sync.RWMutex
	said map[[3]string]string
}

// maxLanguages bounds the headers that strangers can make the program remember.
const maxLanguages = 1000

func newLanguages() *languages { return &languages{said: map[[3]string]string{}} }

func (l *languages) match(accepted, remembered, asked string) string {
	key := [3]string{accepted, remembered, asked}
	l.mu.RLock()
	lang, ok := l.said[key]
	l.mu.RUnlock()
	if ok {
		return lang
	}
	lang = text.Match(accepted, remembered, asked)
	if len(accepted)+len(remembered)+len(asked) > 256 {
		return lang
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.said) >= maxLanguages {
		clear(l.said)
	}
	l.said[key] = lang
	return lang
}
