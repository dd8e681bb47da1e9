package people

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/people"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/peoplepage"
)

// resultsAtOnce is how many results a part of the list has.
const resultsAtOnce = 25

// mostResults is how many are read at once for one's own data.
const mostResults = 200

// withPeople refuses where the server keeps no pages of players.
func (s *Handler) withPeople(h echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.People == nil {
			return web.Fail("no_people")
		}
		return h(c)
	}
}

// personQuery is which results a page shows, and what was done just before.
type personQuery struct {
	Before cursor `query:"before,expect=cursor" schema:"string"`
	Done   string `query:"done"`
}

// showPerson shows the page of a player. A name that is clear leads to the address
// with the id, which stays the same when the player changes their name.
func (s *Handler) showPerson(c echo.Context, q personQuery) error {
	who := c.Param("person")
	if c.Request().URL.RawPath != "" { // else the path is decoded already
		var err error
		if who, err = url.PathUnescape(who); err != nil {
			return web.Fail("unknown_person")
		}
	}
	id, named, err := s.People.Find(c.Request().Context(), who)
	if me := web.Viewer(c); errors.Is(err, people.ErrClosed) && me.ID != "" && who == me.Name {
		id, named, err = me.ID, true, nil // closed to others only
	}
	if err != nil {
		return err
	}
	if named {
		to := page.PersonPath(string(id))
		if query := c.Request().URL.RawQuery; query != "" {
			to += "?" + query
		}
		return web.Redirect(c, to)
	}
	return s.show(c, id, q)
}

// showMine shows the viewer their own page.
func (s *Handler) showMine(c echo.Context, q personQuery) error {
	me, done, err := web.RequireViewer(c, page.MyPagePath())
	if done {
		return err
	}
	return s.show(c, me.ID, q)
}

func (s *Handler) show(c echo.Context, id account.PlayerID, q personQuery) error {
	d, err := s.person(c, id, q.Before.Spot)
	if err != nil {
		return err
	}
	if d.Next != nil {
		web.LinkPage(c, "next", "before", *d.Next)
	}
	d.Saved = d.Settings != nil && q.Done != ""
	return web.Respond(c, d)
}

// pageChange is what a player changes about their page.
type pageChange struct {
	Open  *people.Open `json:"open" schema:"PageOpen"`
	Rated *bool        `json:"rated"`
}

func (w *pageChange) fill(f url.Values) error {
	if f.Has("open") {
		open := people.Open(f.Get("open"))
		w.Open = &open
	}
	if all := f["rated"]; len(all) > 0 { // a box that is not ticked sends only the hidden field before it
		rated := web.ParseBool(all[len(all)-1])
		w.Rated = &rated
	}
	return nil
}

// postMine changes who may see the viewer's page, and whether they want a rating.
func (s *Handler) postMine(c echo.Context) error {
	me, done, err := web.RequireViewer(c, page.MyPagePath())
	if done {
		return err
	}
	var w pageChange
	if _, err := web.ReadInto(c, &w, w.fill); err != nil {
		return err
	}
	if w.Open != nil && !slices.Contains([]people.Open{people.Nobody, people.Opponents, people.Everyone}, *w.Open) {
		return web.Mistyped("open", web.ExpectOpen)
	}
	if _, err := s.People.Choose(c.Request().Context(), me.ID, w.Open, w.Rated); err != nil {
		return err
	}
	return web.Changed(c, web.Change{
		To:   page.WithQuery(page.MyPagePath(), "done", "saved"),
		JSON: func() (any, error) { return s.person(c, me.ID, nil) },
	})
}

// person reads a page for the viewer.
func (s *Handler) person(c echo.Context, id account.PlayerID, older *people.Spot) (d peoplepage.PersonData, err error) {
	v, err := s.People.Look(c.Request().Context(), id, web.Viewer(c).ID, older, resultsAtOnce)
	if err != nil {
		return d, err
	}
	d = peoplepage.PersonData{
		Person: page.Person{ID: string(v.Player.ID), Name: v.Player.Name}, Since: v.Player.CreatedAt.UTC(),
		Played: v.Tally.Played, Won: v.Tally.Won, Closed: v.Tally.Closed, Time: timeOf(v.Tally.Time),
		Boards: []peoplepage.Board{}, Ratings: ratingsOf(v), Results: make([]peoplepage.Result, len(v.Results)), First: older == nil, Rated: v.Showing,
	}
	for _, b := range v.Tally.Boards {
		d.Boards = append(d.Boards, peoplepage.Board{Board: b.ID, Title: s.title(c, b.Edition, b.ID), Played: b.Played, Won: b.Won})
	}
	if f := v.Tally.Favourite; f != nil {
		d.Favourite = &peoplepage.Favourite{Board: f.Board, Title: s.title(c, f.Edition, f.Board), Group: f.Group, Name: s.group(c, f), Games: f.Games}
	}
	if a := v.Against; a != nil {
		d.Against = &peoplepage.Against{Games: a.Games, Ahead: a.Ahead, Behind: a.Behind, Level: a.Level}
	}
	if v.Own {
		d.Settings = &peoplepage.Settings{Open: string(v.Settings.Open), Rated: v.Showing}
	}
	if v.Next != nil {
		next := spotOf(v.Next)
		d.Next = &next
	}
	for i := range v.Results {
		d.Results[i] = s.result(c, v, &v.Results[i])
	}
	return d, nil
}

