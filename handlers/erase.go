package handlers

import (
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/table"
	"github.com/bankhalter/bankhalter/views"
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
	case table.PartAlone:
	}
	return "alone"
}

type partingJSON struct {
	cardJSON
	Becomes string `json:"becomes"`
}

// showErase tells what deleting oneself would do.
func (s *Server) showErase(c echo.Context) error {
	_, done, err := s.dangerous(c, views.ErasePath())
	if done {
		return err
	}
	return s.renderErase(c, http.StatusOK, nil)
}

func (s *Server) renderErase(c echo.Context, status int, problem *views.Problem) error {
	me := viewer(c).ID
	plan, err := s.tables.PlanErase(c.Request().Context(), me)
	if err != nil {
		return err
	}
	games := make([]*table.Game, len(plan))
	for i, one := range plan {
		games[i] = one.Game
	}
	if faceOf(c.Request()) == faceJSON {
		list := make([]partingJSON, len(plan))
		for i, card := range s.cardsJSON(games, me) {
			list[i] = partingJSON{card, partingName(plan[i].How)}
		}
		return replyJSON(c, status, map[string]any{"tables": list})
	}
	data := views.EraseData{Problem: problem}
	for i, card := range s.cards(c, games, me) {
		data.Tables = append(data.Tables, views.Parting{Table: card, How: partingName(plan[i].How)})
	}
	return replyHTML(c, faceOf(c.Request()), langOf(c), status, views.Erase(s.page(c), data))
}

// postErase deletes who asks, if he types his own name.
func (s *Server) postErase(c echo.Context) error {
	me, done, err := s.dangerous(c, views.ErasePath())
	if done {
		return err
	}
	b, err := readBody(c.Request())
	if err != nil {
		return err
	}
	var want struct {
		Name string `json:"name"`
	}
	if err := b.fill(&want, func(f func(string) string) { want.Name = f("name") }); err != nil {
		return err
	}
	name, err := table.CleanName(want.Name)
	pseudonym := ""
	if err != nil || name != me.Name {
		err = failed(http.StatusUnprocessableEntity, "not_sure")
	} else {
		pseudonym, err = s.tables.Erase(c.Request().Context(), me.ID)
	}
	if err != nil {
		f := asFailureIn(err, langOf(c))
		if f.status >= http.StatusInternalServerError || faceOf(c.Request()) == faceJSON {
			return err
		}
		return s.renderErase(c, f.status, viewProblem(f.problem(langOf(c)), ""))
	}
	s.memory.forgetPlayer(me.ID)
	s.record(c, personEnded, me.ID, slog.String("how", "deleted"))
	if !byBearer(c) {
		if err := s.signOut(c); err != nil {
			return err
		}
		tidied(c)
	}
	c.Set(viewerKey, table.Player{})
	if faceOf(c.Request()) == faceJSON {
		return replyJSON(c, http.StatusOK, map[string]string{"pseudonym": pseudonym})
	}
	return goOn(c, views.HomePath())
}
