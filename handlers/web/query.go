package web

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/wire"
	"github.com/bankhalter/bankhalter/views/query"
)

// Ask is the route of something that is looked at as its query says. The query
// is a struct with tags as package query reads them; the description of the API is made of it, too.
// The handler is called behind the middleware, of which the first comes first.
func Ask[Q any](path, operation string, scope account.Scope, h func(echo.Context, Q) error, behind ...echo.MiddlewareFunc) Route {
	r := GET(path, operation, scope, chain(asking(h, true), behind...))
	r.Query = reflect.TypeFor[Q]()
	return r
}

// AskFile is such a route of a file: nonsense in its query is refused for people,
// too, who would be shown a page without it.
func AskFile[Q any](path, operation string, scope account.Scope, h func(echo.Context, Q) error) Route {
	r := GET(path, operation, scope, asking(h, false))
	r.Query = reflect.TypeFor[Q]()
	return r
}

// AskToDo is the route of something that is done, with a query.
func AskToDo[Q any](path, operation string, scope account.Scope, h func(echo.Context, Q) error) Route {
	r := Ask(path, operation, scope, h)
	r.Method = http.MethodPost
	return r
}

func asking[Q any](h func(echo.Context, Q) error, pages bool) echo.HandlerFunc {
	return func(c echo.Context) error {
		var q Q
		if bad := query.Read(c.QueryParams(), &q, pages && !IsProgram(c)); bad != nil {
			if bad.Values != nil {
				return Unlisted(bad.Name, bad.Values...)
			}
			return Mistyped(bad.Name, bad.Expect)
		}
		return h(c, q)
	}
}

// LanguageQuery is what files in words read of their query.
type LanguageQuery struct {
	Lang string `query:"lang" schema:",examples=de/en"`
}

// PageQuery is what every page reads of its query.
type PageQuery struct {
	LanguageQuery
	Refresh int `query:"refresh,lax" schema:",min=10,max=600"`
}

// pageQuery reads what every page reads.
func pageQuery(r *http.Request) PageQuery {
	if r.URL.RawQuery == "" {
		return PageQuery{}
	}
	var q PageQuery
	query.Read(r.URL.Query(), &q, true)
	return q
}

// StatusQuery is the status of the tables that are asked for; empty for any.
type StatusQuery []game.Status

// ReadQuery reads the name of a status.
func (s *StatusQuery) ReadQuery(values []string) bool {
	for _, one := range []game.Status{game.InLobby, game.Playing, game.Finished} {
		if values[0] == wire.StatusName(one) {
			*s = []game.Status{one}
		}
	}
	return *s != nil
}

// TokenInAddress refuses tokens in the query: addresses end up in logs,
// histories and referrers.
func TokenInAddress(r *http.Request) error {
	if r.URL.RawQuery == "" {
		return nil
	}
	for name, values := range r.URL.Query() {
		found := false
		switch strings.ToLower(name) {
		case "token", "access_token", "api_key", "apikey", "bearer", "authorization":
			found = true
		}
		for _, v := range values {
			found = found || account.IsToken(v)
		}
		if found {
			r.URL.RawQuery = "" // no link of the answer repeats it
			return Fail("token_in_query")
		}
	}
	return nil
}
