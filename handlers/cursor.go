package handlers

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views"
)

// services leads to the descriptions of the interface, for programs and for people.
var services = "<" + views.APIPath() + `>; rel="service-desc", <` + views.DocsPath() + `>; rel="service-doc"`

// link adds a header that leads to another resource.
func link(c echo.Context, path, rel string) {
	c.Response().Header().Add("Link", "<"+path+`>; rel="`+rel+`"`)
}

// linkServices tells where the interface is described.
func linkServices(c echo.Context) { c.Response().Header().Add("Link", services) }

// linkPage leads to the next or the previous part of a list: the same request
// with another cursor.
func linkPage(c echo.Context, rel, field, cursor string) {
	u := *c.Request().URL
	q := u.Query()
	q.Del("after")
	q.Del("before")
	q.Set(field, cursor)
	link(c, u.Path+"?"+q.Encode(), rel)
}

// limitIn is ?limit=, at most limit; without it usual.
func limitIn(q url.Values, usual, limit int) (int, error) {
	if !q.Has("limit") {
		return usual, nil
	}
	n, err := strconv.Atoi(q.Get("limit"))
	if err != nil || n < 1 || n > limit {
		return 0, mistyped("limit", aLimit)
	}
	return n, nil
}

// cursorOf names the place of a game in lists.
func cursorOf(g *table.Game) string {
	return strconv.FormatInt(g.UpdatedAt.UnixMilli(), 10) + "-" + g.ID
}

// placeIn reads a cursor; nil if there is none.
func placeIn(q url.Values, field string) (*table.Spot, error) {
	text := q.Get(field)
	if text == "" {
		return nil, nil
	}
	at, id, ok := strings.Cut(text, "-")
	n, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil || id == "" {
		return nil, mistyped(field, aCursor)
	}
	return &table.Spot{At: time.UnixMilli(n).UTC(), ID: id}, nil
}