func (s *Handler) result(c echo.Context, v *people.View, r *people.Result) peoplepage.Result {
	x := peoplepage.Result{
		Game: r.Game, Kept: r.Kept, Title: r.Title, Board: r.Board, Edition: s.title(c, r.Edition, r.Board), Rulebook: r.Rulebook, Slow: r.Slow,
		EndedAt: r.EndedAt, Place: web.OrNull(r.Place), Seats: r.Seats, Won: r.Won, Left: r.Left, Time: timeOf(people.Time{InTime: r.InTime, Late: r.Late}), Others: []peoplepage.Opponent{},
	}
	for _, o := range v.Others {
		if o.Game == r.Game {
			x.Others = append(x.Others, peoplepage.Opponent{Name: o.Name, Place: web.OrNull(o.Place)})
		}
	}
	switch {
	case r.Unrated == people.Rated && v.Showing:
		x.Mu, x.Sigma = &r.After.Mu, &r.After.Sigma
	case r.Unrated == people.Rated: // the player does not show their rating
		why := string(people.Unwanted)
		x.Unrated = &why
	default:
		why := string(r.Unrated)
		x.Unrated = &why
	}
	return x
}

// All lists the ratings and results of a player for themselves.
func (s *Handler) All(c echo.Context, me account.PlayerID) ([]peoplepage.Rating, []peoplepage.Result, error) {
	var ratings []peoplepage.Rating
	results := []peoplepage.Result{}
	for older := (*people.Spot)(nil); ; {
		v, err := s.People.Look(c.Request().Context(), me, me, older, mostResults)
		if err != nil {
			return nil, nil, err
		}
		if ratings == nil {
			ratings = ratingsOf(v)
		}
		for i := range v.Results {
			results = append(results, s.result(c, v, &v.Results[i]))
		}
		if older = v.Next; older == nil {
			return ratings, results, nil
		}
	}
}

func ratingsOf(v *people.View) []peoplepage.Rating {
	list := []peoplepage.Rating{}
	for _, r := range v.Tally.Ratings {
		list = append(list, peoplepage.Rating{Rulebook: r.Rulebook, Slow: r.Slow, Mu: r.Mu, Sigma: r.Sigma, Ordinal: r.Ordinal(), Games: r.Games})
	}
	return list
}

// title is what a board is called.
func (s *Handler) title(c echo.Context, hash, id string) string {
	return s.Cards.Board(c.Request().Context(), hash, id, web.LangOf(c))
}

// group is what a colour group is called.
func (s *Handler) group(c echo.Context, f *people.Favourite) string {
	ed, err := s.Boards.Edition(c.Request().Context(), f.Edition)
	if err != nil {
		return f.Group
	}
	for i := range ed.Groups {
		if ed.Groups[i].ID == f.Group {
			return ed.Groups[i].Name.In(web.LangOf(c))
		}
	}
	return f.Group
}

func timeOf(t people.Time) peoplepage.Time {
	x := peoplepage.Time{InTime: t.InTime, Late: t.Late}
	if share, ok := t.Share(); ok {
		x.Percent = &share
	}
	return x
}

// spotOf names a place in a list of results.
func spotOf(s *people.Spot) string { return strconv.FormatInt(s.At.UnixMilli(), 10) + "-" + s.Game }

// cursor is a place in a list of results, as a query names it; nil for none.
type cursor struct{ *people.Spot }

// ReadQuery reads a cursor.
func (x *cursor) ReadQuery(values []string) bool {
	at, id, ok := strings.Cut(values[0], "-")
	n, err := strconv.ParseInt(at, 10, 64)
	if !ok || err != nil || id == "" {
		return false
	}
	x.Spot = &people.Spot{At: time.UnixMilli(n).UTC(), Game: id}
	return true
}
