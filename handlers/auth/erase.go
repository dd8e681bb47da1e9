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
	"github.com/bankhalter/bankhalter/views/text"
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

// partingJSON is a table of a player who leaves, and its fate.
type partingJSON struct {
	authpage.Parting
	cards.Card
}

// partingsJSON lists the fates of the tables of a player who leaves.
type partingsJSON struct {
	Tables []partingJSON `json:"tables"`
}

// showErase tells what deleting oneself would do.
func (s *Handler) showErase(c echo.Context) error {
	_, done, err := s.dangerous(c, page.ErasePath())
	if done {
		return err
	}
	return web.Choose(c, func() (any, error) {
		games, plan, err := s.partings(c)
		list := make([]partingJSON, len(plan))
		for i, card := range s.Cards.JSON(games, web.Viewer(c).ID) {
			list[i] = partingJSON{plan[i], card}
		}
		return partingsJSON{list}, err
	}, func() (web.Model, error) { return s.eraseData(c, authpage.EraseData{}) })
}

// partings are the tables that the viewer would leave, and what would become of each.
func (s *Handler) partings(c echo.Context) ([]*table.Game, []authpage.Parting, error) {
	plan, err := s.Tables.PlanErase(c.Request().Context(), web.Viewer(c).ID)
	if err != nil {
		return nil, nil, err
	}
	games, list := make([]*table.Game, len(plan)), make([]authpage.Parting, len(plan))
	for i := range plan {
		games[i] = plan[i].Game
		list[i] = authpage.Parting{Becomes: partingName(plan[i].How), Running: plan[i].Running(), Choices: partingNames(plan[i].May)}
	}
	return games, list, nil
}

// eraseData is the page, with what d has to say besides.
func (s *Handler) eraseData(c echo.Context, d authpage.EraseData) (authpage.EraseData, error) {
	games, list, err := s.partings(c)
	for i, card := range s.Cards.Of(c, games, web.Viewer(c).ID) {
		list[i].Table = card
	}
	d.Tables = list
	return d, err
}

// erasure is the request to be deleted.
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

// sure reports whether the player means it: they type their own name, and
// name every game that they leave with its fate.
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
			return nil, unnamed(http.StatusConflict, plan, want.Tables)
		}
		at := slices.Index(partingNames(may), said)
		if named && at < 0 {
			return nil, unnamed(http.StatusUnprocessableEntity, plan[i:i+1], nil)
		}
		chosen[id] = may[max(at, 0)]
	}
	return chosen, nil
}

// unnamed refuses to delete a player who has not said, or not understandably, what
// becomes of running games. A program is told those that are missing, with their choices.
func unnamed(status int, plan []table.Parted, told map[string]string) error {
	var missing []string
	for i := range plan {
		id := plan[i].Game.ID
		if _, named := told[id]; !named && (plan[i].Running() || status == http.StatusUnprocessableEntity) {
			missing = append(missing, id+": "+strings.Join(partingNames(plan[i].May), ", "))
		}
	}
	key := "problem_field.unnamed_tables"
	if status == http.StatusUnprocessableEntity {
		key = "problem_field.no_such_parting"
	}
	return &web.Error{Status: status, Code: "unnamed_tables", Field: "tables", Words: func(lang string, as text.Naming) string {
		if as == text.Labels {
			return text.For(lang).T("problem_what.unnamed_tables")
		}
		return text.For(lang).T(key, "Tables", strings.Join(missing, "; "))
	}}
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
		if f := web.AsError(err); f.Code == "link" {
			f.Words, err = text.Say("erase.throwing"), f
		}
		return web.Refused(c, err, func(_ *web.Error, p *page.Problem) (web.Model, error) {
			return s.eraseData(c, authpage.EraseData{Form: b.Form, Problem: p})
		})
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
	return web.Changed(c, web.Change{
		To: page.HomePath(), Before: func() { s.flash(c, pseudonym) },
		JSON: func() (any, error) { return erasedJSON{pseudonym}, nil },
	})
}
