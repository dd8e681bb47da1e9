package tables

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/tablepage"
)

// embedJSON is how pages of other sites may show a table.
type embedJSON struct {
	Game   string `json:"game"`
	Framed bool   `json:"framed"`
	HTML   string `json:"html"` // the frame to put into a page
}

func (s *Handler) newEmbed(c echo.Context, snap *table.Snapshot) embedJSON {
	return embedJSON{Game: snap.Meta.ID, Framed: snap.Meta.Framed, HTML: tablepage.EmbedCode(s.Absolute(c, page.EmbedPath(snap.Meta.ID)))}
}

// inFrame reports whether a browser says that it asks for what a frame shows.
func inFrame(r *http.Request) bool {
	dest := r.Header.Get("Sec-Fetch-Dest")
	return dest == "iframe" || dest == "frame"
}

// showEmbed is a table as strangers see it. Other sites may frame it if its owner
// lets them; in a frame there is nothing to press, since the page around it could
// lead a hand there.
func (s *Handler) showEmbed(c echo.Context) error {
	snap, err := s.Tables.Snapshot(c.Request().Context(), c.Param("id"))
	if err != nil {
		return err
	}
	return web.Choose(c,
		func() (any, error) { return s.newEmbed(c, &snap), nil },
		func() (web.Model, error) {
			web.InfoOf(c).Framed = snap.Meta.Framed
			c.Response().Header().Set("Cache-Control", "no-store")
			d := s.AboutTable(c, &snap)
			d.Viewer = game.Nobody
			var err error
			d.Log, err = s.tailFor(c.Request().Context(), &snap, game.Nobody)
			return tablepage.EmbedData{
				TableData: d, Owned: isOwner(snap.Meta, web.Viewer(c).ID) && !inFrame(c.Request()), Framed: snap.Meta.Framed,
				Code: tablepage.EmbedCode(s.Absolute(c, page.EmbedPath(snap.Meta.ID))),
			}, err
		})
}

// embedWish is whether pages of other sites may show a table.
type embedWish struct {
	Framed *bool `json:"framed" schema:",required"`
}

// postEmbed lets pages of other sites show a table, or no longer.
func (s *Handler) postEmbed(c echo.Context) error {
	ctx, id := c.Request().Context(), c.Param("id")
	me, done, err := web.RequireViewer(c, page.EmbedPath(id))
	if done {
		return err
	}
	var want embedWish
	_, err = web.ReadInto(c, &want, func(f url.Values) error {
		framed := web.ParseBool(f.Get("framed"))
		want.Framed = &framed
		return nil
	})
	if err != nil {
		return err
	}
	if want.Framed == nil {
		return web.Blame("missing", "framed")
	}
	snap, err := s.Tables.SetFramed(ctx, id, me.ID, *want.Framed)
	if err != nil {
		return err
	}
	return web.Changed(c, web.Change{To: page.EmbedPath(id), JSON: func() (any, error) { return s.newEmbed(c, &snap), nil }})
}
