package reference

import (
	"errors"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/bankhalter/bankhalter/game/edition"
	"github.com/bankhalter/bankhalter/game/setup"
	"github.com/bankhalter/bankhalter/game/storage"
	"github.com/bankhalter/bankhalter/handlers/web"
	"github.com/bankhalter/bankhalter/views/page"
	"github.com/bankhalter/bankhalter/views/referencepage"
	"github.com/bankhalter/bankhalter/views/rulebook"
)

// showRules compares the rulebooks.
func (s *Handler) showRules(c echo.Context) error {
	compare := func() *rulebook.Table { return rulebook.Compare(web.LangOf(c)) }
	return s.choose(c,
		func() (any, error) { return newCompareJSON(compare()), nil },
		func() (web.Model, error) { return referencepage.RulesData{Table: compare()}, nil })
}

// howQuery is the board and the options with which rules are explained.
type howQuery struct {
	Edition string     `query:"edition"`
	Options url.Values `query:"option.*"`
}

// rulebookQuery is besides what is looked for in them.
type rulebookQuery struct {
	howQuery
	Search string `query:"q"`
}

// showRulebook explains the rules of one rulebook: as printed, or with a board
// and options in the query as a table has them.
func (s *Handler) showRulebook(c echo.Context, q rulebookQuery) error {
	st, left, err := s.asked(c, q.howQuery)
	if err != nil {
		return err
	}
	explain := func() *rulebook.Book { return rulebook.Explain(web.LangOf(c), st) }
	return s.choose(c,
		func() (any, error) { return newRulebookJSON(explain()), nil },
		func() (web.Model, error) {
			return referencepage.RulebookData{Book: explain(), Left: left, Edition: q.Edition, Options: q.Options, Search: q.Search}, nil
		})
}

// showHow tells in pictures how a rulebook is played, with the same query.
func (s *Handler) showHow(c echo.Context, q howQuery) error {
	st, left, err := s.asked(c, q)
	if err != nil {
		return err
	}
	return s.choose(c,
		func() (any, error) { return referencepage.NewHow(web.LangOf(c), st).How, nil },
		func() (web.Model, error) {
			d := referencepage.NewHow(web.LangOf(c), st)
			d.Left = left
			return d, nil
		})
}

// asked is the set-up whose rules are requested. For programs an option that
// does not go with it is an error; people get the rules without it, and left is true.
func (s *Handler) asked(c echo.Context, q howQuery) (st *setup.Setup, left bool, err error) {
	id := c.Param("rulebook")
	if !rulebook.Known(id) {
		return nil, false, web.Fail("not_found")
	}
	ed := rulebook.Printed(id).Edition
	if q.Edition != "" {
		if ed, err = s.board(c, q.Edition); err != nil {
			return nil, false, err
		}
	}
	options := optionsIn(q.Options)
	st, err = setup.New(ed, id, options)
	wrong, ok := errors.AsType[*setup.Error](err)
	if !ok {
		return st, false, err
	}
	_, ours := options[wrong.Option]
	if st == nil || ours && web.IsProgram(c) {
		return nil, false, err
	}
	return st, ours, nil
}

// board finds an edition by its id or hash.
func (s *Handler) board(c echo.Context, name string) (*edition.Edition, error) {
	ed, err := s.Editions.Edition(c.Request().Context(), name)
	if errors.Is(err, storage.ErrNotFound) {
		return nil, web.Fail("unknown_edition")
	}
	return ed, err
}

// optionsIn are the options of a query: option.KEY=VALUE.
func optionsIn(q url.Values) map[string]any {
	options := map[string]any{}
	for name, values := range q {
		options[strings.TrimPrefix(name, page.QueryOption)] = values[len(values)-1]
	}
	return options
}
