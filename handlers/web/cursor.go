package web

import (
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views/page"
)

// services leads to the descriptions of the interface, for programs and for people.
var services = "<" + page.APIPath() + `>; rel="service-desc", <` + page.DocsPath() + `>; rel="service-doc"`

// Link adds a header that leads to another resource.
func Link(c echo.Context, path, rel string) {
	c.Response().Header().Add("Link", "<"+path+`>; rel="`+rel+`"`)
}

// LinkServices adds the link to the description of the interface.
func LinkServices(c echo.Context) { c.Response().Header().Add("Link", services) }

// LinkPage leads to the next or the previous part of a list: the same request
// with another cursor.
func LinkPage(c echo.Context, rel, field, cursor string) {
	u := *c.Request().URL
	q := u.Query()
	q.Del("after")
	q.Del("before")
	q.Set(field, cursor)
	Link(c, u.Path+"?"+q.Encode(), rel)
}

// CursorOf names the place of a game in lists.
func CursorOf(g *table.Game) string {
	return strconv.FormatInt(g.UpdatedAt.UnixMilli(), 10) + "-" + g.ID
}

// Cursor is a place in a list of tables, as a query names it; nil for none.
type Cursor struct{ *table.Spot }

// ReadQuery reads a cursor.
func (x *Cursor) ReadQuery(values []string) bool {
	at, id, ok := strings.Cut(values[0], "-")
	n, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil || id == "" {
		return false
	}
	x.Spot = &table.Spot{At: time.UnixMilli(n).UTC(), ID: id}
	return true
}
