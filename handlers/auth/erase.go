package auth

import (
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/account"
	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/handlers/cards"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/authpage"
	"github.com/bankhalter/bankhalter/views/page"
)

// partingName is what becomes of a table, for programs and pages.
func partingName(p table.Parting) string {
	switch p {
	case table.PartSeat:
		return "seat"
	case table.PartClosed:
		return "closed"
	case table.PartPlayed:
		return "played"
	case table.PartRuined:
		return "ruined"
	case table.PartVoted:
		return "voted"
	case table.PartAlone:
	}
	return "alone"
}

type partingJSON struct {
	cards.Card
	Becomes string   `json:"becomes"`
	Running bool     `json:"running"` // has to be named by whoever deletes himself
	Choices []string `json:"choices"` // what it may become instead, `becomes` first
}

// partingsJSON is what becomes of the tables of somebody who leaves.
type partingsJSON struct {
	Tables []partingJSON `json:"tables"`
}

// showErase tells what deleting oneself would do.
func (s *Handler) showErase(c echo.Context) error {
	_, done, err := s.dangerous(c, page.ErasePath())
	if done {
		return err
	}
	return s.renderErase(c, http.StatusOK, nil, nil)
}

func (s *Handler) renderErase(c echo.Context, status int, form url.Values, problem *page.Problem) error {
	me := web.Viewer(c).ID
	plan, err := s.Tables.PlanErase(c.Request().Context(), me)
	if err != nil {
		return err
	}
	games := make([]*table.Game, len(plan))
	for i, one := range plan {
		games[i] = one.Game
	}
	if web.FormatOf(c.Request()) == web.FormatJSON {
		list := make([]partingJSON, len(plan))
		for i, card := range s.Cards.JSON(games, me) {
			list[i] = partingJSON{card, partingName(plan[i].How), plan[i].Running(), partingNames(plan[i].May)}
		}
		return web.ReplyJSON(c, status, partingsJSON{list})
	}
	data := authpage.EraseData{Problem: problem, Form: form}
	for i, card := range s.Cards.Of(c, games, me) {
		data.Tables = append(data.Tables, authpage.Parting{Table: card, How: partingName(plan[i].How), Running: plan[i].Running(), Choices: partingNames(plan[i].May)})
	}
	return web.ReplyHTML(c, web.FormatOf(c.Request()), web.LangOf(c), status, data.Page(s.Page(c)))
}

// erasure is the wish to be deleted.
type erasure struct {
	Name   string            `json:"name" schema:",required"` // one's own, to be sure
	Tables map[string]string `json:"tables"`                  // every running game by its id, and what becomes of it
}

// tableField begins the name of a field about a table; its id follows.
const tableField = "table-"

func chosenTables(form url.Values) map[string]string {
	all := map[string]string{}
	for name := range form {
		if id, ok := strings.CutPrefix(name, tableField); ok {
			all[id] = form.Get(name)
		}
	}
	return all
}

func partingNames(may []table.Parting) []string {
	names := make([]string, len(may))
	for i, one := range may {
		names[i] = partingName(one)
	}
	return names
}

// sure reports whether somebody knows what he does: he types his own name, and
// names every game that he leaves with what shall become of it.
func (s *Handler) sure(c echo.Context, me account.Player, want *erasure) (map[string]table.Parting, error) {
	name, err := account.CleanName(want.Name)
	if err != nil || name != me.Name {
		return nil, web.Fail("not_sure")
	}
	plan, err := s.Tables.PlanErase(c.Request().Context(), me.ID)
	if err != nil {
		return nil, err
	}
	chosen := map[string]table.Parting{}
	for i := range plan {
		id, may := plan[i].Game.ID, plan[i].May
		said, named := want.Tables[id]
		if !named && plan[i].Running() {
			return nil, web.Fail("unnamed_tables")
		}
		at := slices.Index(partingNames(may), said)
		if named && at < 0 {
			return nil, &web.Error{Status: http.StatusUnprocessableEntity, Code: "unnamed_tables", Field: "tables"}
		}
		chosen[id] = may[max(at, 0)]
	}
	return chosen, nil
}

// erasedJSON is the name that tables show from now on.
type erasedJSON struct {
	Pseudonym string `json:"pseudonym"`
}

// postErase deletes the caller, who has to type their own name and name their games.
func (s *Handler) postErase(c echo.Context) error {
	me, done, err := s.dangerous(c, page.ErasePath())
	if done {
		return err
	}
	var want erasure
	b, err := web.ReadInto(c, &want, func(f url.Values) error { want.Name, want.Tables = f.Get("name"), chosenTables(f); return nil })
	if err != nil {
		return err
	}
	pseudonym := ""
	chosen, err := s.sure(c, me, &want)
	if err == nil {
		pseudonym, err = s.Tables.Erase(c.Request().Context(), me.ID, chosen)
	}
	if err != nil {
		f := web.AsError(err)
		if f.Status >= http.StatusInternalServerError || web.FormatOf(c.Request()) == web.FormatJSON {
			return err
		}
		return s.renderErase(c, f.Status, b.Form, web.ViewProblem(c, f))
	}
	s.memory.forgetPlayer(me.ID)
	s.LogSecurity(c, web.PersonEnded, me.ID, slog.String("how", "deleted"))
	if !byBearer(c) {
		if err := s.signOut(c); err != nil {
			return err
		}
		web.ClearSiteData(c)
	}
	web.SetViewer(c, account.Player{})
	if web.FormatOf(c.Request()) == web.FormatJSON {
		return web.ReplyJSON(c, http.StatusOK, erasedJSON{pseudonym})
	}
	s.bidFarewell(c, pseudonym)
	return web.Redirect(c, page.HomePath())
}
